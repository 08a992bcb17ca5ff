//! Judgments, as Python has them.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;
use rtreceval_core::{QrelsBuilder, formats};

use crate::errors::exception;
use crate::ids::{check_documents, decode, encode, for_each_item, is_mapping, names, number, path};

/// Judgments with the Python strings of their documents, made when first asked for.
pub struct Judgments {
    pub core: Arc<rtreceval_core::Qrels>,
    docnos: Vec<PyOnceLock<Vec<Py<PyString>>>>,
}

impl Judgments {
    fn new(core: rtreceval_core::Qrels) -> Self {
        let docnos = (0..core.len()).map(|_| PyOnceLock::new()).collect();
        Self { core: Arc::new(core), docnos }
    }

    /// The documents of a topic, in the order of the input.
    pub fn docnos(&self, py: Python<'_>, topic: usize) -> PyResult<&[Py<PyString>]> {
        let made = self.docnos[topic].get_or_try_init(py, || {
            let docnos = self.core.judgments(topic);
            docnos.map(|(docno, _)| Ok::<_, PyErr>(decode(py, docno)?.unbind())).collect()
        });
        made.map(Vec::as_slice)
    }

    /// The judgments that an argument holds or names.
    pub fn from_argument(argument: &Bound<'_, PyAny>) -> PyResult<Arc<Self>> {
        if let Ok(qrels) = argument.cast::<Qrels>() {
            return Ok(Arc::clone(&qrels.get().0));
        }
        if is_mapping(argument) {
            return Self::from_mapping(argument).map(Arc::new);
        }
        Ok(read_qrels(argument.py(), path("qrels", argument)?)?.0)
    }

    fn from_mapping(mapping: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = mapping.py();
        let mut builder = QrelsBuilder::default();
        let mut docnos = Vec::new();
        for_each_item(mapping, |topic, documents| {
            check_documents("qrels", &topic, &documents)?;
            let topic_id = encode(&topic, || "qrels: topic".to_owned())?;
            let mut of_topic = Vec::new();
            for_each_item(&documents, |docno, grade| {
                let id = encode(&docno, || format!("qrels[{topic:?}]: document"))?;
                let grade = number("qrels", &topic, &docno, &grade)?;
                builder.push(&topic_id, &id, grade).map_err(|error| exception(py, &error))?;
                // A subclass could compare in its own way: those are made anew when asked for.
                if let Ok(docno) = docno.cast_exact::<PyString>() {
                    of_topic.push(docno.clone().unbind());
                }
                Ok(())
            })?;
            if of_topic.len() == documents.len()? {
                docnos.push((topic_id.to_vec(), of_topic));
            }
            Ok(())
        })?;
        let core = builder.finish().map_err(|error| exception(py, &error))?;
        let this = Self::new(core);
        for (topic, docnos) in docnos {
            if let Some(topic) = this.core.find(&topic) {
                let _ = this.docnos[topic].set(py, docnos);
            }
        }
        Ok(this)
    }
}

/// Relevance judgments, prepared for any number of evaluations.
///
/// Made by `read_qrels`. Frozen; threads may share it.
#[pyclass(frozen, module = "rtreceval")]
pub struct Qrels(Arc<Judgments>);

#[pymethods]
impl Qrels {
    /// The topics, in the order of their bytes.
    #[getter]
    fn topics<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyString>>> {
        names(py, self.0.core.topics())
    }

    /// Number of judgments of all topics.
    #[getter]
    fn num_judgments(&self) -> usize {
        self.0.core.num_judgments()
    }

    fn __len__(&self) -> usize {
        self.0.core.len()
    }

    fn __repr__(&self) -> String {
        let (topics, judgments) = (self.0.core.len(), self.0.core.num_judgments());
        format!("<Qrels: {topics} topics, {judgments} judgments>")
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
#[allow(clippy::needless_pass_by_value)] // how an argument arrives
pub fn read_qrels(py: Python<'_>, path: PathBuf) -> PyResult<Qrels> {
    let core = py.detach(|| formats::read_qrels(&path)).map_err(|error| exception(py, &error))?;
    Ok(Qrels(Arc::new(Judgments::new(core))))
}
