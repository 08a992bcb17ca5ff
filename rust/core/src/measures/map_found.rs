//! Average precision at cutoffs over the relevant documents found.

use super::map_cut::{sums_of_precisions, working_over};
use super::{Args, Compute, DOC_CUTOFFS, Measure, Params};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "map_found",
    title: "Average precision at cutoffs over the relevant documents found",
    help: "\
    map_found_k = sum over the relevant documents among the first k of (relevant so far / rank)
                  / relevant documents among the first k

A relevant document that is not found costs nothing, so that it is not to be compared with other
average precisions: map_cut divides by R, the number of all relevant documents. 0 where none is
found. torchmetrics and many a library for recommendation have it as average precision.",
    source: "torchmetrics 1.9, functional/retrieval/average_precision.py",
    params: Params::Cutoffs(&DOC_CUTOFFS),
    compute: Compute::Many(average_precision_of_found),
    explain: |ranking, args| working_over(ranking, args, |_, found| found),
    ..Measure::DEFAULT
};

fn average_precision_of_found(ranking: &Ranking, args: &Args, out: &mut [f64]) {
    let sums = sums_of_precisions(ranking, args.cutoffs());
    for ((sum, found), out) in sums.zip(out) {
        *out = if found == 0 { 0.0 } else { sum / found as f64 };
    }
}
