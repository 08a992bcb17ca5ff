//! What Python lends the core: its readers of CSV and Parquet, and data sets by name.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rtreceval_core::formats::tables::{DATASETS, Kind, Readers, bring};
use rtreceval_core::lists::{Builder, Lists};
use rtreceval_core::{Error, ErrorKind};

use crate::columns::Role;
use crate::table;

/// Lends the readers. Nothing is imported before they are used.
pub fn lend() {
    bring(Readers { table: read_table, dataset: read_dataset });
}

fn read_table(kind: Kind, data: &[u8], role: Role, file: &str) -> rtreceval_core::Result<Lists> {
    lists(role, file, |module| {
        let data = PyBytes::new(module.py(), data);
        module.call_method1("read", (kind.name(), data, role.number_names()))
    })
}

fn read_dataset(name: &str) -> rtreceval_core::Result<Lists> {
    let file = format!("{DATASETS}:{name}");
    lists(Role::Qrels, &file, |module| module.call_method1("judgments", (name,)))
}

/// The rows that `read` gets of the module with the readers.
fn lists(
    role: Role,
    file: &str,
    read: impl for<'py> FnOnce(&Bound<'py, PyModule>) -> PyResult<Bound<'py, PyAny>>,
) -> rtreceval_core::Result<Lists> {
    Python::attach(|py| {
        let rows = py.import("rtreceval.tables").and_then(|module| read(&module));
        let lists = rows.and_then(|rows| table::lists(&rows, role, None));
        let lists = lists.map_err(|error| refused(py, file, &error))?;
        Ok(lists.unwrap_or_else(|| Builder::default().finish()))
    })
}

/// The error of an exception, in one line.
fn refused(py: Python<'_>, file: &str, error: &PyErr) -> Error {
    let text = error.value(py).to_string();
    let text = text.lines().next().unwrap_or_default().to_owned();
    Error::new(ErrorKind::Refused { file: file.to_owned(), text })
}
