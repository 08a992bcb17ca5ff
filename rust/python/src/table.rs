//! Rows in any other form: data frames without Arrow, data sets, lists of tuples.

use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use rtreceval_core::columns::collect;
use rtreceval_core::formats::lent::Table;
use rtreceval_core::lists::Builder;
use rtreceval_core::subtopics::SubtopicsBuilder;
use rtreceval_core::{Error, ErrorKind, Qrels};

use crate::arrays::Arrays;
use crate::arrow;
use crate::columns::{Choice, Role, find_columns};
use crate::errors::exception;
use crate::ids::encode;
use crate::problem::Problem;

/// The rows of an object that is neither a path nor a mapping, with their ranks if these are
/// wanted; `None` if it holds none.
pub fn read(
    object: &Bound<'_, PyAny>,
    role: Role,
    columns: Option<&Bound<'_, PyDict>>,
    wants_ranks: bool,
) -> PyResult<Option<Table>> {
    let py = object.py();
    if let Ok(tuple) = object.cast::<PyTuple>()
        && let Some(arrays) = Arrays::of_tuple(tuple, role.name())?
    {
        let lists = collect(&arrays, |topic, docno, number| role.check(topic, docno, number))
            .map_err(|error| exception(py, &error))?;
        return Ok(Some(Table { lists, ranks: Builder::default().finish() }));
    }
    let mut rows = Rows::lists(wants_ranks);
    let is_filled = fill(object, role, columns, &mut rows)?;
    Ok(is_filled.then(|| rows.finish()))
}

/// The rows of a table of Arrow that comes from a file.
pub fn read_file(table: &Bound<'_, PyAny>, role: Role, file: &str) -> Result<Table, Problem> {
    let mut rows = Rows::lists(true);
    arrow::fill(table.py(), arrow::reader(table)?, role, &Choice::Names, &mut rows)?;
    let Table { lists, ranks } = rows.finish();
    Ok(Table { lists: lists.of_rows(file), ranks })
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
    /// To lists of documents, and of their ranks if these are wanted.
    Lists(Builder, Option<Box<Builder>>),
    /// To judgments by subtopic.
    Subtopics(SubtopicsBuilder),
}

impl Rows {
    fn lists(wants_ranks: bool) -> Self {
        Self::Lists(Builder::default(), wants_ranks.then(Box::default))
    }

    /// Whether ranks are looked at.
    pub fn wants_ranks(&self) -> bool {
        matches!(self, Self::Lists(_, Some(_)))
    }

    /// Adds a row. Only judgments by subtopic look at the subtopic.
    pub fn push(
        &mut self,
        topic: &[u8],
        subtopic: &[u8],
        docno: &[u8],
        number: f64,
        rank: Option<f64>,
    ) -> rtreceval_core::Result<()> {
        match self {
            Self::Lists(builder, ranks) => {
                builder.push_row(topic, docno, number);
                if let (Some(ranks), Some(rank)) = (ranks, rank) {
                    ranks.push(topic, b"", rank);
                }
            }
            Self::Subtopics(builder) => builder.push(topic, subtopic, docno, number)?,
        }
        Ok(())
    }

    fn finish(self) -> Table {
        let (builder, ranks) = match self {
            Self::Lists(builder, ranks) => (builder, ranks),
            Self::Subtopics(_) => Default::default(),
        };
        Table { lists: builder.finish(), ranks: ranks.map(|r| *r).unwrap_or_default().finish() }
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
    let raise = |problem: Problem| problem.into_exception(py, role.name());
    let columns = &Choice::Argument(columns);
    let has_columns =
        || Ok::<_, PyErr>(object.hasattr("columns")? && object.hasattr("__getitem__")?);
    if object.hasattr("__arrow_c_stream__")? {
        match arrow::reader(object) {
            // pandas has the method also where it lacks the library for it, and fails where a
            // column, be it one that is not needed, has values of several types.
            Err(error) if error.is_instance_of::<PyException>(py) && has_columns()? => {
                by_column(object, role, columns, sink).map_err(raise)?;
            }
            reader => arrow::fill(py, reader?, role, columns, sink).map_err(raise)?,
        }
    } else if object.hasattr("with_format")? {
        // A data set of the datasets library: its table ignores what was selected, this does not.
        let table = object.call_method1("with_format", ("arrow",))?;
        let table = table.get_item(pyo3::types::PySlice::full(py))?;
        arrow::fill(py, arrow::reader(&table)?, role, columns, sink).map_err(raise)?;
    } else if object.hasattr("collect_schema")? && object.hasattr("collect")? {
        let found = object.get_type();
        let text = format!("{}: found {found}, expected its rows: call .collect()", role.name());
        return Err(PyTypeError::new_err(text));
    } else if has_columns()? {
        by_column(object, role, columns, sink).map_err(raise)?;
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
    columns: &Choice<'_, '_>,
    sink: &mut Rows,
) -> Result<(), Problem> {
    let names: Vec<Bound<'_, PyAny>> =
        frame.getattr("columns")?.try_iter()?.collect::<PyResult<_>>()?;
    let texts =
        names.iter().map(|name| Ok(name.str()?.to_string())).collect::<PyResult<Vec<_>>>()?;
    let places = find_columns(role, &texts, columns)?;
    let list = |place: usize| -> PyResult<Bound<'_, PyAny>> {
        let column = frame.get_item(&names[place])?;
        let method = if column.hasattr("tolist")? { "tolist" } else { "to_list" };
        column.call_method0(method)
    };
    let [topics, docnos, numbers] = places.row.map(list);
    let (mut docnos, mut numbers) = (docnos?.try_iter()?, numbers?.try_iter()?);
    let mut subtopics = places.subtopic.map(|place| list(place)?.try_iter()).transpose()?;
    let ranks = places.rank.filter(|_| sink.wants_ranks());
    let mut ranks = ranks.map(|place| list(place)?.try_iter()).transpose()?;
    for (row, topic) in topics?.try_iter()?.enumerate() {
        let subtopic = subtopics.as_mut().and_then(Iterator::next).transpose()?;
        let rank = ranks.as_mut().and_then(Iterator::next).transpose()?;
        let rank = rank.map(|rank| rank.extract::<f64>().unwrap_or(f64::NAN));
        if let (Some(docno), Some(number)) = (docnos.next(), numbers.next()) {
            push(role, row, [&topic?, &docno?, &number?], subtopic.as_ref(), rank, sink)?;
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
                push(role, at, [topic, docno, number], subtopic.as_ref(), None, sink)?;
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
    rank: Option<f64>,
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
    for (id, what) in [(&topic, "topic"), (&docno, "document")] {
        if id.is_empty() {
            let found = format!("an empty id: {what} of row {row} (from 0)");
            let expected = "one that is not empty".to_owned();
            let error = Error::new(ErrorKind::Malformed { found, expected });
            return Err(exception(number.py(), &error));
        }
    }
    let subtopic = subtopic.as_deref().unwrap_or_default();
    role.check(&topic, &docno, value)
        .and_then(|()| sink.push(&topic, subtopic, &docno, value, rank))
        .map_err(|error| exception(number.py(), &error))
}
