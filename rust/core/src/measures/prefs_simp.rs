//! Share of preferences fulfilled.

use super::{Common, Compute, Measure, Needs, Set};
use crate::preference_ranking::{PreferenceRanking, Scope};

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_simp",
    title: "Share of preferences fulfilled",
    help: "\
    prefs_simp = preferences fulfilled / preferences

A preference is fulfilled if its better document is retrieved, and the other one further down or
not at all; if neither is retrieved it is not. One that two judgment groups have counts twice. Where
groups contradict each other no ranking reaches 1. 0 where there is no preference.",
    source: "trec_eval 9.0.8, m_prefs_simp.c",
    sets: &[Set::Prefs, Set::AllPrefs],
    needs: Needs::Preferences,
    common: Common::NONE,
    compute: Compute::Preferences(|ranking| share(ranking, Scope::All)),
    ..Measure::DEFAULT
};

/// The share of preferences fulfilled, of all groups together.
pub(super) fn share(ranking: &PreferenceRanking, scope: Scope) -> f64 {
    let tally = ranking.tally(scope);
    if tally.possible == 0 { 0.0 } else { tally.ratio() }
}
