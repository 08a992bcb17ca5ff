//! Mean over judgment groups of the share fulfilled with a retrieved document.

use super::prefs_avgjg::mean_share;
use super::{Common, Compute, Measure, Needs, Set};
use crate::preference_ranking::Scope;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_avgjg_imp",
    title: "Mean over judgment groups of the share fulfilled with a retrieved document",
    help: "\
Like prefs_avgjg, but a preference of which neither document is retrieved does not count.",
    source: "trec_eval 9.0.8, m_prefs_avgjg_imp.c",
    sets: &[Set::AllPrefs],
    needs: Needs::Preferences,
    common: Common::NONE,
    compute: Compute::Preferences(|ranking| mean_share(ranking, Scope::Implied)),
    ..Measure::DEFAULT
};
