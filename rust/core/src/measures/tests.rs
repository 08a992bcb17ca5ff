//! Tests of the table itself.

use std::collections::HashSet;

use super::{Compute, FILES, MEASURES, Needs, Params, SETS, Set};
use crate::options::Options;
use crate::ranking::{Level, Pooled, Ranking};

/// Computes on a ranking of documents with these grades, `None` for one without a judgment. No
/// document is judged that is not retrieved.
pub(super) fn on_ranking<T>(grades: &[Option<f64>], compute: impl Fn(&Ranking) -> T) -> T {
    on_topic(grades, &[], compute)
}

/// The same, where documents of the grades `missed` are judged and not retrieved.
pub(super) fn on_topic<T>(
    grades: &[Option<f64>],
    missed: &[f64],
    compute: impl Fn(&Ranking) -> T,
) -> T {
    let ranks = grades.iter().zip(1..);
    let pooled: Vec<_> =
        ranks.filter_map(|(&grade, rank)| Some(Pooled { rank, grade: grade? })).collect();
    let mut all: Vec<f64> = pooled.iter().map(|d| d.grade).chain(missed.iter().copied()).collect();
    all.retain(|grade| *grade >= 0.0);
    all.sort_by(f64::total_cmp);
    let levels: Vec<_> = all
        .chunk_by(|a, b| a == b)
        .map(|same| Level { grade: same[0], count: same.len() })
        .collect();
    compute(&Ranking::new(grades.len(), &pooled, &levels, &Options::default()))
}

#[test]
fn every_file_has_a_row() {
    let helpers =
        ["mod", "tests", "gains", "discount", "params", "cwl", "diversity", "tied", "working"];
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/src/measures");
    let mut seen = 0;
    for entry in std::fs::read_dir(directory).expect("the measures' directory") {
        let name = entry.expect("an entry").file_name().into_string().expect("a plain name");
        let stem = name.trim_end_matches(".rs");
        seen += 1;
        assert!(helpers.contains(&stem) || FILES.contains(&stem), "{name} has no row");
    }
    assert_eq!(seen, helpers.len() + FILES.len());
}

#[test]
fn names_are_unique_and_plain() {
    let names: HashSet<_> = MEASURES.iter().map(|m| m.name).chain(SETS).collect();
    assert_eq!(names.len(), MEASURES.len() + SETS.len());
    for measure in MEASURES {
        assert!(measure.name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'));
    }
}

#[test]
fn every_text_is_there() {
    for measure in MEASURES {
        let name = measure.name;
        assert!(measure.title.starts_with(|c: char| c.is_uppercase() || c == 'n'), "{name}: title");
        assert!(!measure.title.ends_with('.'), "{name}: title");
        assert!(measure.help.len() > 40 && measure.help.ends_with('.'), "{name}: help");
        assert!(measure.help.lines().all(|line| line.len() <= 100), "{name}: help");
        assert!(!measure.source.is_empty() && !measure.source.ends_with('.'), "{name}: source");
    }
}

#[test]
fn defaults_ascend() {
    for measure in MEASURES {
        match measure.params {
            Params::Cutoffs(cutoffs) => assert!(cutoffs.is_sorted_by(|a, b| a < b)),
            Params::Points(points) => assert!(points.is_sorted_by(|a, b| a < b)),
            Params::Numbers { names, defaults, any_count } => {
                assert!(any_count || names.len() == defaults.len());
            }
            Params::Named(numbers) => {
                for number in numbers {
                    let default = number.default.filter(|number| number.is_finite());
                    assert!(default.is_none_or(|value| number.range.contains(value)));
                }
            }
            Params::None | Params::Gains | Params::Persistence(_) => {}
        }
        let is_text = matches!(measure.compute, Compute::Text(_));
        assert_eq!(is_text, measure.average == super::Average::None, "{}", measure.name);
    }
}

#[test]
fn every_measure_computes_from_what_it_needs() {
    for measure in MEASURES {
        let needs = match measure.compute {
            Compute::One(_) | Compute::Many(_) | Compute::Text(_) => match measure.needs {
                Needs::Subtopics => Needs::Subtopics,
                _ => Needs::Grades,
            },
            Compute::MeanOfGroups(_) => Needs::Groups,
            Compute::Preferences(_) => Needs::Preferences,
            Compute::Nothing | Compute::Constant(_) => Needs::Nothing,
        };
        assert_eq!(measure.needs, needs, "{}", measure.name);
        let of_groups = measure.sets.contains(&Set::QrelsJg);
        let of_preferences = measure.sets.contains(&Set::AllPrefs);
        assert_eq!(of_groups, matches!(needs, Needs::Groups | Needs::Nothing), "{}", measure.name);
        assert_eq!(of_preferences, matches!(needs, Needs::Preferences | Needs::Nothing));
    }
}
