//! Intent-aware expected reciprocal rank, over the ideal.

use super::diversity::{ALPHA, Intents, by_rank};
use super::{Args, Compute, Irm, Measure, Needs, Number, Params};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "nerr_ia",
    title: "Intent-aware expected reciprocal rank, over the ideal",
    help: "\
    nERR-IA@k = sum over the first k of worth / rank  /  the same for the ideal ranking

A document is worth 1 for each subtopic that it is relevant for, times 1 - alpha for each document
above it that is relevant for the same. alpha is 0.5 by default. Needs judgments by subtopic: the
second column of the qrels is the subtopic. Subtopics without a relevant document do not count.
The ideal ranking is found greedily: at each rank the document that is worth most there, of
several the one whose id has the highest bytes.",
    source: "Chapelle, Metzler, Zhang and Grinspan, Expected Reciprocal Rank for Graded Relevance, CIKM 2009; ndeval.c of the TREC Web Track",
    params: Params::Named(&[Number::optional_cutoff(), ALPHA]),
    irm: Some(Irm::new("nERR_IA")),
    needs: Needs::Subtopics,
    compute: Compute::One(nerr_ia),
    ..Measure::DEFAULT
};

fn nerr_ia(ranking: &Ranking, args: &Args) -> f64 {
    let (Some(intents), &[k, alpha]) = (Intents::of(ranking), args.numbers()) else { return 0.0 };
    intents.gain(ranking, k, alpha, by_rank) / intents.ideal_gain(k, alpha, by_rank)
}
