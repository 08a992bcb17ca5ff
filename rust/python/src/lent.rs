//! What Python lends the core: its readers of Parquet, and data sets by name.

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rtreceval_core::formats::lent::{DATASETS, Readers, Table, bring};
use rtreceval_core::lists::{Builder, Lists};
use rtreceval_core::{Error, ErrorKind, Place};

use crate::columns::Role;
use crate::problem::Problem;
use crate::table;

/// Lends the readers. Nothing is imported before they are used.
pub fn lend() {
    bring(Readers { parquet: read_parquet, dataset: read_dataset });
}

fn read_parquet(data: &[u8], role: Role, file: &str) -> rtreceval_core::Result<Table> {
    // What a library says of a file that it cannot read is in words of its own.
    let unread = |py: Python<'_>, error: &PyErr| {
        if error.is_instance_of::<PyImportError>(py) {
            return refused(py, file, error);
        }
        let found = "a Parquet file that cannot be read: it is cut off, damaged or encrypted";
        let expected = "a whole one".to_owned();
        let error = Error::new(ErrorKind::Malformed { found: found.to_owned(), expected });
        error.at(Place::File(file.to_owned()))
    };
    Python::attach(|py| {
        let rows = py
            .import("rtreceval.tables")
            .and_then(|module| module.call_method1("read_parquet", (PyBytes::new(py, data),)));
        rows.map_err(Problem::Python)
            .and_then(|rows| table::read_file(&rows, role, file))
            .map_err(|problem| problem.into_error(file, |error| unread(py, error)))
    })
}

fn read_dataset(name: &str) -> rtreceval_core::Result<Lists> {
    let file = format!("{DATASETS}:{name}");
    Python::attach(|py| {
        let rows = py
            .import("rtreceval.tables")
            .and_then(|module| module.call_method1("judgments", (name,)))
            .and_then(|rows| table::read(&rows, Role::Qrels, None, false));
        let table = rows.map_err(|error| refused(py, &file, &error))?;
        Ok(table.map_or_else(|| Builder::default().finish(), |table| table.lists))
    })
}

/// The error of an exception, in one line.
fn refused(py: Python<'_>, file: &str, error: &PyErr) -> Error {
    let text = error.value(py).to_string();
    let text = text.lines().next().unwrap_or_default().to_owned();
    Error::new(ErrorKind::Refused { file: file.to_owned(), text })
}
