//! R-precision.

use super::{Args, Compute, Irm, Measure, Set, Tied, Working, ratio};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "Rprec",
    title: "R-precision",
    help: "\
    Rprec = relevant documents among the first R / R

R is the number of relevant documents of the topic. 0 where there is none. A ranking of fewer
than R documents is still divided by R.",
    source: "Buckley and Voorhees, Retrieval System Evaluation, in: TREC: Experiment and Evaluation in Information Retrieval, MIT Press 2005",
    sets: &[Set::Official, Set::AllTrec],
    tied: Tied::Relevance,
    irm: Some(Irm { aliases: &["RPrec"], ..Irm::new("Rprec") }),
    compute: Compute::One(r_precision),
    explain: |ranking, _| {
        let r = ranking.num_rel;
        Working::binary(ranking).found_at(ranking, &[r], |r| r as f64)
    },
    ..Measure::DEFAULT
};

fn r_precision(ranking: &Ranking, _: &Args) -> f64 {
    let found = ranking.relevant_ranks().take_while(|&rank| rank <= ranking.num_rel).count();
    ratio(found, ranking.num_rel)
}
