//! Preferences between the documents of a topic, by judgment group.

use crate::error::{Error, Result};
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
    pub fn new(lists: Grouped) -> Result<Self> {
        if let Some((first, second)) = lists.duplicate() {
            let line = lists.line(first);
            let found = format!("{} a second time (first in line {line})", lists.describe(second));
            let expected = "each document once in a subgroup";
            return Err(lists.contradiction(second, found, expected));
        }
        Ok(Self { lists })
    }

    /// Joins the ranking of a topic with its preferences. Preferences that contradict each other
    /// within one group are an error.
    pub fn join(
        &self,
        topic: usize,
        ranks: &Ranks,
        options: &Options,
    ) -> Result<PreferenceRanking> {
        let judgments = self.lists.topic(topic);
        let mut documents: Vec<&[u8]> = judgments.iter().map(|j| self.lists.docno(j)).collect();
        documents.sort_unstable();
        documents.dedup();
        let rank = |docno| ranks.get(docno).filter(|&rank| rank <= options.max_depth);
        let mut order: Vec<(usize, usize)> = (0..)
            .zip(&documents)
            .map(|(document, docno)| (rank(docno).unwrap_or(usize::MAX), document))
            .collect();
        order.sort_unstable();
        let num_retrieved = order.partition_point(|&(rank, _)| rank < usize::MAX);
        let mut places = vec![0; documents.len()];
        for (place, &(_, document)) in order.iter().enumerate() {
            places[document] = place;
        }
        // Every document is among them.
        let place_of = |judgment: &Judgment| {
            let docno = self.lists.docno(judgment);
            places[documents.partition_point(|other| *other < docno)]
        };
        let place_all = |group: &[Judgment]| -> Vec<Vec<(f64, usize)>> {
            let levels = |subgroup: &[Judgment]| {
                subgroup.iter().map(|j| (level(j, options), place_of(j))).collect()
            };
            group.chunk_by(Judgment::is_beside).map(levels).collect()
        };
        let mut groups = Vec::new();
        for group in judgments.chunk_by(Judgment::is_with) {
            self.check_zeros(group, options)?;
            let joined = Group::new(&place_all(group), num_retrieved);
            groups.push(joined.map_err(|place| self.circle(group, place, place_of))?);
        }
        Ok(PreferenceRanking { num_judged: documents.len(), num_retrieved, groups })
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
                return Err(self.lists.contradiction(this, found, expected));
            }
        }
        Ok(())
    }

    fn circle(&self, group: &[Judgment], place: usize, of: impl Fn(&Judgment) -> usize) -> Error {
        let judgment = group.iter().find(|judgment| of(judgment) == place).unwrap_or(&group[0]);
        let found =
            format!("{} preferred to itself by way of others", self.lists.describe(judgment));
        self.lists.contradiction(judgment, found, "preferences without a circle in a group")
    }
}

/// The level of a judgment as the version of `trec_eval` keeps it, the two zeros as one.
fn level(judgment: &Judgment, options: &Options) -> f64 {
    score_key(judgment.value, options.compat) + 0.0
}
