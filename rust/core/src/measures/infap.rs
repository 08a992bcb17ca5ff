//! Inferred average precision.

use super::{Args, Compute, Irm, Measure, Set};
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
    irm: Some(Irm::new("infAP")),
    compute: Compute::One(inferred_ap),
    ..Measure::DEFAULT
};

const EPSILON: f64 = 0.00001;

fn inferred_ap(ranking: &Ranking, _: &Args) -> f64 {
    let (mut rel, mut nonrel, mut unjudged) = (0_usize, 0_usize, 0_usize);
    let mut sum = 0.0;
    for document in ranking.pooled {
        if document.grade < 0.0 {
            unjudged += 1;
        } else if !ranking.is_relevant(document.grade) {
            nonrel += 1;
        } else {
            if document.rank == 1 {
                sum += 1.0;
            } else {
                let above = (document.rank - 1) as f64;
                sum += 1.0 / (above + 1.0)
                    + (above / (above + 1.0))
                        * ((rel + nonrel + unjudged) as f64 / above)
                        * ((rel as f64 + EPSILON) / ((rel + nonrel) as f64 + 2.0 * EPSILON));
            }
            rel += 1;
        }
    }
    if ranking.num_rel == 0 { sum } else { sum / ranking.num_rel as f64 }
}
