//! Mean over pairs of retrieved documents of the share of preferences fulfilled.

use super::prefs_pair::mean_of_pairs;
use super::{Common, Compute, Measure, Needs, Set};
use crate::preference_ranking::Scope;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_pair_ret",
    title: "Mean over pairs of retrieved documents of the share of preferences fulfilled",
    help: "\
Like prefs_pair, but only preferences of which both documents are retrieved count. So a ranking
is not judged by what it lacks.",
    source: "trec_eval 9.0.8, m_prefs_pair_ret.c",
    sets: &[Set::AllPrefs],
    needs: Needs::Preferences,
    common: Common::NONE,
    compute: Compute::Preferences(|ranking| mean_of_pairs(ranking, Scope::Retrieved)),
    ..Measure::DEFAULT
};
