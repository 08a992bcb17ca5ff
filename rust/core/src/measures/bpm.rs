//! Bejeweled Player Model: a user who stops at gain T or at rank k.

use super::cwl::{self, MAX_REL, MIN_REL, Model, RESIDUAL, Step};
use super::{Args, Compute, Irm, Measure, Number, Params, Range};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "bpm",
    title: "Bejeweled Player Model: a user who stops at gain T or at rank k",
    help: cwl::help!(
        "\
    BPM = gain of the documents down to the stop / rank of the stop

The user stops at the first rank where the gain so far is at least T, and at rank k at the
latest."
    ),
    source: "Zhang et al., Evaluating Web Search with a Bejeweled Player Model, SIGIR 2017; cwl-eval 1.0.12",
    params: Params::Named(&[
        Number::cutoff(),
        Number::new("T", 1.0, Range::Positive),
        MIN_REL,
        MAX_REL,
        RESIDUAL,
    ]),
    irm: Some(Irm::new("BPM")),
    compute: Compute::One(bpm),
    ..cwl::MEASURE
};

fn bpm(ranking: &Ranking, args: &Args) -> f64 {
    let &[k, t, min_rel, max_rel, residual] = args.numbers() else { return 0.0 };
    let model = Model { min_rel, max_rel, depth: k, residual: residual != 0.0 };
    model.measure(ranking, |Step { rank, total, .. }| f64::from(u8::from(total < t && rank < k)))
}

#[cfg(test)]
mod tests {
    use super::{Args, bpm};
    use crate::measures::tests::on_ranking;

    #[test]
    fn worked_by_hand() {
        // Gain 1.5 is there at rank 3.
        let value = on_ranking(&[Some(2.0), None, Some(1.0)], |ranking| {
            bpm(ranking, &Args::Numbers(vec![10.0, 1.5, 0.0, 2.0, 0.0]))
        });
        assert!((value - 0.5).abs() < 1e-12, "{value}");
        // Rank 2 comes first: gain 1 from 2 documents.
        let value = on_ranking(&[Some(2.0), None, Some(1.0)], |ranking| {
            bpm(ranking, &Args::Numbers(vec![2.0, 1.5, 0.0, 2.0, 0.0]))
        });
        assert!((value - 0.5).abs() < 1e-12, "{value}");
    }
}
