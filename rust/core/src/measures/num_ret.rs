//! Number of documents retrieved.

use super::{Average, Common, Compute, Irm, Measure, Missing, Print, Set, Tied};

pub(super) const MEASURE: Measure = Measure {
    name: "num_ret",
    title: "Number of documents retrieved",
    help: "\
The documents in the ranking, after -M has cut it and -J has thinned it.
The summary is the sum over topics.",
    source: "trec_eval 9.0.8, m_num_ret.c",
    sets: &[Set::Official, Set::SetBased, Set::AllTrec],
    average: Average::Sum,
    print: Print::Count,
    missing: Missing::Cleared,
    tied: Tied::Relevance,
    common: Common::GRADED,
    irm: Some(Irm::new("NumRet")),
    compute: Compute::One(|ranking, _| ranking.num_ret as f64),
    ..Measure::DEFAULT
};
