//! The output formats: one writer each, and the table of them.

mod csv;
pub mod explain;
mod json;
mod latex;
mod markdown;
mod table;
pub mod trec;

use std::borrow::Cow;
use std::io::{self, Write};

use crate::conventions::Conventions;
use crate::evaluation::{Evaluation, Value};
use crate::measures::Print;
use crate::options::Options;
use crate::policies::Policies;
use crate::presets::Preset;
use crate::request::Column;
use crate::tie_range::TieRange;

/// An output format.
#[derive(Debug)]
pub struct Format {
    /// Its name.
    pub name: &'static str,
    /// One line.
    pub title: &'static str,
    /// Prints a report.
    pub write: fn(&mut dyn Write, &Report) -> io::Result<()>,
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// All output formats.
pub static FORMATS: &[&Format] = &[
    &trec::FORMAT,
    &csv::TSV,
    &csv::CSV,
    &json::JSON,
    &json::JSONL,
    &markdown::FORMAT,
    &latex::FORMAT,
];

/// The format where none is asked for: `trec_eval`'s for one run, a table for several.
pub fn default_format(runs: usize) -> &'static Format {
    if runs == 1 { &trec::FORMAT } else { &markdown::FORMAT }
}

/// What to print.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    /// The values of each topic (`-q`).
    pub topics: bool,
    /// The averages (all but with `-n`).
    pub summary: bool,
}

/// The results of one or more runs, and how they came about.
#[derive(Debug)]
pub struct Report<'a> {
    /// The file of the qrels.
    pub qrels: String,
    /// Their format.
    pub qrels_format: &'static str,
    /// The file of the means, if the values are z-scores.
    pub zscores: Option<String>,
    /// Number of topics in the qrels.
    pub num_topics: usize,
    /// The options of the evaluation.
    pub options: &'a Options,
    /// How files were read.
    pub policies: Policies,
    /// The program whose conventions were asked for.
    pub like: Option<&'static Preset>,
    /// The conventions that were followed.
    pub conventions: Conventions,
    /// The results.
    pub runs: Vec<RunResult>,
    /// What to print of them.
    pub parts: Parts,
    /// Decimal places, where they are asked for.
    pub digits: Option<usize>,
}

/// The result of a run.
#[derive(Debug)]
pub struct RunResult {
    /// The file, as named on the command line.
    pub name: String,
    /// The values.
    pub evaluation: Evaluation,
    /// Their bounds over all orders of equal scores, if asked for.
    pub range: Option<TieRange>,
}

/// One value of a report.
#[derive(Debug, Clone, Copy)]
struct Cell<'a> {
    column: &'a Column,
    value: Value<'a>,
    /// Whether the value is a z-score.
    is_zscore: bool,
    /// The lowest and highest value; NaN where it is not known.
    range: Option<(f64, f64)>,
}

impl<'a> Cell<'a> {
    /// The name of the value.
    fn name(&self) -> Cow<'a, str> {
        heading(self.column, self.is_zscore)
    }

    /// How its numbers print: a z-score of a count is none.
    fn print(&self) -> Print {
        if self.is_zscore { Print::Decimal } else { self.column.print() }
    }
}

/// The name of a column; that of a z-score is as `trec_eval` has it.
fn heading(column: &Column, is_zscore: bool) -> Cow<'_, str> {
    if is_zscore { Cow::Owned(format!("Z{}", column.name)) } else { Cow::Borrowed(&column.name) }
}

impl RunResult {
    fn view(&self) -> View<'_> {
        View { evaluation: &self.evaluation, range: self.range.as_ref() }
    }
}

/// A result as it is printed.
#[derive(Debug, Clone, Copy)]
struct View<'a> {
    evaluation: &'a Evaluation,
    range: Option<&'a TieRange>,
}

impl<'a> View<'a> {
    /// The value of a topic, or the average where `topic` is `None`; if there is one to print.
    fn cell(self, topic: Option<usize>, index: usize) -> Option<Cell<'a>> {
        let column = &self.evaluation.plan().columns[index];
        if topic.is_some() && !column.is_by_topic() {
            return None;
        }
        let of = |evaluation: &'a Evaluation| match topic {
            Some(topic) => Some(evaluation.value(topic, index)),
            None => evaluation.summary(index),
        };
        let bound = |evaluation| of(evaluation).and_then(number);
        let range = self.range.and_then(|r| bound(&r.lowest).zip(bound(&r.highest)));
        let value = of(self.evaluation)?;
        let is_zscore = self.is_zscore(column);
        Some(Cell { column, value, is_zscore, range })
    }

    /// Whether the values of a column are z-scores.
    fn is_zscore(self, column: &Column) -> bool {
        self.evaluation.unscaled().is_some() && column.print() != Print::Text
    }

    /// All values of a topic, or all averages.
    fn cells(self, topic: Option<usize>) -> impl Iterator<Item = Cell<'a>> {
        let columns = self.evaluation.plan().columns.len();
        (0..columns).filter_map(move |index| self.cell(topic, index))
    }

    /// What is to be printed: topics, and `None` for the averages.
    fn sections(self, parts: Parts) -> impl Iterator<Item = Option<usize>> {
        let topics = if parts.topics { self.evaluation.topics().len() } else { 0 };
        (0..topics).map(Some).chain(parts.summary.then_some(None))
    }

    /// The name of a topic.
    fn topic(self, topic: usize) -> &'a [u8] {
        &self.evaluation.topics()[topic].name
    }
}

fn number(value: Value) -> Option<f64> {
    if let Value::Number(number) = value { Some(number) } else { None }
}

/// A number for people: so many decimal places, none for a count.
fn rounded(number: f64, print: Print, digits: usize) -> String {
    match print {
        _ if number.is_nan() => "NaN".to_owned(),
        Print::Count => format!("{number:.0}"),
        _ => format!("{number:.digits$}"),
    }
}

/// A number for programs: the shortest that reads back as the same, unless places are asked for.
fn exact(number: f64, print: Print, digits: Option<usize>) -> String {
    match (print, digits) {
        (Print::Count, _) => format!("{number:.0}"),
        (_, Some(digits)) => format!("{number:.digits$}"),
        (_, None) => format!("{number:?}"),
    }
}
