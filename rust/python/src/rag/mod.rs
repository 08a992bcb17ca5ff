//! Retrieval metrics and golden sets.

mod convert;
mod functions;
mod golden;
mod items;
mod report;

pub use functions::{
    RetrievalMetrics, hit_at_k, mrr, ndcg_at_k, precision_at_k, recall_at_k, retrieval_metrics,
};
pub use golden::{evaluate_golden, golden_fields, required_depth};
pub use items::{evaluate_items, from_trec, to_trec};
pub use report::{Comparison, Report};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use rtreceval_core::rag::json::{Json, Wrong};
use rtreceval_core::rag::jsonl::Lines;
use rtreceval_core::{Error, ErrorKind};

use crate::errors::exception;
use crate::ids::{is_mapping, path, read_file_object};

/// The exception for something wrong in a Python object.
fn wrong(py: Python<'_>, wrong: &Wrong) -> PyErr {
    let (found, expected) = (wrong.found(), wrong.expected().to_owned());
    exception(py, &Error::new(ErrorKind::Malformed { found, expected }))
}

/// The lines of the file that an argument names or is; nothing if it is none.
fn lines(argument: &Bound<'_, PyAny>, expected: &'static str) -> PyResult<Option<Lines>> {
    let py = argument.py();
    let lines = if let Some(file) = path(argument)? {
        py.detach(|| Lines::read(&file, expected))
    } else if let Some((text, name)) = read_file_object(argument)? {
        py.detach(|| Lines::new(text, name, expected))
    } else {
        return Ok(None);
    };
    lines.map(Some).map_err(|error| exception(py, &error))
}

/// How many objects are converted before they are evaluated together, with the GIL released.
const BATCH: usize = 256;

/// Calls `score` with each of several Python objects as JSON, outside the GIL. `role` names them in
/// messages.
fn score_all<T: Send>(
    role: &str,
    objects: &Bound<'_, PyAny>,
    score: impl Fn(&Json) -> Result<T, Wrong> + Sync,
) -> PyResult<Vec<T>> {
    let py = objects.py();
    let iterator = several(role, objects)?;
    let mut scored = Vec::new();
    let mut batch: Vec<Json> = Vec::with_capacity(BATCH);
    let mut flush = |batch: &mut Vec<Json<'static>>| {
        let from = scored.len();
        let made = py.detach(|| {
            let each = batch.iter().enumerate();
            each.map(|(at, json)| {
                score(json).map_err(|wrong| wrong.in_element(from + at).in_field(role))
            })
            .collect::<Result<Vec<_>, _>>()
        });
        batch.clear();
        scored.extend(made.map_err(|error| wrong(py, &error))?);
        PyResult::Ok(())
    };
    for (at, object) in iterator.enumerate() {
        batch.push(convert::to_json(&object?).map_err(|wrong| wrong.into_error(py, role, at))?);
        if batch.len() == BATCH {
            flush(&mut batch)?;
        }
    }
    flush(&mut batch)?;
    Ok(scored)
}

/// The elements of an argument that has to be a list of objects or the like.
fn several<'py>(
    role: &str,
    objects: &Bound<'py, PyAny>,
) -> PyResult<impl Iterator<Item = PyResult<Bound<'py, PyAny>>> + use<'py>> {
    let wrong = || {
        let found = objects.get_type();
        PyTypeError::new_err(format!(
            "{role}: found {found}, expected a path, a file object or several mappings"
        ))
    };
    if is_mapping(objects) {
        return Err(wrong());
    }
    objects.try_iter().map_err(|_| wrong())
}
