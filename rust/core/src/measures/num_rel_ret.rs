//! Number of relevant documents retrieved.

use super::{Average, Compute, Irm, Literal, Measure, Preset, Print, Set, Tied};

pub(super) const MEASURE: Measure = Measure {
    name: "num_rel_ret",
    title: "Number of relevant documents retrieved",
    help: "\
The retrieved documents with a grade of at least the relevance level (-l).
The summary is the sum over topics.",
    source: "trec_eval 9.0.8, m_num_rel_ret.c",
    sets: &[Set::Official, Set::SetBased, Set::AllTrec],
    average: Average::Sum,
    print: Print::Count,
    tied: Tied::Relevance,
    irm: Some(Irm {
        preset: Some(Preset { name: "NumRelRet", param: "rel", value: Literal::Whole(1) }),
        rel_is_required: true,
        ..Irm::new("NumRet")
    }),
    compute: Compute::One(|ranking, _| ranking.num_rel_ret as f64),
    ..Measure::DEFAULT
};
