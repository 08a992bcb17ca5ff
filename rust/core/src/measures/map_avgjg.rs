//! Average precision by judgment group.

use super::map::average_precision;
use super::{Common, Compute, Measure, Needs, Set};

pub(super) const MEASURE: Measure = Measure {
    name: "map_avgjg",
    title: "Average precision, averaged over judgment groups",
    help: "\
The mean over the topic's judgment groups of the average precision (map) by the grades of the group
alone. A group with no relevant document counts as 0.",
    source: "trec_eval 9.0.8, m_map_avgjg.c",
    sets: &[Set::QrelsJg],
    needs: Needs::Groups,
    common: Common::NONE,
    compute: Compute::MeanOfGroups(|ranking, _, out| out[0] = average_precision(ranking)),
    ..Measure::DEFAULT
};
