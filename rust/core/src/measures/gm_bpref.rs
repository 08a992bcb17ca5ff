//! Geometric mean of binary preference.

use super::bpref::binary_preference;
use super::{Average, Compute, MIN_GEOMETRIC, Measure, Set, Tied};

pub(super) const MEASURE: Measure = Measure {
    name: "gm_bpref",
    title: "Geometric mean of binary preference",
    help: "\
    gm_bpref = exp(mean over topics of ln(max(bpref, 0.00001)))

See bpref and gm_map. Printed in the summary only; the value of a topic is the logarithm.",
    source: "trec_eval 9.0.8, m_gm_bpref.c",
    sets: &[Set::AllTrec],
    average: Average::GeometricMean,
    needs_nonrelevant: true,
    tied: Tied::Relevance,
    compute: Compute::One(|ranking, _| binary_preference(ranking).max(MIN_GEOMETRIC).ln()),
    ..Measure::DEFAULT
};
