//! Mean over judgment groups of the share of preferences fulfilled.

use super::{Common, Compute, Measure, Needs, Set};
use crate::preference_ranking::{PreferenceRanking, Scope, Tally};

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_avgjg",
    title: "Mean over judgment groups of the share of preferences fulfilled",
    help: "\
    prefs_avgjg = mean over groups of (preferences fulfilled / preferences)

As prefs_simp, but each judgment group counts the same however many preferences it has. A group
without a preference counts as 0.",
    source: "trec_eval 9.0.8, m_prefs_avgjg.c",
    sets: &[Set::Prefs, Set::AllPrefs],
    needs: Needs::Preferences,
    common: Common::NONE,
    compute: Compute::Preferences(|ranking| mean_share(ranking, Scope::All)),
    ..Measure::DEFAULT
};

/// The mean over groups of the share of preferences fulfilled.
pub(super) fn mean_share(ranking: &PreferenceRanking, scope: Scope) -> f64 {
    let tallies = ranking.groups.iter().map(|group| group.tally(scope));
    let shares = tallies.filter(|tally| tally.possible > 0).map(Tally::ratio);
    shares.fold(0.0, |sum, share| sum + share) / ranking.groups.len() as f64
}
