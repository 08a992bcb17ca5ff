//! Rows in any other form: data frames without Arrow, data sets, lists of tuples.

use pyo3::exceptions::{PyImportError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use rtreceval_core::Qrels;
use rtreceval_core::columns::collect;
use rtreceval_core::lists::{Builder, Lists};
use rtreceval_core::subtopics::SubtopicsBuilder;

use crate::arrays::Arrays;
use crate::arrow;
use crate::columns::{Role, find_columns};
use crate::errors::exception;
use crate::ids::encode;

/// The rows of an object that is neither a path nor a mapping; `None` if it holds none.
pub fn lists(
    object: &Bound<'_, PyAny>,
    role: Role,
    columns: Option<&Bound<'_, PyDict>>,
) -> PyResult<Option<Lists>> {
    let py = object.py();
    if let Ok(tuple) = object.cast::<PyTuple>()
        && let Some(arrays) = Arrays::of_tuple(tuple, role.name())?
    {
        let lists = collect(&arrays, |topic, docno, number| role.check(topic, docno, number))
            .map_err(|error| exception(py, &error))?;
        return Ok(Some(lists));
    }
    let mut rows = Rows::Lists(Builder::default());
    let is_filled = fill(object, role, columns, &mut rows)?;
    match rows {
        Rows::Lists(builder) if is_filled => Ok(Some(builder.finish())),
        _ => Ok(None),
    }
}

/// The judgments by subtopic of such an object; `None` if it holds none.
pub fn subtopics(
    object: &Bound<'_, PyAny>,
    columns: Option<&Bound<'_, PyDict>>,
) -> PyResult<Option<Qrels>> {
    let mut rows = Rows::Subtopics(SubtopicsBuilder::default());
    let is_filled = fill(object, Role::Subtopics, columns, &mut rows)?;
    match rows {
        Rows::Subtopics(builder) if is_filled => {
            builder.finish().map(Some).map_err(|error| exception(object.py(), &error))
        }
        _ => Ok(None),
    }
}

/// Where rows go.
pub enum Rows {
    Lists(Builder),
    Subtopics(SubtopicsBuilder),
}

impl Rows {
    /// Adds a row. Only judgments by subtopic look at the subtopic.
    pub fn push(
        &mut self,
        topic: &[u8],
        subtopic: &[u8],
        docno: &[u8],
        number: f64,
    ) -> rtreceval_core::Result<()> {
        match self {
            Self::Lists(builder) => builder.push(topic, docno, number),
            Self::Subtopics(builder) => builder.push(topic, subtopic, docno, number)?,
        }
        Ok(())
    }
}

/// Adds all rows of an object. Gives false if it has none.
fn fill(
    object: &Bound<'_, PyAny>,
    role: Role,
    columns: Option<&Bound<'_, PyDict>>,
    sink: &mut Rows,
) -> PyResult<bool> {
    let py = object.py();
    if object.hasattr("__arrow_c_stream__")? {
        match arrow::fill(object, role, columns, sink) {
            // pandas has the method also where it lacks the library for it.
            Err(error) if error.is_instance_of::<PyImportError>(py) => {
                by_column(object, role, columns, sink)?;
            }
            result => result?,
        }
    } else if object.hasattr("with_format")? {
        // A data set of the datasets library: its table ignores what was selected, this does not.
        let table = object.call_method1("with_format", ("arrow",))?;
        let rows = pyo3::types::PySlice::full(py);
        arrow::fill(&table.get_item(rows)?, role, columns, sink)?;
    } else if object.hasattr("columns")? && object.hasattr("__getitem__")? {
        by_column(object, role, columns, sink)?;
    } else if !object.is_instance_of::<PyString>() && object.try_iter().is_ok() {
        by_row(object, role, sink)?;
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// Lists the rows of a data frame, column by column.
fn by_column(
    frame: &Bound<'_, PyAny>,
    role: Role,
    columns: Option<&Bound<'_, PyDict>>,
    sink: &mut Rows,
) -> PyResult<()> {
    let names: Vec<Bound<'_, PyAny>> =
        frame.getattr("columns")?.try_iter()?.collect::<PyResult<_>>()?;
    let texts =
        names.iter().map(|name| Ok(name.str()?.to_string())).collect::<PyResult<Vec<_>>>()?;
    let (places, subtopic) = find_columns(role, &texts, columns)?;
    let list = |place: usize| -> PyResult<Bound<'_, PyAny>> {
        frame.get_item(&names[place])?.call_method0("tolist")
    };
    let [topics, docnos, numbers] = places.map(list);
    let (mut docnos, mut numbers) = (docnos?.try_iter()?, numbers?.try_iter()?);
    let mut subtopics = subtopic.map(|place| list(place)?.try_iter()).transpose()?;
    for (row, topic) in topics?.try_iter()?.enumerate() {
        let subtopic = subtopics.as_mut().and_then(Iterator::next).transpose()?;
        if let (Some(docno), Some(number)) = (docnos.next(), numbers.next()) {
            push(role, row, [&topic?, &docno?, &number?], subtopic.as_ref(), sink)?;
        }
    }
    Ok(())
}

/// The fields of a row that has names, such as ir_measures' `Qrel` and `ScoredDoc`.
const FIELDS: [(&str, &str, &[&str]); 2] =
    [("query_id", "doc_id", &["relevance", "score"]), ("topic", "docno", &["grade", "score"])];

/// The names of the field of a subtopic, as in pyndeval's `SubtopicQrel`.
const SUBTOPIC_FIELDS: [&str; 3] = ["subtopic", "subtopic_id", "iteration"];

/// Lists rows that are tuples of topic, document and number, or have these as attributes. By
/// subtopic they have that as second of four.
fn by_row(rows: &Bound<'_, PyAny>, role: Role, sink: &mut Rows) -> PyResult<()> {
    let by_subtopic = role == Role::Subtopics;
    for (at, row) in rows.try_iter()?.enumerate() {
        let row = row?;
        // To ask a tuple for names takes longer than all the rest.
        let is_plain = row.is_exact_instance_of::<PyTuple>();
        let named = if is_plain { None } else { named_fields(&row)? };
        let (fields, subtopic) = match named {
            Some(fields) if by_subtopic => {
                let of_row = |name: &&str| row.getattr_opt(*name).transpose();
                (Some(fields), SUBTOPIC_FIELDS.iter().find_map(of_row).transpose()?)
            }
            Some(fields) => (Some(fields), None),
            None if by_subtopic => match row.extract::<(Bound<'_, PyAny>, _, _, _)>() {
                Ok((topic, subtopic, docno, number)) => {
                    (Some([topic, docno, number]), Some(subtopic))
                }
                Err(_) => (None, None),
            },
            None => match row.extract::<(Bound<'_, PyAny>, _, _)>() {
                Ok((topic, docno, number)) => (Some([topic, docno, number]), None),
                Err(_) => (None, None),
            },
        };
        match &fields {
            Some([topic, docno, number]) if subtopic.is_some() || !by_subtopic => {
                push(role, at, [topic, docno, number], subtopic.as_ref(), sink)?;
            }
            _ => {
                let what = if by_subtopic { "topic, subtopic, " } else { "topic, " };
                return Err(PyTypeError::new_err(format!(
                    "{}: found {row:?} as row {at} (from 0), expected a tuple of {what}document \
                     and number",
                    role.name()
                )));
            }
        }
    }
    Ok(())
}

fn named_fields<'py>(row: &Bound<'py, PyAny>) -> PyResult<Option<[Bound<'py, PyAny>; 3]>> {
    for (topic, docno, numbers) in FIELDS {
        if row.hasattr(topic)? && row.hasattr(docno)? {
            for number in numbers {
                if row.hasattr(*number)? {
                    let fields = [row.getattr(topic)?, row.getattr(docno)?, row.getattr(*number)?];
                    return Ok(Some(fields));
                }
            }
        }
    }
    Ok(None)
}

fn push(
    role: Role,
    row: usize,
    [topic, docno, number]: [&Bound<'_, PyAny>; 3],
    subtopic: Option<&Bound<'_, PyAny>>,
    sink: &mut Rows,
) -> PyResult<()> {
    let place = |what: &str| format!("{}, row {row} (from 0): {what}", role.name());
    let Ok(value) = number.extract::<f64>() else {
        let found = number.get_type();
        let text = format!("{}: found {found}, expected a number", place("number"));
        return Err(PyTypeError::new_err(text));
    };
    let (topic, docno) = (encode(topic, || place("topic"))?, encode(docno, || place("document"))?);
    let subtopic = subtopic.map(|id| encode(id, || place("subtopic"))).transpose()?;
    role.check(&topic, &docno, value)
        .and_then(|()| sink.push(&topic, subtopic.as_deref().unwrap_or_default(), &docno, value))
        .map_err(|error| exception(number.py(), &error))
}
