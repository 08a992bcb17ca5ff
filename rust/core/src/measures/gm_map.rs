//! Geometric mean of average precision.

use super::map::average_precision;
use super::{Average, Compute, MIN_GEOMETRIC, Measure, Set, Tied};

pub(super) const MEASURE: Measure = Measure {
    name: "gm_map",
    title: "Geometric mean of average precision",
    help: "\
    GMAP = exp(mean over topics of ln(max(AP, 0.00001)))

It rewards a system that does well on every topic, where map lets a good topic make up for a
bad one. With -c a topic that the run lacks counts as 0.00001. Printed in the summary only;
the value of a topic is the logarithm.",
    source: "Robertson, On GMAP - and other transformations, CIKM 2006",
    sets: &[Set::Official, Set::AllTrec],
    average: Average::GeometricMean,
    tied: Tied::Relevance,
    compute: Compute::One(|ranking, _| average_precision(ranking).max(MIN_GEOMETRIC).ln()),
    ..Measure::DEFAULT
};
