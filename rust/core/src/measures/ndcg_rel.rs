//! nDCG averaged over the documents with a gain, linear gain.

use super::discount::log2;
use super::gains::Gains;
use super::{Args, Common, Compute, Measure, Params, Set, Tied};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "ndcg_rel",
    title: "nDCG averaged over the documents with a gain, linear gain",
    help: "\
The mean of nDCG, cut at the rank of each document with a gain above 0. One that is not
retrieved counts with the DCG of the whole ranking over the ideal DCG. 0 where no gain is
above 0.

The gain of a grade is the grade, unless set: -m ndcg_rel.1=3.5,2=9 gives grade 1 a gain of 3.5,
grade 2 a gain of 9 and leaves the others. Grade 0 can be given a gain. An unjudged document
and one with a negative grade have gain 0. The relevance level (-l) plays no part.",
    source: "trec_eval 9.0.8, m_ndcg_rel.c",
    sets: &[Set::AllTrec],
    params: Params::Gains,
    tied: Tied::GainAboveZero,
    common: Common::IDEAL,
    compute: Compute::One(ndcg_at_relevant),
    explain: |ranking, args| Gains::new(args, ranking.levels).working(ranking),
    ..Measure::DEFAULT
};

fn ndcg_at_relevant(ranking: &Ranking, args: &Args) -> f64 {
    let gains = Gains::new(args, ranking.levels);
    let mut ideal = gains.ideal();
    let (mut taken, mut ideal_dcg, mut num_rel) = (0, 0.0, 0_usize);
    // The ideal DCG at a rank, and how many documents with a gain the ideal has up to there.
    let mut ideal_at = |rank: usize| {
        while ideal.gain() > 0.0 && taken < rank {
            taken += 1;
            let gain = ideal.take();
            if gain > 0.0 {
                num_rel += 1;
                ideal_dcg += gain / log2(taken + 1);
            }
        }
        (ideal_dcg, num_rel)
    };
    let (mut dcg, mut sum, mut num_rel_ret) = (0.0, 0.0, 0_usize);
    for document in ranking.pooled {
        let (ideal_dcg, _) = ideal_at(document.rank);
        let gain = gains.of(document.grade);
        if gain != 0.0 {
            dcg += gain / log2(document.rank + 1);
        }
        if gain > 0.0 {
            sum += dcg / ideal_dcg;
            num_rel_ret += 1;
        }
    }
    let (ideal_dcg, num_rel) = ideal_at(usize::MAX);
    sum += (num_rel as f64 - num_rel_ret as f64) * dcg / ideal_dcg;
    if sum > 0.0 { sum / num_rel as f64 } else { 0.0 }
}
