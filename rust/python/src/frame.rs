//! A result in columns: what frames, Arrow tables, dicts and JSON are made of.

use std::borrow::Cow;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rtreceval_core::choice::Choice;
use rtreceval_core::measures::Print;
use rtreceval_core::request::{Column, Slot};
use rtreceval_core::{Evaluation, Value};

use crate::ids::decode;
use crate::options::not_a_name;

/// The topic of the averages, as `trec_eval` has it.
const ALL: &[u8] = b"all";

/// How values are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// A row for each topic, a column for each measure.
    Wide,
    /// A row for each value.
    Long,
}

impl Choice for Layout {
    const VALUES: &'static [(&'static str, Self)] = &[("wide", Self::Wide), ("long", Self::Long)];
}

impl Layout {
    /// Reads the argument of this name.
    pub fn parse(text: &str) -> PyResult<Self> {
        Self::find(text).map_err(|names| not_a_name("layout", text, &names))
    }
}

/// Columns of one length.
pub struct Frame<'a> {
    layout: Layout,
    pub columns: Vec<(&'a str, Values<'a>)>,
}

/// The values of a column. `None` is where there is none: some measures have no average, some
/// nothing but an average.
pub enum Values<'a> {
    Counts(Vec<Option<i64>>),
    Numbers(Vec<Option<f64>>),
    Texts(Vec<Option<Cow<'a, [u8]>>>),
}

impl<'a> Frame<'a> {
    /// The values of all topics, the averages as those of the last one, `all`, if asked for.
    pub fn new(result: &'a Evaluation, layout: Layout, summary: bool) -> PyResult<Self> {
        if summary && result.topics().iter().any(|topic| *topic.name == *ALL) {
            return Err(PyValueError::new_err(
                "summary: found a topic 'all', expected none of the name that the averages go by",
            ));
        }
        let columns = result.plan().columns.iter().enumerate();
        let columns = columns.filter(|(_, column)| summary || column.is_by_topic()).collect();
        let rows = (0..result.topics().len()).map(Some).chain(summary.then_some(None));
        let cells = Cells { result, columns, rows: rows.collect() };
        let columns = match layout {
            Layout::Wide => cells.wide(),
            Layout::Long => cells.long(),
        };
        Ok(Self { layout, columns })
    }

    /// As dicts: wide `{topic: {measure: value}}`, long a list of `{column: value}`.
    ///
    /// `or_none` makes a number that JSON cannot hold None.
    pub fn to_dict<'py>(&self, py: Python<'py>, or_none: bool) -> PyResult<Bound<'py, PyAny>> {
        let rows = self.columns.first().map_or(0, |(_, topics)| topics.len());
        let row = |at: usize, columns: &[(&str, Values)]| -> PyResult<Bound<'py, PyDict>> {
            let dict = PyDict::new(py);
            for (name, values) in columns {
                let value = values.get(py, at, or_none)?;
                if self.layout == Layout::Long || values.is_some(at) {
                    dict.set_item(name, value)?;
                }
            }
            Ok(dict)
        };
        match self.layout {
            Layout::Long => {
                let rows = (0..rows).map(|at| row(at, &self.columns));
                Ok(PyList::new(py, rows.collect::<PyResult<Vec<_>>>()?)?.into_any())
            }
            Layout::Wide => {
                let by_topic = PyDict::new(py);
                for at in 0..rows {
                    let topic = self.columns[0].1.get(py, at, or_none)?;
                    by_topic.set_item(topic, row(at, &self.columns[1..])?)?;
                }
                Ok(by_topic.into_any())
            }
        }
    }
}

/// What is to be laid out: for each row a topic, or `None` for the averages.
struct Cells<'a> {
    result: &'a Evaluation,
    columns: Vec<(usize, &'a Column)>,
    rows: Vec<Option<usize>>,
}

impl<'a> Cells<'a> {
    fn topic(&self, row: Option<usize>) -> &'a [u8] {
        row.map_or(ALL, |topic| &*self.result.topics()[topic].name)
    }

    fn value(&self, row: Option<usize>, index: usize, column: &Column) -> Option<Value<'a>> {
        match row {
            Some(topic) => column.is_by_topic().then(|| self.result.value(topic, index)),
            None => self.result.summary(index),
        }
    }

    fn wide(&self) -> Vec<(&'a str, Values<'a>)> {
        let topics = self.rows.iter().map(|&row| Some(Cow::Borrowed(self.topic(row))));
        let mut columns = vec![("topic", Values::Texts(topics.collect()))];
        for &(index, column) in &self.columns {
            let cells = self.rows.iter().map(|&row| self.value(row, index, column));
            let values = match (column.slot, column.print()) {
                (Slot::Number(_), Print::Count) => {
                    Values::Counts(cells.map(|value| value.and_then(number).map(whole)).collect())
                }
                (Slot::Number(_), _) => {
                    Values::Numbers(cells.map(|value| value.and_then(number)).collect())
                }
                (Slot::Text(_) | Slot::RunTag, _) => {
                    Values::Texts(cells.map(|value| value.and_then(text)).collect())
                }
            };
            columns.push((column.name.as_str(), values));
        }
        columns
    }

    fn long(&self) -> Vec<(&'a str, Values<'a>)> {
        let (mut topics, mut measures) = (Vec::new(), Vec::new());
        let (mut numbers, mut texts) = (Vec::new(), Vec::new());
        for &row in &self.rows {
            for &(index, column) in &self.columns {
                let Some(value) = self.value(row, index, column) else { continue };
                topics.push(Some(Cow::Borrowed(self.topic(row))));
                measures.push(Some(Cow::Borrowed(column.name.as_bytes())));
                numbers.push(number(value));
                texts.push(text(value));
            }
        }
        let mut columns = vec![
            ("topic", Values::Texts(topics)),
            ("measure", Values::Texts(measures)),
            ("value", Values::Numbers(numbers)),
        ];
        // Most results have no text, and their tables no column for it.
        let is_text = |column: &Column| !matches!(column.slot, Slot::Number(_));
        if self.columns.iter().any(|(_, column)| is_text(column)) {
            columns.push(("text", Values::Texts(texts)));
        }
        columns
    }
}

fn number(value: Value) -> Option<f64> {
    if let Value::Number(number) = value { Some(number) } else { None }
}

fn text(value: Value<'_>) -> Option<Cow<'_, [u8]>> {
    if let Value::Text(text) = value { Some(Cow::Borrowed(text)) } else { None }
}

/// A count, which is a whole number far below 2^53.
#[allow(clippy::cast_possible_truncation)]
fn whole(count: f64) -> i64 {
    count as i64
}

impl Values<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Counts(values) => values.len(),
            Self::Numbers(values) => values.len(),
            Self::Texts(values) => values.len(),
        }
    }

    fn is_some(&self, at: usize) -> bool {
        match self {
            Self::Counts(values) => values[at].is_some(),
            Self::Numbers(values) => values[at].is_some(),
            Self::Texts(values) => values[at].is_some(),
        }
    }

    fn get<'py>(&self, py: Python<'py>, at: usize, or_none: bool) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::Counts(values) => Ok(values[at].into_pyobject(py)?),
            Self::Numbers(values) => {
                let number = values[at].filter(|number| number.is_finite() || !or_none);
                Ok(number.into_pyobject(py)?)
            }
            Self::Texts(values) => match &values[at] {
                Some(text) => Ok(decode(py, text)?.into_any()),
                None => Ok(py.None().into_bound(py)),
            },
        }
    }
}
