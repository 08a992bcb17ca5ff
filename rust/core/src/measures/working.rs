//! How a value comes about, document by document.

use super::Print::{self, Count, Decimal};
use crate::ranking::Ranking;

/// What can be checked by hand: what each document adds, and the division at the end.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Working {
    /// What a step tells, and whether that is a count or a gain (printed as it is) or a decimal.
    pub columns: Columns,
    /// The ranking's documents that count.
    pub steps: Vec<Step>,
    /// Those of the ideal ranking, for a measure that has one.
    pub ideal: Vec<Step>,
    /// What is divided by what, for each value; empty where a value is not a division.
    pub divisions: Vec<(f64, f64)>,
}

/// Names of columns, and how their numbers print.
pub type Columns = &'static [(&'static str, Print)];

/// What a document adds.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The rank of the document.
    pub rank: usize,
    /// One number for each column.
    pub cells: Vec<f64>,
}

impl Working {
    /// How many relevant documents there are up to each of them, and the precision there.
    pub(super) fn binary(ranking: &Ranking) -> Self {
        let step = |(rank, found, precision)| Step { rank, cells: vec![found as f64, precision] };
        let steps = precisions(ranking).map(step).collect();
        Self { columns: &[("relevant", Count), ("precision", Decimal)], steps, ..Self::default() }
    }

    /// The same, with the sum of the precisions.
    pub(super) fn precisions(ranking: &Ranking) -> Self {
        let terms = precisions(ranking).map(|(rank, found, p)| (rank, [found as f64, p]));
        Self::sum(&[("relevant", Count), ("precision", Decimal), ("sum", Decimal)], terms)
    }

    /// The same, with what is divided by what.
    pub(super) fn divided(self, divisions: Vec<(f64, f64)>) -> Self {
        Self { divisions, ..self }
    }

    /// The same, with the last sum over a number.
    pub(super) fn over(self, number: f64) -> Self {
        let sum = self.steps.last().and_then(|step| step.cells.last()).copied();
        self.divided(vec![(sum.unwrap_or(0.0), number)])
    }

    /// The same, with the relevant documents up to each cutoff over what `of` says.
    pub(super) fn found_at(
        self,
        ranking: &Ranking,
        cutoffs: &[usize],
        of: impl Fn(usize) -> f64,
    ) -> Self {
        let mut found = vec![0.0; cutoffs.len()];
        ranking.at_cutoffs(cutoffs, &mut found, |_, found| found as f64);
        let divisions = found.into_iter().zip(cutoffs).map(|(found, &k)| (found, of(k)));
        self.divided(divisions.collect())
    }

    /// What each document adds to a sum, which is the last column. The terms have what leads to
    /// it, the last of which is what is added.
    pub(super) fn sum<const N: usize>(
        columns: Columns,
        terms: impl Iterator<Item = (usize, [f64; N])>,
    ) -> Self {
        Self { columns, steps: running(terms), ..Self::default() }
    }

    /// The same for the ideal ranking.
    pub(super) fn with_ideal<const N: usize>(
        self,
        terms: impl Iterator<Item = (usize, [f64; N])>,
    ) -> Self {
        Self { ideal: running(terms), ..self }
    }
}

fn running<const N: usize>(terms: impl Iterator<Item = (usize, [f64; N])>) -> Vec<Step> {
    let mut sum = 0.0;
    let step = |(rank, cells): (usize, [f64; N])| {
        sum += cells[N - 1];
        Step { rank, cells: cells.into_iter().chain([sum]).collect() }
    };
    terms.map(step).collect()
}

/// The rank of each relevant document, how many there are up to it, and the precision there.
pub(super) fn precisions(ranking: &Ranking) -> impl Iterator<Item = (usize, usize, f64)> {
    ranking
        .relevant_ranks()
        .zip(1_usize..)
        .map(|(rank, found)| (rank, found, found as f64 / rank as f64))
}
