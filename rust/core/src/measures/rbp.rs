//! Rank-biased precision.

use super::Print::Decimal;
use super::gains::Gains;
use super::{
    Args, Choice, Common, Compute, Irm, Literal, Measure, Number, Params, Range, Rel, Renamed, Set,
    Tied, Working,
};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "rbp",
    title: "Rank-biased precision",
    help: "\
    RBP = (1 - p) * sum over the documents of gain * p^(rank - 1)

p is the persistence of the user, 0.9 by default: -m rbp.p=0.8 (but RBP, in the spelling of
ir_measures, has 0.8). Gains are the grades, or as set: -m rbp.p=0.8,1=0.5,2=1. They lie in [0, 1]:
where one of the topic's grades or one that is set is outside, all are scaled,
(gain - min) / (max - min) with min at most 0. RBP(rel=2) has gain 1 from grade 2 on, else 0. An
unjudged document has gain 0.
trec_eval 10.0 means the same but reads the limits from memory it has not set, so that its value
depends on the other measures of the call; this one is the definition's.",
    source: "Moffat and Zobel, Rank-Biased Precision for Measurement of Retrieval Effectiveness, ACM TOIS 27(1), 2008",
    sets: &[Set::AllTrecOf10],
    params: Params::Persistence(0.9),
    tied: Tied::ScaledGain,
    common: Common { rel: Rel::Binary, ..Common::ALL },
    irm: Some(Irm {
        choice: Some(Choice { param: "residual", value: Literal::Flag(false), is_default: true }),
        param: Some(Renamed { number: Number::new("p", 0.8, Range::ShareBelow1), convert: |p| p }),
        ..Irm::new("RBP")
    }),
    compute: Compute::One(rank_biased_precision),
    explain: |ranking, args| {
        let columns =
            &[("gain", Decimal), ("weight", Decimal), ("adds", Decimal), ("sum", Decimal)];
        Working::sum(columns, terms(ranking, args))
    },
    ..Measure::DEFAULT
};

fn rank_biased_precision(ranking: &Ranking, args: &Args) -> f64 {
    let p = args.persistence();
    (1.0 - p) * terms(ranking, args).fold(0.0, |sum, (_, [_, _, adds])| sum + adds)
}

/// The rank of each document with a gain, its gain, its weight, and their product.
fn terms(ranking: &Ranking, args: &Args) -> impl Iterator<Item = (usize, [f64; 3])> {
    let p = args.persistence();
    let gains = Gains::new(args, ranking.levels);
    let (min, max) =
        gains.values().fold((0.0_f64, 0.0_f64), |(min, max), g| (min.min(g), max.max(g)));
    let scaled =
        move |gain: f64| if min < 0.0 || max > 1.0 { (gain - min) / (max - min) } else { gain };
    let (mut weight, mut reached) = (1.0, 1);
    let weighted = ranking.judged().map(move |document| {
        while reached < document.rank {
            weight *= p;
            reached += 1;
        }
        let gain = scaled(gains.of(document.grade));
        (document.rank, [gain, weight, gain * weight])
    });
    weighted.filter(|(_, [gain, ..])| *gain != 0.0)
}
