//! Share of judged documents.

use super::{Args, Common, Compute, Irm, Measure, Rel, ratio};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "judged",
    title: "Share of judged documents",
    help: "\
    Judged@k = judged documents among the first k / min(k, documents retrieved)

A document that the qrels do not name is unjudged, and so is one with a negative grade. Unlike unj_k
it divides by what was retrieved, be it less than k. 0 where nothing is retrieved.",
    source: "ir_measures 0.4.3, judged_provider.py",
    common: Common { rel: Rel::No, judged_only: false, ..Common::ALL },
    irm: Some(Irm::new("Judged")),
    needs_nonrelevant: true,
    is_share: false,
    compute: Compute::One(judged),
    ..Measure::DEFAULT
};

fn judged(ranking: &Ranking, _: &Args) -> f64 {
    ratio(ranking.judged().count(), ranking.num_ret)
}

#[cfg(test)]
mod tests {
    use super::{Args, judged};
    use crate::measures::tests::on_ranking;

    #[test]
    fn worked_by_hand() {
        let share = |grades: &[Option<f64>]| on_ranking(grades, |r| judged(r, &Args::None));
        assert_eq!(share(&[Some(0.0), None, Some(2.0), Some(-1.0)]), 0.5);
        assert_eq!(share(&[]), 0.0);
    }
}
