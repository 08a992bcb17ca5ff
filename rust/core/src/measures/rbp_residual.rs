//! What rank-biased precision could rise by.

use super::{Args, Choice, Common, Compute, Irm, Literal, Measure, Number, Params, Range, Rel};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "rbp_residual",
    title: "What rank-biased precision could rise by",
    help: "\
    RBP(residual=True) = p^n + (1 - p) * sum over the unjudged documents of p^(rank - 1)

n is the number of documents retrieved, with @k at most k: what RBP would gain if all that is
unjudged, in the ranking and after its end, had full gain. p is 0.8 by default. rbp_resid is the
same, but 0 where every retrieved document is judged: so trec_eval 10.0 has it.",
    source: "Moffat and Zobel, Rank-Biased Precision for Measurement of Retrieval Effectiveness, ACM TOIS 27(1), 2008",
    params: Params::Named(&[Number::new("p", 0.8, Range::ShareBelow1)]),
    common: Common { rel: Rel::Binary, ..Common::ALL },
    irm: Some(Irm {
        choice: Some(Choice { param: "residual", value: Literal::Flag(true), is_default: false }),
        ..Irm::new("RBP")
    }),
    needs_nonrelevant: true,
    is_share: false,
    compute: Compute::One(residual),
    ..Measure::DEFAULT
};

fn residual(ranking: &Ranking, args: &Args) -> f64 {
    let p = args.numbers()[0];
    let mut judged = ranking.judged().map(|d| d.rank).peekable();
    let (mut sum, mut weight) = (0.0, 1.0);
    for rank in 1..=ranking.num_ret {
        if judged.next_if_eq(&rank).is_none() {
            sum += weight;
        }
        weight *= p;
    }
    weight + (1.0 - p) * sum
}

#[cfg(test)]
mod tests {
    use super::{Args, residual};
    use crate::measures::tests::on_ranking;

    #[test]
    fn worked_by_hand() {
        let resid = |grades: &[Option<f64>]| {
            on_ranking(grades, |ranking| residual(ranking, &Args::Numbers(vec![0.5])))
        };
        assert_eq!(resid(&[Some(1.0), None, Some(0.0)]), 0.125 + 0.5 * 0.5);
        assert_eq!(resid(&[Some(1.0)]), 0.5);
        assert_eq!(resid(&[]), 1.0);
    }
}
