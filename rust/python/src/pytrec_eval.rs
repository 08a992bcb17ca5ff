//! What `rtreceval.compat.pytrec_eval` needs: dicts in the order of the input, with the keys that
//! pytrec_eval gives them.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use rtreceval_core::measures::Params;
use rtreceval_core::request::Dialect;
use rtreceval_core::{Error, ErrorKind, Plan, Value, formats};

use crate::errors::exception;
use crate::evaluator::Evaluator;
use crate::ids::{decode, encode, encode_str, is_mapping, read_file};
use crate::mapping;
use crate::options::threads;

/// The name that messages give to lines which come from no file.
const LINES: &str = "<lines>";

/// Evaluate a run as pytrec_eval does.
///
/// Args:
///     evaluator: What to evaluate.
///     run: `{topic: {docno: score}}`.
///
/// Returns:
///     `{topic: {measure: value}}` for the topics that have judgments, in the order of the run; the
///     measures in trec_eval's. Those that are text are 0.0.
///
/// Raises:
///     InputError: The run cannot be used.
///     TypeError: The run, an id or a score is of a wrong type.
#[pyfunction]
pub fn pytrec_eval_values<'py>(
    evaluator: &Bound<'py, Evaluator>,
    run: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    let py = run.py();
    let Evaluator { core, judgments, .. } = evaluator.get();
    if !is_mapping(run) {
        let found = run.get_type();
        let text =
            format!("run: found {found}, expected a mapping of topics to mappings of scores");
        return Err(PyTypeError::new_err(text));
    }
    let qrels = judgments.core();
    let mut topics = Vec::with_capacity(run.len()?);
    for topic in run.try_iter()? {
        let topic = topic?;
        let index = qrels.find(&encode(&topic, || "run: topic".to_owned())?);
        topics.extend(index.map(|index| (topic, index)));
    }
    let values = PyDict::new(py);
    if topics.is_empty() {
        return Ok(values);
    }
    let evaluation = mapping::evaluate(core, judgments, run)?;
    let keys = keys(py, evaluation.plan());
    for (topic, index) in topics {
        let name = &qrels.topics()[index];
        let Ok(at) = evaluation.topics().binary_search_by(|have| have.name.cmp(name)) else {
            continue;
        };
        let row = PyDict::new(py);
        for (column, key) in keys.iter().enumerate() {
            let value = match evaluation.value(at, column) {
                Value::Number(number) => number,
                Value::Text(_) => 0.0,
            };
            row.set_item(key, value)?;
        }
        values.set_item(topic, row)?;
    }
    Ok(values)
}

/// The keys of the columns. pytrec_eval names cutoffs and points, but not the other numbers that a
/// measure takes: `set_F` is `set_F` whatever its parameter, unless there are several.
fn keys<'py>(py: Python<'py>, plan: &Plan) -> Vec<Bound<'py, PyString>> {
    let is_alone = |name: &str| plan.columns.iter().filter(|c| c.measure.name == name).count() == 1;
    let key = |column: &rtreceval_core::request::Column| {
        let measure = column.measure;
        let is_short = column.dialect == Dialect::Trec
            && matches!(measure.params, Params::Numbers { .. })
            && is_alone(measure.name);
        PyString::new(py, if is_short { measure.name } else { &column.name })
    };
    plan.columns.iter().map(key).collect()
}

/// Read a run into dicts.
///
/// Args:
///     lines: A path, a file object or lines 'topic Q0 docno rank score tag'.
///
/// Returns:
///     `{topic: {docno: score}}`, in the order of the lines.
///
/// Raises:
///     InputError: A line is malformed, or a topic names a document twice.
///     OSError: The file cannot be read.
#[pyfunction]
pub fn parse_run<'py>(lines: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let py = lines.py();
    let (text, name) = text(lines)?;
    let threads = threads(None)?;
    let parsed = py.detach(|| formats::trec_results::parse(text, &name, threads));
    let topics = PyDict::new(py);
    let Some(run) = unless_empty(py, parsed)? else { return Ok(topics) };
    for topic in run.in_input_order() {
        let documents = PyDict::new(py);
        for (index, (docno, score)) in run.docs(topic).enumerate() {
            documents.set_item(decode(py, docno)?, score)?;
            if documents.len() == index {
                let first = run.docs(topic).position(|(other, _)| other == docno);
                let duplicate = run.duplicate(topic, first.unwrap_or(index), index);
                return Err(exception(py, &duplicate));
            }
        }
        topics.set_item(decode(py, &run.topics()[topic])?, documents)?;
    }
    Ok(topics)
}

/// Read judgments into dicts.
///
/// Args:
///     lines: A path, a file object or lines 'topic iteration docno grade'.
///
/// Returns:
///     `{topic: {docno: grade}}`, in the order of the lines.
///
/// Raises:
///     InputError: A line is malformed, or a topic names a document twice.
///     OSError: The file cannot be read.
#[pyfunction]
pub fn parse_qrel<'py>(lines: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let py = lines.py();
    let (text, name) = text(lines)?;
    let threads = threads(None)?;
    let parsed = py.detach(|| formats::qrels::parse(text, &name, threads));
    let topics = PyDict::new(py);
    let Some(qrels) = unless_empty(py, parsed)? else { return Ok(topics) };
    let Some(of_topics) = qrels.documents() else { return Ok(topics) };
    for topic in of_topics.in_input_order() {
        let documents = PyDict::new(py);
        for (docno, grade) in of_topics.topic(topic).judgments() {
            #[allow(clippy::cast_possible_truncation)] // it was read as a whole number of 64 bits
            documents.set_item(decode(py, docno)?, grade as i64)?;
        }
        topics.set_item(decode(py, &qrels.topics()[topic])?, documents)?;
    }
    Ok(topics)
}

/// The text of a file or of lines, and the name it has in messages.
fn text(lines: &Bound<'_, PyAny>) -> PyResult<(Vec<u8>, String)> {
    if let Some(read) = read_file(lines, 1)? {
        return Ok(read);
    }
    let mut text = Vec::new();
    for line in lines.try_iter()? {
        let line = line?;
        let line = encode_str(&line, || LINES.to_owned())?;
        text.extend_from_slice(&line);
        if !line.ends_with(b"\n") {
            text.push(b'\n');
        }
    }
    Ok((text, LINES.to_owned()))
}

/// Nothing where there is nothing to read, which pytrec_eval takes for no topics.
fn unless_empty<T>(py: Python<'_>, parsed: Result<T, Error>) -> PyResult<Option<T>> {
    match parsed {
        Ok(parsed) => Ok(Some(parsed)),
        Err(error) if matches!(error.kind(), ErrorKind::Empty { .. }) => Ok(None),
        Err(error) => Err(exception(py, &error)),
    }
}
