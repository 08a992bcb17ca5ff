//! Residual of rank-biased precision.

use super::{Args, Common, Compute, Measure, Missing, Params, Set, Tied};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "rbp_resid",
    title: "Residual of rank-biased precision",
    help: "\
    rbp_resid = p^n + (1 - p) * sum over the unjudged documents of p^(rank - 1)

n is the number of documents retrieved: what rbp could gain if all that is unjudged, in the
ranking and after its end, had full gain. p is 0.9 by default: -m rbp_resid.p=0.8. 0 where every
retrieved document is judged: so trec_eval 10.0 has it.",
    source: "Moffat and Zobel, Rank-Biased Precision for Measurement of Retrieval Effectiveness, ACM TOIS 27(1), 2008; trec_eval 10.0, m_rbp_resid.c",
    sets: &[Set::AllTrecOf10],
    params: Params::Persistence(0.9),
    missing: Missing::ClearedByDefault,
    needs_nonrelevant: true,
    tied: Tied::Judgment,
    common: Common::GRADED,
    compute: Compute::One(residual),
    ..Measure::DEFAULT
};

fn residual(ranking: &Ranking, args: &Args) -> f64 {
    let p = args.persistence();
    let mut judged = ranking.judged().map(|d| d.rank).peekable();
    let (mut sum, mut weight, mut any) = (0.0, 1.0, false);
    for rank in 1..=ranking.num_ret {
        if judged.next_if_eq(&rank).is_none() {
            any = true;
            sum += weight;
        }
        weight *= p;
    }
    if any { weight + (1.0 - p) * sum } else { 0.0 }
}
