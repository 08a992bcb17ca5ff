//! Number of topics averaged over.

use super::{Average, Common, Compute, Irm, Measure, Print, Set};

pub(super) const MEASURE: Measure = Measure {
    name: "num_q",
    title: "Number of topics averaged over",
    help: "\
The topics that have both judgments and a ranking; with -c all topics of the qrels.
It is printed in the summary only.",
    source: "trec_eval 9.0.8, m_num_q.c",
    sets: &[Set::Official, Set::SetBased, Set::AllTrec],
    average: Average::NumTopics,
    print: Print::Count,
    common: Common::NONE,
    irm: Some(Irm::new("NumQ")),
    compute: Compute::One(|_, _| 1.0),
    ..Measure::DEFAULT
};
