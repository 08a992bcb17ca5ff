//! Success at cutoffs.

use super::{Args, Compute, Irm, Measure, Params, Set, Tied};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "success",
    title: "Success at cutoffs",
    help: "\
1 where at least one of the first k documents is relevant, else 0. Also called hit rate.",
    source: "Tomlinson, Robust, Web and Terabyte Retrieval with Hummingbird SearchServer at TREC 2004",
    sets: &[Set::AllTrec],
    params: Params::Cutoffs(&[1, 5, 10]),
    tied: Tied::Relevance,
    irm: Some(Irm::new("Success")),
    synonyms: &["hit", "hit_rate"],
    compute: Compute::Many(success),
    ..Measure::DEFAULT
};

fn success(ranking: &Ranking, args: &Args, out: &mut [f64]) {
    ranking.at_cutoffs(args.cutoffs(), out, |_, found| f64::from(u8::from(found > 0)));
}
