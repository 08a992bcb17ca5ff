//! Number of preferences fulfilled among the retrieved documents.

use super::{Average, Common, Compute, Measure, Needs, Print, Set};
use crate::preference_ranking::Scope;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_num_prefs_ful_ret",
    title: "Number of preferences fulfilled among the retrieved documents",
    help: "\
Only preferences of which both documents are retrieved count. The summary is the sum over topics.",
    source: "trec_eval 9.0.8, m_prefs_num_prefs_ful_ret.c",
    sets: &[Set::Prefs, Set::AllPrefs],
    needs: Needs::Preferences,
    common: Common::NONE,
    average: Average::Sum,
    print: Print::Count,
    compute: Compute::Preferences(|ranking| ranking.tally(Scope::Retrieved).fulfilled as f64),
    ..Measure::DEFAULT
};
