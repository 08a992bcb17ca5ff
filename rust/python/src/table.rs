//! Rows in any other form: data frames without Arrow, data sets, lists of tuples.

use pyo3::exceptions::{PyImportError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyString, PyTuple};
use rtreceval_core::columns::collect;
use rtreceval_core::lists::{Builder, Lists};

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
    let mut builder = Builder::default();
    if let Ok(tuple) = object.cast::<PyTuple>()
        && let Some(arrays) = Arrays::of_tuple(tuple, role.name())?
    {
        let lists = collect(&arrays, |topic, docno, number| role.check(topic, docno, number))
            .map_err(|error| exception(py, &error))?;
        return Ok(Some(lists));
    }
    if object.hasattr("__arrow_c_stream__")? {
        match arrow::fill(object, role, columns, &mut builder) {
            // pandas has the method also where it lacks the library for it.
            Err(error) if error.is_instance_of::<PyImportError>(py) => {
                by_column(object, role, columns, &mut builder)?;
            }
            result => result?,
        }
    } else if object.hasattr("with_format")? {
        // A data set of the datasets library: its table ignores what was selected, this does not.
        let table = object.call_method1("with_format", ("arrow",))?;
        let rows = pyo3::types::PySlice::full(py);
        arrow::fill(&table.get_item(rows)?, role, columns, &mut builder)?;
    } else if object.hasattr("columns")? && object.hasattr("__getitem__")? {
        by_column(object, role, columns, &mut builder)?;
    } else if !object.is_instance_of::<PyString>() && object.try_iter().is_ok() {
        by_row(object, role, &mut builder)?;
    } else {
        return Ok(None);
    }
    Ok(Some(builder.finish()))
}

/// Lists the rows of a data frame, column by column.
fn by_column(
    frame: &Bound<'_, PyAny>,
    role: Role,
    columns: Option<&Bound<'_, PyDict>>,
    builder: &mut Builder,
) -> PyResult<()> {
    let names: Vec<Bound<'_, PyAny>> =
        frame.getattr("columns")?.try_iter()?.collect::<PyResult<_>>()?;
    let texts =
        names.iter().map(|name| Ok(name.str()?.to_string())).collect::<PyResult<Vec<_>>>()?;
    let places = find_columns(role, &texts, columns)?;
    let [topics, docnos, numbers] = places.map(|place| -> PyResult<Bound<'_, PyAny>> {
        frame.get_item(&names[place])?.call_method0("tolist")
    });
    let (mut docnos, mut numbers) = (docnos?.try_iter()?, numbers?.try_iter()?);
    for (row, topic) in topics?.try_iter()?.enumerate() {
        if let (Some(docno), Some(number)) = (docnos.next(), numbers.next()) {
            push(role, row, &topic?, &docno?, &number?, builder)?;
        }
    }
    Ok(())
}

/// The fields of a row that has names, such as ir_measures' `Qrel` and `ScoredDoc`.
const FIELDS: [(&str, &str, &[&str]); 2] =
    [("query_id", "doc_id", &["relevance", "score"]), ("topic", "docno", &["grade", "score"])];

/// Lists rows that are tuples of topic, document and number, or have these as attributes.
fn by_row(rows: &Bound<'_, PyAny>, role: Role, builder: &mut Builder) -> PyResult<()> {
    for (at, row) in rows.try_iter()?.enumerate() {
        let row = row?;
        if let Some([topic, docno, number]) = named_fields(&row)? {
            push(role, at, &topic, &docno, &number, builder)?;
            continue;
        }
        let Ok((topic, docno, number)) = row.extract::<(Bound<'_, PyAny>, _, _)>() else {
            return Err(PyTypeError::new_err(format!(
                "{}: found {row:?} as row {at} (from 0), expected a tuple of topic, document and \
                 number",
                role.name()
            )));
        };
        push(role, at, &topic, &docno, &number, builder)?;
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
    topic: &Bound<'_, PyAny>,
    docno: &Bound<'_, PyAny>,
    number: &Bound<'_, PyAny>,
    builder: &mut Builder,
) -> PyResult<()> {
    let place = |what: &str| format!("{}, row {row} (from 0): {what}", role.name());
    let Ok(value) = number.extract::<f64>() else {
        let found = number.get_type();
        let text = format!("{}: found {found}, expected a number", place("number"));
        return Err(PyTypeError::new_err(text));
    };
    let (topic, docno) = (as_text(topic)?, as_text(docno)?);
    let (topic, docno) =
        (encode(&topic, || place("topic"))?, encode(&docno, || place("document"))?);
    let checked = role.check(&topic, &docno, value);
    checked.map_err(|error| exception(number.py(), &error))?;
    builder.push(&topic, &docno, value);
    Ok(())
}

/// A whole number as the string that it reads as; anything else as it is.
fn as_text<'py>(id: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if id.is_exact_instance_of::<PyInt>() { Ok(id.str()?.into_any()) } else { Ok(id.clone()) }
}
