//! A report: the values of all items, their means, and the means by facet.
//!
//! Retrieval metrics and golden sets both end in one, so that they are written and compared by the
//! same code.

use std::collections::BTreeMap;

use super::json::Json;

/// Number of columns of either kind of report.
pub const COLUMNS: usize = 5;

/// The values of an item or means, by column; `None` where a column is not defined.
pub type Values = [Option<f64>; COLUMNS];

/// A column of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// The name of an item's value.
    pub of_item: &'static str,
    /// The name of the mean.
    pub of_mean: &'static str,
    /// The name in a table, in which `{k}` stands for the cutoff.
    pub label: &'static str,
}

/// What a report is about: the names in it.
#[derive(Debug, PartialEq, Eq)]
pub struct Kind {
    /// What it calls a row, as in "item".
    pub row: &'static str,
    /// What it calls its rows, as in "items".
    pub rows: &'static str,
    /// The field that names a row.
    pub id: &'static str,
    /// The field that holds the values, if they are not fields of the row itself.
    pub nested: Option<&'static str>,
    /// The field that counts the rows that were evaluated.
    pub count: &'static str,
    /// Fields that count the rows that have a value in a column.
    pub column_counts: &'static [(&'static str, usize)],
    /// The columns.
    pub columns: [Column; COLUMNS],
    /// The columns by which to tell which rows fell, where none is named.
    pub headline: &'static [usize],
}

impl Kind {
    /// The column of this name, that of a mean or of an item's value.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.of_mean == name || column.of_item == name)
    }
}

/// One item.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its id.
    pub id: String,
    /// The groups it belongs to, for each facet.
    pub facets: Vec<Vec<String>>,
    /// Its values; none of an item that is left out.
    pub values: Values,
    /// Whether it enters counts and means.
    pub evaluated: bool,
    /// More to tell of it, written as fields.
    pub details: Vec<(&'static str, Json<'static>)>,
}

/// The means of a group of items.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Means {
    /// Number of items.
    pub count: usize,
    /// For each column, the number of items that have a value.
    pub counts: [usize; COLUMNS],
    sums: [f64; COLUMNS],
}

impl Means {
    fn add(&mut self, values: &Values) {
        self.count += 1;
        for ((sum, count), value) in self.sums.iter_mut().zip(&mut self.counts).zip(values) {
            if let Some(value) = value {
                *sum += value;
                *count += 1;
            }
        }
    }

    /// The means; `None` where no item has a value.
    pub fn values(&self) -> Values {
        std::array::from_fn(|column| match self.counts[column] {
            0 => None,
            count => Some(self.sums[column] / count as f64),
        })
    }
}

/// Items that share something to tell of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// The field that lists them.
    pub list: &'static str,
    /// The field of the summary that counts them.
    pub count: &'static str,
    /// Their ids.
    pub names: Vec<String>,
}

/// The values of all items and their means.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// What it is about.
    pub kind: &'static Kind,
    /// What the values depend on, to be sure that two reports can be compared.
    pub settings: Vec<(&'static str, Json<'static>)>,
    /// The cutoff k, where all items have the same.
    pub k: Option<usize>,
    /// The names of the facets.
    pub facets: Vec<String>,
    /// All items, in the order of the input.
    pub rows: Vec<Row>,
    /// The means over all items that are evaluated.
    pub summary: Means,
    /// Items to tell of by name.
    pub named: Vec<Named>,
    /// For each facet the means by value, in the order of the values.
    pub groups: Vec<BTreeMap<String, Means>>,
    /// What the numbers alone would not tell.
    pub warnings: Vec<String>,
}

impl Report {
    /// Rolls up rows.
    pub fn new(kind: &'static Kind, facets: Vec<String>, rows: Vec<Row>) -> Self {
        let mut summary = Means::default();
        let mut groups = vec![BTreeMap::<String, Means>::new(); facets.len()];
        for row in rows.iter().filter(|row| row.evaluated) {
            summary.add(&row.values);
            for (groups, values) in groups.iter_mut().zip(&row.facets) {
                for value in values {
                    match groups.get_mut(value) {
                        Some(means) => means.add(&row.values),
                        None => groups.entry(value.clone()).or_default().add(&row.values),
                    }
                }
            }
        }
        Self {
            kind,
            settings: Vec::new(),
            k: None,
            facets,
            rows,
            summary,
            named: Vec::new(),
            groups,
            warnings: Vec::new(),
        }
    }

    /// The mean of this name; `None` where there is none.
    pub fn mean(&self, name: &str) -> Option<f64> {
        let column = self.kind.columns.iter().position(|column| column.of_mean == name)?;
        self.summary.values()[column]
    }
}

/// A list of names for a message, cut where long.
pub fn shown<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> String {
    const SHOWN: usize = 5;
    let more = if names.len() > SHOWN { ", ..." } else { "" };
    names.take(SHOWN).collect::<Vec<_>>().join(", ") + more
}
