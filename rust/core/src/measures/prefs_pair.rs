//! Mean over pairs of documents of the share of preferences fulfilled.

use super::{Common, Compute, Measure, Needs, Set};
use crate::preference_ranking::{PreferenceRanking, Scope};

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_pair",
    title: "Mean over pairs of documents of the share of preferences fulfilled",
    help: "\
    prefs_pair = mean over pairs of (preferences fulfilled / preferences of the pair)

A pair is two documents of which some judgment group prefers one. If three groups prefer the
document that is ranked higher and two the other one, the pair counts 3/5. A pair of which neither
document is retrieved counts 0. Where no two groups have a pair in common this is prefs_simp.",
    source: "trec_eval 9.0.8, m_prefs_pair.c",
    sets: &[Set::Prefs, Set::AllPrefs],
    needs: Needs::Preferences,
    common: Common::NONE,
    compute: Compute::Preferences(|ranking| mean_of_pairs(ranking, Scope::All)),
    ..Measure::DEFAULT
};

/// The mean over pairs of the share of their preferences that are fulfilled.
pub(super) fn mean_of_pairs(ranking: &PreferenceRanking, scope: Scope) -> f64 {
    let PreferenceRanking { num_judged, num_retrieved, groups } = ranking;
    if let [group] = &groups[..] {
        let tally = group.tally(scope);
        return if tally.possible == 0 { 0.0 } else { tally.ratio() };
    }
    let (mut sum, mut count) = (0.0, 0_usize);
    let mut pairs = Pairs::new(ranking);
    // Pairs of retrieved documents first: a sum of fractions depends on its order.
    for place in 0..*num_retrieved {
        pairs.visit(place, place + 1..*num_retrieved, |higher, lower| {
            sum += f64::from(higher) / f64::from(higher + lower);
            count += 1;
        });
    }
    if scope != Scope::Retrieved {
        for place in 0..*num_retrieved {
            pairs.visit(place, *num_retrieved..*num_judged, |higher, lower| {
                sum += f64::from(higher) / f64::from(higher + lower);
                count += 1;
            });
        }
    }
    if scope == Scope::All {
        for place in *num_retrieved..*num_judged {
            pairs.visit(place, place + 1..*num_judged, |_, _| count += 1);
        }
    }
    if count == 0 { 0.0 } else { sum / count as f64 }
}

/// Counts, for one document after another, the groups that prefer it to others or these to it. A
/// table of all pairs would take the square of the number of documents.
struct Pairs<'a> {
    ranking: &'a PreferenceRanking,
    /// The groups of each document by place, with its number there.
    members: Vec<Vec<(usize, usize)>>,
    /// How many groups prefer the document to each other one, and the other way round.
    counts: Vec<(u32, u32)>,
    touched: Vec<usize>,
}

impl<'a> Pairs<'a> {
    fn new(ranking: &'a PreferenceRanking) -> Self {
        let mut members = vec![Vec::new(); ranking.num_judged];
        for (index, group) in ranking.groups.iter().enumerate() {
            for (member, &place) in group.places().iter().enumerate() {
                members[place].push((index, member));
            }
        }
        let counts = vec![(0, 0); ranking.num_judged];
        Self { ranking, members, counts, touched: Vec::new() }
    }

    /// Visits the pairs of a document with others, in the order of their places: how many groups
    /// prefer it, and how many the other one.
    fn visit(
        &mut self,
        place: usize,
        others: std::ops::Range<usize>,
        mut visit: impl FnMut(u32, u32),
    ) {
        let Self { ranking, members, counts, touched } = self;
        for &(group, member) in &members[place] {
            let group = &ranking.groups[group];
            let mut count = |other: usize, add: (u32, u32)| {
                let other = group.places()[other];
                if others.contains(&other) {
                    let of_other = &mut counts[other];
                    if *of_other == (0, 0) {
                        touched.push(other);
                    }
                    *of_other = (of_other.0 + add.0, of_other.1 + add.1);
                }
            };
            group.below(member, |other| count(other, (1, 0)));
            group.above(member, |other| count(other, (0, 1)));
        }
        touched.sort_unstable();
        for other in touched.drain(..) {
            let (higher, lower) = std::mem::take(&mut counts[other]);
            visit(higher, lower);
        }
    }
}
