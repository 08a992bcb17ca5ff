//! Intent-aware average precision: its mean over subtopics.

use super::diversity::Intents;
use super::{Args, Compute, Irm, Measure, Needs};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "ap_ia",
    title: "Intent-aware average precision: its mean over subtopics",
    help: "\
    AP-IA = 1/S * sum over the subtopics of the average precision for that subtopic

S is the number of subtopics.
Needs judgments by subtopic: the second column of the qrels is the subtopic. Subtopics without a
relevant document do not count.",
    source: "Agrawal, Gollapudi, Halverson and Ieong, Diversifying Search Results, WSDM 2009; ndeval.c of the TREC Web Track",
    irm: Some(Irm { aliases: &["MAP_IA"], ..Irm::new("AP_IA") }),
    needs: Needs::Subtopics,
    compute: Compute::One(ap_ia),
    ..Measure::DEFAULT
};

fn ap_ia(ranking: &Ranking, _: &Args) -> f64 {
    let Some(intents) = Intents::of(ranking) else { return 0.0 };
    let mut found = vec![0_usize; intents.num_rel.len()];
    let mut sum = 0.0;
    for (rank, document) in intents.retrieved(ranking) {
        for subtopic in intents.relevant(document) {
            found[subtopic] += 1;
            sum += found[subtopic] as f64 / rank as f64 / intents.num_rel[subtopic] as f64;
        }
    }
    sum / intents.count as f64
}
