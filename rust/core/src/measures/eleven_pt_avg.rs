//! `11pt_avg`: mean interpolated precision over recall points.

use super::iprec_at_recall::interpolate;
use super::{Args, Compute, Measure, Params, RECALL_POINTS, Set, Tied};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "11pt_avg",
    title: "Mean interpolated precision over recall points",
    help: "\
The mean of iprec_at_recall over the points, by default the eleven of 0, 0.1 to 1. Points are
to ascend. See iprec_at_recall for how a point becomes a number of documents.",
    source: "trec_eval 9.0.8, m_11pt_avg.c",
    sets: &[Set::AllTrec],
    params: Params::Numbers { names: &["point"], defaults: &RECALL_POINTS, any_count: true },
    tied: Tied::Relevance,
    compute: Compute::One(mean_interpolated_precision),
    ..Measure::DEFAULT
};

fn mean_interpolated_precision(ranking: &Ranking, args: &Args) -> f64 {
    let mut sum = 0.0;
    interpolate(ranking, args.numbers(), |_, precision| sum += precision);
    sum / args.numbers().len() as f64
}
