//! Precision times recall of the retrieved set.

use super::{Args, Compute, Irm, Measure, Set, Tied};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "set_map",
    title: "Precision times recall of the retrieved set",
    help: "\
    set_map = (relevant retrieved)^2 / (retrieved * R)

R is the number of relevant documents of the topic. It is average precision with the set's
precision at each relevant document. 0 where nothing is retrieved or relevant.",
    source: "trec_eval 9.0.8, m_set_map.c",
    sets: &[Set::SetBased, Set::AllTrec],
    tied: Tied::Relevance,
    irm: Some(Irm::new("SetAP")),
    compute: Compute::One(set_average_precision),
    ..Measure::DEFAULT
};

fn set_average_precision(ranking: &Ranking, _: &Args) -> f64 {
    if ranking.num_ret == 0 || ranking.num_rel == 0 {
        return 0.0;
    }
    let found = ranking.num_rel_ret as f64;
    found * found / (ranking.num_ret as f64 * ranking.num_rel as f64)
}
