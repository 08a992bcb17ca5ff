//! What a measure sees: one topic's ranking joined with its judgments.

use crate::options::{Compat, Options};
use crate::subtopics::Covered;

/// A retrieved document that the topic's qrels name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pooled {
    /// Its rank, from 1.
    pub rank: usize,
    /// Its grade. A negative grade means: in the pool, but not judged.
    pub grade: f64,
}

/// How many documents of a topic were judged with one grade.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Level {
    /// The grade, at least 0.
    pub grade: f64,
    /// Number of documents with it, at least 1.
    pub count: usize,
}

/// One topic's ranking joined with its judgments.
///
/// It holds the retrieved documents of the pool only: all others are unjudged, and no measure
/// needs to know more of them than that they take a rank.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranking<'a> {
    /// Number of retrieved documents.
    pub num_ret: usize,
    /// The retrieved documents that the qrels name, by rank.
    pub pooled: &'a [Pooled],
    /// The grades given in this topic, ascending, negative ones left out.
    pub levels: &'a [Level],
    /// The lowest grade that counts as relevant.
    pub relevance_level: f64,
    /// Number of relevant documents, retrieved or not.
    pub num_rel: usize,
    /// Number of relevant documents retrieved.
    pub num_rel_ret: usize,
    /// Whether `-J` has dropped every document. `trec_eval` then divides 0 by 0.
    pub emptied: bool,
    /// The documents by subtopic, if they were judged so.
    pub subtopics: Option<Covered<'a>>,
    /// Number of documents in the collection, 0 if not told.
    pub num_docs: i64,
    /// The version of `trec_eval` to agree with.
    pub compat: Compat,
}

impl<'a> Ranking<'a> {
    /// The ranking of `num_ret` documents, of which the qrels name `pooled`.
    pub fn new(
        num_ret: usize,
        pooled: &'a [Pooled],
        levels: &'a [Level],
        options: &Options,
    ) -> Self {
        let relevant = |grade: f64| grade >= options.relevance_level;
        Self {
            num_ret,
            pooled,
            levels,
            relevance_level: options.relevance_level,
            num_rel: levels.iter().filter(|l| relevant(l.grade)).map(|l| l.count).sum(),
            num_rel_ret: pooled.iter().filter(|d| relevant(d.grade)).count(),
            emptied: false,
            subtopics: None,
            num_docs: options.num_docs,
            compat: options.compat,
        }
    }

    /// Whether a document of this grade is relevant.
    pub fn is_relevant(&self, grade: f64) -> bool {
        grade >= self.relevance_level
    }

    /// The ranks of the relevant documents, ascending.
    pub fn relevant_ranks(&self) -> impl DoubleEndedIterator<Item = usize> + use<'a> {
        let level = self.relevance_level;
        self.pooled.iter().filter(move |d| d.grade >= level).map(|d| d.rank)
    }

    /// The retrieved documents with a judgment, by rank.
    pub fn judged(&self) -> impl Iterator<Item = &'a Pooled> + use<'a> {
        self.pooled.iter().filter(|d| d.grade >= 0.0)
    }

    /// Number of judged documents that are not relevant, retrieved or not.
    pub fn num_nonrel(&self) -> usize {
        self.levels.iter().filter(|l| !self.is_relevant(l.grade)).map(|l| l.count).sum()
    }

    /// Writes, for each cutoff k (ascending), `value(k, relevant documents among the first k)`.
    pub fn at_cutoffs(
        &self,
        cutoffs: &[usize],
        out: &mut [f64],
        value: impl Fn(usize, usize) -> f64,
    ) {
        let mut ranks = self.relevant_ranks().peekable();
        let mut found = 0;
        for (&k, out) in cutoffs.iter().zip(out) {
            while ranks.next_if(|&rank| rank <= k).is_some() {
                found += 1;
            }
            *out = value(k, found);
        }
    }
}
