//! Expected reciprocal rank.

use super::{Args, Common, Compute, Irm, Measure, Number, Params, Range};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "err",
    title: "Expected reciprocal rank",
    help: "\
    ERR = sum over the documents of 1 / rank * R(rank) * (1 - R(1)) ... (1 - R(rank - 1))
    R = (2^grade - 1) / 2^max_grade

R is the probability that the document satisfies the user, who then stops. max_grade is 4 by
default, whatever grades the judgments have: so gdeval has it. A grade above max_grade counts as
max_grade (gdeval refuses it). An unjudged document and one with a negative grade have R = 0. The
relevance level (-l) plays no part. ERR@k, in the spelling of trec_eval err.k, ends at rank k.",
    source: "Chapelle, Metzler, Zhang and Grinspan, Expected Reciprocal Rank for Graded Relevance, CIKM 2009; gdeval.pl of the TREC Web Track",
    params: Params::Named(&[Number::new(Number::MAX_GRADE, 4.0, Range::Positive)]),
    common: Common::GRADED,
    irm: Some(Irm::new("ERR")),
    compute: Compute::One(expected_reciprocal_rank),
    ..Measure::DEFAULT
};

fn expected_reciprocal_rank(ranking: &Ranking, args: &Args) -> f64 {
    let max_grade = args.numbers()[0];
    let (mut sum, mut reach) = (0.0, 1.0);
    for document in ranking.pooled.iter().filter(|d| d.grade > 0.0) {
        // With both powers scaled, none is out of reach.
        let satisfied = (document.grade.min(max_grade) - max_grade).exp2() - (-max_grade).exp2();
        sum += reach * satisfied / document.rank as f64;
        reach *= 1.0 - satisfied;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::{Args, expected_reciprocal_rank};
    use crate::measures::tests::on_ranking;

    #[test]
    fn worked_by_hand() {
        let err = |grades: &[Option<f64>], max| {
            on_ranking(grades, |r| expected_reciprocal_rank(r, &Args::Numbers(vec![max])))
        };
        // R = 3/4 at rank 1, 1/4 at rank 3.
        assert_eq!(err(&[Some(2.0), None, Some(1.0)], 2.0), 0.75 + 0.25 * 0.25 / 3.0);
        assert_eq!(err(&[Some(4.0)], 4.0), 15.0 / 16.0);
        assert_eq!(err(&[Some(9.0)], 4.0), 15.0 / 16.0);
        assert_eq!(err(&[Some(-1.0), None], 4.0), 0.0);
    }
}
