//! F measure of the retrieved set.

use super::{Args, Compute, Irm, Measure, Number, Params, Range, Renamed, Set, Tied, ratio};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "set_F",
    title: "F measure of the retrieved set",
    help: "\
    set_F = (x + 1) * P * R / (x * P + R)

P and R are the precision and recall of the set. x is the square of van Rijsbergen's beta: F2 is
set_F.4. 0 where nothing relevant is retrieved.",
    source: "van Rijsbergen, Information Retrieval, Butterworths 1979",
    sets: &[Set::SetBased, Set::AllTrec],
    params: Params::Numbers { names: &["x"], defaults: &[1.0], any_count: false },
    tied: Tied::Relevance,
    irm: Some(Irm {
        // ir_measures hands beta over as x, so that its SetF(beta=2) is not F2.
        param: Some(Renamed {
            number: Number::new("beta", 1.0, Range::NotNegative),
            convert: |beta| beta * beta,
        }),
        ..Irm::new("SetF")
    }),
    compute: Compute::One(set_f),
    ..Measure::DEFAULT
};

fn set_f(ranking: &Ranking, args: &Args) -> f64 {
    if ranking.num_rel_ret == 0 {
        return 0.0;
    }
    let x = args.numbers()[0];
    let p = ratio(ranking.num_rel_ret, ranking.num_ret);
    let r = ratio(ranking.num_rel_ret, ranking.num_rel);
    (x + 1.0) * p * r / (x * p + r)
}
