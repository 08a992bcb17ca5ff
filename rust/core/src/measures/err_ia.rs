//! Intent-aware expected reciprocal rank.

use super::diversity::{ALPHA, Intents, by_rank};
use super::{Args, Compute, Irm, Measure, Needs, Number, Params};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "err_ia",
    title: "Intent-aware expected reciprocal rank",
    help: "\
    ERR-IA@k = sum over the first k of worth / rank
               / the same for k documents that are each relevant for all subtopics

A document is worth 1 for each subtopic that it is relevant for, times 1 - alpha for each document
above it that is relevant for the same. alpha is 0.5 by default. Needs judgments by subtopic: the
second column of the qrels is the subtopic. Subtopics without a relevant document do not count.
ndeval has the quotient from rank 2 on only, so that its ERR-IA@1 can be above 1.",
    source: "Chapelle, Metzler, Zhang and Grinspan, Expected Reciprocal Rank for Graded Relevance, CIKM 2009; ndeval.c of the TREC Web Track",
    params: Params::Named(&[Number::optional_cutoff(), ALPHA]),
    irm: Some(Irm::new("ERR_IA")),
    needs: Needs::Subtopics,
    compute: Compute::One(err_ia),
    ..Measure::DEFAULT
};

fn err_ia(ranking: &Ranking, args: &Args) -> f64 {
    let (Some(intents), &[k, alpha]) = (Intents::of(ranking), args.numbers()) else { return 0.0 };
    intents.gain(ranking, k, alpha, by_rank) / intents.bound(k, alpha, by_rank)
}
