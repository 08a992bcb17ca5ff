//! Recall of the retrieved set.

use super::{Compute, Irm, Measure, Set, Tied, Working, ratio};

pub(super) const MEASURE: Measure = Measure {
    name: "set_recall",
    title: "Recall of the retrieved set",
    help: "\
    set_recall = relevant documents retrieved / R

R is the number of relevant documents of the topic. 0 where nothing is relevant.",
    source: "trec_eval 9.0.8, m_set_recall.c",
    sets: &[Set::SetBased, Set::AllTrec],
    tied: Tied::Relevance,
    irm: Some(Irm::new("SetR")),
    compute: Compute::One(|ranking, _| ratio(ranking.num_rel_ret, ranking.num_rel)),
    explain: |ranking, _| {
        let of = ranking.num_rel;
        Working::binary(ranking).divided(vec![(ranking.num_rel_ret as f64, of as f64)])
    },
    ..Measure::DEFAULT
};
