//! `json` and `jsonl`.
//!
//! Bytes that are not UTF-8 are written as the lone surrogates that Python's `surrogateescape`
//! makes of them, so that no two ids become one. A number that is not finite is `null`.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::{Cell, Format, Report, RunResult, View, exact};
use crate::choice::Choice;
use crate::evaluation::Value;

pub(super) const JSON: Format = Format {
    name: "json",
    title: "one document, with the options and the topics that are left out",
    write: json,
};

pub(super) const JSONL: Format = Format {
    name: "jsonl",
    title: "one JSON object for each value; the topic of an average is null",
    write: jsonl,
};

/// Prints a report as one document.
fn json(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let options = report.options;
    let max_depth = match options.max_depth {
        usize::MAX => "null".to_owned(),
        depth => depth.to_string(),
    };
    let zscores = report.zscores.as_ref().map(|file| string(file.as_bytes()));
    let zscores = zscores.unwrap_or_else(|| "null".to_owned());
    let described = object([
        ("like", report.like.map_or("null".to_owned(), |like| string(like.name.as_bytes()))),
        ("relevance_level", options.relevance_level.to_string()),
        ("judged_only", options.judged_only.to_string()),
        ("max_depth", max_depth),
        ("num_docs", options.num_docs.to_string()),
        ("topics", string(report.conventions.topics.name().as_bytes())),
        ("no_relevant", string(options.no_relevant.name().as_bytes())),
        ("order", string(report.conventions.order.name().as_bytes())),
        ("ties", string(report.conventions.ties.name().as_bytes())),
        ("ignore_identical_ids", report.conventions.ignore_identical_ids.to_string()),
        ("duplicates", string(report.conventions.duplicates.name().as_bytes())),
        ("nan", string(report.policies.nans.name().as_bytes())),
        ("lenient", report.policies.lenient.to_string()),
        ("zscores", zscores),
    ]);
    let qrels = object([
        ("file", string(report.qrels.as_bytes())),
        ("format", string(report.qrels_format.as_bytes())),
        ("topics", report.num_topics.to_string()),
    ]);
    writeln!(out, "{{")?;
    writeln!(out, "  \"version\": {},", string(crate::VERSION.as_bytes()))?;
    writeln!(out, "  \"compat\": {},", string(options.compat.name().as_bytes()))?;
    writeln!(out, "  \"options\": {described},")?;
    writeln!(out, "  \"qrels\": {qrels},")?;
    writeln!(out, "  \"runs\": [")?;
    for (at, run) in report.runs.iter().enumerate() {
        write_run(out, run, report)?;
        writeln!(out, "{}", if at + 1 < report.runs.len() { "," } else { "" })?;
    }
    writeln!(out, "  ]\n}}")
}

fn write_run(out: &mut dyn Write, run: &RunResult, report: &Report) -> io::Result<()> {
    let (view, result) = (run.view(), &run.evaluation);
    let names = |topics: &[Box<[u8]>]| array(topics.iter().map(|topic| string(topic)));
    let topics = object([
        ("averaged", result.topics().len().to_string()),
        ("missing", result.missing_topics().len().to_string()),
        ("missing_names", names(result.missing_topics())),
        ("unjudged", result.unjudged_topics().len().to_string()),
        ("unjudged_names", names(result.unjudged_topics())),
    ]);
    writeln!(out, "    {{")?;
    writeln!(out, "      \"file\": {},", string(run.name.as_bytes()))?;
    writeln!(out, "      \"tag\": {},", string(result.run_tag()))?;
    write!(out, "      \"topics\": {topics}")?;
    let mut sections = vec![("", values as fn(View, Option<usize>, Option<usize>) -> String)];
    if run.range.is_some() {
        sections.push(("_range", ranges));
    }
    for &(suffix, text) in &sections {
        if report.parts.summary {
            let averages = text(view, None, report.digits);
            write!(out, ",\n      \"summary{suffix}\": {averages}")?;
        }
        if report.parts.topics {
            write!(out, ",\n      \"per_topic{suffix}\": {{")?;
            for topic in 0..result.topics().len() {
                let comma = if topic > 0 { "," } else { "" };
                let of_topic = text(view, Some(topic), report.digits);
                write!(out, "{comma}\n        {}: {of_topic}", string(view.topic(topic)))?;
            }
            write!(out, "\n      }}")?;
        }
    }
    write!(out, "\n    }}")
}

/// The values of a topic, or the averages.
fn values(view: View, topic: Option<usize>, digits: Option<usize>) -> String {
    object(view.cells(topic).map(|cell| (cell.name(), value(&cell, digits))))
}

/// Their bounds: the lowest and the highest of each.
fn ranges(view: View, topic: Option<usize>, digits: Option<usize>) -> String {
    object(view.cells(topic).filter_map(|cell| {
        let (lowest, highest) = cell.range?;
        let bounds = [lowest, highest].map(|bound| number(bound, &cell, digits));
        Some((cell.name(), array(bounds)))
    }))
}

/// Prints a report as one object a line.
fn jsonl(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    for run in &report.runs {
        let view = run.view();
        for section in view.sections(report.parts) {
            for cell in view.cells(section) {
                let topic = section.map(|topic| string(view.topic(topic)));
                let mut fields = vec![
                    ("run", string(run.name.as_bytes())),
                    ("topic", topic.unwrap_or_else(|| "null".to_owned())),
                    ("measure", string(cell.name().as_bytes())),
                    ("value", value(&cell, report.digits)),
                ];
                if let Some((lowest, highest)) = cell.range {
                    fields.push(("lowest", number(lowest, &cell, report.digits)));
                    fields.push(("highest", number(highest, &cell, report.digits)));
                }
                writeln!(out, "{}", object(fields))?;
            }
        }
    }
    Ok(())
}

fn value(cell: &Cell, digits: Option<usize>) -> String {
    match cell.value {
        Value::Text(text) => string(text),
        Value::Number(value) => number(value, cell, digits),
    }
}

fn number(value: f64, cell: &Cell, digits: Option<usize>) -> String {
    if value.is_finite() { exact(value, cell.print(), digits) } else { "null".to_owned() }
}

fn object<T: AsRef<str>>(fields: impl IntoIterator<Item = (T, String)>) -> String {
    let field =
        |(name, value): (T, String)| format!("{}: {value}", string(name.as_ref().as_bytes()));
    let fields = fields.into_iter().map(field);
    format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
}

fn array(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(", "))
}

fn string(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + 2);
    text.push('"');
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '"' => text.push_str("\\\""),
                '\\' => text.push_str("\\\\"),
                c if c.is_control() => {
                    let _ = write!(text, "\\u{:04x}", u32::from(c)); // a String takes all
                }
                c => text.push(c),
            }
        }
        for byte in chunk.invalid() {
            let _ = write!(text, "\\udc{byte:02x}");
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::string;

    #[test]
    fn any_bytes_become_a_string() {
        assert_eq!(string(b"a\"\\\n\x7F"), r#""a\"\\\u000a\u007f""#);
        assert_eq!(string("d\u{e9}".as_bytes()), "\"d\u{e9}\"");
        assert_eq!(string(b"d\xFF\xE2\x82"), r#""d\udcff\udce2\udc82""#);
    }
}
