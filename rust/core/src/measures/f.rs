//! F measure at cutoffs.

use super::{Args, Compute, Measure, Number, Params, Range};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "F",
    title: "F measure at cutoffs",
    help: "\
    F@k = (beta^2 + 1) * P@k * R@k / (beta^2 * P@k + R@k)

P@k and R@k are precision and recall at k, in the spelling of trec_eval P_k and recall_k; beta is 1
by default, so that this is F1@k. 0 where none of the first k documents is relevant. set_F is that
of all that was retrieved.",
    source: "van Rijsbergen, Information Retrieval, Butterworths 1979",
    params: Params::Named(&[Number::cutoff(), Number::new("beta", 1.0, Range::NotNegative)]),
    synonyms: &["F1", "f1"],
    compute: Compute::One(f_measure),
    ..Measure::DEFAULT
};

fn f_measure(ranking: &Ranking, args: &Args) -> f64 {
    let &[k, beta] = args.numbers() else { return 0.0 };
    let found = ranking.relevant_ranks().take_while(|&rank| rank as f64 <= k).count() as f64;
    if found == 0.0 {
        return 0.0;
    }
    let (p, r, x) = (found / k, found / ranking.num_rel as f64, beta * beta);
    (x + 1.0) * p * r / (x * p + r)
}

#[cfg(test)]
mod tests {
    use super::{Args, f_measure};
    use crate::measures::tests::on_topic;

    #[test]
    fn worked_by_hand() {
        let f = |beta| {
            on_topic(&[Some(1.0), None, Some(1.0)], &[1.0], |ranking| {
                f_measure(ranking, &Args::Numbers(vec![2.0, beta]))
            })
        };
        // P = 1/2, R = 1/3.
        assert!((f(1.0) - 0.4).abs() < 1e-15);
        assert!((f(2.0) - 5.0 / 6.0 / (2.0 + 1.0 / 3.0)).abs() < 1e-15);
    }
}
