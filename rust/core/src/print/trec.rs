//! `trec_eval`'s own lines: name, topic or `all`, value.

use std::io::{self, Write};

use crate::evaluation::{Evaluation, Value};
use crate::measures::Print;
use crate::request::Column;

/// What to print.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    /// The values of each topic (`-q`).
    pub topics: bool,
    /// The averages (all but with `-n`).
    pub summary: bool,
}

/// Prints a result as `trec_eval` does, byte for byte.
pub fn write(out: &mut dyn Write, result: &Evaluation, parts: Parts) -> io::Result<()> {
    let columns = &result.plan().columns;
    let prefix = if result.unscaled().is_some() { "Z" } else { "" };
    if parts.topics {
        for (at, topic) in result.topics().iter().enumerate() {
            if !result.is_printed(topic) {
                continue;
            }
            for (index, column) in columns.iter().enumerate().filter(|(_, c)| c.is_by_topic()) {
                let value = result.value(at, index);
                line(out, prefix, column, &topic.name, value, "'")?;
            }
        }
    }
    if parts.summary {
        for (index, column) in columns.iter().enumerate() {
            if let Some(value) = result.summary(index) {
                line(out, prefix, column, b"all", value, "")?;
            }
        }
    }
    Ok(())
}

/// One line. `prefix` goes before the name of a number, `quote` around a text.
fn line(
    out: &mut dyn Write,
    prefix: &str,
    column: &Column,
    topic: &[u8],
    value: Value,
    quote: &str,
) -> io::Result<()> {
    let name = &column.name;
    match value {
        Value::Text(text) => {
            write!(out, "{name:<22}\t")?;
            out.write_all(topic)?;
            write!(out, "\t{quote}")?;
            out.write_all(text)?;
            writeln!(out, "{quote}")
        }
        Value::Number(value) => {
            write!(out, "{prefix}{name:<22}\t")?;
            out.write_all(topic)?;
            if value.is_nan() {
                // The reference divides 0 by 0 on x86, where that is a negative NaN. The means of
                // z-scores can be positive ones.
                let is_positive = !prefix.is_empty() && value.is_sign_positive();
                writeln!(out, "\t{:>6}", if is_positive { "nan" } else { "-nan" })
            } else if column.print() == Print::Count && prefix.is_empty() {
                writeln!(out, "\t{value:.0}")
            } else {
                writeln!(out, "\t{value:6.4}")
            }
        }
    }
}
