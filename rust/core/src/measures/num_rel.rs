//! Number of relevant documents.

use super::{Average, Common, Compute, Irm, Measure, Print, Rel, Set, Tied};

pub(super) const MEASURE: Measure = Measure {
    name: "num_rel",
    title: "Number of relevant documents",
    help: "\
The documents that the topic's qrels give a grade of at least the relevance level (-l),
retrieved or not. The summary is the sum over topics. With -c it is the number of judgments
with a grade above 0 in all of the qrels, whatever -l says: so trec_eval counts.",
    source: "trec_eval 9.0.8, m_num_rel.c",
    sets: &[Set::Official, Set::SetBased, Set::AllTrec],
    average: Average::SumOfRelevant,
    print: Print::Count,
    tied: Tied::Relevance,
    common: Common { rel: Rel::Level, ..Common::NONE },
    irm: Some(Irm::new("NumRel")),
    compute: Compute::One(|ranking, _| ranking.num_rel as f64),
    ..Measure::DEFAULT
};
