//! What is wrong with a table: an exception of its own for an object, the place for a file.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use rtreceval_core::{Error, ErrorKind, Place};

use crate::errors::exception;

/// What is wrong with a table.
pub enum Problem {
    /// Its columns are not those that are needed, or not of a type that can be used.
    Columns { found: String, expected: String, is_type: bool },
    /// A cell has something that cannot be used, in a row counted from 0.
    Cell { row: usize, column: String, found: &'static str, expected: &'static str, is_type: bool },
    /// A number is none that a grade or a score can be, in such a cell.
    Number { row: usize, column: String, error: Error },
    /// A document is there twice.
    Row(Error),
    /// Python says so.
    Python(PyErr),
}

impl Problem {
    /// Columns that lack what is needed.
    pub fn value(found: String, expected: String) -> Self {
        Self::Columns { found, expected, is_type: false }
    }

    /// The exception for an object that is given as `role`.
    pub fn into_exception(self, py: Python<'_>, role: &str) -> PyErr {
        match self {
            Self::Columns { found, expected, is_type } => {
                let text = format!("{role}: found {found}, expected {expected}");
                if is_type { PyTypeError::new_err(text) } else { PyValueError::new_err(text) }
            }
            Self::Cell { row, column, found, expected, is_type } => {
                let found = format!("{found} in column '{column}', row {row} (from 0)");
                if is_type {
                    PyTypeError::new_err(format!("{role}: found {found}, expected {expected}"))
                } else {
                    exception(py, &malformed(found, expected))
                }
            }
            Self::Number { error, .. } | Self::Row(error) => exception(py, &error),
            Self::Python(error) => error,
        }
    }

    /// The error for a file. `unread` is what an exception of Python means.
    pub fn into_error(self, file: &str, unread: impl FnOnce(&PyErr) -> Error) -> Error {
        let cell =
            |row, column| Place::Row { file: file.to_owned(), row: row + 1, column: Some(column) };
        match self {
            Self::Columns { found, expected, .. } => {
                malformed(found, &expected).at(Place::File(file.to_owned()))
            }
            Self::Cell { row, column, found, expected, .. } => {
                malformed(found.to_owned(), expected).at(cell(row, column))
            }
            Self::Number { row, column, error } => error.at(cell(row, column)),
            Self::Row(error) => error,
            Self::Python(error) => unread(&error),
        }
    }
}

fn malformed(found: String, expected: &str) -> Error {
    Error::new(ErrorKind::Malformed { found, expected: expected.to_owned() })
}
