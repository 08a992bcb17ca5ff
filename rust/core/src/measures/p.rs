//! Precision at cutoffs.

use super::{Args, Compute, DOC_CUTOFFS, Irm, Measure, Params, Set, Tied, Working};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "P",
    title: "Precision at cutoffs",
    help: "\
    P_k = relevant documents among the first k / k

A ranking of fewer than k documents is still divided by k.",
    source: "Buckley and Voorhees, Retrieval System Evaluation, in: TREC: Experiment and Evaluation in Information Retrieval, MIT Press 2005",
    sets: &[Set::Official, Set::AllTrec],
    params: Params::Cutoffs(&DOC_CUTOFFS),
    tied: Tied::Relevance,
    irm: Some(Irm { aliases: &["Precision"], ..Irm::new("P") }),
    synonyms: &["precision"],
    compute: Compute::Many(precision),
    explain: |ranking, args| {
        Working::binary(ranking).found_at(ranking, args.cutoffs(), |k| k as f64)
    },
    ..Measure::DEFAULT
};

/// Precision at each cutoff.
pub(super) fn precision(ranking: &Ranking, args: &Args, out: &mut [f64]) {
    ranking.at_cutoffs(args.cutoffs(), out, |k, found| found as f64 / k as f64);
}
