//! Binary G.

use super::discount::log2;
use super::{Args, Compute, Measure, Set};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "binG",
    title: "Binary G",
    help: "\
    binG = 1/R * sum over the relevant documents retrieved of 1 / log2(2 + non-relevant above)

Average precision with a discount in place of precision. 0 where nothing relevant is retrieved.",
    source: "trec_eval 9.0.8, m_binG.c",
    sets: &[Set::AllTrec],
    compute: Compute::One(binary_g),
    ..Measure::DEFAULT
};

fn binary_g(ranking: &Ranking, _: &Args) -> f64 {
    let mut sum = 0.0;
    for (rank, found) in ranking.relevant_ranks().zip(1_usize..) {
        sum += 1.0 / log2(2 + rank - found);
    }
    if ranking.num_rel_ret == 0 { 0.0 } else { sum / ranking.num_rel as f64 }
}
