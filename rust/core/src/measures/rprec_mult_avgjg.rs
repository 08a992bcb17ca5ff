//! Precision at multiples of R by judgment group.

use super::rprec_mult::{MULTIPLES, precision_at_multiples};
use super::{Common, Compute, Measure, Needs, Params, Set};

pub(super) const MEASURE: Measure = Measure {
    name: "Rprec_mult_avgjg",
    title: "Precision at multiples of R, averaged over judgment groups",
    help: "\
The mean over the topic's judgment groups of the precision at a multiple of R (Rprec_mult) by the
grades of the group alone. R is the number of documents that the group finds relevant.",
    source: "trec_eval 9.0.8, m_Rprec_mult_avgjg.c",
    sets: &[Set::QrelsJg],
    params: Params::Points(&MULTIPLES),
    needs: Needs::Groups,
    common: Common::NONE,
    compute: Compute::MeanOfGroups(precision_at_multiples),
    ..Measure::DEFAULT
};
