//! Discounted cumulative gain of the ideal ranking, linear gain.

use super::gains::Gains;
use super::{Common, Compute, Measure, Params, Tied};

pub(super) const MEASURE: Measure = Measure {
    name: "ideal_dcg",
    title: "Discounted cumulative gain of the ideal ranking, linear gain",
    help: "\
The dcg of the ranking of all judged documents by falling gain, as long as it needs to be.

The gain of a grade is the grade, unless set: -m ideal_dcg.1=3.5,2=9 gives grade 1 a gain of 3.5,
grade 2 a gain of 9 and leaves the others. Grade 0 can be given a gain. An unjudged document
and one with a negative grade have gain 0. The relevance level (-l) plays no part.",
    source: "Jarvelin and Kekalainen, Cumulated Gain-Based Evaluation of IR Techniques, ACM TOIS 20(4), 2002; trec_eval 10.0, m_ndcg.c",
    params: Params::Gains,
    tied: Tied::Gain,
    common: Common::NONE,
    is_share: false,
    compute: Compute::One(|ranking, args| Gains::new(args, ranking.levels).ideal_dcg()),
    explain: |ranking, args| Gains::new(args, ranking.levels).working(ranking),
    ..Measure::DEFAULT
};
