//! Novelty- and rank-biased precision.

use super::diversity::{ALPHA, BETA, Intents};
use super::{Args, Compute, Irm, Measure, Needs, Params};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "nrbp",
    title: "Novelty- and rank-biased precision",
    help: "\
    NRBP = (1 - (1 - alpha) * beta) / S * sum over the documents of worth * beta^(rank - 1)

S is the number of subtopics. beta is the user's patience, 0.5 by default.
A document is worth 1 for each subtopic that it is relevant for, times 1 - alpha for each document
above it that is relevant for the same. alpha is 0.5 by default. Needs judgments by subtopic: the
second column of the qrels is the subtopic. Subtopics without a relevant document do not count.",
    source: "Clarke, Kolla and Vechtomova, An Effectiveness Measure for Ambiguous and Underspecified Queries, ICTIR 2009; ndeval.c of the TREC Web Track",
    params: Params::Named(&[ALPHA, BETA]),
    irm: Some(Irm::new("NRBP")),
    needs: Needs::Subtopics,
    compute: Compute::One(nrbp),
    ..Measure::DEFAULT
};

fn nrbp(ranking: &Ranking, args: &Args) -> f64 {
    let (Some(intents), &[alpha, beta]) = (Intents::of(ranking), args.numbers()) else {
        return 0.0;
    };
    let sum = intents.gain(ranking, f64::INFINITY, alpha, by_patience(beta));
    sum * (1.0 - (1.0 - alpha) * beta) / intents.count as f64
}

/// The discount of a user who goes on with probability `beta`.
pub(super) fn by_patience(beta: f64) -> impl Fn(usize) -> f64 {
    move |rank| beta.powf((rank - 1) as f64)
}
