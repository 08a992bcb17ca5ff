//! The one place where an error of the core becomes an exception, and a doubt a warning.

use std::ffi::CString;

use pyo3::exceptions::PyOSError;
use pyo3::import_exception;
use pyo3::prelude::*;
use pyo3::type_object::PyTypeInfo;
use rtreceval_core::formats::guess::Guess;
use rtreceval_core::policies::Dropped;
use rtreceval_core::{Error, ErrorKind, Place};

import_exception!(rtreceval.errors, InputError);
import_exception!(rtreceval.errors, InputWarning);
import_exception!(rtreceval.errors, MeasureError);
import_exception!(rtreceval.errors, RtrecevalError);

/// The exception for an error, with its place, what was found and what was expected as attributes.
pub fn exception(py: Python<'_>, error: &Error) -> PyErr {
    let text = error.to_string();
    let exception = match error.kind() {
        ErrorKind::Io { file, errno: Some(errno), text } => {
            return PyOSError::new_err((*errno, text.clone(), file.clone()));
        }
        ErrorKind::Io { .. } => return PyOSError::new_err(text),
        ErrorKind::UnknownMeasure { .. }
        | ErrorKind::Parameter { .. }
        | ErrorKind::Unsuited { .. } => MeasureError::new_err(text),
        ErrorKind::Usage(_) => RtrecevalError::new_err(text),
        _ => InputError::new_err(text),
    };
    match set_fields(exception.value(py), error) {
        Ok(()) => exception,
        Err(other) => other,
    }
}

/// Warns of a format that was guessed, where the file could be in another.
pub fn warn(py: Python<'_>, file: &str, guess: Option<Guess>) -> PyResult<()> {
    let Some(guess) = guess.filter(|guess| guess.doubt.is_some()) else { return Ok(()) };
    let text = CString::new(format!("{file}: {guess}")).unwrap_or_default();
    PyErr::warn(py, &InputWarning::type_object(py), &text, 1)
}

/// Warns of what was left out of an input because a policy says so.
pub fn warn_of_dropped(py: Python<'_>, dropped: &Dropped) -> PyResult<()> {
    for text in dropped.texts() {
        let text = CString::new(text).unwrap_or_default();
        PyErr::warn(py, &InputWarning::type_object(py), &text, 1)?;
    }
    Ok(())
}

fn set_fields(exception: &Bound<'_, PyAny>, error: &Error) -> PyResult<()> {
    if let Some(place) = error.place() {
        exception.setattr("file", place.file())?;
        match place {
            Place::Text { line, column, .. } => {
                exception.setattr("line", line)?;
                exception.setattr("column", column)?;
            }
            Place::Row { row, .. } => exception.setattr("row", row)?,
            Place::File(_) => {}
        }
    } else if let ErrorKind::Damaged { file, .. }
    | ErrorKind::Refused { file, .. }
    | ErrorKind::Empty { file, .. } = error.kind()
    {
        exception.setattr("file", file)?;
    }
    exception.setattr("found", error.found())?;
    exception.setattr("expected", error.expected())
}
