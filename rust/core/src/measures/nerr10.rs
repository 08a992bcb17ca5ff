//! Nearly expected reciprocal rank with persistence p.

use super::cwl::{self, DEPTH, MAX_REL, MIN_REL, Model, RESIDUAL, Step};
use super::{Args, Compute, Irm, Measure, Number, Params, Range};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "nerr10",
    title: "Nearly expected reciprocal rank with persistence p",
    help: cwl::help_to_depth!(
        "\
    NERR10 = sum over the ranks of W(i) * gain(i)
    W(i) = C(1) ... C(i - 1) / sum over the ranks j of C(1) ... C(j - 1)
    C(i) = p * (1 - gain(i))

Equation 10 of the paper: expected reciprocal rank is not of this family, this comes close."
    ),
    source: "Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021; cwl-eval 1.0.12",
    params: Params::Named(&[
        Number::new("p", 0.9, Range::Share),
        MIN_REL,
        MAX_REL,
        RESIDUAL,
        DEPTH,
    ]),
    irm: Some(Irm::new("NERR10")),
    compute: Compute::One(nerr10),
    ..cwl::MEASURE
};

fn nerr10(ranking: &Ranking, args: &Args) -> f64 {
    let &[p, min_rel, max_rel, residual, depth] = args.numbers() else { return 0.0 };
    let model = Model { min_rel, max_rel, depth, residual: residual != 0.0 };
    model.measure(ranking, |Step { gain, .. }| p * (1.0 - gain))
}

#[cfg(test)]
mod tests {
    use super::{Args, nerr10};
    use crate::measures::tests::on_ranking;

    #[test]
    fn worked_by_hand() {
        // The ranks are reached with 1, 0.4, 0.32, and the gain of 1 ends the walk.
        let value = on_ranking(&[Some(1.0), None, Some(2.0)], |ranking| {
            nerr10(ranking, &Args::Numbers(vec![0.8, 0.0, 2.0, 0.0, 1000.0]))
        });
        assert!((value - (0.5 + 0.32) / (1.0 + 0.4 + 0.32)).abs() < 1e-12, "{value}");
    }
}
