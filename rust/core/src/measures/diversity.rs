//! What the measures of novelty and diversity share: which subtopics a document is relevant for,
//! what it is worth after those above it, and the ideal ranking.

use super::Number;
use super::params::Range;
use crate::ranking::Ranking;
use crate::subtopics::Covered;

pub(super) const ALPHA: Number = Number::new("alpha", 0.5, Range::Share);
pub(super) const BETA: Number = Number::new("beta", 0.5, Range::Share);

/// After so many ranks the sum of an ideal that goes on forever no longer grows, but for an alpha
/// close to 0.
const FOREVER: usize = 100_000;

/// A ranking looked at by subtopic.
pub(super) struct Intents<'a> {
    covered: Covered<'a>,
    level: f64,
    /// Number of subtopics that some judged document is relevant for.
    pub(super) count: usize,
    /// Number of relevant documents of each subtopic.
    pub(super) num_rel: Vec<usize>,
}

impl<'a> Intents<'a> {
    /// Nothing where no document is relevant for a subtopic.
    pub(super) fn of(ranking: &Ranking<'a>) -> Option<Self> {
        let covered = ranking.subtopics?;
        let level = ranking.relevance_level;
        let mut num_rel = vec![0; covered.subtopics.count()];
        for document in 0..covered.subtopics.num_docs() {
            for &(subtopic, grade) in covered.subtopics.grades(document) {
                num_rel[subtopic] += usize::from(grade >= level);
            }
        }
        let count = num_rel.iter().filter(|&&num_rel| num_rel > 0).count();
        (count > 0).then_some(Self { covered, level, count, num_rel })
    }

    /// The subtopics that a document is relevant for.
    pub(super) fn relevant(&self, document: usize) -> impl Iterator<Item = usize> + '_ {
        let grades = self.covered.subtopics.grades(document).iter();
        grades.filter(|&&(_, grade)| grade >= self.level).map(|&(subtopic, _)| subtopic)
    }

    /// The retrieved documents that the qrels name, with their ranks.
    pub(super) fn retrieved(&self, ranking: &Ranking) -> impl Iterator<Item = (usize, usize)> {
        let numbers = self.covered.documents.iter().copied();
        ranking.pooled.iter().map(|d| d.rank).zip(numbers)
    }

    /// The ranks of the retrieved documents with what each is worth: for each subtopic that it is
    /// relevant for 1, times 1 - alpha for each document above that is relevant for it too.
    pub(super) fn worths(
        &self,
        ranking: &Ranking,
        alpha: f64,
    ) -> impl Iterator<Item = (usize, f64)> {
        let mut left = vec![1.0; self.num_rel.len()];
        self.retrieved(ranking)
            .map(move |(rank, number)| (rank, self.take(&mut left, number, alpha)))
    }

    /// What a document is worth, and less is what follows.
    fn take(&self, left: &mut [f64], document: usize, alpha: f64) -> f64 {
        let mut worth = 0.0;
        for subtopic in self.relevant(document) {
            worth += left[subtopic];
            left[subtopic] *= 1.0 - alpha;
        }
        worth
    }

    /// The worths of the first `depth` documents of a ranking that takes what is worth most at each
    /// rank, of several the one with the highest bytes.
    pub(super) fn ideal(&self, alpha: f64, depth: usize) -> Vec<f64> {
        let mut left = vec![1.0; self.num_rel.len()];
        let mut others: Vec<usize> = (0..self.covered.subtopics.num_docs())
            .filter(|&document| self.relevant(document).next().is_some())
            .collect();
        let mut worths = Vec::new();
        while worths.len() < depth && !others.is_empty() {
            let (mut best, mut most) = (0, f64::NEG_INFINITY);
            for (at, &document) in others.iter().enumerate() {
                let worth = self.relevant(document).map(|subtopic| left[subtopic]).sum();
                if worth > most {
                    (best, most) = (at, worth);
                }
            }
            let document = others.remove(best);
            worths.push(self.take(&mut left, document, alpha));
        }
        worths
    }

    /// The discounted worth of a ranking down to rank `k`.
    pub(super) fn gain(
        &self,
        ranking: &Ranking,
        k: f64,
        alpha: f64,
        discount: impl Fn(usize) -> f64,
    ) -> f64 {
        let worths = self.worths(ranking, alpha).take_while(|&(rank, _)| rank as f64 <= k);
        worths.fold(0.0, |sum, (rank, worth)| sum + worth * discount(rank))
    }

    /// The discounted worth of the ideal ranking down to rank `k`.
    pub(super) fn ideal_gain(&self, k: f64, alpha: f64, discount: impl Fn(usize) -> f64) -> f64 {
        let worths = self.ideal(alpha, depth(k, usize::MAX));
        worths.iter().zip(1..).fold(0.0, |sum, (worth, rank)| sum + worth * discount(rank))
    }

    /// The discounted worth, down to rank `k`, of a ranking in which each document is relevant for
    /// all subtopics: it does not depend on what the collection has.
    pub(super) fn bound(&self, k: f64, alpha: f64, discount: impl Fn(usize) -> f64) -> f64 {
        let (mut sum, mut worth) = (0.0, self.count as f64);
        for rank in 1..=depth(k, FOREVER) {
            let more = worth * discount(rank);
            if sum + more == sum {
                break;
            }
            sum += more;
            worth *= 1.0 - alpha;
        }
        sum
    }
}

/// A cutoff as a number of ranks; `whole` where there is none.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a whole number of at least 1
fn depth(k: f64, whole: usize) -> usize {
    if k.is_finite() { k as usize } else { whole }
}

/// The discount of reciprocal ranks.
pub(super) fn by_rank(rank: usize) -> f64 {
    1.0 / rank as f64
}

/// The discount of cumulative gains.
pub(super) fn by_log(rank: usize) -> f64 {
    1.0 / super::discount::log2(rank + 1)
}
