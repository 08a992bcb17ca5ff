//! A topic's ranking, joined with its judgments.

use crate::preference_ranking::PreferenceRanking;
use crate::ranking::Ranking;

/// What the measures of one topic are computed from: as much as its judgments tell.
#[derive(Debug, Clone, Copy)]
pub enum Joined<'a> {
    /// The ranking by the only grades.
    Grades(&'a Ranking<'a>),
    /// The ranking by the grades of each judgment group.
    Groups(&'a [Ranking<'a>]),
    /// The ranking by preferences.
    Preferences(&'a PreferenceRanking),
}

/// Adds up the values of each group, and divides them by the number of groups.
pub(crate) fn mean_of_groups(
    groups: &[Ranking],
    values: &mut [f64],
    compute: impl Fn(&Ranking, &mut [f64]),
) {
    let mut of_group = vec![0.0; values.len()];
    for ranking in groups {
        of_group.fill(0.0);
        compute(ranking, &mut of_group);
        for (sum, value) in values.iter_mut().zip(&of_group) {
            *sum += value;
        }
    }
    for value in values {
        *value /= groups.len() as f64;
    }
}
