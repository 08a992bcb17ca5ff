//! Binary G.

use super::Print::{Count, Decimal};
use super::discount::log2;
use super::{Args, Compute, Measure, Set, Tied, Working};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "binG",
    title: "Binary G",
    help: "\
    binG = 1/R * sum over the relevant documents retrieved of 1 / log2(2 + non-relevant above)

Average precision with a discount in place of precision. 0 where nothing relevant is retrieved.",
    source: "trec_eval 9.0.8, m_binG.c",
    sets: &[Set::AllTrec],
    tied: Tied::Relevance,
    compute: Compute::One(binary_g),
    explain: |ranking, _| {
        let columns = &[("non-relevant above", Count), ("adds", Decimal), ("sum", Decimal)];
        Working::sum(columns, terms(ranking)).over(ranking.num_rel as f64)
    },
    ..Measure::DEFAULT
};

fn binary_g(ranking: &Ranking, _: &Args) -> f64 {
    let sum = terms(ranking).fold(0.0, |sum, (_, [_, adds])| sum + adds);
    if ranking.num_rel_ret == 0 { 0.0 } else { sum / ranking.num_rel as f64 }
}

/// The rank of each relevant document, how many others are above, and what it adds.
fn terms(ranking: &Ranking) -> impl Iterator<Item = (usize, [f64; 2])> {
    ranking
        .relevant_ranks()
        .zip(1_usize..)
        .map(|(rank, found)| (rank, [(rank - found) as f64, 1.0 / log2(2 + rank - found)]))
}
