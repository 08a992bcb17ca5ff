//! Average precision at cutoffs.

use super::working::precisions;
use super::{Args, Compute, DOC_CUTOFFS, Irm, Measure, Params, Set, Tied, Working};
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
    tied: Tied::Relevance,
    irm: Some(Irm { aliases: &["MAP"], cutoff_is_optional: true, ..Irm::new("AP") }),
    synonyms: &["map"],
    compute: Compute::Many(average_precision_at),
    explain: working,
    ..Measure::DEFAULT
};

fn average_precision_at(ranking: &Ranking, args: &Args, out: &mut [f64]) {
    if ranking.num_rel == 0 {
        return;
    }
    let sums = sums_of_precisions(ranking, args.cutoffs());
    for (sum, out) in sums.zip(out) {
        *out = sum / ranking.num_rel as f64;
    }
}

/// The sum of the precisions at the relevant documents up to each cutoff.
fn sums_of_precisions(ranking: &Ranking, cutoffs: &[usize]) -> impl Iterator<Item = f64> {
    let mut precisions = precisions(ranking).peekable();
    let mut sum = 0.0;
    cutoffs.iter().map(move |&k| {
        while let Some((_, _, precision)) = precisions.next_if(|&(rank, ..)| rank <= k) {
            sum += precision;
        }
        sum
    })
}

fn working(ranking: &Ranking, args: &Args) -> Working {
    let sums = sums_of_precisions(ranking, args.cutoffs());
    Working::precisions(ranking).divided(sums.map(|sum| (sum, ranking.num_rel as f64)).collect())
}
