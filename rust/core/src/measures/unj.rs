//! Share of unjudged documents at cutoffs.

use super::{Args, Common, Compute, Measure, Missing, Params, Set, Tied};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "unj",
    title: "Share of unjudged documents at cutoffs",
    help: "\
    unj_k = unjudged documents among the first k / k

A document that the qrels do not name is unjudged, and so is one with a negative grade. A
ranking of fewer than k documents is still divided by k. High values at low cutoffs say that the
other measures of this run are not to be trusted.",
    source: "trec_eval 10.0, m_unjudged.c",
    sets: &[Set::AllTrecOf10],
    params: Params::Cutoffs(&[5, 10, 20]),
    missing: Missing::Cleared,
    needs_nonrelevant: true,
    tied: Tied::Judgment,
    common: Common { cutoff: true, ..Common::NONE },
    synonyms: &["unjudged"],
    compute: Compute::Many(share_of_unjudged),
    ..Measure::DEFAULT
};

fn share_of_unjudged(ranking: &Ranking, args: &Args, out: &mut [f64]) {
    for (&k, out) in args.cutoffs().iter().zip(out) {
        let judged = ranking.judged().take_while(|d| d.rank <= k).count();
        *out = (k.min(ranking.num_ret) - judged) as f64 / k as f64;
    }
}
