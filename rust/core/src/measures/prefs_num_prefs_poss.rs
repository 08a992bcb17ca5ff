//! Number of preferences.

use super::{Average, Common, Compute, Measure, Needs, Print, Set};
use crate::preference_ranking::Scope;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_num_prefs_poss",
    title: "Number of preferences",
    help: "\
All preferences of the topic's judgment groups, whatever is retrieved; one that two groups have
counts twice. A group of one subgroup has one for each pair of documents of different levels. The
summary is the sum over topics.",
    source: "trec_eval 9.0.8, m_prefs_num_prefs_poss.c",
    sets: &[Set::Prefs, Set::AllPrefs],
    needs: Needs::Preferences,
    common: Common::NONE,
    average: Average::Sum,
    print: Print::Count,
    compute: Compute::Preferences(|ranking| ranking.tally(Scope::All).possible as f64),
    ..Measure::DEFAULT
};
