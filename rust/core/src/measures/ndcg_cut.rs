//! nDCG at cutoffs, linear gain.

use super::discount::log2;
use super::{Choice, Common, Compute, DOC_CUTOFFS, Irm, Literal, Measure, Params, Set};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "ndcg_cut",
    title: "nDCG at cutoffs, linear gain",
    help: "\
    nDCG@k = DCG@k / ideal DCG@k,  DCG@k = sum over the first k documents of grade / log2(rank + 1)

The gain is linear: the grade itself. ndcg_exp_cut has the exponential gain 2^grade - 1. The
ideal ranking holds all judged documents of the topic by falling grade, retrieved or not, cut
at k. A negative grade and an unjudged document have gain 0. The relevance level (-l) plays no
part. 0 where no grade is above 0.",
    source: "Jarvelin and Kekalainen, Cumulated Gain-Based Evaluation of IR Techniques, ACM TOIS 20(4), 2002",
    sets: &[Set::AllTrec],
    params: Params::Cutoffs(&DOC_CUTOFFS),
    common: Common::GRADED,
    irm: Some(Irm {
        aliases: &["NDCG"],
        choice: Some(Choice { param: "dcg", value: Literal::Text("log2"), is_default: true }),
        cutoff_is_optional: true,
        gains: true,
        ..Irm::new("nDCG")
    }),
    synonyms: &["ndcg"],
    compute: Compute::Many(|ranking, args, out| {
        ndcg_at(ranking, args.cutoffs(), out, |grade| grade)
    }),
    ..Measure::DEFAULT
};

/// nDCG at each cutoff (ascending), with a gain that grows with the grade and is above 0 where the
/// grade is.
pub(super) fn ndcg_at(
    ranking: &Ranking,
    cutoffs: &[usize],
    out: &mut [f64],
    gain: impl Fn(f64) -> f64,
) {
    let mut documents = ranking.pooled.iter().peekable();
    let mut dcg = 0.0;
    for (&k, out) in cutoffs.iter().zip(&mut *out) {
        while let Some(document) = documents.next_if(|d| d.rank <= k) {
            if document.grade > 0.0 {
                dcg += gain(document.grade) / log2(document.rank + 1);
            }
        }
        *out = dcg;
    }
    let levels = ranking.levels.iter().rev().take_while(|level| level.grade > 0.0);
    let mut ideal = levels.flat_map(|l| std::iter::repeat_n(l.grade, l.count)).zip(1..).peekable();
    let mut ideal_dcg = 0.0;
    for (&k, out) in cutoffs.iter().zip(out) {
        while let Some((grade, rank)) = ideal.next_if(|&(_, rank)| rank <= k) {
            ideal_dcg += gain(grade) / log2(rank + 1);
        }
        if ideal_dcg > 0.0 {
            *out /= ideal_dcg;
        }
    }
}
