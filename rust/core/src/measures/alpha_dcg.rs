//! alpha-DCG: gain that falls with repetition.

use super::diversity::{ALPHA, Intents, by_log};
use super::{Args, Compute, Irm, Measure, Needs, Number, Params};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "alpha_dcg",
    title: "Alpha-DCG: gain that falls with repetition",
    help: "\
    alpha-DCG@k = sum over the first k of worth / log2(rank + 1)
                  / the same for k documents that are each relevant for all subtopics

A document is worth 1 for each subtopic that it is relevant for, times 1 - alpha for each document
above it that is relevant for the same. alpha is 0.5 by default. Needs judgments by subtopic: the
second column of the qrels is the subtopic. Subtopics without a relevant document do not count.
ndeval has the quotient from rank 2 on only.",
    source: "Clarke et al., Novelty and Diversity in Information Retrieval Evaluation, SIGIR 2008; ndeval.c of the TREC Web Track",
    params: Params::Named(&[Number::optional_cutoff(), ALPHA]),
    irm: Some(Irm { aliases: &["\u{3b1}_DCG"], ..Irm::new("alpha_DCG") }),
    needs: Needs::Subtopics,
    compute: Compute::One(alpha_dcg),
    ..Measure::DEFAULT
};

fn alpha_dcg(ranking: &Ranking, args: &Args) -> f64 {
    let (Some(intents), &[k, alpha]) = (Intents::of(ranking), args.numbers()) else { return 0.0 };
    intents.gain(ranking, k, alpha, by_log) / intents.bound(k, alpha, by_log)
}
