//! Precision of the retrieved set.

use super::{Args, Compute, Measure, Set};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "set_P",
    title: "Precision of the retrieved set",
    help: "\
    set_P = relevant documents retrieved / documents retrieved

0 where nothing is retrieved. Unlike P_k it divides by what was retrieved, be it less than k.",
    source: "trec_eval 9.0.8, m_set_P.c",
    sets: &[Set::SetBased, Set::AllTrec],
    compute: Compute::Values(set_precision),
    ..Measure::DEFAULT
};

fn set_precision(ranking: &Ranking, _: &Args, out: &mut [f64]) {
    if ranking.num_ret > 0 {
        out[0] = ranking.num_rel_ret as f64 / ranking.num_ret as f64;
    }
}
