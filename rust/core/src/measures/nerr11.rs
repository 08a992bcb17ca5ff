//! Nearly expected reciprocal rank with desired gain T.

use super::cwl::{self, DEPTH, MAX_REL, MIN_REL, Model, RESIDUAL, Step};
use super::{Args, Compute, Irm, Measure, Number, Params, Range};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "nerr11",
    title: "Nearly expected reciprocal rank with desired gain T",
    help: cwl::help_to_depth!(
        "\
    NERR11 = sum over the ranks of W(i) * gain(i)
    W(i) = C(1) ... C(i - 1) / sum over the ranks j of C(1) ... C(j - 1)
    C(i) = ((i + 2T - 1) / (i + 2T))^2 * (1 - gain(i))

Equation 11 of the paper: expected reciprocal rank is not of this family, this comes close."
    ),
    source: "Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021; cwl-eval 1.0.12",
    params: Params::Named(&[
        Number::new("T", 1.0, Range::Positive),
        MIN_REL,
        MAX_REL,
        RESIDUAL,
        DEPTH,
    ]),
    irm: Some(Irm::new("NERR11")),
    compute: Compute::One(nerr11),
    ..cwl::MEASURE
};

fn nerr11(ranking: &Ranking, args: &Args) -> f64 {
    let &[t, min_rel, max_rel, residual, depth] = args.numbers() else { return 0.0 };
    let model = Model { min_rel, max_rel, depth, residual: residual != 0.0 };
    model.measure(ranking, |Step { rank, gain, .. }| {
        let ahead = rank + 2.0 * t;
        ((ahead - 1.0) / ahead).powi(2) * (1.0 - gain)
    })
}

#[cfg(test)]
mod tests {
    use super::{Args, nerr11};
    use crate::measures::tests::on_ranking;

    #[test]
    fn worked_by_hand() {
        // The ranks are reached with 1, 4/9 * 1/2 and 9/16 of that.
        let value = on_ranking(&[Some(1.0), None, Some(2.0)], |ranking| {
            nerr11(ranking, &Args::Numbers(vec![1.0, 0.0, 2.0, 0.0, 1000.0]))
        });
        assert!((value - (0.5 + 0.125) / (1.0 + 2.0 / 9.0 + 0.125)).abs() < 1e-12, "{value}");
    }
}
