//! Runs, as Python has them.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyString;
use rtreceval_core::formats;

use crate::errors::exception;
use crate::ids::{decode, names};
use crate::options::threads;
use crate::pickle::{self, Reduced, RunState};

/// A run: the documents that a system retrieved for each topic, in memory for any number of
/// evaluations.
///
/// Made by `read_run`. Frozen; threads may share it. Can be pickled.
#[pyclass(frozen, module = "rtreceval")]
pub struct Run(pub rtreceval_core::Run);

#[pymethods]
impl Run {
    /// The topics, in the order of their bytes.
    #[getter]
    fn topics<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyString>>> {
        names(py, self.0.topics())
    }

    /// The tag in the last line of the file.
    #[getter]
    fn tag<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        decode(py, self.0.tag())
    }

    /// Number of retrieved documents of all topics.
    #[getter]
    fn num_docs(&self) -> usize {
        self.0.num_docs()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, RunState>> {
        pickle::reduce::<Self, _>(py, pickle::of_run(&self.0))
    }

    #[staticmethod]
    fn _restore(form: u32, version: &str, held: &Bound<'_, PyAny>) -> PyResult<Self> {
        pickle::check_form(form, version)?;
        Ok(Self(pickle::to_run(held.extract()?)))
    }

    fn __repr__(&self) -> String {
        format!("<Run: {} topics, {} documents>", self.0.len(), self.0.num_docs())
    }
}

/// Read a run from a file of lines 'topic Q0 docno rank score tag'.
///
/// Documents are ranked by score, highest first; those with equal scores by id, highest bytes
/// first. The rank and the order of lines are not looked at. Fields are parted by any white space;
/// what follows the tag is skipped. Blank lines and lines that start with '#' are skipped, a byte
/// order mark too.
///
/// Args:
///     path: The file; '-' is the standard input.
///
/// Returns:
///     The run, in memory for any number of evaluations.
///
/// Raises:
///     InputError: A line is malformed. `file`, `line` and `column` tell the place.
///     OSError: The file cannot be read.
#[pyfunction]
#[allow(clippy::needless_pass_by_value)] // how an argument arrives
pub fn read_run(py: Python<'_>, path: PathBuf) -> PyResult<Run> {
    let threads = threads(None)?;
    let run =
        py.detach(|| formats::read_run(&path, threads)).map_err(|error| exception(py, &error))?;
    Ok(Run(run))
}
