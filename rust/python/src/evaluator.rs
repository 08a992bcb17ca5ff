//! Evaluation of runs.

use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use rtreceval_core::qrels::Kind;
use rtreceval_core::{Plan, formats};

use crate::arrays::Arrays;
use crate::errors::{exception, warn};
use crate::evaluation::Evaluation;
use crate::ids::{is_mapping, path};
use crate::qrels::Judgments;
use crate::run::{self, Run};
use crate::{mapping, options};

/// Qrels, measures and options, prepared once to evaluate many runs.
///
/// Frozen; threads may share it.
///
/// Args:
///     qrels: A path or file object, in any format that `read_qrels` recognises; `{topic: {docno:
///         grade}}`, a table with columns for topic, document and grade (polars, pandas, pyarrow,
///         DuckDB, a data set), a tuple of three NumPy arrays, rows of these three, or what
///         `read_qrels` gives. A negative grade means: in the pool, but not judged. Measures of
///         diversity need judgments by subtopic: a path,
///         `{topic: {docno: {subtopic: grade}}}`, or what `read_qrels` gives; other measures then
///         see the highest grade of each document.
///     measures: One measure or several, as `trec_eval -m` takes them ('ndcg_cut.10', 'P.5,10',
///         'all_trec') or prints them ('ndcg_cut_10'), or as ir_measures has them ('nDCG@10',
///         'AP(rel=2)@100', or its objects). Each is reported in the spelling it is asked for in.
///     relevance_level: The lowest grade that the binary measures count as relevant. nDCG does not
///         look at it.
///     complete: Average over all topics of the qrels; one that the run lacks counts as 0.
///         Otherwise it is left out (and named in `Evaluation.missing_topics`).
///     judged_only: Drop documents without a judgment from each ranking first.
///     max_depth: Look at the first so many documents of each ranking only.
///     num_docs: Number of documents in the collection, which `utility` may need.
///     compat: The version of trec_eval to agree with: '9' (9.0.8) or '10'.
///     columns: Names of columns where tables have others than are known, by role:
///         `{'topic': ..., 'docno': ..., 'grade': ..., 'score': ...}`.
///     threads: Threads to use, one for each processor if None. Their number changes no bit.
///
/// Raises:
///     InputError: The qrels cannot be used.
///     MeasureError: A measure is unknown, or a parameter is not one that it takes.
///     OSError: A file cannot be read.
///     TypeError: An argument, an id or a grade is of a wrong type.
///     ValueError: An option is out of its range.
///
/// >>> import rtreceval
/// >>> evaluator = rtreceval.Evaluator({"q1": {"d1": 1, "d2": 0}}, ["map", "P.1"])
/// >>> [evaluator.evaluate({"q1": {"d1": s, "d2": 0.5}})["map"] for s in (0.9, 0.1)]
/// [1.0, 0.5]
#[pyclass(frozen, module = "rtreceval")]
pub struct Evaluator {
    core: rtreceval_core::Evaluator,
    judgments: Arc<Judgments>,
    /// The names of columns that the user has chosen.
    columns: Option<Py<PyDict>>,
    threads: usize,
}

#[pymethods]
impl Evaluator {
    #[new]
    #[pyo3(signature = (qrels, measures, *, relevance_level=1.0, complete=false, judged_only=false,
        max_depth=None, num_docs=0, compat="9", columns=None, threads=None))]
    #[allow(clippy::too_many_arguments)] // they are keywords in Python
    fn new(
        qrels: &Bound<'_, PyAny>,
        measures: &Bound<'_, PyAny>,
        relevance_level: f64,
        complete: bool,
        judged_only: bool,
        max_depth: Option<i64>,
        num_docs: i64,
        compat: &str,
        columns: Option<Bound<'_, PyDict>>,
        threads: Option<i64>,
    ) -> PyResult<Self> {
        let options =
            options::options(relevance_level, complete, judged_only, max_depth, num_docs, compat)?;
        let threads = options::threads(threads)?;
        let plan = Plan::parse(&requests(measures)?, options.compat)
            .map_err(|error| exception(measures.py(), &error))?;
        let judgments = Judgments::from_argument(qrels, columns.as_ref(), plan.needs_subtopics())?;
        let qrels = Arc::clone(judgments.core());
        let core = rtreceval_core::Evaluator::new(qrels, plan, options);
        let columns = columns.map(Bound::unbind);
        Ok(Self { core, judgments, columns, threads })
    }

    /// Evaluate one run.
    ///
    /// Args:
    ///     run: The same of scores: `{topic: {docno: score}}` and so on. Arrays may be of one length,
    ///         or topics [n] with documents and scores [n, k], -1 standing for no document.
    ///
    /// Returns:
    ///     The values of all topics and their averages.
    ///
    /// Raises:
    ///     InputError: The run cannot be used, or has no topic in common with the qrels.
    ///     OSError: A file cannot be read.
    ///     TypeError: An id or a score is of a wrong type.
    fn evaluate(&self, run: &Bound<'_, PyAny>) -> PyResult<Evaluation> {
        let py = run.py();
        let (core, threads) = (&self.core, self.threads);
        let columns = self.columns.as_ref().map(|columns| columns.bind(py));
        if matches!(core.qrels().kind(), Kind::Grades | Kind::Subtopics(_)) {
            if is_mapping(run) {
                return mapping::evaluate(core, &self.judgments, run).map(Evaluation);
            }
            self.judgments.documents(py)?;
        } else if !run.is_instance_of::<Run>() {
            // By judgment group whole rankings are needed.
            let run = run::from_argument(run, columns)?;
            let result = py.detach(|| core.evaluate(&run, threads));
            return result.map(Evaluation).map_err(|error| exception(py, &error));
        }
        let result = if let Ok(run) = run.cast::<Run>() {
            let run = run.get();
            py.detach(|| core.evaluate(&run.0, threads))
        } else if let Some(file) = path(run)? {
            let result = py.detach(|| core.evaluate_any_file(&file, threads));
            let (result, guess) = result.map_err(|error| exception(py, &error))?;
            warn(py, &formats::name(&file), guess)?;
            Ok(result)
        } else if let Ok(tuple) = run.cast::<PyTuple>()
            && let Some(arrays) = Arrays::of_tuple(tuple, "run")?
        {
            py.detach(|| core.evaluate_columns(&arrays, threads))
        } else {
            let run = run::from_argument(run, columns)?;
            py.detach(|| core.evaluate(&run, threads))
        };
        result.map(Evaluation).map_err(|error| exception(py, &error))
    }

    fn __repr__(&self) -> String {
        let (topics, values) = (self.core.qrels().len(), self.core.plan().columns.len());
        format!("<Evaluator: {topics} topics, {values} values>")
    }
}

/// Evaluate one run against qrels.
///
/// Args:
///     qrels: A path or file object, in any format that `read_qrels` recognises; `{topic: {docno:
///         grade}}`, a table with columns for topic, document and grade (polars, pandas, pyarrow,
///         DuckDB, a data set), a tuple of three NumPy arrays, rows of these three, or what
///         `read_qrels` gives. A negative grade means: in the pool, but not judged. Measures of
///         diversity need judgments by subtopic: a path,
///         `{topic: {docno: {subtopic: grade}}}`, or what `read_qrels` gives; other measures then
///         see the highest grade of each document.
///     run: The same of scores: `{topic: {docno: score}}` and so on. Arrays may be of one length,
///         or topics [n] with documents and scores [n, k], -1 standing for no document.
///     measures: One measure or several, as `trec_eval -m` takes them ('ndcg_cut.10', 'P.5,10',
///         'all_trec') or prints them ('ndcg_cut_10'), or as ir_measures has them ('nDCG@10',
///         'AP(rel=2)@100', or its objects). Each is reported in the spelling it is asked for in.
///     relevance_level: The lowest grade that the binary measures count as relevant. nDCG does not
///         look at it.
///     complete: Average over all topics of the qrels; one that the run lacks counts as 0.
///         Otherwise it is left out (and named in `Evaluation.missing_topics`).
///     judged_only: Drop documents without a judgment from each ranking first.
///     max_depth: Look at the first so many documents of each ranking only.
///     num_docs: Number of documents in the collection, which `utility` may need.
///     compat: The version of trec_eval to agree with: '9' (9.0.8) or '10'.
///     columns: Names of columns where tables have others than are known, by role:
///         `{'topic': ..., 'docno': ..., 'grade': ..., 'score': ...}`.
///     threads: Threads to use, one for each processor if None. Their number changes no bit.
///
/// Returns:
///     The values of all topics and their averages.
///
/// Raises:
///     InputError: Qrels or run cannot be used, or have no topic in common.
///     MeasureError: A measure is unknown, or a parameter is not one that it takes.
///     OSError: A file cannot be read.
///     TypeError: An argument, an id, a grade or a score is of a wrong type.
///     ValueError: An option is out of its range.
///
/// >>> import rtreceval
/// >>> result = rtreceval.evaluate({"q": {"d1": 1}}, {"q": {"d0": 2.0, "d1": 1.0}}, "recip_rank")
/// >>> result["recip_rank"]
/// 0.5
#[pyfunction]
#[pyo3(signature = (qrels, run, measures, *, relevance_level=1.0, complete=false,
    judged_only=false, max_depth=None, num_docs=0, compat="9", columns=None, threads=None))]
#[allow(clippy::too_many_arguments)] // they are keywords in Python
pub fn evaluate(
    qrels: &Bound<'_, PyAny>,
    run: &Bound<'_, PyAny>,
    measures: &Bound<'_, PyAny>,
    relevance_level: f64,
    complete: bool,
    judged_only: bool,
    max_depth: Option<i64>,
    num_docs: i64,
    compat: &str,
    columns: Option<Bound<'_, PyDict>>,
    threads: Option<i64>,
) -> PyResult<Evaluation> {
    Evaluator::new(
        qrels,
        measures,
        relevance_level,
        complete,
        judged_only,
        max_depth,
        num_docs,
        compat,
        columns,
        threads,
    )?
    .evaluate(run)
}

/// One name or several.
fn requests(measures: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if let Some(one) = request(measures)? {
        return Ok(vec![one]);
    }
    let wrong = || {
        PyTypeError::new_err(format!(
            "measures: found {measures:?}, expected a str or several, such as ['map', 'nDCG@10']"
        ))
    };
    let names = measures.try_iter().map_err(|_| wrong())?;
    names.map(|name| request(&name?)?.ok_or_else(wrong)).collect()
}

/// One name, or that of a measure of ir_measures.
fn request(measure: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if let Ok(name) = measure.cast::<PyString>() {
        return Ok(Some(name.to_str()?.to_owned()));
    }
    if measure.hasattr("SUPPORTED_PARAMS")? {
        return Ok(Some(measure.str()?.to_str()?.to_owned()));
    }
    Ok(None)
}
