//! Number of topics averaged over.

use super::{Average, Common, Compute, Irm, Measure, Needs, Print, Set, Tied};

pub(super) const MEASURE: Measure = Measure {
    name: "num_q",
    title: "Number of topics averaged over",
    help: "\
The topics that have both judgments and a ranking; with -c all topics of the qrels.
It is printed in the summary only.",
    source: "trec_eval 9.0.8, m_num_q.c",
    sets: &[Set::Official, Set::SetBased, Set::AllTrec, Set::Prefs, Set::AllPrefs, Set::QrelsJg],
    average: Average::NumTopics,
    print: Print::Count,
    needs: Needs::Nothing,
    tied: Tied::Relevance,
    compute: Compute::Constant(1.0),
    common: Common::NONE,
    irm: Some(Irm::new("NumQ")),
    ..Measure::DEFAULT
};
