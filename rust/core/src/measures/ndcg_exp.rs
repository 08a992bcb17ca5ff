//! nDCG, exponential gain.

use super::ndcg_cut::{ndcg_at, ndcg_working};
use super::{Common, Compute, Measure, Tied, Working};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "ndcg_exp",
    title: "nDCG, exponential gain",
    help: "\
    nDCG = DCG / ideal DCG,  DCG = sum over the documents of (2^grade - 1) / log2(rank + 1)

The gain is exponential, as in the TREC Web Track, LETOR and LambdaMART. ndcg has the linear
gain. On grades 0 and 1 the two agree. The ideal ranking holds all judged documents of the topic
by falling grade, retrieved or not. A negative grade and an unjudged document have gain 0. The
relevance level (-l) plays no part. 0 where no grade is above 0.",
    source: "Burges et al., Learning to Rank using Gradient Descent, ICML 2005; gdeval.pl of the TREC Web Track",
    tied: Tied::Gain,
    common: Common::IDEAL,
    compute: Compute::Many(|ranking, _, out| {
        exponential_ndcg(ranking, &[usize::MAX], out);
    }),
    explain: |ranking, _| exponential_working(ranking, &[usize::MAX]),
    ..Measure::DEFAULT
};

/// Grades up to this one have a gain that a long sum of them cannot overflow.
const UNSCALED: f64 = 500.0;

/// The gain 2^grade - 1. Where 2^grade is out of reach all gains are scaled by the highest, which
/// leaves their ratio.
fn exponential(ranking: &Ranking) -> impl Fn(f64) -> f64 {
    let highest = ranking.levels.last().map_or(0.0, |level| level.grade);
    move |grade| {
        if highest <= UNSCALED {
            grade.exp2() - 1.0
        } else {
            (grade - highest).exp2() - (-highest).exp2()
        }
    }
}

/// nDCG with the gain 2^grade - 1 at each cutoff.
pub(crate) fn exponential_ndcg(ranking: &Ranking, cutoffs: &[usize], out: &mut [f64]) {
    ndcg_at(ranking, cutoffs, out, exponential(ranking));
    // Gains that differ in their last bit round to a sum above the ideal one.
    for value in out {
        *value = value.min(1.0);
    }
}

/// Its working.
pub(super) fn exponential_working(ranking: &Ranking, cutoffs: &[usize]) -> Working {
    ndcg_working(ranking, cutoffs, exponential(ranking))
}
