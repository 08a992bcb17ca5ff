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
    if parts.topics {
        for (at, topic) in result.topics().iter().enumerate() {
            if !result.is_printed(topic) {
                continue;
            }
            for (index, column) in columns.iter().enumerate().filter(|(_, c)| c.is_by_topic()) {
                let value = result.value(at, index);
                line(out, column, &topic.name, value, "'")?;
            }
        }
    }
    if parts.summary {
        for (index, column) in columns.iter().enumerate() {
            if let Some(value) = result.summary(index) {
                line(out, column, b"all", value, "")?;
            }
        }
    }
    Ok(())
}

/// One line. `quote` goes around a text.
fn line(
    out: &mut dyn Write,
    column: &Column,
    topic: &[u8],
    value: Value,
    quote: &str,
) -> io::Result<()> {
    write!(out, "{:<22}\t", column.name)?;
    out.write_all(topic)?;
    match value {
        Value::Text(text) => {
            write!(out, "\t{quote}")?;
            out.write_all(text)?;
            writeln!(out, "{quote}")
        }
        // The reference divides 0 by 0 on x86, where that is a negative NaN.
        Value::Number(value) if value.is_nan() => writeln!(out, "\t  -nan"),
        Value::Number(value) if column.print() == Print::Count => writeln!(out, "\t{value:.0}"),
        Value::Number(value) => writeln!(out, "\t{value:6.4}"),
    }
}
