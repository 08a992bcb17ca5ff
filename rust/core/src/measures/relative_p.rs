//! Precision at cutoffs over the highest possible.

use super::{Args, Compute, DOC_CUTOFFS, Measure, Params, Set, Tied, Working};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "relative_P",
    title: "Precision at cutoffs over the highest possible",
    help: "\
    relative_P_k = relevant documents among the first k / min(k, R)

R is the number of relevant documents of the topic. Up to R this is precision, after R it is
recall. 0 where nothing is relevant.",
    source: "trec_eval 9.0.8, m_rel_P.c",
    sets: &[Set::AllTrec],
    params: Params::Cutoffs(&DOC_CUTOFFS),
    tied: Tied::Relevance,
    synonyms: &["recall_cap", "R_cap"],
    compute: Compute::Many(relative_precision),
    explain: |ranking, args| {
        Working::binary(ranking)
            .found_at(ranking, args.cutoffs(), |k| k.min(ranking.num_rel) as f64)
    },
    ..Measure::DEFAULT
};

fn relative_precision(ranking: &Ranking, args: &Args, out: &mut [f64]) {
    if ranking.num_rel > 0 {
        let best = |k: usize| k.min(ranking.num_rel) as f64;
        ranking.at_cutoffs(args.cutoffs(), out, |k, found| found as f64 / best(k));
    }
}
