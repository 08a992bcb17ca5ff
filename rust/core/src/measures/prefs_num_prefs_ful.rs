//! Number of preferences fulfilled.

use super::{Average, Common, Compute, Measure, Needs, Print, Set};
use crate::preference_ranking::Scope;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_num_prefs_ful",
    title: "Number of preferences fulfilled",
    help: "\
A preference is fulfilled if its better document is retrieved, and the other one further down or
not at all. The summary is the sum over topics.",
    source: "trec_eval 9.0.8, m_prefs_num_prefs_ful.c",
    sets: &[Set::Prefs, Set::AllPrefs],
    needs: Needs::Preferences,
    common: Common::NONE,
    average: Average::Sum,
    print: Print::Count,
    compute: Compute::Preferences(|ranking| ranking.tally(Scope::Implied).fulfilled as f64),
    ..Measure::DEFAULT
};
