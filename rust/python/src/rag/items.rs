//! Items, and their way from and to TREC.

use pyo3::prelude::*;
use rtreceval_core::qrels::Kind;
use rtreceval_core::rag::facets::unique;
use rtreceval_core::rag::items::{LINE, Settings};
use rtreceval_core::rag::jsonl::check_ids;
use rtreceval_core::rag::trec::{self, Trec};
use rtreceval_core::{Error, ErrorKind};

use super::report::Report;
use super::{convert, functions, lines, score_all};
use crate::conventions::Chosen;
use crate::errors::exception;
use crate::options;
use crate::qrels::Judgments;
use crate::run::{self, Run};

/// See `rtreceval.rag.evaluate`.
#[pyfunction]
pub fn evaluate_items(
    items: &Bound<'_, PyAny>,
    k: &Bound<'_, PyAny>,
    facets: Vec<String>,
) -> PyResult<Report> {
    let py = items.py();
    let settings = Settings { k: functions::cutoff(k)?, facets: unique(facets) };
    let threads = options::threads(None)?;
    let report = match lines(items, LINE)? {
        Some(lines) => py.detach(|| settings.evaluate(&lines, threads)),
        None => settings.finish(score_all("items", items, |json| settings.score(json))?),
    };
    report.map(Report).map_err(|error| exception(py, &error))
}

/// See `rtreceval.rag.to_trec`.
#[pyfunction]
pub fn to_trec(items: &Bound<'_, PyAny>) -> PyResult<(String, String)> {
    let py = items.py();
    let threads = options::threads(None)?;
    let parts = if let Some(lines) = lines(items, LINE)? {
        py.detach(|| Trec::read(&lines, threads)).map_err(|error| exception(py, &error))?
    } else {
        let parts = score_all("items", items, Trec::from_json)?;
        let ids = parts.iter().map(|part| &*part.id);
        check_ids("items", ids).map_err(|error| exception(py, &error))?;
        parts
    };
    let qrels = parts.iter().map(|part| &*part.qrels).collect();
    Ok((qrels, parts.iter().map(|part| &*part.run).collect()))
}

/// See `rtreceval.rag.from_trec`.
#[pyfunction]
pub fn from_trec<'py>(
    qrels: &Bound<'py, PyAny>,
    run: &Bound<'py, PyAny>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let py = qrels.py();
    let followed = Chosen::default().resolve()?;
    let judgments = Judgments::from_argument(qrels, None, false, &followed, f64::NEG_INFINITY)?;
    let kind = judgments.core().kind();
    if !matches!(kind, Kind::Grades) {
        let found = format!("qrels: judgments that are {}", kind.gives().text());
        let expected = "a grade for each document".to_owned();
        return Err(exception(py, &Error::new(ErrorKind::Malformed { found, expected })));
    }
    let documents = judgments.documents(py)?;
    let make = |run: &rtreceval_core::Run| trec::items(judgments.core(), documents, run);
    let items = if let Ok(run) = run.cast::<Run>() {
        let run = run.get();
        py.detach(|| make(&run.0))
    } else {
        let run = run::from_argument(run, None, false)?;
        py.detach(|| make(&run))
    };
    let items = items.map_err(|error| exception(py, &error))?;
    items.iter().map(|item| convert::to_python(py, item)).collect()
}
