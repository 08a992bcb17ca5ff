//! Share of preferences fulfilled among the retrieved documents.

use super::prefs_simp::share;
use super::{Common, Compute, Measure, Needs, Set};
use crate::preference_ranking::Scope;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_simp_ret",
    title: "Share of preferences fulfilled among the retrieved documents",
    help: "\
Like prefs_simp, but only preferences of which both documents are retrieved count. So a ranking
is not judged by what it lacks.",
    source: "trec_eval 9.0.8, m_prefs_simp_ret.c",
    sets: &[Set::AllPrefs],
    needs: Needs::Preferences,
    common: Common::NONE,
    compute: Compute::Preferences(|ranking| share(ranking, Scope::Retrieved)),
    ..Measure::DEFAULT
};
