//! Reports.

use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};
use rtreceval_core::error::counted;
use rtreceval_core::rag::baseline::Baseline;
use rtreceval_core::rag::gate::{self, Limits};
use rtreceval_core::rag::json::Json;
use rtreceval_core::rag::report;
use rtreceval_core::rag::write::{Format, facets, rows, summary, to_json, write};

use super::convert::{self, to_python};
use crate::errors::exception;
use crate::ids::{for_each_item, is_mapping, path};

/// The values of all items or cases, their means, and the means by facet. Frozen.
///
/// Printed it is a table. It is a mapping of the means by their names; a mean over no case is None.
#[pyclass(frozen, mapping, module = "rtreceval.rag")]
pub struct Report(pub report::Report);

#[pymethods]
impl Report {
    /// The mean of this name.
    fn __getitem__(&self, name: &str) -> PyResult<Option<f64>> {
        let at = self.0.kind.column(name).ok_or_else(|| {
            PyKeyError::new_err(format!("'{name}' is none of {}", self.keys().join(", ")))
        })?;
        Ok(self.0.summary.values()[at])
    }

    /// Whether there is a mean of this name.
    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        name.extract().is_ok_and(|name| self.0.kind.column(name).is_some())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.keys())?.try_iter()
    }

    /// The number of means.
    fn __len__(&self) -> usize {
        self.0.kind.columns.len()
    }

    /// The names of the means.
    fn keys(&self) -> Vec<&'static str> {
        self.0.kind.columns.iter().map(|column| column.of_mean).collect()
    }

    /// The means and counts, as the JSON has them.
    #[getter]
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &summary(&self.0))
    }

    /// The means and counts of each value of each facet.
    #[getter]
    fn facets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &facets(&self.0))
    }

    /// The items or cases with their values, in the order of the input.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &rows(&self.0))
    }

    /// What the numbers alone would not tell.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.0.warnings.clone()
    }

    /// All of the report, as the JSON has it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &to_json(&self.0))
    }

    /// All of the report as one JSON object.
    fn to_json(&self) -> PyResult<String> {
        self.text(Format::Json)
    }

    /// A JSON object on a line for each item or case.
    fn to_jsonl(&self) -> PyResult<String> {
        self.text(Format::Jsonl)
    }

    /// Comma separated values, on a line for each item or case.
    fn to_csv(&self) -> PyResult<String> {
        self.text(Format::Csv)
    }

    /// Compare with an earlier report.
    ///
    /// Args:
    ///     baseline: The earlier report: a path of its JSON, the same as a mapping, or a report.
    ///     max_drop: How much means may fall, by name.
    ///     max_facet_drop: How much the means of each value of each facet may fall, by name.
    ///
    /// Returns:
    ///     What has moved.
    ///
    /// Raises:
    ///     InputError: The baseline is not a report of this kind, has other settings, or has no
    ///         value where there is a limit.
    ///     OSError: The file cannot be read.
    ///     ValueError: A name or a number of a limit is not one.
    #[pyo3(signature = (baseline, *, max_drop=None, max_facet_drop=None))]
    fn compare(
        &self,
        baseline: &Bound<'_, PyAny>,
        max_drop: Option<&Bound<'_, PyAny>>,
        max_facet_drop: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Comparison> {
        let py = baseline.py();
        let kind = self.0.kind;
        let read =
            |json: &Json| Baseline::from_json(json, kind).map_err(|error| super::wrong(py, &error));
        let before = if let Ok(report) = baseline.cast::<Self>() {
            read(&to_json(&report.get().0))?
        } else if let Some(file) = path(baseline)? {
            py.detach(|| Baseline::read(&file, kind)).map_err(|error| exception(py, &error))?
        } else {
            let json = convert::to_json(baseline);
            read(&json.map_err(|wrong| wrong.into_error(py, "baseline", 0))?)?
        };
        let limits = Limits {
            summary: self.limits("max_drop", max_drop)?,
            groups: self.limits("max_facet_drop", max_facet_drop)?,
        };
        gate::Comparison::new(&self.0, &before, &limits)
            .map(Comparison)
            .map_err(|error| exception(py, &error))
    }

    fn __str__(&self) -> PyResult<String> {
        self.text(Format::Table)
    }

    fn __repr__(&self) -> String {
        let (count, rows) = (self.0.summary.count, self.0.rows.len());
        format!("<Report: {count} of {}>", counted(rows, self.0.kind.row))
    }
}

impl Report {
    fn text(&self, format: Format) -> PyResult<String> {
        let mut text = Vec::new();
        write(&mut text, &self.0, format)?;
        Ok(String::from_utf8(text)?)
    }

    fn limits(&self, role: &str, limits: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<(usize, f64)>> {
        let mut read = Vec::new();
        let Some(limits) = limits else { return Ok(read) };
        if !is_mapping(limits) {
            let found = limits.get_type();
            let text = format!("{role}: found {found}, expected a mapping of names to numbers");
            return Err(PyTypeError::new_err(text));
        }
        for_each_item(limits, |name, drop| {
            let limit = gate::parse_limit(&format!("{name}={drop}"), self.0.kind);
            read.push(limit.map_err(|text| PyValueError::new_err(format!("{role}: {text}")))?);
            Ok(())
        })?;
        Ok(read)
    }
}

/// What has changed since an earlier report. Frozen; printed it is a table.
#[pyclass(frozen, module = "rtreceval.rag")]
pub struct Comparison(gate::Comparison);

#[pymethods]
impl Comparison {
    /// Whether no mean fell by more than it may.
    #[getter]
    fn passed(&self) -> bool {
        self.0.regressions().next().is_none()
    }

    /// The means that fell by more than they may: the group ('summary' or 'facet=value'), the name,
    /// the value before and now.
    #[getter]
    fn regressions(&self) -> Vec<(String, &'static str, Option<f64>, Option<f64>)> {
        let moves = self.0.regressions();
        moves.map(|moved| (moved.of.clone(), moved.name, moved.before, moved.now)).collect()
    }

    /// What makes the comparison less than it seems, such as items that only one report has.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.0.notes.clone()
    }

    fn __str__(&self) -> PyResult<String> {
        let mut text = Vec::new();
        self.0.write(&mut text)?;
        Ok(String::from_utf8(text)?)
    }

    fn __repr__(&self) -> String {
        format!("<Comparison: {}>", counted(self.0.regressions().count(), "regression"))
    }
}
