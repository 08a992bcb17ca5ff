//! Average precision at cutoffs.

use super::{Args, Compute, DOC_CUTOFFS, Irm, Measure, Params, Set};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "map_cut",
    title: "Average precision at cutoffs",
    help: "\
    AP@k = 1/R * sum over the relevant documents among the first k of (relevant so far / rank)

R is the number of relevant documents of the topic, also where it is above k. 0 where nothing
is relevant.",
    source: "Buckley and Voorhees, Retrieval System Evaluation, in: TREC: Experiment and Evaluation in Information Retrieval, MIT Press 2005",
    sets: &[Set::AllTrec],
    params: Params::Cutoffs(&DOC_CUTOFFS),
    irm: Some(Irm { aliases: &["MAP"], cutoff_is_optional: true, ..Irm::new("AP") }),
    synonyms: &["map"],
    compute: Compute::Many(average_precision_at),
    ..Measure::DEFAULT
};

fn average_precision_at(ranking: &Ranking, args: &Args, out: &mut [f64]) {
    if ranking.num_rel == 0 {
        return;
    }
    let mut ranks = ranking.relevant_ranks().zip(1_usize..).peekable();
    let mut sum = 0.0;
    for (&k, out) in args.cutoffs().iter().zip(out) {
        while let Some((rank, found)) = ranks.next_if(|&(rank, _)| rank <= k) {
            sum += found as f64 / rank as f64;
        }
        *out = sum / ranking.num_rel as f64;
    }
}
