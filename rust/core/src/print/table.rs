//! The table that `markdown` and `latex` print: a line for each run, and for each topic with `-q`;
//! a column for each measure.

use std::collections::BTreeSet;

use super::{Cell, Report, RunResult, heading, number, rounded};
use crate::evaluation::Value;

/// Decimal places, where none are asked for.
const DIGITS: usize = 4;

/// A table of texts, not escaped.
pub(super) struct Table {
    /// The names of the columns.
    pub(super) header: Vec<Entry>,
    /// How many columns from the left are names.
    pub(super) num_names: usize,
    /// The lines, in groups that compare: those of a topic, and those of the averages.
    pub(super) groups: Vec<Vec<Vec<Entry>>>,
}

/// One place of a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Entry {
    pub(super) text: String,
    /// What follows the text, and is not part of it when it is compared or marked.
    pub(super) note: String,
    /// The number that the text is.
    number: Option<f64>,
    /// Whether it is the best of several runs.
    pub(super) is_best: bool,
}

impl Entry {
    fn name(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    fn of(cell: Option<Cell>, digits: usize) -> Self {
        let Some(cell) = cell else { return Self::default() };
        let number = number(cell.value);
        let text = match cell.value {
            Value::Text(text) => String::from_utf8_lossy(text).into_owned(),
            Value::Number(value) => rounded(value, cell.print(), digits),
        };
        let note = match cell.range {
            None => String::new(),
            Some((lowest, highest)) if lowest.is_nan() || highest.is_nan() => {
                " (? to ?)".to_owned()
            }
            Some((lowest, highest)) => {
                let bound = |bound| rounded(bound, cell.print(), digits);
                format!(" ({} to {})", bound(lowest), bound(highest))
            }
        };
        Self { text, note, number, is_best: false }
    }
}

impl Table {
    /// Lays out a report.
    pub(super) fn new(report: &Report) -> Self {
        let (parts, digits) = (report.parts, report.digits.unwrap_or(DIGITS));
        let columns = report.runs.first().map_or(&[][..], |run| &run.evaluation.plan().columns);
        let mut header = vec![Entry::name("run")];
        if parts.topics {
            header.push(Entry::name("topic"));
        }
        let num_names = header.len();
        // A column that has no value in any line is left out.
        let has_value = |&index: &usize| {
            (parts.topics && columns[index].is_by_topic())
                || (parts.summary && columns[index].is_in_summary())
        };
        let shown: Vec<_> = (0..columns.len()).filter(has_value).collect();
        let heading = |&index: &usize| {
            let is_zscore = report.runs[0].view().is_zscore(&columns[index]);
            Entry::name(heading(&columns[index], is_zscore))
        };
        header.extend(shown.iter().map(heading));

        let mut groups = Vec::new();
        for section in sections(report) {
            let mut group = Vec::new();
            for (run, topic) in places(report, section) {
                let mut line = vec![Entry::name(&run.name)];
                if parts.topics {
                    let name = String::from_utf8_lossy(section.unwrap_or(b"all"));
                    line.push(Entry::name(name));
                }
                let cells = shown.iter().map(|&index| run.view().cell(topic, index));
                line.extend(cells.map(|cell| Entry::of(cell, digits)));
                group.push(line);
            }
            // Averages over different topics do not compare.
            let do_compare = section.is_some() || have_same_topics(report);
            for (at, &index) in shown.iter().enumerate() {
                if do_compare && columns[index].measure.is_better_higher() {
                    mark_best(&mut group, num_names + at);
                }
            }
            groups.push(group);
        }
        Self { header, num_names, groups }
    }
}

/// The topics of all runs, in the order of their bytes, and `None` for the averages.
fn sections<'a>(report: &'a Report) -> Vec<Option<&'a [u8]>> {
    let names = |run: &'a RunResult| run.evaluation.topics().iter().map(|topic| &*topic.name);
    let mut topics = BTreeSet::new();
    if report.parts.topics {
        topics.extend(report.runs.iter().flat_map(names));
    }
    topics.into_iter().map(Some).chain(report.parts.summary.then_some(None)).collect()
}

/// Whether all runs have values for the same topics.
fn have_same_topics(report: &Report) -> bool {
    let names = |run: &'_ RunResult| -> Vec<_> {
        run.evaluation.topics().iter().map(|topic| topic.name.clone()).collect()
    };
    report.runs.windows(2).all(|pair| names(&pair[0]) == names(&pair[1]))
}

/// The runs that have a topic, and where; all runs for the averages.
fn places<'a>(
    report: &'a Report,
    section: Option<&[u8]>,
) -> impl Iterator<Item = (&'a RunResult, Option<usize>)> {
    report.runs.iter().filter_map(move |run| match section {
        None => Some((run, None)),
        Some(name) => {
            let topics = run.evaluation.topics();
            let at = topics.binary_search_by(|topic| (*topic.name).cmp(name)).ok()?;
            Some((run, Some(at)))
        }
    })
}

/// Marks the highest value of a column and all that print the same, unless all do.
fn mark_best(lines: &mut [Vec<Entry>], column: usize) {
    let numbers = lines.iter().filter_map(|line| line[column].number);
    let highest = numbers.fold(f64::NEG_INFINITY, f64::max);
    let best = lines.iter().map(|line| &line[column]).find(|entry| entry.number == Some(highest));
    let Some(best) = best.map(|entry| entry.text.clone()) else { return };
    if lines.iter().any(|line| line[column].text != best) {
        for line in lines {
            line[column].is_best = line[column].text == best;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Entry, mark_best};

    fn best(texts: &[&str]) -> Vec<bool> {
        let entry = |text: &&str| Entry {
            text: (*text).to_owned(),
            number: text.parse().ok().filter(|number: &f64| !number.is_nan()),
            ..Entry::default()
        };
        let mut lines: Vec<_> = texts.iter().map(|text| vec![entry(text)]).collect();
        mark_best(&mut lines, 0);
        lines.into_iter().map(|line| line[0].is_best).collect()
    }

    #[test]
    fn the_best_is_marked_unless_all_are() {
        assert_eq!(best(&["0.1", "0.3", "0.2"]), [false, true, false]);
        assert_eq!(best(&["0.3", "NaN", "0.3", "-1"]), [true, false, true, false]);
        assert_eq!(best(&["0.3", "0.3"]), [false, false]);
        assert_eq!(best(&["0.3"]), [false]);
        assert_eq!(best(&["NaN", ""]), [false, false]);
    }
}
