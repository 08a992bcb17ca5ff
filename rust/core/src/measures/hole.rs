//! Share of documents that the qrels do not name.

use super::{Args, Common, Compute, Measure, Params, Tied};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "hole",
    title: "Share of documents that the qrels do not name, at cutoffs",
    help: "\
    hole_k = documents among the first k that the qrels of the topic do not name / k

A ranking of fewer than k documents is still divided by k. Unlike for unj, a document with a
negative grade is named. BEIR and MTEB count a document that the qrels name for any topic as named;
here it has to be this topic.",
    source: "BEIR, custom_metrics.py",
    params: Params::Cutoffs(&[5, 10, 20]),
    common: Common { cutoff: true, ..Common::NONE },
    needs_nonrelevant: true,
    tied: Tied::Pool,
    synonyms: &["Hole"],
    is_share: false,
    compute: Compute::Many(share_of_holes),
    ..Measure::DEFAULT
};

fn share_of_holes(ranking: &Ranking, args: &Args, out: &mut [f64]) {
    for (&k, out) in args.cutoffs().iter().zip(out) {
        let named = ranking.pooled.partition_point(|document| document.rank <= k);
        *out = (k.min(ranking.num_ret) - named) as f64 / k as f64;
    }
}
