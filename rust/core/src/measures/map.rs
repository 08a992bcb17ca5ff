//! Average precision, and its mean over topics.

use super::working::precisions;
use super::{Compute, Measure, Set, Tied, Working};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "map",
    title: "Average precision, and its mean over topics",
    help: "\
    AP = 1/R * sum over the relevant documents retrieved of (relevant so far / rank)

R is the number of relevant documents of the topic, so one that is not retrieved adds 0.
0 where nothing relevant is retrieved.",
    source: "Buckley and Voorhees, Retrieval System Evaluation, in: TREC: Experiment and Evaluation in Information Retrieval, MIT Press 2005",
    sets: &[Set::Official, Set::AllTrec],
    tied: Tied::Relevance,
    compute: Compute::One(|ranking, _| average_precision(ranking)),
    explain: |ranking, _| Working::precisions(ranking).over(ranking.num_rel as f64),
    ..Measure::DEFAULT
};

/// The sum of the precisions at the relevant documents retrieved.
pub(super) fn sum_of_precisions(ranking: &Ranking) -> f64 {
    precisions(ranking).fold(0.0, |sum, (_, _, precision)| sum + precision)
}

/// Average precision; 0 where nothing relevant is retrieved.
pub(super) fn average_precision(ranking: &Ranking) -> f64 {
    if ranking.num_rel_ret == 0 {
        return 0.0;
    }
    sum_of_precisions(ranking) / ranking.num_rel as f64
}
