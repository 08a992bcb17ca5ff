//! The comparison of a report with an earlier one, to stop a change that makes results worse.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use super::json::{Json, Wrong};
use super::jsonl::read_value;
use super::malformed;
use super::report::{Kind, Means, Report, Values, shown};
use crate::error::Result;

/// What rounding may take from a value that has not changed.
const ROUNDING: f64 = 1e-9;

/// How many of the items that fell are shown.
const SHOWN: usize = 10;

/// How much a mean may fall.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Limits {
    /// Of the summary: columns and the largest drop that passes.
    pub summary: Vec<(usize, f64)>,
    /// Of each group of a facet.
    pub groups: Vec<(usize, f64)>,
}

/// Reads `NAME=DROP`: a column of the report, by the name of its mean or of an item's value, and
/// how much it may fall.
pub fn parse_limit(text: &str, kind: &Kind) -> std::result::Result<(usize, f64), String> {
    let (name, drop) = text.split_once('=').unwrap_or((text, ""));
    let named = |c: &super::report::Column| c.of_mean == name || c.of_item == name;
    let Some(column) = kind.columns.iter().position(named) else {
        let names: Vec<_> = kind.columns.iter().map(|column| column.of_mean).collect();
        return Err(format!("found '{name}', expected one of {}", names.join(", ")));
    };
    match drop.parse::<f64>() {
        Ok(drop) if drop >= 0.0 && drop.is_finite() => Ok((column, drop)),
        _ => Err(format!("found '{text}', expected NAME=DROP with a number of at least 0")),
    }
}

/// An earlier report.
#[derive(Debug)]
pub struct Baseline {
    settings: Vec<(String, String)>,
    summary: Values,
    facets: BTreeMap<String, BTreeMap<String, Values>>,
    rows: Vec<(String, Values)>,
}

impl Baseline {
    /// Reads a report that was written as JSON.
    pub fn read(file: &Path, kind: &Kind) -> Result<Self> {
        read_value(file, |json| Self::from_json(json, kind))
    }

    /// Takes a report from JSON.
    pub fn from_json(json: &Json, kind: &Kind) -> std::result::Result<Self, Wrong> {
        let report = format!("a report of {}, written as JSON", kind.rows);
        let rows = json.field(kind.rows, &report)?.list(&report);
        let rows = rows.map_err(|w| w.in_field(kind.rows))?.iter().enumerate();
        let rows = rows.map(|(at, row)| {
            let id = row.field(kind.id, &report).and_then(|id| id.text(&report));
            let values = values(row, kind, |column| kind.columns[column].of_item);
            let wrong = |w: Wrong| w.in_element(at).in_field(kind.rows);
            Ok((id.map_err(wrong)?.to_owned(), values.map_err(wrong)?))
        });
        let means = |json: &Json| values(json, kind, |column| kind.columns[column].of_mean);
        let mut facets = BTreeMap::new();
        for (facet, groups) in object(json.field("facets", &report)?, &report)? {
            let mut of_facet = BTreeMap::new();
            for (value, group) in object(groups, &report)? {
                of_facet.insert(value.to_owned(), means(group)?);
            }
            facets.insert(facet.to_owned(), of_facet);
        }
        let settings = object(json.field("settings", &report)?, &report)?;
        Ok(Self {
            settings: settings.map(|(name, value)| (name.to_owned(), plain(value))).collect(),
            summary: means(json.field("summary", &report)?).map_err(|w| w.in_field("summary"))?,
            facets,
            rows: rows.collect::<std::result::Result<_, _>>()?,
        })
    }
}

fn plain(json: &Json) -> String {
    serde_json::to_string(json).unwrap_or_default()
}

fn object<'j>(
    json: &'j Json,
    expected: &str,
) -> std::result::Result<impl Iterator<Item = (&'j str, &'j Json<'j>)>, Wrong> {
    match json {
        Json::Object(fields) => Ok(fields.iter().map(|(name, value)| (&**name, value))),
        _ => Err(Wrong::value(json, expected)),
    }
}

/// The values that an item or a group has under the names of columns.
fn values(
    json: &Json,
    kind: &Kind,
    name: impl Fn(usize) -> &'static str,
) -> std::result::Result<Values, Wrong> {
    let mut values = Values::default();
    let json = match kind.nested {
        None => json,
        Some(nested) => json.field(nested, "the values of a report")?,
    };
    if *json == Json::Null {
        return Ok(values);
    }
    for (column, value) in values.iter_mut().enumerate() {
        let name = name(column);
        *value = match json.field(name, "a number or null")? {
            Json::Null => None,
            Json::Number(number) => number.as_f64(),
            other => return Err(Wrong::value(other, "a number or null").in_field(name)),
        };
    }
    Ok(values)
}

/// A value before and now.
#[derive(Debug, Clone, PartialEq)]
pub struct Move {
    /// What it is of: "summary", "FACET=VALUE", or an item.
    pub of: String,
    /// The name of the column.
    pub name: &'static str,
    /// The earlier value.
    pub before: Option<f64>,
    /// The value of today.
    pub now: Option<f64>,
    /// How much it may fall.
    pub limit: Option<f64>,
}

impl Move {
    /// How much was gained, where both values are there.
    pub fn change(&self) -> Option<f64> {
        Some(self.now? - self.before?)
    }

    /// Whether it fell by more than it may. A value that is no longer there has fallen.
    pub fn is_regression(&self) -> bool {
        match (self.limit, self.before, self.now) {
            (Some(limit), Some(before), Some(now)) => before - now > limit + ROUNDING,
            (Some(_), Some(_), None) => true,
            _ => false,
        }
    }
}

/// What has changed since an earlier report.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The means of the summary.
    pub summary: Vec<Move>,
    /// The means of groups that moved, or that have a limit.
    pub groups: Vec<Move>,
    /// The items that fell most, the largest fall first.
    pub fallen: Vec<Move>,
    /// What makes the comparison less than it seems.
    pub notes: Vec<String>,
}

impl Comparison {
    /// Compares a report with an earlier one. They have to be of the same settings, and a mean
    /// that has a limit has to have a value in the earlier one.
    pub fn new(report: &Report, baseline: &Baseline, limits: &Limits) -> Result<Self> {
        let kind = report.kind;
        for (name, value) in &report.settings {
            let value = plain(value);
            let before = baseline.settings.iter().find(|(other, _)| other == name);
            let before = before.map_or("none", |(_, before)| before);
            if before != value {
                let found = format!("a baseline with {name} {before}");
                return Err(malformed(
                    found,
                    &format!("one with {name} {value}, as today's report"),
                ));
            }
        }
        for &(column, _) in &limits.summary {
            if baseline.summary[column].is_none() {
                let name = kind.columns[column].of_mean;
                return Err(malformed(format!("a baseline without {name}"), "one with a value"));
            }
        }
        let summary =
            moves(kind, "summary", &baseline.summary, &report.summary.values(), &limits.summary);
        let mut notes = Vec::new();
        let mut groups = Vec::new();
        for (facet, today) in report.facets.iter().zip(&report.groups) {
            let Some(before) = baseline.facets.get(facet) else {
                notes.push(format!("the baseline has no facet '{facet}'"));
                continue;
            };
            for (value, before) in before {
                let now = today.get(value).map(Means::values).unwrap_or_default();
                let name = format!("{facet}={value}");
                groups.extend(moves(kind, &name, before, &now, &limits.groups));
            }
            let new: Vec<_> = today.keys().filter(|value| !before.contains_key(*value)).collect();
            if !new.is_empty() {
                let names = shown(new.iter().map(|name| name.as_str()));
                notes.push(format!("{} groups of '{facet}' are new: {names}", new.len()));
            }
        }
        let absent = baseline.facets.keys().filter(|facet| !report.facets.contains(facet));
        notes.extend(absent.map(|facet| format!("only the baseline has facet '{facet}'")));
        if !limits.groups.is_empty() && groups.is_empty() {
            let found = "no group of a facet in both reports".to_owned();
            return Err(malformed(found, "one, to compare its means"));
        }
        groups.retain(|group| group.limit.is_some() || has_moved(group));
        let fallen = fallen(report, baseline, limits, &mut notes);
        Ok(Self { summary, groups, fallen, notes })
    }

    /// The means that fell by more than they may.
    pub fn regressions(&self) -> impl Iterator<Item = &Move> {
        self.summary.iter().chain(&self.groups).filter(|moved| moved.is_regression())
    }

    /// Writes it as text.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write_moves(out, "summary", &self.summary)?;
        for groups in self.groups.chunk_by(|a, b| a.of == b.of) {
            write_moves(out, &format!("\n{}", groups[0].of), groups)?;
        }
        if !self.fallen.is_empty() {
            writeln!(out, "\nfell most")?;
            for moved in &self.fallen {
                line(out, &format!("{} {}", moved.of, moved.name), moved)?;
            }
        }
        if !self.notes.is_empty() {
            writeln!(out)?;
        }
        for note in &self.notes {
            writeln!(out, "note: {note}")?;
        }
        let regressions = self.regressions().count();
        let limits = self.summary.iter().chain(&self.groups).filter(|m| m.limit.is_some()).count();
        match (limits, regressions) {
            (0, _) => writeln!(out, "\nno limits are set"),
            (_, 0) => writeln!(out, "\n{limits} limits kept"),
            _ => writeln!(out, "\n{regressions} of {limits} limits broken"),
        }
    }
}

fn has_moved(moved: &Move) -> bool {
    moved.change().map_or(moved.before != moved.now, |change| change.abs() > ROUNDING)
}

fn moves(
    kind: &Kind,
    of: &str,
    before: &Values,
    now: &Values,
    limits: &[(usize, f64)],
) -> Vec<Move> {
    let columns = kind.columns.iter().enumerate();
    let moves = columns.map(|(at, column)| Move {
        of: of.to_owned(),
        name: column.of_mean,
        before: before[at],
        now: now[at],
        limit: limits.iter().rev().find(|limit| limit.0 == at).map(|limit| limit.1),
    });
    moves.collect()
}

/// The items that fell most in a column that has a limit, or else in the headline.
fn fallen(
    report: &Report,
    baseline: &Baseline,
    limits: &Limits,
    notes: &mut Vec<String>,
) -> Vec<Move> {
    let kind = report.kind;
    let limited: Vec<usize> = limits.summary.iter().chain(&limits.groups).map(|l| l.0).collect();
    let columns = if limited.is_empty() { kind.headline } else { &limited };
    let mut before: BTreeMap<&str, &Values> =
        baseline.rows.iter().map(|(id, values)| (&**id, values)).collect();
    let mut fallen = Vec::new();
    let (mut added, mut undefined) = (Vec::new(), Vec::new());
    for row in &report.rows {
        let Some(before) = before.remove(&*row.id) else {
            added.push(&*row.id);
            continue;
        };
        let is_gone = |at: usize| before[at].is_some() != row.values[at].is_some();
        if (0..kind.columns.len()).any(is_gone) {
            undefined.push(&*row.id);
        }
        for (at, column) in kind.columns.iter().enumerate() {
            let moved = Move {
                of: row.id.clone(),
                name: column.of_item,
                before: before[at],
                now: row.values[at],
                limit: None,
            };
            if columns.contains(&at) && moved.change().is_some_and(|change| change < -ROUNDING) {
                fallen.push(moved);
            }
        }
    }
    let rows = kind.rows;
    let texts = [
        (before.into_keys().collect(), format!("{rows} are only in the baseline")),
        (added, format!("{rows} are not in the baseline")),
        (undefined, format!("{rows} have other judgments than in the baseline")),
    ];
    for (ids, text) in texts {
        if !ids.is_empty() {
            let names = shown(ids.iter().copied());
            notes.push(format!("{} {text}, so the means are of others: {names}", ids.len()));
        }
    }
    fallen.sort_by(|a, b| a.change().unwrap_or(0.0).total_cmp(&b.change().unwrap_or(0.0)));
    fallen.truncate(SHOWN);
    fallen
}

fn write_moves(out: &mut dyn Write, title: &str, moves: &[Move]) -> io::Result<()> {
    let lead = title.len() - title.trim_start().len();
    writeln!(
        out,
        "{}{:<32}{:>9}{:>9}{:>9}{:>10}",
        &title[..lead],
        &title[lead..],
        "before",
        "now",
        "change",
        "max drop"
    )?;
    moves.iter().try_for_each(|moved| line(out, moved.name, moved))
}

fn line(out: &mut dyn Write, name: &str, moved: &Move) -> io::Result<()> {
    let decimals = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |v| format!("{v:.4}"));
    let change = moved.change().filter(|change| change.abs() > ROUNDING);
    let change = change.map_or_else(String::new, |change| format!("{change:+.4}"));
    let limit = moved.limit.map_or_else(String::new, |limit| limit.to_string());
    let mark = if moved.is_regression() { "  regression" } else { "" };
    let (before, now) = (decimals(moved.before), decimals(moved.now));
    let text = format!("{name:<32}{before:>9}{now:>9}{change:>9}{limit:>10}{mark}");
    writeln!(out, "{}", text.trim_end())
}
