//! Preferences between the documents of a topic, by judgment group.

use crate::error::{Error, ErrorKind, Place, Result};
use crate::grouped::{Grouped, Judgment};
use crate::join::score_key;
use crate::options::Options;
use crate::preference_ranking::{Group, PreferenceRanking};
use crate::ranks::Ranks;

/// The preferences of all topics.
#[derive(Debug)]
pub struct Preferences {
    lists: Grouped,
}

impl Preferences {
    /// Prepares preferences. A document twice in one subgroup of a topic is an error.
    ///
    /// # Errors
    ///
    /// A subgroup names a document twice.
    pub fn new(lists: Grouped) -> Result<Self> {
        if let Some((found, place)) = lists.duplicate() {
            return Err(contradiction(found, "each document once in a subgroup", place));
        }
        Ok(Self { lists })
    }

    /// Joins the ranking of a topic with its preferences. Preferences that contradict each other
    /// within one group are an error.
    ///
    /// # Errors
    ///
    /// Preferences of one group contradict each other.
    pub fn join(
        &self,
        topic: usize,
        ranks: &Ranks,
        options: &Options,
    ) -> Result<PreferenceRanking> {
        let judgments = self.lists.topic(topic);
        let documents = judgments.iter().map(|judgment| self.lists.docno(judgment));
        let places = Places::new(documents.collect(), ranks, options.max_depth);
        let place = |judgment: &Judgment| places.of(self.lists.docno(judgment));
        let mut groups = Vec::new();
        for group in judgments.chunk_by(Judgment::is_with) {
            self.check_zeros(group, options)?;
            let subgroups = group.chunk_by(Judgment::is_beside);
            let placed = |subgroup: &[Judgment]| {
                subgroup.iter().map(|j| (level(j, options), place(j))).collect()
            };
            let joined = Group::new(&subgroups.map(placed).collect::<Vec<_>>(), places.retrieved);
            groups.push(joined.map_err(|at| {
                let is_there = |judgment: &&Judgment| place(judgment) == at;
                self.circle(group.iter().find(is_there).unwrap_or(&group[0]))
            })?);
        }
        let (num_judged, num_retrieved) = (places.documents.len(), places.retrieved);
        Ok(PreferenceRanking { num_judged, num_retrieved, groups })
    }

    /// Refuses a document of which one subgroup says that it is relevant, another that it is not.
    fn check_zeros(&self, group: &[Judgment], options: &Options) -> Result<()> {
        let mut by_document: Vec<&Judgment> = group.iter().collect();
        by_document.sort_by_key(|judgment| self.lists.docno(judgment));
        for pair in by_document.windows(2) {
            let (before, this) = (pair[0], pair[1]);
            let (first, second) = (level(before, options), level(this, options));
            let differ = (first > 0.0 && second == 0.0) || (first == 0.0 && second > 0.0);
            if differ && self.lists.docno(before) == self.lists.docno(this) {
                let found = format!(
                    "level {:?} for {}, and level {:?} in line {}",
                    this.value,
                    self.lists.describe(this),
                    before.value,
                    self.lists.line(before)
                );
                let expected = "0 (not relevant) in all subgroups of a group or in none";
                return Err(contradiction(found, expected, self.lists.place(this)));
            }
        }
        Ok(())
    }

    fn circle(&self, judgment: &Judgment) -> Error {
        let found =
            format!("{} preferred to itself by way of others", self.lists.describe(judgment));
        let expected = "preferences without a circle in a group";
        contradiction(found, expected, self.lists.place(judgment))
    }
}

/// The places of a topic's documents: see [`PreferenceRanking`].
struct Places<'a> {
    /// By id.
    documents: Vec<&'a [u8]>,
    of_document: Vec<usize>,
    retrieved: usize,
}

impl<'a> Places<'a> {
    fn new(mut documents: Vec<&'a [u8]>, ranks: &Ranks, max_depth: usize) -> Self {
        documents.sort_unstable();
        documents.dedup();
        let rank = |docno| ranks.get(docno).filter(|&rank| rank <= max_depth);
        let ranked = documents.iter().map(|docno| rank(docno).unwrap_or(usize::MAX));
        let mut order: Vec<(usize, usize)> = ranked.zip(0..).collect();
        order.sort_unstable();
        let retrieved = order.partition_point(|&(rank, _)| rank < usize::MAX);
        let mut of_document = vec![0; documents.len()];
        for (place, (_, document)) in order.into_iter().enumerate() {
            of_document[document] = place;
        }
        Self { documents, of_document, retrieved }
    }

    /// The place of a document, which is one of them.
    fn of(&self, docno: &[u8]) -> usize {
        self.of_document[self.documents.partition_point(|other| *other < docno)]
    }
}

fn contradiction(found: String, expected: &str, place: Place) -> Error {
    let expected = expected.to_owned();
    Error::new(ErrorKind::Contradiction { found, expected }).at(place)
}

/// The level of a judgment as the version of `trec_eval` keeps it, the two zeros as one.
fn level(judgment: &Judgment, options: &Options) -> f64 {
    score_key(judgment.value, options.compat) + 0.0
}
