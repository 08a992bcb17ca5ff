//! Evaluation of runs.

use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use rtreceval_core::error::counted;
use rtreceval_core::evaluate::least_grade;
use rtreceval_core::policies::Dropped;
use rtreceval_core::qrels::Kind;
use rtreceval_core::{Options, Plan, formats};

use crate::arguments::{other_arguments, qrels_argument, run_argument};
use crate::arrays::Arrays;
use crate::conventions::{self, Chosen, Followed};
use crate::errors::{exception, warn, warn_of_dropped};
use crate::evaluation::Evaluation;
use crate::ids::{is_mapping, path};
use crate::pickle::{self, Reduced};
use crate::qrels::{Judgments, Qrels};
use crate::run::{self, Run};
use crate::{mapping, options};

/// Qrels, measures and options, prepared once to evaluate many runs.
///
/// Frozen; threads may share it, and worker processes: it can be pickled.
///
/// Args:
#[doc = qrels_argument!()]
#[doc = other_arguments!()]
///
/// Raises:
///     InputError: The qrels cannot be used.
///     MeasureError: A measure is unknown, or a parameter is not one that it takes.
///     OSError: A file cannot be read.
///     TypeError: An argument, an id or a grade is of a wrong type.
///     ValueError: An option is out of its range, or has no meaning for these qrels.
///
/// >>> import rtreceval
/// >>> evaluator = rtreceval.Evaluator({"q1": {"d1": 1, "d2": 0}}, ["map", "P.1"])
/// >>> [evaluator.evaluate({"q1": {"d1": s, "d2": 0.5}})["map"] for s in (0.9, 0.1)]
/// [1.0, 0.5]
#[pyclass(frozen, module = "rtreceval")]
pub struct Evaluator {
    pub core: rtreceval_core::Evaluator,
    pub judgments: Arc<Judgments>,
    followed: Followed,
    /// The names of columns that the user has chosen.
    columns: Option<Py<PyDict>>,
    threads: usize,
    /// The number of threads that the user has chosen, which holds in other processes too.
    chosen_threads: Option<i64>,
}

/// What of a ranking is looked at.
struct Sizes {
    judged_only: bool,
    max_depth: Option<i64>,
    num_docs: i64,
}

impl Evaluator {
    /// An evaluator. `for_one_run` allows to leave out judgments of which no value depends: messages
    /// may need them, and so does whoever asks for the judgments.
    fn make(
        qrels: &Bound<'_, PyAny>,
        measures: &[String],
        chosen: &Chosen,
        &Sizes { judged_only, max_depth, num_docs }: &Sizes,
        columns: Option<&Bound<'_, PyDict>>,
        threads: Option<i64>,
        for_one_run: bool,
    ) -> PyResult<Self> {
        let py = qrels.py();
        let followed = chosen.resolve()?;
        let options = options::options(&followed.conventions, judged_only, max_depth, num_docs)?;
        let chosen_threads = threads;
        let threads = options::threads(threads)?;
        let plan = Plan::parse_like(measures, options.compat, followed.preset)
            .map_err(|error| exception(py, &error))?;
        let least_grade = if for_one_run && followed.conventions.take_runs_as_they_are() {
            least_grade(&plan, &options)
        } else {
            f64::NEG_INFINITY
        };
        let by_subtopic = plan.needs_subtopics();
        let judgments =
            Judgments::from_argument(qrels, columns, by_subtopic, &followed, least_grade)?;
        let core = rtreceval_core::Evaluator::new(Arc::clone(judgments.core()), plan, options);
        followed.check(core.qrels().kind())?;
        conventions::warn_of_clipped(py, &core)?;
        let columns = columns.map(|columns| columns.clone().unbind());
        Ok(Self { core, judgments, followed, columns, threads, chosen_threads })
    }
}

#[pymethods]
impl Evaluator {
    #[new]
    #[pyo3(signature = (qrels, measures, *, like=None, relevance_level=None, complete=None,
        judged_only=false, max_depth=None, num_docs=0, compat=None, order=None, ties=None,
        topics=None, no_relevant=None, ignore_identical_ids=None, duplicates=None, columns=None,
        threads=None))]
    #[allow(clippy::too_many_arguments)] // they are keywords in Python
    fn new(
        qrels: &Bound<'_, PyAny>,
        measures: &Bound<'_, PyAny>,
        like: Option<String>,
        relevance_level: Option<f64>,
        complete: Option<bool>,
        judged_only: bool,
        max_depth: Option<i64>,
        num_docs: i64,
        compat: Option<String>,
        order: Option<String>,
        ties: Option<String>,
        topics: Option<String>,
        no_relevant: Option<String>,
        ignore_identical_ids: Option<bool>,
        duplicates: Option<String>,
        columns: Option<&Bound<'_, PyDict>>,
        threads: Option<i64>,
    ) -> PyResult<Self> {
        let chosen = Chosen {
            like,
            compat,
            order,
            ties,
            topics,
            complete,
            no_relevant,
            relevance_level,
            ignore_identical_ids,
            duplicates,
        };
        let sizes = Sizes { judged_only, max_depth, num_docs };
        Self::make(qrels, &requests(measures)?, &chosen, &sizes, columns, threads, false)
    }

    /// Evaluate one run.
    ///
    /// Args:
    #[doc = run_argument!()]
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
        let is_plain = self.followed.conventions.take_runs_as_they_are();
        let by_document = matches!(core.qrels().kind(), Kind::Grades | Kind::Subtopics(_));
        if is_plain && by_document && is_mapping(run) {
            let result = mapping::evaluate(core, &self.judgments, run)?;
            return Ok(Evaluation(result, self.followed));
        }
        if by_document {
            self.judgments.documents(py)?;
        }
        let mut followed = self.followed;
        let result = if !is_plain {
            let mut run = match run.cast::<Run>() {
                Ok(run) => run.get().0.clone(),
                Err(_) => run::from_argument(run, columns, followed.wants_ranks())?,
            };
            followed = followed.for_run(&run);
            let (conventions, mut dropped) = (followed.conventions, Dropped::default());
            let result = py.detach(|| {
                conventions.prepare(&mut run, &mut dropped)?;
                conventions.evaluate(core, run, false, threads)
            });
            warn_of_dropped(py, &dropped)?;
            result.map(|(evaluation, _)| evaluation)
        } else if !by_document && !run.is_instance_of::<Run>() {
            // By judgment group whole rankings are needed.
            let run = run::from_argument(run, columns, false)?;
            py.detach(|| core.evaluate(&run, threads))
        } else if let Ok(run) = run.cast::<Run>() {
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
            let run = run::from_argument(run, columns, false)?;
            py.detach(|| core.evaluate(&run, threads))
        };
        let result = result.map_err(|error| exception(py, &error))?;
        Ok(Evaluation(result, followed))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, Bound<'py, PyTuple>>> {
        // The conventions tell the rest of the options.
        let Options {
            judged_only,
            max_depth,
            num_docs,
            compat: _,
            relevance_level: _,
            complete: _,
            no_relevant: _,
        } = self.core.options();
        let options = self.followed.chosen().into_pyobject(py)?;
        options.set_item("judged_only", judged_only)?;
        options.set_item("max_depth", (*max_depth < usize::MAX).then_some(max_depth))?;
        options.set_item("num_docs", num_docs)?;
        options.set_item("columns", &self.columns)?;
        options.set_item("threads", self.chosen_threads)?;
        let qrels = Qrels(Arc::clone(&self.judgments));
        let held = (qrels, &self.core.plan().requests, options).into_pyobject(py)?;
        pickle::reduce::<Self, _>(py, held)
    }

    #[staticmethod]
    fn _restore<'py>(
        form: u32,
        version: &str,
        held: (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyDict>),
    ) -> PyResult<Bound<'py, PyAny>> {
        pickle::check_form(form, version)?;
        let (qrels, measures, options) = held;
        let class = qrels.py().get_type::<Self>();
        class.call((qrels, measures), Some(&options))
    }

    fn __repr__(&self) -> String {
        let (topics, values) = (self.core.qrels().len(), self.core.plan().columns.len());
        format!("<Evaluator: {}, {}>", counted(topics, "topic"), counted(values, "value"))
    }
}

/// Evaluate one run against qrels.
///
/// Args:
#[doc = qrels_argument!()]
#[doc = run_argument!()]
#[doc = other_arguments!()]
///
/// Returns:
///     The values of all topics and their averages.
///
/// Raises:
///     InputError: Qrels or run cannot be used, or have no topic in common.
///     MeasureError: A measure is unknown, or a parameter is not one that it takes.
///     OSError: A file cannot be read.
///     TypeError: An argument, an id, a grade or a score is of a wrong type.
///     ValueError: An option is out of its range, or has no meaning for these qrels.
///
/// >>> import rtreceval
/// >>> result = rtreceval.evaluate({"q": {"d1": 1}}, {"q": {"d0": 2.0, "d1": 1.0}}, "recip_rank")
/// >>> result["recip_rank"]
/// 0.5
#[pyfunction]
#[pyo3(signature = (qrels, run, measures, *, like=None, relevance_level=None, complete=None,
    judged_only=false, max_depth=None, num_docs=0, compat=None, order=None, ties=None, topics=None,
    no_relevant=None, ignore_identical_ids=None, duplicates=None, columns=None, threads=None))]
#[allow(clippy::too_many_arguments)] // they are keywords in Python
pub fn evaluate(
    qrels: &Bound<'_, PyAny>,
    run: &Bound<'_, PyAny>,
    measures: &Bound<'_, PyAny>,
    like: Option<String>,
    relevance_level: Option<f64>,
    complete: Option<bool>,
    judged_only: bool,
    max_depth: Option<i64>,
    num_docs: i64,
    compat: Option<String>,
    order: Option<String>,
    ties: Option<String>,
    topics: Option<String>,
    no_relevant: Option<String>,
    ignore_identical_ids: Option<bool>,
    duplicates: Option<String>,
    columns: Option<&Bound<'_, PyDict>>,
    threads: Option<i64>,
) -> PyResult<Evaluation> {
    let chosen = Chosen {
        like,
        compat,
        order,
        ties,
        topics,
        complete,
        no_relevant,
        relevance_level,
        ignore_identical_ids,
        duplicates,
    };
    let sizes = Sizes { judged_only, max_depth, num_docs };
    let measures = requests(measures)?;
    let make = |for_one_run| {
        Evaluator::make(qrels, &measures, &chosen, &sizes, columns, threads, for_one_run)
    };
    let evaluator = make(is_mapping(run))?; // what can be read again
    match evaluator.evaluate(run) {
        Err(_) if evaluator.judgments.are_thinned => make(false)?.evaluate(run),
        result => result,
    }
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
