//! nDCG averaged over the ranks where the ideal gain falls, linear gain.

use super::discount::log2;
use super::gains::Gains;
use super::{Args, Common, Compute, Measure, Params, Set, Tied};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "Rndcg",
    title: "nDCG averaged over the ranks where the ideal gain falls, linear gain",
    help: "\
The mean of nDCG, cut at each rank after which the ideal ranking goes on to a lower gain, and at
the end of a ranking that is longer than the ideal. 0 where nothing is relevant at the relevance
level (-l), which plays no other part. Where something is relevant and nothing has a gain above 0
it is 0/0: not a number, as in trec_eval.

The gain of a grade is the grade, unless set: -m Rndcg.1=3.5,2=9 gives grade 1 a gain of 3.5,
grade 2 a gain of 9 and leaves the others. Grade 0 can be given a gain. An unjudged document
and one with a negative grade have gain 0. The relevance level (-l) plays no part.",
    source: "trec_eval 9.0.8, m_Rndcg.c",
    sets: &[Set::AllTrec],
    params: Params::Gains,
    tied: Tied::Gain,
    common: Common::IDEAL,
    compute: Compute::One(ndcg_at_levels),
    explain: |ranking, args| Gains::new(args, ranking.levels).working(ranking),
    ..Measure::DEFAULT
};

fn ndcg_at_levels(ranking: &Ranking, args: &Args) -> f64 {
    if ranking.num_rel == 0 {
        return 0.0;
    }
    let gains = Gains::new(args, ranking.levels);
    let mut ideal = gains.ideal();
    let mut documents = ranking.pooled.iter().peekable();
    let (mut dcg, mut ideal_dcg, mut sum) = (0.0, 0.0, 0.0);
    let (mut rank, mut falls) = (0, 0_usize);
    let mut level = ideal.gain();
    let mut spent_at = None;
    while ideal.gain() > 0.0 {
        rank += 1;
        let gain = ideal.take();
        if gain != level {
            // Within the ranking, the fall that ends the ideal counts here; see below.
            if ideal_dcg > 0.0 {
                sum += dcg / ideal_dcg;
                falls += 1;
            }
            level = gain;
        }
        if let Some(document) = documents.next_if(|d| d.rank == rank) {
            let gain = gains.of(document.grade);
            if gain != 0.0 {
                dcg += gain / log2(rank + 1);
            }
        }
        if gain > 0.0 {
            ideal_dcg += gain / log2(rank + 1);
        } else {
            spent_at = Some(rank);
        }
    }
    for document in documents {
        let gain = gains.of(document.grade);
        if gain != 0.0 {
            dcg += gain / log2(document.rank + 1);
        }
    }
    // The rest of a ranking that is longer than the ideal is one more point.
    if spent_at.unwrap_or(rank) < ranking.num_ret && ideal_dcg > 0.0 {
        sum += dcg / ideal_dcg;
        falls += 1;
    }
    sum / falls as f64
}
