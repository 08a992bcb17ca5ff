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
    explain: |ranking, args| working_over(ranking, args, |_, _| ranking.num_rel),
    ..Measure::DEFAULT
};

fn average_precision_at(ranking: &Ranking, args: &Args, out: &mut [f64]) {
    if ranking.num_rel == 0 {
        return;
    }
    let sums = sums_of_precisions(ranking, args.cutoffs());
    for ((sum, _), out) in sums.zip(out) {
        *out = sum / ranking.num_rel as f64;
    }
}

/// The sum of the precisions at the relevant documents up to each cutoff, and their number.
pub(super) fn sums_of_precisions(
    ranking: &Ranking,
    cutoffs: &[usize],
) -> impl Iterator<Item = (f64, usize)> {
    let mut precisions = precisions(ranking).peekable();
    let (mut sum, mut found) = (0.0, 0);
    cutoffs.iter().map(move |&k| {
        while let Some((_, _, precision)) = precisions.next_if(|&(rank, ..)| rank <= k) {
            sum += precision;
            found += 1;
        }
        (sum, found)
    })
}

/// How a value comes about that is such a sum over `of(cutoff, relevant documents found)`.
pub(super) fn working_over(
    ranking: &Ranking,
    args: &Args,
    of: impl Fn(usize, usize) -> usize,
) -> Working {
    let sums = args.cutoffs().iter().zip(sums_of_precisions(ranking, args.cutoffs()));
    let divided = sums.map(|(&k, (sum, found))| (sum, of(k, found) as f64));
    Working::precisions(ranking).divided(divided.collect())
}
