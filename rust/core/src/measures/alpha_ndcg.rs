//! alpha-nDCG: gain that falls with repetition, over the ideal.

use super::diversity::{ALPHA, Intents, by_log};
use super::{Args, Compute, Irm, Measure, Needs, Number, Params};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "alpha_ndcg",
    title: "Alpha-nDCG: gain that falls with repetition, over the ideal",
    help: "\
    alpha-nDCG@k = sum over the first k of worth / log2(rank + 1)  /  the same for the ideal ranking

A document is worth 1 for each subtopic that it is relevant for, times 1 - alpha for each document
above it that is relevant for the same. alpha is 0.5 by default. Needs judgments by subtopic: the
second column of the qrels is the subtopic. Subtopics without a relevant document do not count.
The ideal ranking is found greedily: at each rank the document that is worth most there, of
several the one whose id has the highest bytes.",
    source: "Clarke et al., Novelty and Diversity in Information Retrieval Evaluation, SIGIR 2008; ndeval.c of the TREC Web Track",
    params: Params::Named(&[Number::optional_cutoff(), ALPHA]),
    irm: Some(Irm { aliases: &["\u{3b1}_nDCG"], ..Irm::new("alpha_nDCG") }),
    needs: Needs::Subtopics,
    compute: Compute::One(alpha_ndcg),
    ..Measure::DEFAULT
};

fn alpha_ndcg(ranking: &Ranking, args: &Args) -> f64 {
    let (Some(intents), &[k, alpha]) = (Intents::of(ranking), args.numbers()) else { return 0.0 };
    intents.gain(ranking, k, alpha, by_log) / intents.ideal_gain(k, alpha, by_log)
}
