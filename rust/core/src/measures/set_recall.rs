//! Recall of the retrieved set.

use super::{Args, Compute, Measure, Set};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "set_recall",
    title: "Recall of the retrieved set",
    help: "\
    set_recall = relevant documents retrieved / R

R is the number of relevant documents of the topic. 0 where nothing is relevant.",
    source: "trec_eval 9.0.8, m_set_recall.c",
    sets: &[Set::SetBased, Set::AllTrec],
    compute: Compute::Values(set_recall),
    ..Measure::DEFAULT
};

fn set_recall(ranking: &Ranking, _: &Args, out: &mut [f64]) {
    if ranking.num_rel > 0 {
        out[0] = ranking.num_rel_ret as f64 / ranking.num_rel as f64;
    }
}
