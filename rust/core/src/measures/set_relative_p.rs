//! Precision of the retrieved set over the highest possible.

use super::{Args, Compute, Measure, Set};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "set_relative_P",
    title: "Precision of the retrieved set over the highest possible",
    help: "\
    set_relative_P = relevant documents retrieved / min(documents retrieved, R)

R is the number of relevant documents of the topic. 0 where nothing is retrieved or relevant.",
    source: "trec_eval 9.0.8, m_set_rel_P.c",
    sets: &[Set::SetBased, Set::AllTrec],
    compute: Compute::Values(set_relative_precision),
    ..Measure::DEFAULT
};

fn set_relative_precision(ranking: &Ranking, _: &Args, out: &mut [f64]) {
    let best = ranking.num_ret.min(ranking.num_rel);
    if best > 0 {
        out[0] = ranking.num_rel_ret as f64 / best as f64;
    }
}
