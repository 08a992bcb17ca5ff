//! Binary preference.

use super::Print::{Count, Decimal};
use super::{Compute, Irm, Measure, Set, Tied, Working};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "bpref",
    title: "Binary preference",
    help: "\
    bpref = 1/R * sum over the relevant documents retrieved of (1 - min(n, R) / min(N, R))

n is the number of judged non-relevant documents ranked above, N their number in the topic's
qrels, R the number of relevant documents. Only judged documents count, so a ranking is not
punished for what nobody judged. A document with a negative grade is not judged. A relevant
document with no judged non-relevant one above it adds 1. 0 where nothing is relevant.",
    source: "Buckley and Voorhees, Retrieval Evaluation with Incomplete Information, SIGIR 2004",
    sets: &[Set::Official, Set::AllTrec],
    needs_nonrelevant: true,
    tied: Tied::Relevance,
    irm: Some(Irm { aliases: &["BPref"], ..Irm::new("Bpref") }),
    compute: Compute::One(|ranking, _| binary_preference(ranking)),
    explain: |ranking, _| {
        let columns = &[("non-relevant above", Count), ("adds", Decimal), ("sum", Decimal)];
        Working::sum(columns, terms(ranking)).over(ranking.num_rel as f64)
    },
    ..Measure::DEFAULT
};

/// Binary preference of one topic.
pub(super) fn binary_preference(ranking: &Ranking) -> f64 {
    let sum = terms(ranking).fold(0.0, |sum, (_, [_, adds])| sum + adds);
    if ranking.num_rel == 0 { sum } else { sum / ranking.num_rel as f64 }
}

/// The rank of each relevant document, the judged non-relevant ones above, and what it adds.
fn terms(ranking: &Ranking) -> impl Iterator<Item = (usize, [f64; 2])> {
    let num_rel = ranking.num_rel;
    let bound = ranking.num_nonrel().min(num_rel) as f64;
    let mut nonrel = 0;
    ranking.judged().filter_map(move |document| {
        if !ranking.is_relevant(document.grade) {
            nonrel += 1;
            return None;
        }
        let lost = if nonrel == 0 { 0.0 } else { nonrel.min(num_rel) as f64 / bound };
        Some((document.rank, [nonrel as f64, 1.0 - lost]))
    })
}
