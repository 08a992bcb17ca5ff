//! Precision of the retrieved set.

use super::{Choice, Compute, Irm, Literal, Measure, Set, Tied, Working, ratio};

pub(super) const MEASURE: Measure = Measure {
    name: "set_P",
    title: "Precision of the retrieved set",
    help: "\
    set_P = relevant documents retrieved / documents retrieved

0 where nothing is retrieved. Unlike P_k it divides by what was retrieved, be it less than k.",
    source: "trec_eval 9.0.8, m_set_P.c",
    sets: &[Set::SetBased, Set::AllTrec],
    tied: Tied::Relevance,
    irm: Some(Irm {
        choice: Some(Choice { param: "relative", value: Literal::Flag(false), is_default: true }),
        ..Irm::new("SetP")
    }),
    compute: Compute::One(|ranking, _| ratio(ranking.num_rel_ret, ranking.num_ret)),
    explain: |ranking, _| {
        let of = ranking.num_ret;
        Working::binary(ranking).divided(vec![(ranking.num_rel_ret as f64, of as f64)])
    },
    ..Measure::DEFAULT
};
