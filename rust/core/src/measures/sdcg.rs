//! Scaled DCG: DCG over that of k documents of full gain, linear gain.

use super::cwl::{self, MAX_REL, MIN_REL, Model, RESIDUAL, Step};
use super::{Args, Choice, Compute, Irm, Literal, Measure, Number, Params};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "sdcg",
    title: "Scaled DCG: DCG over that of k documents of full gain, linear gain",
    help: cwl::help!(
        "\
    SDCG@k = sum over the first k of gain / log2(rank + 1)
             / sum over the first k of 1 / log2(rank + 1)

Unlike nDCG it does not ask how much gain there is to be had."
    ),
    source: "Jarvelin and Kekalainen, Cumulated Gain-Based Evaluation of IR Techniques, ACM TOIS 20(4), 2002; cwl-eval 1.0.12",
    params: Params::Named(&[Number::cutoff(), MIN_REL, MAX_REL, RESIDUAL]),
    irm: Some(Irm {
        choice: Some(Choice { param: "dcg", value: Literal::Text("log2"), is_default: true }),
        ..Irm::new("SDCG")
    }),
    compute: Compute::One(sdcg),
    ..cwl::MEASURE
};

fn sdcg(ranking: &Ranking, args: &Args) -> f64 {
    let &[k, min_rel, max_rel, residual] = args.numbers() else { return 0.0 };
    let model = Model { min_rel, max_rel, depth: k, residual: residual != 0.0 };
    model.measure(
        ranking,
        |Step { rank, .. }| {
            if rank < k { (rank + 1.0).log2() / (rank + 2.0).log2() } else { 0.0 }
        },
    )
}

#[cfg(test)]
mod tests {
    use super::{Args, sdcg};
    use crate::measures::tests::on_ranking;

    #[test]
    fn worked_by_hand() {
        // 1 + 0.5 / log2(4) over 1 + 1/log2(3) + 1/log2(4).
        let value = on_ranking(&[Some(2.0), None, Some(1.0)], |ranking| {
            sdcg(ranking, &Args::Numbers(vec![3.0, 0.0, 2.0, 0.0]))
        });
        assert!((value - 1.25 / (1.5 + 1.0 / 3.0_f64.log2())).abs() < 1e-12, "{value}");
    }
}
