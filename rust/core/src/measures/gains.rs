//! Gains by grade and the ideal ranking, shared by the gain measures.

use super::discount::{Gain, discounted_sum};
use super::{Args, Working};
use crate::ranking::{Level, Ranking};

/// Above this grade the ideal is always put in true order: `trec_eval` keeps one entry for each
/// grade up to the highest, and nobody gives fractional gains to thousands of grades.
const TREC_ORDER_LIMIT: f64 = 4096.0;

/// The gain of each grade of a topic, and the order in which an ideal ranking spends them.
pub(super) struct Gains<'a> {
    custom: &'a [(f64, f64)],
    ladder: Vec<(f64, usize)>,
}

impl<'a> Gains<'a> {
    /// The gains that `args` sets; a grade it leaves out is its own gain.
    pub(super) fn new(args: &'a Args, levels: &[Level]) -> Self {
        let custom = args.gains();
        Self { custom, ladder: ladder(custom, levels) }
    }

    /// The gain of a retrieved document. An unjudged one has none.
    pub(super) fn of(&self, grade: f64) -> f64 {
        if grade < 0.0 {
            return 0.0;
        }
        let set = self.custom.iter().find(|(level, _)| *level == grade);
        set.map_or(grade, |&(_, gain)| gain)
    }

    /// The gains in ideal order, highest first.
    pub(super) fn ideal(&self) -> Ideal<'_> {
        Ideal { ladder: &self.ladder, taken: 0 }
    }

    /// All gains that a judged document of the topic can have.
    pub(super) fn values(&self) -> impl Iterator<Item = f64> + '_ {
        self.ladder.iter().map(|&(gain, _)| gain)
    }

    /// The gains of the ranking.
    fn of_ranking(&self, ranking: &Ranking) -> impl Iterator<Item = Gain> {
        let gains = ranking.pooled.iter().map(|d| Gain { rank: d.rank, gain: self.of(d.grade) });
        gains.filter(|gain| gain.gain != 0.0)
    }

    /// The gains of the ideal ranking of all judged documents.
    fn of_ideal(&self) -> impl Iterator<Item = Gain> {
        let mut ideal = self.ideal();
        let all = (1..)
            .map_while(move |rank| (ideal.gain() > 0.0).then(|| Gain { rank, gain: ideal.take() }));
        all.filter(|gain| gain.gain > 0.0)
    }

    /// The discounted cumulative gain of the ranking.
    pub(super) fn dcg(&self, ranking: &Ranking) -> f64 {
        discounted_sum(self.of_ranking(ranking))
    }

    /// The discounted cumulative gain of the ideal ranking.
    pub(super) fn ideal_dcg(&self) -> f64 {
        discounted_sum(self.of_ideal())
    }

    /// What both sums are made of.
    pub(super) fn working(&self, ranking: &Ranking) -> Working {
        Working::sum(Gain::COLUMNS, self.of_ranking(ranking).map(Gain::term))
            .with_ideal(self.of_ideal().map(Gain::term))
    }
}

/// A walk down the ideal ranking.
///
/// [`Ideal::gain`] is the gain of the document taken last, before the first of the highest grade.
/// A walk ends where it is no longer above 0.
pub(super) struct Ideal<'a> {
    /// Gains and how many documents have each, ascending: the last is spent first.
    ladder: &'a [(f64, usize)],
    taken: usize,
}

impl Ideal<'_> {
    /// The gain of the current document; 0 past the end.
    pub(super) fn gain(&self) -> f64 {
        self.ladder.last().map_or(0.0, |&(gain, _)| gain)
    }

    /// Steps to the next document and gives its gain.
    pub(super) fn take(&mut self) -> f64 {
        self.taken += 1;
        while let Some((&(_, count), rest)) = self.ladder.split_last() {
            if self.taken <= count {
                break;
            }
            self.taken = 1;
            self.ladder = rest;
        }
        self.gain()
    }
}

/// Gains and how many documents have each, in the order in which `trec_eval` sorts them.
fn ladder(custom: &[(f64, f64)], levels: &[Level]) -> Vec<(f64, usize)> {
    if custom.is_empty() {
        return levels.iter().map(|l| (l.grade, l.count)).collect();
    }
    let count_of = |grade: f64| levels.iter().find(|l| l.grade == grade).map_or(0, |l| l.count);
    let mut rungs: Vec<_> = custom.iter().map(|&(grade, gain)| (gain, count_of(grade))).collect();
    let is_custom = |grade: f64| custom.iter().any(|&(level, _)| level == grade);
    let highest = levels.last().map_or(-1.0, |l| l.grade);
    let dense = highest <= TREC_ORDER_LIMIT && levels.iter().all(|l| l.grade.fract() == 0.0);
    if dense {
        // Also the grades that no document has: they take part in the sort below.
        let mut grade = 0.0;
        while grade <= highest {
            if !is_custom(grade) {
                rungs.push((grade, count_of(grade)));
            }
            grade += 1.0;
        }
        merge_sort(&mut rungs, &|a, b| trec_cmp(a.0, b.0));
    } else {
        let others = levels.iter().filter(|l| !is_custom(l.grade));
        rungs.extend(others.map(|l| (l.grade, l.count)));
        rungs.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
    rungs
}

/// Whether these gains are so close together that `trec_eval` may put the ideal ranking out of
/// order: it compares two gains by the whole part of their difference.
pub fn trec_order_differs(custom: &[(f64, f64)], levels: &[Level]) -> bool {
    !ladder(custom, levels).iter().filter(|rung| rung.1 > 0).is_sorted_by(|a, b| a.0 <= b.0)
}

/// The sign of the whole part of a - b.
#[allow(clippy::cast_possible_truncation)] // as the reference does, in C
fn trec_cmp(a: f64, b: f64) -> std::cmp::Ordering {
    ((a - b) as i32).cmp(&0)
}

/// The merge sort of the GNU C library's `qsort`. `trec_cmp` is not a consistent order, so which
/// order comes out depends on the algorithm, and with it `trec_eval`'s digits.
fn merge_sort<T: Copy>(items: &mut [T], cmp: &impl Fn(&T, &T) -> std::cmp::Ordering) {
    if items.len() <= 1 {
        return;
    }
    let half = items.len() / 2;
    merge_sort(&mut items[..half], cmp);
    merge_sort(&mut items[half..], cmp);
    let (left, right) = (items[..half].to_vec(), items[half..].to_vec());
    let (mut l, mut r) = (left.iter().peekable(), right.iter().peekable());
    for slot in items {
        let from_left = match (l.peek(), r.peek()) {
            (Some(a), Some(b)) => cmp(a, b).is_le(),
            (left, _) => left.is_some(),
        };
        if let Some(&item) = if from_left { l.next() } else { r.next() } {
            *slot = item;
        }
    }
}
