//! The values of a result as Python has them.

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use rtreceval_core::request::Slot;
use rtreceval_core::{Compat, Evaluation, Plan, Value};

use crate::export;
use crate::ids::decode;

/// The average of a measure.
pub fn average(result: &Evaluation, measure: &str) -> PyResult<f64> {
    match result.summary(number(result, measure)?) {
        Some(Value::Number(value)) => Ok(value),
        _ => Err(no_number(measure)),
    }
}

/// The names and averages of the measures that have one.
pub fn averages(result: &Evaluation) -> impl Iterator<Item = (&str, f64)> {
    result.plan().columns.iter().enumerate().filter_map(|(index, column)| {
        match result.summary(index) {
            Some(Value::Number(value)) => Some((column.name.as_str(), value)),
            _ => None,
        }
    })
}

/// The values by topic and name of measure.
pub fn per_topic<'py>(py: Python<'py>, result: &Evaluation) -> PyResult<Bound<'py, PyDict>> {
    let columns = result.plan().columns.iter().enumerate();
    let columns: Vec<_> = columns
        .filter(|(_, column)| column.is_by_topic() && matches!(column.slot, Slot::Number(_)))
        .map(|(index, column)| (index, PyString::new(py, &column.name)))
        .collect();
    let dict = PyDict::new(py);
    for (at, topic) in result.topics().iter().enumerate() {
        let row = PyDict::new(py);
        for (index, name) in &columns {
            if let Value::Number(value) = result.value(at, *index) {
                row.set_item(name, value)?;
            }
        }
        dict.set_item(decode(py, &topic.name)?, row)?;
    }
    Ok(dict)
}

/// The values of a measure, one for each topic.
pub fn array<'py>(
    py: Python<'py>,
    result: &Evaluation,
    measure: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let column = number(result, measure)?;
    let bytes: Vec<u8> = (0..result.topics().len())
        .flat_map(|topic| match result.value(topic, column) {
            Value::Number(value) => value.to_ne_bytes(),
            Value::Text(_) => f64::NAN.to_ne_bytes(),
        })
        .collect();
    export::array(py, &bytes, "float64")
}

/// The texts of a measure by topic.
pub fn strings<'py>(
    py: Python<'py>,
    result: &Evaluation,
    measure: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let column = column(result, measure)?;
    let Slot::Text(_) = result.plan().columns[column].slot else {
        return Err(PyKeyError::new_err(format!("'{measure}' is not text by topic")));
    };
    let dict = PyDict::new(py);
    for (at, topic) in result.topics().iter().enumerate() {
        if let Value::Text(text) = result.value(at, column) {
            dict.set_item(decode(py, &topic.name)?, decode(py, text)?)?;
        }
    }
    Ok(dict)
}

/// The column of a measure, asked for as it prints or as it was requested.
fn column(result: &Evaluation, measure: &str) -> PyResult<usize> {
    if let Some(column) = result.column(measure) {
        return Ok(column);
    }
    let as_printed = Plan::parse(&[measure], Compat::V10).ok().and_then(|plan| {
        let [column] = &plan.columns[..] else { return None };
        result.column(&column.name)
    });
    as_printed.ok_or_else(|| {
        let names: Vec<_> = result.plan().columns.iter().map(|c| c.name.as_str()).collect();
        let have = names.join(", ");
        PyKeyError::new_err(format!("'{measure}' was not evaluated; there are {have}"))
    })
}

/// The column of a measure that is a number.
fn number(result: &Evaluation, measure: &str) -> PyResult<usize> {
    let column = column(result, measure)?;
    match result.plan().columns[column].slot {
        Slot::Number(_) => Ok(column),
        Slot::Text(_) | Slot::RunTag => Err(no_number(measure)),
    }
}

fn no_number(measure: &str) -> PyErr {
    PyKeyError::new_err(format!("'{measure}' is text: see strings() and run_tag"))
}
