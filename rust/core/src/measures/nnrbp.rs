//! Novelty- and rank-biased precision, over the ideal.

use super::diversity::{ALPHA, BETA, Intents};
use super::nrbp::by_patience;
use super::{Args, Common, Compute, Irm, Measure, Needs, Params};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "nnrbp",
    title: "Novelty- and rank-biased precision, over the ideal",
    help: "\
    nNRBP = sum over the documents of worth * beta^(rank - 1)  /  the same for the ideal ranking

beta is the user's patience, 0.5 by default.
A document is worth 1 for each subtopic that it is relevant for, times 1 - alpha for each document
above it that is relevant for the same. alpha is 0.5 by default. Needs judgments by subtopic: the
second column of the qrels is the subtopic. Subtopics without a relevant document do not count.
The ideal ranking is found greedily: at each rank the document that is worth most there, of
several the one whose id has the highest bytes.",
    source: "Clarke, Kolla and Vechtomova, An Effectiveness Measure for Ambiguous and Underspecified Queries, ICTIR 2009; ndeval.c of the TREC Web Track",
    params: Params::Named(&[ALPHA, BETA]),
    common: Common { cutoff: false, ..Common::ALL },
    irm: Some(Irm::new("nNRBP")),
    needs: Needs::Subtopics,
    compute: Compute::One(nnrbp),
    ..Measure::DEFAULT
};

fn nnrbp(ranking: &Ranking, args: &Args) -> f64 {
    let (Some(intents), &[alpha, beta]) = (Intents::of(ranking), args.numbers()) else {
        return 0.0;
    };
    let whole = f64::INFINITY;
    intents.gain(ranking, whole, alpha, by_patience(beta))
        / intents.ideal_gain(whole, alpha, by_patience(beta))
}
