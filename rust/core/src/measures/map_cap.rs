//! Average precision at cutoffs over the highest possible.

use super::map_cut::{sums_of_precisions, working_over};
use super::{Args, Compute, DOC_CUTOFFS, Measure, Params, Tied};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "map_cap",
    title: "Average precision at cutoffs over the highest possible",
    help: "\
    map_cap_k = sum over the relevant documents among the first k of (relevant so far / rank)
                / min(k, R)

R is the number of relevant documents of the topic. Unlike map_cut, which divides by R, it is 1
where all of the first k are relevant. 0 where nothing is relevant. LightGBM and XGBoost have it as
map@k, and so has Kaggle.",
    source: "LightGBM 4.7, map_metric.hpp",
    params: Params::Cutoffs(&DOC_CUTOFFS),
    tied: Tied::Relevance,
    compute: Compute::Many(capped_average_precision),
    explain: |ranking, args| working_over(ranking, args, |k, _| k.min(ranking.num_rel)),
    ..Measure::DEFAULT
};

fn capped_average_precision(ranking: &Ranking, args: &Args, out: &mut [f64]) {
    if ranking.num_rel == 0 {
        return;
    }
    let sums = sums_of_precisions(ranking, args.cutoffs());
    for ((&k, (sum, _)), out) in args.cutoffs().iter().zip(sums).zip(out) {
        *out = sum / k.min(ranking.num_rel) as f64;
    }
}
