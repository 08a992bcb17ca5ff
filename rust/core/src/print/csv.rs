//! `csv` and `tsv`: one value a line, with the run, the topic and the measure it is of.
//!
//! The same columns for one run and for several; `lowest` and `highest` with `--tie-range`. An
//! average has the topic `all`.

use std::io::{self, Write};

use super::{Cell, Format, Report, exact};
use crate::evaluation::Value;

pub(super) const TSV: Format = Format {
    name: "tsv",
    title: "run, topic, measure, value, parted by tabs, under a line of names",
    write: |out, report| write(out, report, &Style { separator: "\t", field: unbroken }),
};

pub(super) const CSV: Format = Format {
    name: "csv",
    title: "the same, parted by commas",
    write: |out, report| write(out, report, &Style { separator: ",", field: quoted }),
};

/// How fields are parted and quoted.
struct Style {
    separator: &'static str,
    field: fn(&mut dyn Write, &[u8]) -> io::Result<()>,
}

fn write(out: &mut dyn Write, report: &Report, style: &Style) -> io::Result<()> {
    let names: &[&str] = if report.runs.iter().any(|run| run.range.is_some()) {
        &["run", "topic", "measure", "value", "lowest", "highest"]
    } else {
        &["run", "topic", "measure", "value"]
    };
    writeln!(out, "{}", names.join(style.separator))?;
    for run in &report.runs {
        let view = run.view();
        for section in view.sections(report.parts) {
            let topic = section.map_or(&b"all"[..], |topic| view.topic(topic));
            for cell in view.cells(section) {
                for field in [run.name.as_bytes(), topic, cell.name().as_bytes()] {
                    (style.field)(out, field)?;
                    write!(out, "{}", style.separator)?;
                }
                match cell.value {
                    Value::Text(text) => (style.field)(out, text)?,
                    Value::Number(value) => {
                        write!(out, "{}", exact(value, cell.print(), report.digits))?
                    }
                }
                if run.range.is_some() {
                    bounds(out, &cell, report.digits, style.separator)?;
                }
                writeln!(out)?;
            }
        }
    }
    Ok(())
}

/// The lowest and the highest value; nothing where they are not known, or of a text.
fn bounds(
    out: &mut dyn Write,
    cell: &Cell,
    digits: Option<usize>,
    separator: &str,
) -> io::Result<()> {
    let (lowest, highest) = cell.range.unwrap_or((f64::NAN, f64::NAN));
    for bound in [lowest, highest] {
        write!(out, "{separator}")?;
        if !bound.is_nan() {
            write!(out, "{}", exact(bound, cell.print(), digits))?;
        }
    }
    Ok(())
}

/// A field in quotes, where it needs them.
fn quoted(out: &mut dyn Write, field: &[u8]) -> io::Result<()> {
    if !field.iter().any(|byte| b",\"\n\r".contains(byte)) {
        return out.write_all(field);
    }
    write!(out, "\"")?;
    for (at, part) in field.split(|&byte| byte == b'"').enumerate() {
        write!(out, "{}", if at > 0 { "\"\"" } else { "" })?;
        out.write_all(part)?;
    }
    write!(out, "\"")
}

/// A field without what ends one. Only the name of a file can have it.
fn unbroken(out: &mut dyn Write, field: &[u8]) -> io::Result<()> {
    let parts = field.split(|byte| b"\t\n\r".contains(byte));
    for (at, part) in parts.enumerate() {
        write!(out, "{}", if at > 0 { " " } else { "" })?;
        out.write_all(part)?;
    }
    Ok(())
}
