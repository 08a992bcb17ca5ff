//! Number of judged non-relevant documents retrieved.

use super::{Args, Average, Compute, Measure, Print, Set, Tied};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "num_nonrel_judged_ret",
    title: "Number of judged non-relevant documents retrieved",
    help: "\
The retrieved documents with a grade from 0 to below the relevance level (-l). A negative grade
is no judgment. The summary is the sum over topics.",
    source: "trec_eval 9.0.8, m_num_nonrel_judged_ret.c",
    sets: &[Set::AllTrec],
    average: Average::Sum,
    print: Print::Count,
    needs_nonrelevant: true,
    tied: Tied::Relevance,
    compute: Compute::One(count),
    ..Measure::DEFAULT
};

fn count(ranking: &Ranking, _: &Args) -> f64 {
    (ranking.judged().count() - ranking.num_rel_ret) as f64
}
