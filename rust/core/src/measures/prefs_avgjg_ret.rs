//! Mean over judgment groups of the share fulfilled among retrieved documents.

use super::prefs_avgjg::mean_share;
use super::{Common, Compute, Measure, Needs, Set};
use crate::preference_ranking::Scope;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_avgjg_ret",
    title: "Mean over judgment groups of the share fulfilled among retrieved documents",
    help: "\
Like prefs_avgjg, but only preferences of which both documents are retrieved count. So a ranking
is not judged by what it lacks.",
    source: "trec_eval 9.0.8, m_prefs_avgjg_ret.c",
    sets: &[Set::AllPrefs],
    needs: Needs::Preferences,
    common: Common::NONE,
    compute: Compute::Preferences(|ranking| mean_share(ranking, Scope::Retrieved)),
    ..Measure::DEFAULT
};
