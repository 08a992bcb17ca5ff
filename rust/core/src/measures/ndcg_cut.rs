//! nDCG at cutoffs, linear gain.

use super::discount::{Gain, discounted_sums};
use super::{
    Choice, Common, Compute, DOC_CUTOFFS, Irm, Literal, Measure, Params, Set, Tied, Working,
};
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
    tied: Tied::Gain,
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
    explain: |ranking, args| ndcg_working(ranking, args.cutoffs(), |grade| grade),
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
    discounted_sums(of_ranking(ranking, &gain), cutoffs, |at, dcg| out[at] = dcg);
    discounted_sums(of_ideal(ranking, &gain), cutoffs, |at, ideal_dcg| {
        if ideal_dcg > 0.0 {
            out[at] /= ideal_dcg;
        }
    });
}

/// What [`ndcg_at`] adds up and divides.
pub(super) fn ndcg_working(
    ranking: &Ranking,
    cutoffs: &[usize],
    gain: impl Fn(f64) -> f64,
) -> Working {
    let mut divisions = vec![(0.0, 0.0); cutoffs.len()];
    discounted_sums(of_ranking(ranking, &gain), cutoffs, |at, dcg| divisions[at].0 = dcg);
    discounted_sums(of_ideal(ranking, &gain), cutoffs, |at, ideal| divisions[at].1 = ideal);
    Working::sum(Gain::COLUMNS, of_ranking(ranking, &gain).map(Gain::term))
        .with_ideal(of_ideal(ranking, &gain).map(Gain::term))
        .divided(divisions)
}

/// The gains of the ranking.
fn of_ranking(ranking: &Ranking, gain: impl Fn(f64) -> f64) -> impl Iterator<Item = Gain> {
    let documents = ranking.pooled.iter().filter(|document| document.grade > 0.0);
    documents.map(move |document| Gain { rank: document.rank, gain: gain(document.grade) })
}

/// The gains of the ranking of all judged documents by falling grade.
fn of_ideal(ranking: &Ranking, gain: impl Fn(f64) -> f64) -> impl Iterator<Item = Gain> {
    let levels = ranking.levels.iter().rev().take_while(|level| level.grade > 0.0);
    let grades = levels.flat_map(|level| std::iter::repeat_n(level.grade, level.count));
    (1..).zip(grades).map(move |(rank, grade)| Gain { rank, gain: gain(grade) })
}
