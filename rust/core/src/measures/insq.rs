//! INSQ: a user who wants gain T, whatever was found.

use super::cwl::{self, DEPTH, MAX_REL, MIN_REL, Model, RESIDUAL, Step};
use super::{Args, Compute, Irm, Measure, Number, Params, Range};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "insq",
    title: "INSQ: a user who wants gain T, whatever was found",
    help: cwl::help_to_depth!(
        "\
    INSQ = sum over the ranks of W(i) * gain(i)
    W(i) = C(1) ... C(i - 1) / sum over the ranks j of C(1) ... C(j - 1)
    C(i) = ((i + 2T - 1) / (i + 2T))^2"
    ),
    source: "Moffat, Scholer and Thomas, Models and Metrics: IR Evaluation as a User Process, ADCS 2012; cwl-eval 1.0.12",
    params: Params::Named(&[
        Number::new("T", 1.0, Range::Positive),
        MIN_REL,
        MAX_REL,
        RESIDUAL,
        DEPTH,
    ]),
    irm: Some(Irm::new("INSQ")),
    compute: Compute::One(insq),
    ..cwl::MEASURE
};

fn insq(ranking: &Ranking, args: &Args) -> f64 {
    let &[t, min_rel, max_rel, residual, depth] = args.numbers() else { return 0.0 };
    let model = Model { min_rel, max_rel, depth, residual: residual != 0.0 };
    model.measure(ranking, |Step { rank, .. }| {
        let ahead = rank + 2.0 * t;
        ((ahead - 1.0) / ahead).powi(2)
    })
}

#[cfg(test)]
mod tests {
    use super::{Args, insq};
    use crate::measures::tests::on_ranking;

    #[test]
    fn worked_by_hand() {
        // C(1) = (2/3)^2 and C(2) = (3/4)^2, so that rank 3 is reached with 1/4.
        let value = on_ranking(&[Some(2.0), None, Some(1.0)], |ranking| {
            insq(ranking, &Args::Numbers(vec![1.0, 0.0, 2.0, 0.0, 3.0]))
        });
        assert!((value - (1.0 + 0.25 * 0.5) / (1.0 + 4.0 / 9.0 + 0.25)).abs() < 1e-12, "{value}");
    }
}
