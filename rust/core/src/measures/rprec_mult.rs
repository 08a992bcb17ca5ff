//! Precision at multiples of R.

use super::{Args, Compute, Measure, Params, Set, Tied, Working};
use crate::ranking::Ranking;

/// The multiples where none are given.
pub(super) const MULTIPLES: [f64; 10] = [0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0];

pub(super) const MEASURE: Measure = Measure {
    name: "Rprec_mult",
    title: "Precision at multiples of R",
    help: "\
    Rprec_mult_x = relevant documents among the first k / k,  k = trunc(x * R + 0.9)

R is the number of relevant documents of the topic. A ranking of fewer than k documents is still
divided by k. 0 where k is 0. Both versions of trec_eval find k by this rule.",
    source: "trec_eval 9.0.8, m_Rprec_mult.c",
    sets: &[Set::AllTrec],
    params: Params::Points(&MULTIPLES),
    tied: Tied::Relevance,
    compute: Compute::Many(precision_at_multiples),
    explain: |ranking, args| {
        Working::binary(ranking).found_at(ranking, &cutoffs(ranking, args), |k| k as f64)
    },
    ..Measure::DEFAULT
};

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a negative k becomes 0
fn cutoffs(ranking: &Ranking, args: &Args) -> Vec<usize> {
    let r = ranking.num_rel as f64;
    args.numbers().iter().map(|x| (x * r + 0.9) as usize).collect()
}

/// Precision at each multiple of R.
pub(super) fn precision_at_multiples(ranking: &Ranking, args: &Args, out: &mut [f64]) {
    ranking.at_cutoffs(&cutoffs(ranking, args), out, |k, found| {
        if k == 0 { 0.0 } else { found as f64 / k as f64 }
    });
}
