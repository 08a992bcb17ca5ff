//! Precision at cutoffs by judgment group.

use super::p::precision;
use super::{Common, Compute, DOC_CUTOFFS, Measure, Needs, Params, Set};

pub(super) const MEASURE: Measure = Measure {
    name: "P_avgjg",
    title: "Precision at cutoffs, averaged over judgment groups",
    help: "\
The mean over the topic's judgment groups of the precision at a cutoff (P) by the grades of the
group alone.",
    source: "trec_eval 9.0.8, m_P_avgjg.c",
    sets: &[Set::QrelsJg],
    params: Params::Cutoffs(&DOC_CUTOFFS),
    needs: Needs::Groups,
    common: Common::NONE,
    compute: Compute::MeanOfGroups(precision),
    ..Measure::DEFAULT
};
