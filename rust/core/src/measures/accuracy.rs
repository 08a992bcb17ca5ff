//! Probability that a relevant document is ranked above another one.

use super::{Args, Compute, Irm, Measure};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "accuracy",
    title: "Probability that a relevant document is ranked above another one",
    help: "\
    Accuracy = pairs of a relevant document above one that is not / all such pairs

Only retrieved documents are looked at, with @k the first k. A document without a judgment is
taken for not relevant. 0 where there is no such pair: ir_measures leaves such a topic out, or
counts it as 0, by what else it computes, and divides by zero where all documents are relevant.",
    source: "ir_measures 0.4.3, accuracy_provider.py",
    irm: Some(Irm::new("Accuracy")),
    compute: Compute::One(accuracy),
    ..Measure::DEFAULT
};

fn accuracy(ranking: &Ranking, _: &Args) -> f64 {
    let others = ranking.num_ret - ranking.num_rel_ret;
    let pairs = others * ranking.num_rel_ret;
    let above = |(found, rank): (usize, usize)| rank - 1 - found;
    let wrong: usize = ranking.relevant_ranks().enumerate().map(|(i, r)| above((i, r))).sum();
    if pairs == 0 { 0.0 } else { 1.0 - wrong as f64 / pairs as f64 }
}

#[cfg(test)]
mod tests {
    use super::{Args, accuracy};
    use crate::measures::tests::on_ranking;

    #[test]
    fn worked_by_hand() {
        let pairs = |grades: &[Option<f64>]| on_ranking(grades, |r| accuracy(r, &Args::None));
        // Of 4 pairs, the second relevant document is below one other.
        assert_eq!(pairs(&[Some(1.0), None, Some(1.0), Some(0.0)]), 0.75);
        assert_eq!(pairs(&[None, Some(1.0)]), 0.0);
        assert_eq!(pairs(&[Some(1.0), Some(1.0)]), 0.0);
    }
}
