//! Inferred average precision.

use super::Print::{Count, Decimal};
use super::{Args, Compute, Irm, Measure, Set, Tied, Working};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "infAP",
    title: "Inferred average precision",
    help: "\
An estimate of average precision for a pool of which only a random sample was judged. A
negative grade marks a pooled document that the sample left out. At a relevant document of
rank k > 1 the expected precision is

    1/k + (k-1)/k * (pooled above / (k-1)) * (rel above + e) / (rel above + nonrel above + 2e)

with e = 0.00001; at rank 1 it is 1. The sum is divided by R.",
    source: "Yilmaz and Aslam, Estimating Average Precision with Incomplete and Imperfect Judgments, CIKM 2006",
    sets: &[Set::AllTrec],
    needs_nonrelevant: true,
    tied: Tied::Sum,
    irm: Some(Irm::new("infAP")),
    compute: Compute::One(inferred_ap),
    explain: |ranking, _| {
        let columns = &[
            ("relevant above", Count),
            ("non-relevant", Count),
            ("not judged", Count),
            ("adds", Decimal),
            ("sum", Decimal),
        ];
        Working::sum(columns, terms(ranking)).over(ranking.num_rel as f64)
    },
    ..Measure::DEFAULT
};

const EPSILON: f64 = 0.00001;

fn inferred_ap(ranking: &Ranking, _: &Args) -> f64 {
    let sum = terms(ranking).fold(0.0, |sum, (_, [_, _, _, adds])| sum + adds);
    if ranking.num_rel == 0 { sum } else { sum / ranking.num_rel as f64 }
}

/// The rank of each relevant document; the relevant, judged non-relevant, and pooled but unjudged
/// ones above; and what it adds.
fn terms(ranking: &Ranking) -> impl Iterator<Item = (usize, [f64; 4])> {
    let (mut rel, mut nonrel, mut unjudged) = (0_usize, 0_usize, 0_usize);
    ranking.pooled.iter().filter_map(move |document| {
        if document.grade < 0.0 {
            unjudged += 1;
            return None;
        }
        if !ranking.is_relevant(document.grade) {
            nonrel += 1;
            return None;
        }
        let adds = if document.rank == 1 {
            1.0
        } else {
            let above = (document.rank - 1) as f64;
            1.0 / (above + 1.0)
                + (above / (above + 1.0))
                    * ((rel + nonrel + unjudged) as f64 / above)
                    * ((rel as f64 + EPSILON) / ((rel + nonrel) as f64 + 2.0 * EPSILON))
        };
        rel += 1;
        Some((document.rank, [(rel - 1) as f64, nonrel as f64, unjudged as f64, adds]))
    })
}
