//! Subtopic recall: share of the subtopics that are covered.

use super::diversity::Intents;
use super::{Args, Compute, Irm, Measure, Needs};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "strec",
    title: "Subtopic recall: share of the subtopics that are covered",
    help: "\
    StRecall@k = subtopics that one of the first k documents is relevant for / S

S is the number of subtopics.
Needs judgments by subtopic: the second column of the qrels is the subtopic. Subtopics without a
relevant document do not count.",
    source: "Zhai, Cohen and Lafferty, Beyond Independent Relevance, SIGIR 2003; ndeval.c of the TREC Web Track",
    irm: Some(Irm::new("StRecall")),
    needs: Needs::Subtopics,
    compute: Compute::One(strec),
    ..Measure::DEFAULT
};

fn strec(ranking: &Ranking, _: &Args) -> f64 {
    let Some(intents) = Intents::of(ranking) else { return 0.0 };
    let mut covered = vec![false; intents.num_rel.len()];
    for (_, document) in intents.retrieved(ranking) {
        for subtopic in intents.relevant(document) {
            covered[subtopic] = true;
        }
    }
    covered.iter().filter(|&&covered| covered).count() as f64 / intents.count as f64
}
