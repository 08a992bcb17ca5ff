//! Interpolated precision at recall points.

use super::{Args, Compute, Irm, Measure, Params, RECALL_POINTS, Set, Tied, signed};
use crate::options::Compat;
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "iprec_at_recall",
    title: "Interpolated precision at recall points",
    help: "\
    iprec(p) = highest precision at any rank at or below the one where the share p of the
               relevant documents is found

0 where that share is never found. p of R documents are trunc(p * R + 0.9) documents under
--compat 9, p * R rounded to the nearest, half away from 0, under --compat 10.
A ranking left without documents by -J is 0/0 at point 0: not a number, as in trec_eval.",
    source: "Buckley and Voorhees, Retrieval System Evaluation, in: TREC: Experiment and Evaluation in Information Retrieval, MIT Press 2005",
    sets: &[Set::Official, Set::AllTrec],
    params: Params::Points(&RECALL_POINTS),
    tied: Tied::Relevance,
    irm: Some(Irm::new("IPrec")),
    compute: Compute::Many(interpolated_precision),
    ..Measure::DEFAULT
};

fn interpolated_precision(ranking: &Ranking, args: &Args, out: &mut [f64]) {
    interpolate(ranking, args.numbers(), |point, precision| out[point] = precision);
}

/// Calls `each` with the index of each recall point that the ranking reaches and the interpolated
/// precision there. Points must ascend: a point after a higher one is taken for unreached.
pub(super) fn interpolate(ranking: &Ranking, points: &[f64], mut each: impl FnMut(usize, f64)) {
    let targets: Vec<i64> =
        points.iter().map(|&p| documents(p, ranking.num_rel, ranking.compat)).collect();
    let mut found = signed(ranking.num_rel_ret);
    let mut left = targets.len();
    while left > 0 && targets[left - 1] > found {
        left -= 1;
    }
    // The precision of the whole ranking; 0/0 where -J leaves nothing, as in the reference.
    let mut highest = match ranking.num_ret {
        0 if !ranking.emptied => 0.0,
        num_ret => found as f64 / num_ret as f64,
    };
    for rank in ranking.relevant_ranks().rev() {
        let precision = found as f64 / rank as f64;
        if highest < precision {
            highest = precision;
        }
        while left > 0 && targets[left - 1] == found {
            left -= 1;
            each(left, highest);
        }
        found -= 1;
    }
    while left > 0 {
        left -= 1;
        each(left, highest);
    }
}

/// The number of documents that a share of `num_rel` relevant ones is.
#[allow(clippy::cast_possible_truncation)] // as the reference does, where C defines it
fn documents(share: f64, num_rel: usize, compat: Compat) -> i64 {
    match compat {
        Compat::V9 => (share * num_rel as f64 + 0.9) as i64,
        Compat::V10 => (share * num_rel as f64).round() as i64,
    }
}
