//! Nearly expected reciprocal rank, cut at k.

use super::cwl::{self, MAX_REL, MIN_REL, Model, RESIDUAL, Step};
use super::{Args, Compute, Irm, Measure, Number, Params};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "nerr8",
    title: "Nearly expected reciprocal rank, cut at k",
    help: cwl::help!(
        "\
    NERR8 = sum over the ranks of W(i) * gain(i)
    W(i) = C(1) ... C(i - 1) / sum over the ranks j of C(1) ... C(j - 1)
    C(i) = 1 - gain(i) for i < k, else 0

Equation 8 of the paper: expected reciprocal rank is not of this family, this comes close."
    ),
    source: "Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021; cwl-eval 1.0.12",
    params: Params::Named(&[Number::cutoff(), MIN_REL, MAX_REL, RESIDUAL]),
    irm: Some(Irm::new("NERR8")),
    compute: Compute::One(nerr8),
    ..cwl::MEASURE
};

fn nerr8(ranking: &Ranking, args: &Args) -> f64 {
    let &[k, min_rel, max_rel, residual] = args.numbers() else { return 0.0 };
    let model = Model { min_rel, max_rel, depth: k, residual: residual != 0.0 };
    model.measure(ranking, |Step { rank, gain, .. }| if rank < k { 1.0 - gain } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::{Args, nerr8};
    use crate::measures::tests::on_ranking;

    #[test]
    fn worked_by_hand() {
        // The ranks are reached with 1, 1/2, 1/2; gains 1/2, 0, 1.
        let value = on_ranking(&[Some(1.0), None, Some(2.0)], |ranking| {
            nerr8(ranking, &Args::Numbers(vec![3.0, 0.0, 2.0, 0.0]))
        });
        assert!((value - 0.5).abs() < 1e-12, "{value}");
    }
}
