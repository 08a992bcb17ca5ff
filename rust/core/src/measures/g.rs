//! Normalized gain.

use super::Print::{Count, Decimal};
use super::gains::Gains;
use super::{Args, Common, Compute, Measure, Params, Set, Tied, Working};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "G",
    title: "Normalized gain",
    help: "\
    G = sum over the documents of gain / log2(2 + cost - gains so far)  /  sum of all gains

cost is what the ideal ranking has gained at the same rank, at least 1 for each rank. A document
is worth the more, the less was missed before it.

The gain of a grade is the grade, unless set: -m G.1=3.5,2=9 gives grade 1 a gain of 3.5,
grade 2 a gain of 9 and leaves the others. Grade 0 can be given a gain. An unjudged document
and one with a negative grade have gain 0. The relevance level (-l) plays no part.",
    source: "trec_eval 9.0.8, m_G.c",
    sets: &[Set::AllTrec],
    params: Params::Gains,
    tied: Tied::Sum,
    common: Common::GRADED,
    compute: Compute::One(normalized_gain),
    explain: working,
    ..Measure::DEFAULT
};

fn normalized_gain(ranking: &Ranking, args: &Args) -> f64 {
    let mut sum = 0.0;
    let ideal_gained = each_term(ranking, args, |_, [.., adds]| sum += adds);
    if ideal_gained > 0.0 { sum / ideal_gained } else { 0.0 }
}

fn working(ranking: &Ranking, args: &Args) -> Working {
    let mut terms = Vec::new();
    let ideal_gained = each_term(ranking, args, |rank, term| terms.push((rank, term)));
    let columns = &[
        ("gain", Count),
        ("cost", Count),
        ("gains so far", Count),
        ("adds", Decimal),
        ("sum", Decimal),
    ];
    Working::sum(columns, terms.into_iter()).over(ideal_gained)
}

/// Calls `each` with the rank of each document with a gain, its gain, the cost and the gains up to
/// it, and what it adds. Gives the sum of all gains.
fn each_term(ranking: &Ranking, args: &Args, mut each: impl FnMut(usize, [f64; 4])) -> f64 {
    let gains = Gains::new(args, ranking.levels);
    let mut ideal = gains.ideal();
    let (mut gained, mut cost, mut ideal_gained) = (0.0, 0.0, 0.0);
    let mut documents = ranking.pooled.iter().peekable();
    for rank in 1..=ranking.num_ret {
        // Once the ideal is spent, the rest of a ranking matters where it has pooled documents.
        if ideal.gain() > 0.0 {
            let gain = ideal.take();
            if gain > 0.0 {
                ideal_gained += gain;
            }
            cost += gain.max(1.0);
        } else if documents.peek().is_some() {
            cost += 1.0;
        } else {
            break;
        }
        if let Some(document) = documents.next_if(|d| d.rank == rank) {
            let gain = gains.of(document.grade);
            gained += gain;
            if gain != 0.0 {
                each(rank, [gain, cost, gained, gain / (2.0 + cost - gained).log2()]);
            }
        }
    }
    while ideal.gain() > 0.0 {
        let gain = ideal.take();
        if gain > 0.0 {
            ideal_gained += gain;
        }
    }
    ideal_gained
}
