//! INST: a user who wants gain T and adapts to what was found.

use super::cwl::{self, DEPTH, MAX_REL, MIN_REL, Model, RESIDUAL, Step};
use super::{Args, Compute, Irm, Measure, Number, Params, Range};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "inst",
    title: "INST: a user who wants gain T and adapts to what was found",
    help: cwl::help_to_depth!(
        "\
    INST = sum over the ranks of W(i) * gain(i)
    W(i) = C(1) ... C(i - 1) / sum over the ranks j of C(1) ... C(j - 1)
    C(i) = ((i - 1 + T + T(i)) / (i + T + T(i)))^2,  T(i) = T - gain(1) - ... - gain(i)"
    ),
    source: "Moffat, Bailey, Scholer and Thomas, INST: An Adaptive Metric for Information Retrieval Evaluation, ADCS 2015; cwl-eval 1.0.12",
    params: Params::Named(&[
        Number::new("T", 1.0, Range::Positive),
        MIN_REL,
        MAX_REL,
        RESIDUAL,
        DEPTH,
    ]),
    irm: Some(Irm::new("INST")),
    compute: Compute::One(inst),
    ..cwl::MEASURE
};

fn inst(ranking: &Ranking, args: &Args) -> f64 {
    let &[t, min_rel, max_rel, residual, depth] = args.numbers() else { return 0.0 };
    let model = Model { min_rel, max_rel, depth, residual: residual != 0.0 };
    model.measure(ranking, |Step { rank, total, .. }| {
        let ahead = rank + t + (t - total);
        ((ahead - 1.0) / ahead).powi(2)
    })
}

#[cfg(test)]
mod tests {
    use super::{Args, inst};
    use crate::measures::tests::on_ranking;

    #[test]
    fn worked_by_hand() {
        // To rank 2: C(1) = ((1 + 1 + 0 - 1) / (1 + 1 + 0))^2 = 1/4; gains 1 and 0.
        let value = on_ranking(&[Some(2.0), None, Some(1.0)], |ranking| {
            inst(ranking, &Args::Numbers(vec![1.0, 0.0, 2.0, 0.0, 2.0]))
        });
        assert!((value - 1.0 / 1.25).abs() < 1e-12, "{value}");
        // The unjudged document at rank 2 could have gain 1.
        let value = on_ranking(&[Some(2.0), None, Some(1.0)], |ranking| {
            inst(ranking, &Args::Numbers(vec![1.0, 0.0, 2.0, 1.0, 2.0]))
        });
        assert!((value - 0.2).abs() < 1e-12, "{value}");
    }
}
