//! Tests of the table itself.

use std::collections::HashSet;

use super::{Compute, FILES, MEASURES, Needs, Params, SETS, Set};

#[test]
fn every_file_has_a_row() {
    let helpers = ["mod", "tests", "gains", "discount", "tied", "working"];
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
            Compute::One(_) | Compute::Many(_) | Compute::Text(_) => Needs::Grades,
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
