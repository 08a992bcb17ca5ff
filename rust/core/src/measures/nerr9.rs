//! Nearly expected reciprocal rank, discounted and cut at k.

use super::cwl::{self, MAX_REL, MIN_REL, Model, RESIDUAL, Step};
use super::{Args, Compute, Irm, Measure, Number, Params};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "nerr9",
    title: "Nearly expected reciprocal rank, discounted and cut at k",
    help: cwl::help!(
        "\
    NERR9 = sum over the ranks of W(i) * gain(i)
    W(i) = C(1) ... C(i - 1) / sum over the ranks j of C(1) ... C(j - 1)
    C(i) = i / (i + 1) * (1 - gain(i)) for i < k, else 0

Equation 9 of the paper: expected reciprocal rank is not of this family, this comes close."
    ),
    source: "Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021; cwl-eval 1.0.12",
    params: Params::Named(&[Number::cutoff(), MIN_REL, MAX_REL, RESIDUAL]),
    irm: Some(Irm::new("NERR9")),
    compute: Compute::One(nerr9),
    ..cwl::MEASURE
};

fn nerr9(ranking: &Ranking, args: &Args) -> f64 {
    let &[k, min_rel, max_rel, residual] = args.numbers() else { return 0.0 };
    let model = Model { min_rel, max_rel, depth: k, residual: residual != 0.0 };
    model.measure(
        ranking,
        |Step { rank, gain, .. }| {
            if rank < k { rank / (rank + 1.0) * (1.0 - gain) } else { 0.0 }
        },
    )
}

#[cfg(test)]
mod tests {
    use super::{Args, nerr9};
    use crate::measures::tests::on_ranking;

    #[test]
    fn worked_by_hand() {
        // The ranks are reached with 1, 1/2 * 1/2, and 2/3 of that.
        let value = on_ranking(&[Some(1.0), None, Some(2.0)], |ranking| {
            nerr9(ranking, &Args::Numbers(vec![3.0, 0.0, 2.0, 0.0]))
        });
        assert!((value - (0.5 + 1.0 / 6.0) / (1.0 + 0.25 + 1.0 / 6.0)).abs() < 1e-12, "{value}");
    }
}
