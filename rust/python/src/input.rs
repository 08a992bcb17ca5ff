//! Qrels and runs as Python has them: paths, dicts, or objects read before.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString};
use rtreceval_core::{QrelsBuilder, RunBuilder, formats};

use crate::errors::exception;

/// Relevance judgments, prepared for any number of evaluations.
///
/// Made by `read_qrels`. Frozen; threads may share it.
#[pyclass(frozen, module = "rtreceval")]
pub struct Qrels(pub Arc<rtreceval_core::Qrels>);

#[pymethods]
impl Qrels {
    /// The topics, in the order of their bytes.
    #[getter]
    fn topics<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyString>>> {
        names(py, self.0.topics())
    }

    /// Number of judgments of all topics.
    #[getter]
    fn num_judgments(&self) -> usize {
        self.0.num_judgments()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        format!("<Qrels: {} topics, {} judgments>", self.0.len(), self.0.num_judgments())
    }
}

/// A run: the documents that a system retrieved for each topic, in memory for any number of
/// evaluations.
///
/// Made by `read_run`. Frozen; threads may share it.
#[pyclass(frozen, module = "rtreceval")]
pub struct Run(pub Arc<rtreceval_core::Run>);

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

    fn __repr__(&self) -> String {
        format!("<Run: {} topics, {} documents>", self.0.len(), self.0.num_docs())
    }
}

/// Read judgments from a file of lines 'topic iteration docno grade'.
///
/// Fields are parted by any white space. Blank lines and lines that start with '#' are skipped,
/// a byte order mark too. A negative grade means: in the pool, but not judged.
///
/// Args:
///     path: The file; '-' is the standard input.
///
/// Returns:
///     The judgments, prepared for any number of evaluations.
///
/// Raises:
///     InputError: A line is malformed or a topic names a document twice. `file`, `line` and
///         `column` tell the place.
///     OSError: The file cannot be read.
#[pyfunction]
pub fn read_qrels(py: Python<'_>, path: PathBuf) -> PyResult<Qrels> {
    let qrels = py.detach(|| formats::read_qrels(&path)).map_err(|error| exception(py, &error))?;
    Ok(Qrels(Arc::new(qrels)))
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
pub fn read_run(py: Python<'_>, path: PathBuf) -> PyResult<Run> {
    let run = py.detach(|| formats::read_run(&path)).map_err(|error| exception(py, &error))?;
    Ok(Run(Arc::new(run)))
}

/// The qrels that an argument holds or names.
pub fn qrels(argument: &Bound<'_, PyAny>) -> PyResult<Arc<rtreceval_core::Qrels>> {
    let py = argument.py();
    if let Ok(qrels) = argument.cast::<Qrels>() {
        return Ok(Arc::clone(&qrels.get().0));
    }
    if is_mapping(argument) {
        let mut builder = QrelsBuilder::default();
        walk(argument, "qrels", &mut |topic, docno, grade| {
            if let Some(docno) = docno {
                builder.push(topic, docno, grade).map_err(|error| exception(py, &error))?;
            }
            Ok(())
        })?;
        return builder.finish().map(Arc::new).map_err(|error| exception(py, &error));
    }
    Ok(read_qrels(py, path(argument, "qrels")?)?.0)
}

/// A run to evaluate.
pub enum RunInput {
    /// One in memory.
    Memory(Arc<rtreceval_core::Run>),
    /// A file, which need not be kept.
    File(PathBuf),
}

/// The run that an argument holds or names.
pub fn run(argument: &Bound<'_, PyAny>) -> PyResult<RunInput> {
    let py = argument.py();
    if let Ok(run) = argument.cast::<Run>() {
        return Ok(RunInput::Memory(Arc::clone(&run.get().0)));
    }
    if is_mapping(argument) {
        let mut builder = RunBuilder::default();
        walk(argument, "run", &mut |topic, docno, score| match docno {
            Some(docno) => builder.push(topic, docno, score).map_err(|error| exception(py, &error)),
            None => {
                builder.push_topic(topic);
                Ok(())
            }
        })?;
        return Ok(RunInput::Memory(Arc::new(builder.finish())));
    }
    path(argument, "run").map(RunInput::File)
}

fn is_mapping(argument: &Bound<'_, PyAny>) -> bool {
    argument.is_instance_of::<PyDict>() || argument.cast::<PyMapping>().is_ok()
}

fn path(argument: &Bound<'_, PyAny>, role: &str) -> PyResult<PathBuf> {
    argument.extract().map_err(|_| {
        let found = argument.get_type();
        PyTypeError::new_err(format!(
            "{role}: found {found}, expected a path, a mapping of mappings, or what \
             read_{role} gives"
        ))
    })
}

/// Calls `each` with every topic, and with each of its documents and their numbers.
fn walk(
    mapping: &Bound<'_, PyAny>,
    role: &str,
    each: &mut dyn FnMut(&[u8], Option<&[u8]>, f64) -> PyResult<()>,
) -> PyResult<()> {
    items(mapping, &mut |topic, docs| {
        let topic_id = id(topic, || format!("{role}: topic"))?;
        each(&topic_id, None, 0.0)?;
        if !is_mapping(docs) {
            let found = docs.get_type();
            return Err(PyTypeError::new_err(format!(
                "{role}[{topic:?}]: found {found}, expected a mapping of document ids to numbers"
            )));
        }
        items(docs, &mut |docno, value| {
            let docno_id = id(docno, || format!("{role}[{topic:?}]: document"))?;
            let number = value.extract::<f64>().map_err(|_| {
                let found = value.get_type();
                PyTypeError::new_err(format!(
                    "{role}[{topic:?}][{docno:?}]: found {found}, expected a number"
                ))
            })?;
            each(&topic_id, Some(&docno_id), number)
        })
    })
}

type Item<'a, 'py> = &'a Bound<'py, PyAny>;

fn items(
    mapping: &Bound<'_, PyAny>,
    each: &mut dyn FnMut(Item, Item) -> PyResult<()>,
) -> PyResult<()> {
    if let Ok(dict) = mapping.cast::<PyDict>() {
        for (key, value) in dict {
            each(&key, &value)?;
        }
        return Ok(());
    }
    for item in mapping.call_method0("items")?.try_iter()? {
        let (key, value) = item?.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
        each(&key, &value)?;
    }
    Ok(())
}

/// The bytes of an id: its UTF-8, or what it was before a file was read with `surrogateescape`.
fn id(object: &Bound<'_, PyAny>, what: impl Fn() -> String) -> PyResult<Vec<u8>> {
    let Ok(string) = object.cast::<PyString>() else {
        let found = object.get_type();
        return Err(PyTypeError::new_err(format!(
            "{}: found {object:?}, {found}, expected a str",
            what()
        )));
    };
    if let Ok(text) = string.to_str() {
        return Ok(text.as_bytes().to_vec());
    }
    string.call_method1("encode", ("utf-8", "surrogateescape"))?.extract()
}

/// Bytes as a Python string: those that are not UTF-8 become what `os.fsdecode` makes of them.
pub fn decode<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyString>> {
    PyString::from_encoded_object(
        pyo3::types::PyBytes::new(py, bytes).as_any(),
        Some(c"utf-8"),
        Some(c"surrogateescape"),
    )
}

/// Names of topics as Python strings.
pub fn names<'py>(py: Python<'py>, names: &[Box<[u8]>]) -> PyResult<Vec<Bound<'py, PyString>>> {
    names.iter().map(|name| decode(py, name)).collect()
}
