//! `trec_eval`'s own lines: name, topic or `all`, value.
//!
//! Of several runs each line begins with the run's file. With `--tie-range` each ends with the
//! lowest and the highest value.

use std::io::{self, Write};

pub use super::Parts;
use super::{Cell, Format, Report, View};
use crate::evaluation::{Evaluation, Value};
use crate::measures::Print;

/// Decimal places, where none are asked for.
const DIGITS: usize = 4;

/// How wide the name of a measure is at least. The Z of a z-score comes on top.
const NAME: usize = 22;

pub(super) const FORMAT: Format = Format {
    name: "trec",
    title: "trec_eval's lines, each with the run in front if there are several (default for one)",
    write: report,
};

/// Prints a result as `trec_eval` does, byte for byte.
///
/// # Errors
///
/// What `out` says.
pub fn write(out: &mut dyn Write, result: &Evaluation, parts: Parts) -> io::Result<()> {
    lines(out, View { evaluation: result, range: None }, "", parts, DIGITS)
}

/// Prints a report.
fn report(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let digits = report.digits.unwrap_or(DIGITS);
    for run in &report.runs {
        let label = if report.runs.len() > 1 { format!("{}\t", run.name) } else { String::new() };
        lines(out, run.view(), &label, report.parts, digits)?;
    }
    Ok(())
}

fn lines(
    out: &mut dyn Write,
    run: View,
    label: &str,
    parts: Parts,
    digits: usize,
) -> io::Result<()> {
    let topics = run.evaluation.topics();
    for section in run.sections(parts) {
        let topic = section.map(|topic| &topics[topic]);
        if topic.is_some_and(|topic| !run.evaluation.is_printed(topic)) {
            continue;
        }
        let (name, quote) = topic.map_or((&b"all"[..], ""), |topic| (&*topic.name, "'"));
        for cell in run.cells(section) {
            let width = NAME + usize::from(cell.is_zscore);
            write!(out, "{label}{:<width$}\t", cell.name())?;
            out.write_all(name)?;
            line_end(out, &cell, quote, digits)?;
        }
    }
    Ok(())
}

/// The value of a line, and its bounds. `quote` goes around a text.
fn line_end(out: &mut dyn Write, cell: &Cell, quote: &str, digits: usize) -> io::Result<()> {
    match cell.value {
        Value::Text(text) => {
            write!(out, "\t{quote}")?;
            out.write_all(text)?;
            write!(out, "{quote}")?;
        }
        // The reference divides 0 by 0 on x86, where that is a negative NaN. The means of z-scores
        // can be positive ones.
        Value::Number(value) if value.is_nan() => {
            let is_positive = cell.is_zscore && value.is_sign_positive();
            write!(out, "\t{:>6}", if is_positive { "nan" } else { "-nan" })?;
        }
        Value::Number(value) => number(out, cell, value, digits)?,
    }
    if let Some((lowest, highest)) = cell.range {
        for bound in [lowest, highest] {
            if bound.is_nan() {
                write!(out, "\t-")?;
            } else {
                number(out, cell, bound, digits)?;
            }
        }
    }
    writeln!(out)
}

fn number(out: &mut dyn Write, cell: &Cell, value: f64, digits: usize) -> io::Result<()> {
    match cell.print() {
        Print::Count => write!(out, "\t{value:.0}"),
        _ => write!(out, "\t{value:6.digits$}"),
    }
}
