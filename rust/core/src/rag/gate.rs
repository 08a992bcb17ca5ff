//! The comparison of a report with an earlier one, to stop a change that makes results worse.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};

use super::baseline::{Baseline, plain};
use super::malformed;
use super::report::{Kind, Means, Report, Values, shown};
use crate::error::{Result, counted};

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
///
/// # Errors
///
/// There is no such column, or the drop is no number of at least 0.
pub fn parse_limit(text: &str, kind: &Kind) -> std::result::Result<(usize, f64), String> {
    let (name, drop) = text.split_once('=').unwrap_or((text, ""));
    let Some(column) = kind.column(name) else {
        let names: Vec<_> = kind.columns.iter().map(|column| column.of_mean).collect();
        return Err(format!("found '{name}', expected one of {}", names.join(", ")));
    };
    match drop.parse::<f64>() {
        Ok(drop) if drop >= 0.0 && drop.is_finite() => Ok((column, drop)),
        _ => Err(format!("found '{text}', expected NAME=DROP with a number of at least 0")),
    }
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
    /// Compares a report with an earlier one, which has to be of the same settings.
    ///
    /// Items that the earlier report lacks are not compared. Where there are limits, all items that
    /// it evaluated have to be there with values in the same columns: what has vanished cannot fall.
    ///
    /// # Errors
    ///
    /// The baseline has other settings, or lacks what there is a limit for.
    pub fn new(report: &Report, baseline: &Baseline, limits: &Limits) -> Result<Self> {
        check_settings(report, baseline)?;
        let kind = report.kind;
        for &(column, _) in &limits.summary {
            if baseline.summary[column].is_none() {
                let name = kind.columns[column].of_mean;
                return Err(malformed(format!("a baseline without {name}"), "one with a value"));
            }
        }
        let mut notes = Vec::new();
        let common = common(report, baseline, limits, &mut notes)?;
        let summary =
            moves(kind, "summary", &baseline.summary, &common.summary.values(), &limits.summary);
        let mut groups = Vec::new();
        for (facet, today) in common.facets.iter().zip(&common.groups) {
            let Some(before) = baseline.facets.get(facet) else {
                if !limits.groups.is_empty() {
                    let found = format!("a baseline without facet '{facet}'");
                    return Err(malformed(found, "one with it, to compare its means"));
                }
                notes.push(format!("the baseline has no facet '{facet}'"));
                continue;
            };
            for (value, before) in before {
                let now = today.get(value).map(Means::values).unwrap_or_default();
                let name = format!("{facet}={value}");
                groups.extend(moves(kind, &name, before, &now, &limits.groups));
            }
        }
        groups.retain(|group| group.limit.is_some() || has_moved(group));
        let fallen = fallen(&common, baseline, limits);
        Ok(Self { summary, groups, fallen, notes })
    }

    /// The means that fell by more than they may.
    pub fn regressions(&self) -> impl Iterator<Item = &Move> {
        self.summary.iter().chain(&self.groups).filter(|moved| moved.is_regression())
    }

    /// Writes it as text.
    ///
    /// # Errors
    ///
    /// What `out` says.
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
            (_, 0) => writeln!(out, "\n{} kept", counted(limits, "limit")),
            _ => writeln!(out, "\n{regressions} of {} broken", counted(limits, "limit")),
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
        // What had no value cannot fall.
        limit: limits.iter().rfind(|limit| limit.0 == at && before[at].is_some()).map(|l| l.1),
    });
    moves.collect()
}

fn check_settings(report: &Report, baseline: &Baseline) -> Result<()> {
    for (name, value) in &report.settings {
        let value = plain(value);
        let before = baseline.settings.iter().find(|(other, _)| other == name);
        let before = before.map_or("none", |(_, before)| before);
        if before != value {
            let expected = format!("one with {name} {value}, as today's report");
            return Err(malformed(format!("a baseline with {name} {before}"), &expected));
        }
    }
    Ok(())
}

/// The report of the items that the baseline has.
fn common<'r>(
    report: &'r Report,
    baseline: &Baseline,
    limits: &Limits,
    notes: &mut Vec<String>,
) -> Result<Cow<'r, Report>> {
    let mut before: BTreeMap<&str, &Values> =
        baseline.rows.iter().map(|(id, values)| (&**id, values)).collect();
    let (mut added, mut changed, mut kept) = (Vec::new(), Vec::new(), Vec::new());
    for row in report.rows.iter().filter(|row| row.evaluated) {
        let Some(before) = before.remove(&*row.id) else {
            added.push(&*row.id);
            continue;
        };
        if before.iter().zip(&row.values).any(|(before, now)| before.is_some() != now.is_some()) {
            changed.push(&*row.id);
        }
        kept.push(row);
    }
    let rows = |count| counted(count, report.kind.row);
    let gone: Vec<&str> = before.into_keys().collect();
    let texts = [
        (&gone, "of the baseline, not evaluated today"),
        (&changed, "with other expectations than in the baseline"),
    ];
    for (ids, text) in texts {
        if ids.is_empty() {
            continue;
        }
        let found = format!("{} {text}: {}", rows(ids.len()), shown(ids.iter().copied()));
        if !(limits.summary.is_empty() && limits.groups.is_empty()) {
            return Err(malformed(found, "all that it has, or a new baseline"));
        }
        notes.push(found);
    }
    if added.is_empty() {
        return Ok(Cow::Borrowed(report));
    }
    let names = shown(added.iter().copied());
    notes.push(format!("{} new and not compared: {names}", rows(added.len())));
    let kept = kept.into_iter().cloned().collect();
    Ok(Cow::Owned(Report::new(report.kind, report.facets.clone(), kept)))
}

/// The items that fell most in a column that has a limit, or else in the headline.
fn fallen(report: &Report, baseline: &Baseline, limits: &Limits) -> Vec<Move> {
    let kind = report.kind;
    let limited: Vec<usize> = limits.summary.iter().chain(&limits.groups).map(|l| l.0).collect();
    let columns = if limited.is_empty() { kind.headline } else { &limited };
    let mut fallen = Vec::new();
    for row in &report.rows {
        let Some(before) = baseline.rows.get(&row.id) else { continue };
        fallen.extend(kind.columns.iter().enumerate().map(|(at, column)| {
            let (of, name) = (row.id.clone(), column.of_item);
            let (before, now) = (before[at], row.values[at]);
            (at, Move { of, name, before, now, limit: None })
        }));
    }
    let change = |moved: &Move| moved.change().unwrap_or(0.0);
    fallen.retain(|(at, moved)| columns.contains(at) && change(moved) < -ROUNDING);
    fallen.sort_by(|(_, a), (_, b)| change(a).total_cmp(&change(b)));
    fallen.truncate(SHOWN);
    fallen.into_iter().map(|(_, moved)| moved).collect()
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
