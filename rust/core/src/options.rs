//! The options that decide which numbers come out.

use crate::choice::Choice;
use crate::policies::NoRelevant;

/// Which version of `trec_eval` to agree with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Compat {
    /// 9.0.8, which nearly all published numbers and pytrec_eval follow: scores are compared as
    /// 32-bit floats, a recall point p stands for trunc(p R + 0.9) relevant documents.
    #[default]
    V9,
    /// 10.0: scores are compared as 64-bit floats, a recall point is rounded to the nearest.
    V10,
}

impl Choice for Compat {
    const VALUES: &'static [(&'static str, Self)] = &[("9", Self::V9), ("10", Self::V10)];
}

/// The options of one evaluation. The defaults are `trec_eval`'s.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// Which version of `trec_eval` to agree with (`--compat`).
    pub compat: Compat,
    /// The lowest grade that the binary measures count as relevant (`-l`), at least 0.
    pub relevance_level: f64,
    /// Average over all topics of the qrels; one that the run lacks counts as an empty ranking
    /// (`-c`).
    pub complete: bool,
    /// Drop documents without a judgment from each ranking first (`-J`).
    pub judged_only: bool,
    /// Look at the first so many documents of each ranking only (`-M`).
    pub max_depth: usize,
    /// Number of documents in the collection, which only `utility` uses (`-N`).
    pub num_docs: i64,
    /// What becomes of a topic without a relevant document (`--no-relevant`).
    pub no_relevant: NoRelevant,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            compat: Compat::V9,
            relevance_level: 1.0,
            complete: false,
            judged_only: false,
            max_depth: usize::MAX,
            num_docs: 0,
            no_relevant: NoRelevant::Zero,
        }
    }
}
