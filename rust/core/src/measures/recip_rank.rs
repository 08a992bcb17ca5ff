//! Reciprocal rank of the first relevant document.

use super::{Compute, Irm, Measure, Set, Tied};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "recip_rank",
    title: "Reciprocal rank of the first relevant document",
    help: "\
    RR = 1 / rank of the first relevant document

0 where nothing relevant is retrieved. The whole ranking is looked at; -M 10 cuts it at rank 10,
for all measures of the call.",
    source: "Kantor and Voorhees, The TREC-5 Confusion Track, Information Retrieval 2, 2000",
    sets: &[Set::Official, Set::AllTrec],
    tied: Tied::Relevance,
    irm: Some(Irm { aliases: &["MRR"], ..Irm::new("RR") }),
    synonyms: &["mrr"],
    compute: Compute::One(|ranking, _| reciprocal_rank(ranking)),
    ..Measure::DEFAULT
};

fn reciprocal_rank(ranking: &Ranking) -> f64 {
    ranking.relevant_ranks().next().map_or(0.0, |rank| 1.0 / rank as f64)
}
