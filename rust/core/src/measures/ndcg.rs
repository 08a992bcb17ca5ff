//! Normalized discounted cumulative gain, linear gain.

use super::gains::Gains;
use super::{Args, Common, Compute, Measure, Params, Set, Tied, Working};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "ndcg",
    title: "Normalized discounted cumulative gain, linear gain",
    help: "\
    nDCG = DCG / ideal DCG,  DCG = sum over the documents of gain / log2(rank + 1)

The gain is linear: the grade itself. ndcg_exp has the exponential gain 2^grade - 1. The ideal
ranking holds all judged documents of the topic by falling gain, retrieved or not, and is as
long as it needs to be. 0 where no gain is above 0.

The gain of a grade is the grade, unless set: -m ndcg.1=3.5,2=9 gives grade 1 a gain of 3.5,
grade 2 a gain of 9 and leaves the others. Grade 0 can be given a gain. An unjudged document
and one with a negative grade have gain 0. The relevance level (-l) plays no part.

Gains less than 1 apart: trec_eval sorts gains by the whole part of their difference, so that
the ideal ranking can come out of order. This value follows it, and a warning says so.",
    source: "Jarvelin and Kekalainen, Cumulated Gain-Based Evaluation of IR Techniques, ACM TOIS 20(4), 2002",
    sets: &[Set::AllTrec],
    params: Params::Gains,
    tied: Tied::Gain,
    common: Common::IDEAL,
    compute: Compute::One(ndcg),
    explain: working,
    ..Measure::DEFAULT
};

fn working(ranking: &Ranking, args: &Args) -> Working {
    let gains = Gains::new(args, ranking.levels);
    gains.working(ranking).divided(vec![(gains.dcg(ranking), gains.ideal_dcg())])
}

fn ndcg(ranking: &Ranking, args: &Args) -> f64 {
    let gains = Gains::new(args, ranking.levels);
    let ideal = gains.ideal_dcg();
    if ideal > 0.0 { gains.dcg(ranking) / ideal } else { 0.0 }
}
