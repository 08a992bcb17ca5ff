//! Binary preference.

use super::{Compute, Irm, Measure, Set};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "bpref",
    title: "Binary preference",
    help: "\
    bpref = 1/R * sum over the relevant documents retrieved of (1 - min(n, R) / min(N, R))

n is the number of judged non-relevant documents ranked above, N their number in the topic's
qrels, R the number of relevant documents. Only judged documents count, so a ranking is not
punished for what nobody judged. A document with a negative grade is not judged. A relevant
document with no judged non-relevant one above it adds 1. 0 where nothing is relevant.",
    source: "Buckley and Voorhees, Retrieval Evaluation with Incomplete Information, SIGIR 2004",
    sets: &[Set::Official, Set::AllTrec],
    needs_nonrelevant: true,
    irm: Some(Irm { aliases: &["BPref"], ..Irm::new("Bpref") }),
    compute: Compute::One(|ranking, _| binary_preference(ranking)),
    ..Measure::DEFAULT
};

/// Binary preference of one topic.
pub(super) fn binary_preference(ranking: &Ranking) -> f64 {
    let bound = ranking.num_nonrel().min(ranking.num_rel) as f64;
    let (mut nonrel, mut sum) = (0, 0.0);
    for document in ranking.judged() {
        if !ranking.is_relevant(document.grade) {
            nonrel += 1;
        } else if nonrel == 0 {
            sum += 1.0;
        } else {
            sum += 1.0 - nonrel.min(ranking.num_rel) as f64 / bound;
        }
    }
    if ranking.num_rel == 0 { sum } else { sum / ranking.num_rel as f64 }
}
