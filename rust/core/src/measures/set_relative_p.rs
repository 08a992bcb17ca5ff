//! Precision of the retrieved set over the highest possible.

use super::{Choice, Compute, Irm, Literal, Measure, Preset, Set, Tied, Working, ratio};

pub(super) const MEASURE: Measure = Measure {
    name: "set_relative_P",
    title: "Precision of the retrieved set over the highest possible",
    help: "\
    set_relative_P = relevant documents retrieved / min(documents retrieved, R)

R is the number of relevant documents of the topic. 0 where nothing is retrieved or relevant.",
    source: "trec_eval 9.0.8, m_set_rel_P.c",
    sets: &[Set::SetBased, Set::AllTrec],
    tied: Tied::Relevance,
    irm: Some(Irm {
        preset: Some(Preset { name: "SetRelP", param: "relative", value: Literal::Flag(true) }),
        choice: Some(Choice { param: "relative", value: Literal::Flag(true), is_default: false }),
        ..Irm::new("SetP")
    }),
    compute: Compute::One(|ranking, _| {
        ratio(ranking.num_rel_ret, ranking.num_ret.min(ranking.num_rel))
    }),
    explain: |ranking, _| {
        let of = ranking.num_ret.min(ranking.num_rel);
        Working::binary(ranking).divided(vec![(ranking.num_rel_ret as f64, of as f64)])
    },
    ..Measure::DEFAULT
};
