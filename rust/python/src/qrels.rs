//! Judgments, as Python has them.

use std::collections::HashSet;
use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple};
use rtreceval_core::QrelsBuilder;
use rtreceval_core::error::counted;
use rtreceval_core::formats::{self, Format, guess, lent};
use rtreceval_core::levels::Levels;
use rtreceval_core::lists::Builder;
use rtreceval_core::policies::{Dropped, Duplicates, Grades, Policies, deduplicate};
use rtreceval_core::qrels::{Documents, check_grade};
use rtreceval_core::subtopics::SubtopicsBuilder;

use crate::arrays;
use crate::columns::Role;
use crate::conventions::{Followed, choose};
use crate::errors::{exception, warn, warn_of_dropped};
use crate::ids::{
    check_documents, decode, encode, for_each_item, is_mapping, names, no_file, number, path,
    read_file, topic_twice, wrong_argument,
};
use crate::options::threads;
use crate::pickle::{self, Judged, Reduced};
use crate::{plain_dict, table};

/// Judgments, with the Python strings of their documents or without. Each is made of the other
/// when first asked for.
pub struct Judgments {
    core: Arc<rtreceval_core::Qrels>,
    topics: Vec<PyOnceLock<Vec<Judgment>>>,
    /// Whether they were given for documents whose ids are int.
    of_ints: bool,
    /// Whether documents are left out, of which no value depends.
    pub are_thinned: bool,
}

/// Judgments of a topic for which there is room from the start: of more, most may be left out.
const FEW: usize = 16;

/// One judgment of a topic.
pub struct Judgment {
    pub docno: Py<PyString>,
    pub grade: f64,
}

impl Judgment {
    fn new(docno: Bound<'_, PyString>, grade: f64) -> Self {
        Self { docno: docno.unbind(), grade }
    }
}

impl Judgments {
    /// The judgments, without their documents if these are strings.
    pub fn core(&self) -> &Arc<rtreceval_core::Qrels> {
        &self.core
    }

    /// The documents, for the core to look up.
    pub fn documents(&self, py: Python<'_>) -> PyResult<&Documents> {
        if let Some(documents) = self.core.documents() {
            return Ok(documents);
        }
        let mut builder = Builder::default();
        for (name, topic) in self.core.topics().iter().zip(&self.topics) {
            builder.push_topic(name); // it may have no document that is needed
            for judgment in topic.get(py).into_iter().flatten() {
                let docno = judgment.docno.bind(py);
                let docno = encode(docno.as_any(), String::new)?;
                builder.push(name, &docno, judgment.grade);
            }
        }
        self.core.set_documents(builder.finish()).map_err(|error| exception(py, &error))?;
        self.documents(py)
    }

    /// The judgments of a topic, as Python strings.
    pub fn topic(&self, py: Python<'_>, topic: usize) -> PyResult<&[Judgment]> {
        let made = self.topics[topic].get_or_try_init(py, || {
            let documents = self.documents(py)?.topic(topic);
            documents
                .judgments()
                .map(|(docno, grade)| Ok(Judgment::new(decode(py, docno)?, grade)))
                .collect::<PyResult<Vec<_>>>()
        });
        made.map(Vec::as_slice)
    }

    /// The judgments that an argument holds or names. `by_subtopic` is how to read a text; of the
    /// conventions the rule for documents that are there twice is looked at. Documents of a mapping
    /// with a grade below `least_grade` may be left out, but for the count of their grades.
    pub fn from_argument(
        argument: &Bound<'_, PyAny>,
        columns: Option<&Bound<'_, PyDict>>,
        by_subtopic: bool,
        followed: &Followed,
        least_grade: f64,
    ) -> PyResult<Arc<Self>> {
        let py = argument.py();
        if let Ok(qrels) = argument.cast::<Qrels>() {
            return Ok(Arc::clone(&qrels.get().0));
        }
        if is_mapping(argument) {
            if is_by_subtopic(argument)? {
                return Self::by_subtopic(argument).map(Arc::new);
            }
            return Self::from_mapping(argument, least_grade).map(Arc::new);
        }
        let format = by_subtopic.then_some(formats::subtopics::FORMAT.name);
        let duplicates = followed.conventions.duplicates;
        let policies = Policies { duplicates, ..Policies::default() };
        if let Some(judgments) = read(argument, format, policies, followed.duplicates_are_chosen)? {
            return Ok(Arc::new(judgments));
        }
        if by_subtopic && !is_arrays(argument) {
            return match table::subtopics(argument, columns)? {
                Some(core) => Ok(Arc::new(Self::from_core(core))),
                None => Err(wrong_argument("qrels", argument)),
            };
        }
        let Some(table) = table::read(argument, Role::Qrels, columns, false)? else {
            return Err(wrong_argument("qrels", argument));
        };
        let (mut lists, mut dropped) = (table.lists, Dropped::default());
        let core = py.detach(|| {
            deduplicate(&mut lists, duplicates, &mut dropped.duplicates);
            rtreceval_core::Qrels::new(lists)
        });
        warn_of_dropped(py, &dropped)?;
        core.map(|core| Arc::new(Self::from_core(core))).map_err(|error| exception(py, &error))
    }

    fn from_core(core: rtreceval_core::Qrels) -> Self {
        let topics = (0..core.len()).map(|_| PyOnceLock::new()).collect();
        Self { core: Arc::new(core), topics, of_ints: false, are_thinned: false }
    }

    /// Whether they were given for documents whose ids are int.
    pub fn are_of_ints(&self) -> bool {
        self.of_ints
    }

    /// Judgments of documents that map subtopics to grades.
    fn by_subtopic(mapping: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut builder = SubtopicsBuilder::default();
        let mut names = HashSet::new();
        for_each_item(mapping, |topic, documents| {
            check_documents("qrels", &topic, &documents)?;
            let name = encode(&topic, || "qrels: topic".to_owned())?;
            if !names.insert(name.to_vec()) {
                return Err(topic_twice("qrels", &name));
            }
            for_each_item(&documents, |docno, subtopics| {
                let what = || format!("qrels[{topic:?}]: document");
                let id = encode(&docno, what)?;
                if !is_mapping(&subtopics) {
                    let found = subtopics.get_type();
                    return Err(PyTypeError::new_err(format!(
                        "qrels[{topic:?}][{docno:?}]: found {found}, expected a mapping of \
                         subtopics to grades, as other documents have"
                    )));
                }
                for_each_item(&subtopics, |subtopic, grade| {
                    let grade = number("qrels", &topic, &docno, &grade)?;
                    let subtopic = encode(&subtopic, || format!("{}: subtopic", what()))?;
                    let pushed = builder.push(&name, &subtopic, &id, grade);
                    pushed.map_err(|error| exception(mapping.py(), &error))
                })
            })
        })?;
        let core = builder.finish().map_err(|error| exception(mapping.py(), &error))?;
        Ok(Self::from_core(core))
    }

    fn from_mapping(mapping: &Bound<'_, PyAny>, least_grade: f64) -> PyResult<Self> {
        let py = mapping.py();
        let (mut of_ints, mut are_thinned) = (false, false);
        // Topics as they come, each with its number.
        let mut topics: Vec<(Box<[u8]>, Vec<Judgment>, usize)> = Vec::new();
        let (mut levels, mut grades) = (Levels::default(), Vec::new());
        for_each_item(mapping, |topic, documents| {
            check_documents("qrels", &topic, &documents)?;
            let name = encode(&topic, || "qrels: topic".to_owned())?;
            let mut judgments = Vec::with_capacity(documents.len()?.min(FEW));
            if !is_plain(&documents, least_grade, &mut judgments, &mut grades) {
                judgments.clear();
                let mut ints = 0;
                for_each_item(&documents, |docno, grade| {
                    let grade = number("qrels", &topic, &docno, &grade)?;
                    if !grade.is_finite() {
                        let docno = encode(&docno, String::new)?;
                        check_grade(&name, &docno, grade).map_err(|error| exception(py, &error))?;
                    }
                    ints += usize::from(!docno.is_instance_of::<PyString>());
                    let docno = plain_string(docno, || format!("qrels[{topic:?}]: document"))?;
                    judgments.push(Judgment::new(docno, grade));
                    Ok(())
                })?;
                of_ints |= ints > 0;
                if ints > 0 && ints < judgments.len() {
                    check_twice(py, &name, &judgments)?;
                }
                grades.clear();
                grades.extend(judgments.iter().map(|judgment| judgment.grade));
            }
            if !grades.is_empty() {
                are_thinned |= judgments.len() < grades.len();
                levels.push(grades.iter().copied());
                topics.push((name.into(), judgments, topics.len()));
            }
            Ok(())
        })?;
        let is_sorted = topics.is_sorted_by(|a, b| a.0 <= b.0);
        if !is_sorted {
            topics.sort_by(|a, b| a.0.cmp(&b.0));
            levels = levels.in_order(topics.iter().map(|&(.., number)| number));
        }
        if let Some(pair) = topics.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(topic_twice("qrels", &pair[0].0));
        }
        let (names, topics): (Vec<_>, Vec<_>) = topics
            .into_iter()
            .map(|(name, judgments, _)| {
                let made = PyOnceLock::new();
                let _ = made.set(py, judgments);
                (name, made)
            })
            .unzip();
        let core = rtreceval_core::Qrels::of_levels(names, levels);
        Ok(Self { core: Arc::new(core), topics, of_ints, are_thinned })
    }
}

/// Takes the grades of a dict of plain strings and finite numbers, and the judgments with one that is
/// not below `least_grade`. Gives false if it is not such a dict.
fn is_plain(
    documents: &Bound<'_, PyAny>,
    least_grade: f64,
    judgments: &mut Vec<Judgment>,
    grades: &mut Vec<f64>,
) -> bool {
    let Ok(dict) = documents.cast_exact::<PyDict>() else { return false };
    let mut are_finite = true;
    grades.clear();
    grades.reserve(dict.len());
    let are_plain = plain_dict::str_items(
        dict,
        |grade| grade >= least_grade,
        |docno, grade| {
            are_finite &= grade.is_finite();
            grades.push(grade);
            judgments.extend(docno.map(|docno| Judgment::new(docno, grade)));
        },
    );
    are_plain && are_finite
}

/// Whether judgments are a tuple of arrays, which has no place for subtopics.
fn is_arrays(argument: &Bound<'_, PyAny>) -> bool {
    argument.cast::<PyTuple>().is_ok_and(|tuple| tuple.iter().all(|part| arrays::is_array(&part)))
}

/// Whether the first document of judgments has grades by subtopic.
fn is_by_subtopic(mapping: &Bound<'_, PyAny>) -> PyResult<bool> {
    // Topics without a document tell nothing.
    for documents in mapping.call_method0("values")?.try_iter()? {
        let documents = documents?;
        if !is_mapping(&documents) {
            return Ok(false);
        }
        if let Some(value) = documents.call_method0("values")?.try_iter()?.next() {
            return Ok(is_mapping(&value?));
        }
    }
    Ok(false)
}

/// A document's id as a string that is not of a subclass, which could compare in its own way.
fn plain_string(id: Bound<'_, PyAny>, what: impl Fn() -> String) -> PyResult<Bound<'_, PyString>> {
    match id.cast_into_exact::<PyString>() {
        Ok(plain) => Ok(plain),
        Err(error) => {
            let id = error.into_inner();
            decode(id.py(), &encode(&id, what)?)
        }
    }
}

/// Refuses a document that a topic names as an int and as a string.
fn check_twice(py: Python<'_>, topic: &[u8], judgments: &[Judgment]) -> PyResult<()> {
    let mut builder = QrelsBuilder::default();
    for judgment in judgments {
        let docno = encode(judgment.docno.bind(py), String::new)?;
        let pushed = builder.push(topic, &docno, judgment.grade);
        pushed.map_err(|error| exception(py, &error))?;
    }
    builder.finish().map(drop).map_err(|error| exception(py, &error))
}

/// Relevance judgments, prepared for any number of evaluations.
///
/// Made by `read_qrels`. Frozen; threads may share it. Can be pickled.
#[pyclass(frozen, module = "rtreceval")]
pub struct Qrels(pub Arc<Judgments>);

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

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, Vec<Judged>>> {
        let held = pickle::of_qrels(&self.0.core, self.0.documents(py)?)?;
        pickle::reduce::<Self, _>(py, held)
    }

    #[staticmethod]
    fn _restore(form: u32, version: &str, held: &Bound<'_, PyAny>) -> PyResult<Self> {
        pickle::check_form(form, version)?;
        let core = pickle::to_qrels(&held.extract::<Vec<Judged>>()?);
        let core = core.map_err(|error| exception(held.py(), &error))?;
        Ok(Self(Arc::new(Judgments::from_core(core))))
    }

    fn __repr__(&self) -> String {
        let (topics, judgments) = (self.0.core.len(), self.0.core.num_judgments());
        format!("<Qrels: {}, {}>", counted(topics, "topic"), counted(judgments, "judgment"))
    }
}

/// Read judgments from a file.
///
/// A negative grade means: in the pool, but not judged.
///
/// Args:
///     path: The file, which may be compressed; '-' is the standard input. Or a file object, or
///         'ir_datasets:NAME', where ir_datasets is installed.
///     format: The name of the file's format, as `rtreceval -h` lists them for qrels: 'qrels' (lines
///         of 'topic iteration docno grade'), 'subtopics', 'qrels_jg', 'prefs', 'beir', 'json' and
///         others. If None, a file that is not of TREC is read in the format that it shows to be in.
///     duplicates: A document that a topic lists twice: 'error', or keep the 'first', the 'last' or
///         the one with the 'max' grade.
///     lenient: Skip lines that cannot be read.
///     float_grades: Take grades with a fraction. trec_eval would drop what follows the point.
///     subtopics: The second field is a subtopic, and a document is judged for each of several: the
///         same as format='subtopics'.
///
/// Returns:
///     The judgments, prepared for any number of evaluations.
///
/// Raises:
///     InputError: A line is malformed or a topic names a document twice. `file`, `line` and
///         `column` tell the place.
///     OSError: The file cannot be read.
///     TypeError: The argument is neither a path nor a file object.
///     ValueError: The format has no such choice, or is another than 'subtopics'.
///
/// Warns:
///     InputWarning: The format was guessed, and the file could be in another; or something was
///         left out.
#[pyfunction]
#[pyo3(signature = (path, *, format=None, duplicates="error", lenient=false, float_grades=false,
    subtopics=false))]
pub fn read_qrels(
    path: &Bound<'_, PyAny>,
    format: Option<&str>,
    duplicates: &str,
    lenient: bool,
    float_grades: bool,
    subtopics: bool,
) -> PyResult<Qrels> {
    let by_subtopic = formats::subtopics::FORMAT.name;
    let format = match format {
        Some(name) if subtopics && name != by_subtopic => {
            let text = format!("format: found '{name}', expected '{by_subtopic}' with subtopics");
            return Err(PyValueError::new_err(text));
        }
        None if subtopics => Some(by_subtopic),
        named => named,
    };
    let grades = if float_grades { Grades::Decimal } else { Grades::Whole };
    let duplicates = choose("duplicates", Some(duplicates), Duplicates::default())?;
    let policies = Policies { duplicates, lenient, grades, ..Policies::default() };
    match read(path, format, policies, true)? {
        Some(judgments) => Ok(Qrels(Arc::new(judgments))),
        None => Err(no_file(path)),
    }
}

/// The judgments of the file or the data set that an argument names or is, if it does. A rule for
/// documents that are there twice which nobody has chosen is for formats that have that choice.
fn read(
    argument: &Bound<'_, PyAny>,
    format: Option<&str>,
    mut policies: Policies,
    duplicates_are_chosen: bool,
) -> PyResult<Option<Judgments>> {
    let py = argument.py();
    if let Some(file) = path(argument)?
        && format.is_none()
        && let Some(dataset) = py.detach(|| lent::dataset(&file, policies))
    {
        let core = dataset.map_err(|error| exception(py, &error))?;
        return Ok(Some(Judgments::from_core(core)));
    }
    let threads = threads(None)?;
    let Some((text, file)) = read_file(argument, threads)? else { return Ok(None) };
    let mut dropped = Dropped::default();
    let core = py.detach(|| {
        let (format, guess) = match format {
            Some(name) => (Format::find(formats::QRELS, name)?, None),
            None => guess::format(formats::QRELS, &text, &file)?,
        };
        if !duplicates_are_chosen && !format.choices.contains(&"duplicates") {
            policies.duplicates = Duplicates::default();
        }
        let core = format.read(text, &file, policies, threads, &mut dropped)?;
        Ok((core, guess))
    });
    let (core, guess) = core.map_err(|error| exception(py, &error))?;
    warn(py, &file, guess)?;
    warn_of_dropped(py, &dropped)?;
    Ok(Some(Judgments::from_core(core)))
}
