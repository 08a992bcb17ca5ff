//! Intent-aware precision: its mean over subtopics.

use super::diversity::Intents;
use super::{Args, Compute, Irm, Measure, Needs, Number, Params};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "p_ia",
    title: "Intent-aware precision: its mean over subtopics",
    help: "\
    P-IA@k = 1/S * sum over the subtopics of the documents relevant for it among the first k / k

S is the number of subtopics. A ranking of fewer than k documents is still divided by k; without
k this is the precision of all that was retrieved.
Needs judgments by subtopic: the second column of the qrels is the subtopic. Subtopics without a
relevant document do not count.",
    source: "Agrawal, Gollapudi, Halverson and Ieong, Diversifying Search Results, WSDM 2009; ndeval.c of the TREC Web Track",
    params: Params::Named(&[Number::optional_cutoff()]),
    irm: Some(Irm::new("P_IA")),
    needs: Needs::Subtopics,
    compute: Compute::One(p_ia),
    ..Measure::DEFAULT
};

fn p_ia(ranking: &Ranking, args: &Args) -> f64 {
    let (Some(intents), &[k]) = (Intents::of(ranking), args.numbers()) else { return 0.0 };
    let looked = if k.is_finite() { k } else { ranking.num_ret as f64 };
    let retrieved = intents.retrieved(ranking).take_while(|&(rank, _)| rank as f64 <= k);
    let found: usize = retrieved.map(|(_, number)| intents.relevant(number).count()).sum();
    if found == 0 { 0.0 } else { found as f64 / (looked * intents.count as f64) }
}
