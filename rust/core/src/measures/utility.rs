//! Linear utility of the retrieved set.

use super::{Args, Compute, Measure, Missing, Params, Set, Tied, signed};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "utility",
    title: "Linear utility of the retrieved set",
    help: "\
    utility = a * relevant retrieved + b * non-relevant retrieved
            + c * relevant not retrieved + d * non-relevant not retrieved

The parameters are a,b,c,d in this order. d needs the size of the collection (-N). The summary
is the mean over topics.",
    source: "trec_eval 9.0.8, m_utility.c",
    sets: &[Set::SetBased, Set::AllTrec],
    params: Params::Numbers {
        names: &["a", "b", "c", "d"],
        defaults: &[1.0, -1.0, 0.0, 0.0],
        any_count: false,
    },
    missing: Missing::ClearedByDefault,
    tied: Tied::Relevance,
    is_share: false,
    compute: Compute::One(utility),
    ..Measure::DEFAULT
};

fn utility(ranking: &Ranking, args: &Args) -> f64 {
    let (ret, rel, rel_ret) =
        (signed(ranking.num_ret), signed(ranking.num_rel), signed(ranking.num_rel_ret));
    let counts = [rel_ret, ret - rel_ret, rel - rel_ret, ranking.num_docs + rel_ret - ret - rel];
    let terms = args.numbers().iter().zip(counts).map(|(weight, count)| weight * count as f64);
    terms.reduce(|sum, term| sum + term).unwrap_or(0.0)
}
