//! Share of preferences fulfilled with a retrieved document.

use super::prefs_simp::share;
use super::{Common, Compute, Measure, Needs, Set};
use crate::preference_ranking::Scope;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_simp_imp",
    title: "Share of preferences fulfilled with a retrieved document",
    help: "\
Like prefs_simp, but a preference of which neither document is retrieved does not count.",
    source: "trec_eval 9.0.8, m_prefs_simp_imp.c",
    sets: &[Set::AllPrefs],
    needs: Needs::Preferences,
    common: Common::NONE,
    compute: Compute::Preferences(|ranking| share(ranking, Scope::Implied)),
    ..Measure::DEFAULT
};
