//! The metrics of one ranking.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyString};
use rtreceval_core::rag::items::ITEMS;
use rtreceval_core::rag::metrics::{Judged, Metrics};
use rtreceval_core::{Error, ErrorKind};

use crate::errors::exception;
use crate::ids::{encode_str, for_each_item, is_mapping};

/// The five retrieval metrics of one ranking. Frozen.
#[pyclass(frozen, eq, get_all, module = "rtreceval.rag", skip_from_py_object)]
#[derive(Clone, PartialEq)]
pub struct RetrievalMetrics {
    /// The share of the relevant ids that are among the first k.
    recall_at_k: f64,
    /// The share of relevant ids among the first k.
    precision_at_k: f64,
    /// nDCG at 10 with exponential gain.
    ndcg_at_10: f64,
    /// 1 / rank of the first relevant id.
    mrr: f64,
    /// 1 where a relevant id is among the first k, else 0.
    hit_at_k: f64,
}

impl From<Metrics> for RetrievalMetrics {
    fn from(metrics: Metrics) -> Self {
        let Metrics { recall_at_k, precision_at_k, ndcg_at_10, mrr, hit_at_k } = metrics;
        Self { recall_at_k, precision_at_k, ndcg_at_10, mrr, hit_at_k }
    }
}

#[pymethods]
impl RetrievalMetrics {
    /// The metrics by the names they have in JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (column, value) in ITEMS.columns.iter().zip(self.values()) {
            dict.set_item(column.of_item, value)?;
        }
        Ok(dict)
    }

    /// The metrics as a JSON object.
    fn to_json(&self) -> String {
        let fields: Vec<_> = (ITEMS.columns.iter().zip(self.values()))
            .map(|(column, value)| format!("\"{}\": {value:?}", column.of_item))
            .collect();
        format!("{{{}}}", fields.join(", "))
    }

    fn __repr__(&self) -> String {
        let [recall, precision, ndcg, mrr, hit] = self.values();
        format!(
            "RetrievalMetrics(recall_at_k={recall:?}, precision_at_k={precision:?}, \
             ndcg_at_10={ndcg:?}, mrr={mrr:?}, hit_at_k={hit:?})"
        )
    }
}

impl RetrievalMetrics {
    fn values(&self) -> [f64; 5] {
        [self.recall_at_k, self.precision_at_k, self.ndcg_at_10, self.mrr, self.hit_at_k]
    }
}

/// See `rtreceval.rag.recall_at_k`.
#[pyfunction]
pub fn recall_at_k(
    ranked: &Bound<'_, PyAny>,
    qrels: &Bound<'_, PyAny>,
    k: &Bound<'_, PyAny>,
) -> PyResult<f64> {
    let k = cutoff(k)?;
    Ok(judged(ranked, qrels)?.recall_at(k))
}

/// See `rtreceval.rag.precision_at_k`.
#[pyfunction]
pub fn precision_at_k(
    ranked: &Bound<'_, PyAny>,
    qrels: &Bound<'_, PyAny>,
    k: &Bound<'_, PyAny>,
) -> PyResult<f64> {
    let k = cutoff(k)?;
    Ok(judged(ranked, qrels)?.precision_at(k))
}

/// See `rtreceval.rag.hit_at_k`.
#[pyfunction]
pub fn hit_at_k(
    ranked: &Bound<'_, PyAny>,
    qrels: &Bound<'_, PyAny>,
    k: &Bound<'_, PyAny>,
) -> PyResult<f64> {
    let k = cutoff(k)?;
    Ok(judged(ranked, qrels)?.hit_at(k))
}

/// See `rtreceval.rag.mrr`.
#[pyfunction]
pub fn mrr(ranked: &Bound<'_, PyAny>, qrels: &Bound<'_, PyAny>) -> PyResult<f64> {
    Ok(judged(ranked, qrels)?.reciprocal_rank())
}

/// See `rtreceval.rag.ndcg_at_k`.
#[pyfunction]
pub fn ndcg_at_k(
    ranked: &Bound<'_, PyAny>,
    qrels: &Bound<'_, PyAny>,
    k: &Bound<'_, PyAny>,
) -> PyResult<f64> {
    let k = cutoff(k)?;
    Ok(judged(ranked, qrels)?.ndcg_at(k))
}

/// See `rtreceval.rag.retrieval_metrics`.
#[pyfunction]
pub fn retrieval_metrics(
    ranked: &Bound<'_, PyAny>,
    qrels: &Bound<'_, PyAny>,
    k: &Bound<'_, PyAny>,
) -> PyResult<RetrievalMetrics> {
    let k = cutoff(k)?;
    Ok(judged(ranked, qrels)?.metrics(k).into())
}

/// A rank to cut at. One that is out of reach is as good as any other.
pub(super) fn cutoff(k: &Bound<'_, PyAny>) -> PyResult<usize> {
    const EXPECTED: &str = "expected a whole number of at least 1";
    match k.extract::<usize>() {
        Ok(k) if k > 0 => Ok(k),
        Err(_) if !k.is_instance_of::<PyInt>() => {
            let found = k.get_type();
            Err(PyTypeError::new_err(format!("k: found {found}, {EXPECTED}")))
        }
        Err(_) if k.gt(0)? => Ok(usize::MAX),
        _ => Err(PyValueError::new_err(format!("k: found {k}, {EXPECTED}"))),
    }
}

fn judged(ranked: &Bound<'_, PyAny>, qrels: &Bound<'_, PyAny>) -> PyResult<Judged> {
    let py = ranked.py();
    let not_ids = || {
        let found = ranked.get_type();
        PyTypeError::new_err(format!("ranked: found {found}, expected ids in order, best first"))
    };
    // The order of these is none of the ranking's.
    let is_unordered = ranked.is_instance_of::<pyo3::types::PySet>()
        || ranked.is_instance_of::<pyo3::types::PyFrozenSet>();
    if is_unordered || ranked.is_instance_of::<PyString>() || is_mapping(ranked) {
        return Err(not_ids());
    }
    let ids = ranked.try_iter().map_err(|_| not_ids())?.collect::<PyResult<Vec<_>>>()?;
    let ids = ids.iter().enumerate().map(|(at, id)| encode_str(id, || format!("ranked[{at}]")));
    let ids = ids.collect::<PyResult<Vec<_>>>()?;
    if !is_mapping(qrels) {
        let found = qrels.get_type();
        let text = format!("qrels: found {found}, expected a mapping of ids to grades");
        return Err(PyTypeError::new_err(text));
    }
    let mut grades = Vec::new();
    for_each_item(qrels, |id, grade| {
        let value: f64 = grade.extract().map_err(|_| {
            let found = grade.get_type();
            PyTypeError::new_err(format!("qrels[{id:?}]: found {found}, expected a number"))
        })?;
        if !value.is_finite() {
            let found = format!("grade {value} in 'qrels[{id:?}]'");
            let expected = "a finite number".to_owned();
            return Err(exception(py, &Error::new(ErrorKind::Malformed { found, expected })));
        }
        grades.push((id, value));
        Ok(())
    })?;
    let qrels =
        grades.iter().map(|(id, grade)| Ok((encode_str(id, || "qrels: id".to_owned())?, *grade)));
    let qrels = qrels.collect::<PyResult<Vec<_>>>()?;
    Ok(Judged::new(ids.iter().map(|id| &**id), qrels.iter().map(|(id, grade)| (&**id, *grade))))
}
