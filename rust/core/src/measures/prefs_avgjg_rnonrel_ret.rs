//! Mean over judgment groups of the share fulfilled with R non-relevant retrieved.

use super::prefs_avgjg_rnonrel::mean_limited_share;
use super::{Common, Compute, Measure, Needs, Set};
use crate::preference_ranking::Scope;

pub(super) const MEASURE: Measure = Measure {
    name: "prefs_avgjg_Rnonrel_ret",
    title: "Mean over judgment groups of the share fulfilled with R non-relevant retrieved",
    help: "\
Like prefs_avgjg_Rnonrel, but only preferences of which both documents are retrieved count, and R
and N are numbers of retrieved documents. Two things are as trec_eval has them: for N <= R the
relevant documents that are not retrieved get R - N more preferences too; for N > R a group of
several subgroups keeps as many non-relevant documents as it has relevant ones, retrieved or not.",
    source: "trec_eval 9.0.8, m_prefs_avgjg_Rnonrel_ret.c",
    sets: &[Set::AllPrefs],
    needs: Needs::Preferences,
    common: Common::NONE,
    compute: Compute::Preferences(|ranking| mean_limited_share(ranking, Scope::Retrieved)),
    ..Measure::DEFAULT
};
