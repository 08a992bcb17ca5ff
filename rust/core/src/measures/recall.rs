//! Recall at cutoffs.

use super::{Args, Compute, DOC_CUTOFFS, Irm, Measure, Params, Set, Tied, Working};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "recall",
    title: "Recall at cutoffs",
    help: "\
    recall_k = relevant documents among the first k / R

R is the number of relevant documents of the topic, also where it is above k. 0 where nothing
is relevant.",
    source: "Buckley and Voorhees, Retrieval System Evaluation, in: TREC: Experiment and Evaluation in Information Retrieval, MIT Press 2005",
    sets: &[Set::AllTrec],
    params: Params::Cutoffs(&DOC_CUTOFFS),
    tied: Tied::Relevance,
    irm: Some(Irm { aliases: &["Recall"], ..Irm::new("R") }),
    compute: Compute::Many(recall),
    explain: |ranking, args| {
        Working::binary(ranking).found_at(ranking, args.cutoffs(), |_| ranking.num_rel as f64)
    },
    ..Measure::DEFAULT
};

fn recall(ranking: &Ranking, args: &Args, out: &mut [f64]) {
    if ranking.num_rel > 0 {
        let all = ranking.num_rel as f64;
        ranking.at_cutoffs(args.cutoffs(), out, |_, found| found as f64 / all);
    }
}
