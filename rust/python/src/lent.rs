//! What Python lends the core: its readers of CSV and Parquet, and data sets by name.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rtreceval_core::formats::tables::{DATASETS, Kind, Readers, bring};
use rtreceval_core::lists::{Builder, Lists};
use rtreceval_core::{Error, ErrorKind};

use crate::columns::Role;
use crate::{arrow, table};

/// Lends the readers. Nothing is imported before they are used.
pub fn lend() {
    bring(Readers { table: read_table, dataset: read_dataset });
}

fn read_table(kind: Kind, data: &[u8], role: Role, file: &str) -> rtreceval_core::Result<Lists> {
    Python::attach(|py| {
        let mut builder = Builder::default();
        let mut read = || -> PyResult<()> {
            let arguments = (kind.name(), PyBytes::new(py, data), role.number_names());
            let table = py.import("rtreceval.tables")?.call_method1("read", arguments)?;
            arrow::fill(&table, role, None, &mut builder)
        };
        read().map_err(|error| refused(py, file, &error))?;
        Ok(builder.finish())
    })
}

fn read_dataset(name: &str) -> rtreceval_core::Result<Lists> {
    Python::attach(|py| {
        let read = || -> PyResult<Option<Lists>> {
            let rows = py.import("rtreceval.tables")?.call_method1("judgments", (name,))?;
            table::lists(&rows, Role::Qrels, None)
        };
        let file = format!("{DATASETS}:{name}");
        let lists = read().map_err(|error| refused(py, &file, &error))?;
        Ok(lists.unwrap_or_else(|| Builder::default().finish()))
    })
}

/// The error of an exception, in one line.
fn refused(py: Python<'_>, file: &str, error: &PyErr) -> Error {
    let text = error.value(py).to_string();
    let text = text.lines().next().unwrap_or_default().to_owned();
    Error::new(ErrorKind::Refused { file: file.to_owned(), text })
}
