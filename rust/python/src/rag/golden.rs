//! Golden sets.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rtreceval_core::rag::cases::Case;
use rtreceval_core::rag::evidence::{DOCUMENT, EVIDENCE, Fields};
use rtreceval_core::rag::facets::unique;
use rtreceval_core::rag::golden::{CASE_LINE, Golden, RESULT_LINE, Settings};

use super::report::Report;
use super::{convert, lines, score_all};
use crate::errors::exception;
use crate::ids::{for_each_item, is_mapping};
use crate::options;

/// See `rtreceval.golden.evaluate`.
#[pyfunction]
#[allow(clippy::needless_pass_by_value)] // how an argument arrives
pub fn evaluate_golden(
    cases: &Bound<'_, PyAny>,
    results: &Bound<'_, PyAny>,
    facets: Vec<String>,
    whole_words: bool,
    evidence_fields: Vec<String>,
    document_fields: Vec<String>,
) -> PyResult<Report> {
    let py = cases.py();
    let fields = |name: &str, paths: &[String], defaults| {
        Fields::new(paths, defaults)
            .map_err(|text| PyValueError::new_err(format!("{name}: {text}")))
    };
    let settings = Settings {
        facets: unique(facets),
        whole_words,
        evidence: fields("evidence_fields", &evidence_fields, EVIDENCE)?,
        documents: fields("document_fields", &document_fields, DOCUMENT)?,
    };
    let threads = options::threads(None)?;
    let golden = if let Some(lines) = lines(cases, CASE_LINE)? {
        py.detach(|| Golden::read(&lines, settings, threads))
    } else {
        let cases = score_all("cases", cases, |json| Case::from_json(json, &settings.facets))?;
        Golden::new(cases, settings)
    };
    let golden = golden.map_err(|error| exception(py, &error))?;
    let report = if is_mapping(results) {
        let list = as_list(results)?;
        golden.finish(score_all("results", list.as_any(), |json| golden.score(json))?)
    } else if let Some(lines) = lines(results, RESULT_LINE)? {
        py.detach(|| golden.evaluate(&lines, threads))
    } else {
        golden.finish(score_all("results", results, |json| golden.score(json))?)
    };
    report.map(Report).map_err(|error| exception(py, &error))
}

/// `{id: [result, ...]}` as the objects of a file.
fn as_list<'py>(results: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
    let py = results.py();
    let list = PyList::empty(py);
    for_each_item(results, |id, results| {
        let line = PyDict::new(py);
        line.set_item("id", id)?;
        line.set_item("results", results)?;
        list.append(line)
    })?;
    Ok(list)
}

/// See `rtreceval.golden.required_depth`.
#[pyfunction]
pub fn required_depth(case: &Bound<'_, PyAny>) -> PyResult<usize> {
    let py = case.py();
    if !is_mapping(case) {
        let found = case.get_type();
        return Err(PyTypeError::new_err(format!("case: found {found}, expected a mapping")));
    }
    let json = convert::to_json(case).map_err(|wrong| wrong.into_error(py, "case", 0))?;
    let case = Case::from_json(&json, &[]).map_err(|error| super::wrong(py, &error))?;
    Ok(case.required_depth())
}

/// The default fields: those of evidence and those of documents.
#[pyfunction]
pub fn golden_fields() -> (Vec<&'static str>, Vec<&'static str>) {
    (EVIDENCE.to_vec(), DOCUMENT.to_vec())
}
