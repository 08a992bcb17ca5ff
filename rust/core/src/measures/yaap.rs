//! Yet another average precision.

use super::map::sum_of_precisions;
use super::{Args, Compute, Measure, Tied};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "yaap",
    title: "Yet another average precision",
    help: "\
    yaap = ln((1 + s) / (1 + R - s)),  s = sum over the relevant documents retrieved of
                                           (relevant so far / rank)

R is the number of relevant documents of the topic. It orders rankings of one topic as average
precision does, and its values average better over topics. It can be negative.",
    source: "Robertson, On Smoothing Average Precision, ECIR 2012",
    tied: Tied::Relevance,
    is_share: false,
    compute: Compute::One(smoothed_average_precision),
    ..Measure::DEFAULT
};

fn smoothed_average_precision(ranking: &Ranking, _: &Args) -> f64 {
    let sum = sum_of_precisions(ranking);
    ((1.0 + sum) / (1.0 + ranking.num_rel as f64 - sum)).ln()
}
