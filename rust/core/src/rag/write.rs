//! Writers of reports.

use std::borrow::Cow;
use std::io::{self, Write};

use super::json::Json;
use super::report::{COLUMNS, Means, Report, Row};
use crate::choice::Choice;

/// The formats of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// The means, for people.
    Table,
    /// All of it as one JSON object.
    Json,
    /// A JSON object for each item.
    Jsonl,
    /// A line of comma separated values for each item, after one of names.
    Csv,
}

impl Choice for Format {
    const VALUES: &'static [(&'static str, Self)] =
        &[("table", Self::Table), ("json", Self::Json), ("jsonl", Self::Jsonl), ("csv", Self::Csv)];
}

/// Writes a report.
///
/// # Errors
///
/// What `out` says.
pub fn write(out: &mut dyn Write, report: &Report, format: Format) -> io::Result<()> {
    match format {
        Format::Table => table(out, report),
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, &to_json(report))?;
            writeln!(out)
        }
        Format::Jsonl => report.rows.iter().try_for_each(|row| {
            serde_json::to_writer(&mut *out, &item(report, row))?;
            writeln!(out)
        }),
        Format::Csv => csv(out, report),
    }
}

type Fields = Vec<(Cow<'static, str>, Json<'static>)>;

/// A report as one JSON object.
pub fn to_json(report: &Report) -> Json<'static> {
    let settings = report.settings.iter().map(|(name, value)| ((*name).into(), value.clone()));
    let mut fields: Fields = vec![
        ("settings".into(), Json::Object(settings.collect())),
        ("summary".into(), summary(report)),
        ("facets".into(), facets(report)),
    ];
    for named in &report.named {
        let names = named.names.iter().map(|name| Json::Text(name.clone().into()));
        fields.push((named.list.into(), Json::List(names.collect())));
    }
    fields.push((report.kind.rows.into(), rows(report)));
    Json::Object(fields)
}

/// The means and counts over all items.
pub fn summary(report: &Report) -> Json<'static> {
    let mut fields = means(report, &report.summary);
    let counts = report.named.iter().map(|named| (named.count.into(), named.names.len().into()));
    fields.extend(counts);
    Json::Object(fields)
}

/// The means and counts of the groups of each facet.
pub fn facets(report: &Report) -> Json<'static> {
    let facets = report.facets.iter().zip(&report.groups).map(|(name, groups)| {
        let groups = groups
            .iter()
            .map(|(value, group)| (value.clone().into(), Json::Object(means(report, group))));
        (name.clone().into(), Json::Object(groups.collect()))
    });
    Json::Object(facets.collect())
}

/// All items.
pub fn rows(report: &Report) -> Json<'static> {
    Json::List(report.rows.iter().map(|row| item(report, row)).collect())
}

fn means(report: &Report, means: &Means) -> Fields {
    let kind = report.kind;
    let mut fields: Fields = vec![(kind.count.into(), means.count.into())];
    let counts = kind.column_counts.iter();
    fields.extend(counts.map(|&(name, column)| (name.into(), means.counts[column].into())));
    let values = kind.columns.iter().zip(means.values());
    nest(&mut fields, kind.nested, values.map(|(column, value)| (column.of_mean, value)));
    fields
}

/// One item as a JSON object.
fn item(report: &Report, row: &Row) -> Json<'static> {
    let kind = report.kind;
    let mut fields: Fields = vec![(kind.id.into(), Json::Text(row.id.clone().into()))];
    if !report.facets.is_empty() {
        let facets = report.facets.iter().zip(&row.facets).map(|(name, values)| {
            let mut values = values.iter().map(|value| Json::Text(value.clone().into()));
            let value = match (values.next(), values.len()) {
                (Some(one), 0) => one,
                (first, _) => Json::List(first.into_iter().chain(values).collect()),
            };
            (name.clone().into(), value)
        });
        fields.push(("facets".into(), Json::Object(facets.collect())));
    }
    fields.extend(row.details.iter().map(|(name, value)| ((*name).into(), value.clone())));
    if row.evaluated || kind.nested.is_none() {
        let values = kind.columns.iter().zip(row.values);
        nest(&mut fields, kind.nested, values.map(|(column, value)| (column.of_item, value)));
    } else if let Some(name) = kind.nested {
        fields.push((name.into(), Json::Null));
    }
    Json::Object(fields)
}

fn nest(
    fields: &mut Fields,
    nested: Option<&'static str>,
    values: impl Iterator<Item = (&'static str, Option<f64>)>,
) {
    let values = values.map(|(name, value)| (name.into(), value.into()));
    match nested {
        Some(name) => fields.push((name.into(), Json::Object(values.collect()))),
        None => fields.extend(values),
    }
}

fn csv(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let kind = report.kind;
    let names = kind.columns.iter().map(|column| column.of_item);
    let facets = report.facets.iter().map(String::as_str);
    let header: Vec<_> = std::iter::once(kind.id).chain(facets).chain(names).map(cell).collect();
    writeln!(out, "{}", header.join(","))?;
    for row in &report.rows {
        let facets: Vec<_> = row.facets.iter().map(|values| values.join("|")).collect();
        write!(out, "{}", cell(&row.id))?;
        for value in &facets {
            write!(out, ",{}", cell(value))?;
        }
        for value in row.values {
            // The digits of JSON, which read back as the same number.
            let value = Json::from(value);
            let value =
                if let Json::Number(value) = value { value.to_string() } else { String::new() };
            write!(out, ",{value}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// A cell, quoted where it has to be (RFC 4180).
fn cell(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}

fn table(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let kind = report.kind;
    writeln!(out, "{:<24}{:>8}", kind.rows, report.summary.count)?;
    for named in report.named.iter().filter(|named| !named.names.is_empty()) {
        writeln!(out, "{:<24}{:>8}", named.list, named.names.len())?;
    }
    let names = names(report);
    for (column, (name, value)) in names.iter().zip(report.summary.values()).enumerate() {
        let count = report.summary.counts[column];
        let of = if count == report.summary.count {
            String::new()
        } else {
            format!("   over {count} {}", kind.rows)
        };
        writeln!(out, "{name:<24}{:>8}{of}", decimals(value))?;
    }
    for (facet, groups) in report.facets.iter().zip(&report.groups) {
        let label = |value: &str| -> String { value.chars().map(visible).collect() };
        let widths = groups.keys().map(|value| value.chars().count());
        let width = widths.chain([facet.chars().count()]).max().unwrap_or(0);
        writeln!(out)?;
        write!(out, "{:<width$}  {:>7}", label(facet), kind.rows)?;
        for name in &names {
            write!(out, "  {name:>8}")?;
        }
        writeln!(out)?;
        for (value, means) in groups {
            write!(out, "{:<width$}  {:>7}", label(value), means.count)?;
            for (name, value) in names.iter().zip(means.values()) {
                write!(out, "  {:>1$}", decimals(value), name.len().max(8))?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// The names of the columns in the table.
fn names(report: &Report) -> [String; COLUMNS] {
    let k = report.k.map_or_else(|| "K".to_owned(), |k| k.to_string());
    report.kind.columns.map(|column| column.label.replace("{k}", &k))
}

fn decimals(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.4}"))
}

/// Keeps a value of the user's on its line.
fn visible(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}
