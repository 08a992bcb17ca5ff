//! Mean over pairs with a retrieved document of the share of preferences fulfilled.

use super::prefs_pair::mean_of_pairs;
use super::{Common, Compute, Measure, Needs, Set};
use crate::preference_ranking::Scope;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_pair_imp",
    title: "Mean over pairs with a retrieved document of the share of preferences fulfilled",
    help: "\
Like prefs_pair, but a preference of which neither document is retrieved does not count.",
    source: "trec_eval 9.0.8, m_prefs_pair_imp.c",
    sets: &[Set::AllPrefs],
    needs: Needs::Preferences,
    common: Common::NONE,
    compute: Compute::Preferences(|ranking| mean_of_pairs(ranking, Scope::Implied)),
    ..Measure::DEFAULT
};
