//! Runs, as Python has them.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use rtreceval_core::RunBuilder;
use rtreceval_core::error::counted;
use rtreceval_core::formats::lent::Table;
use rtreceval_core::formats::{self, Format, guess};
use rtreceval_core::policies::{Dropped, Duplicates, Nans, Policies};

use crate::columns::Role;
use crate::conventions::choose;
use crate::errors::{exception, warn, warn_of_dropped};
use crate::ids::{
    check_documents, decode, encode, for_each_item, is_mapping, names, no_file, number, read_file,
    wrong_argument,
};
use crate::options::threads;
use crate::pickle::{self, Reduced, RunState};
use crate::table;

/// A run: the documents that a system retrieved for each topic, in memory for any number of
/// evaluations.
///
/// Made by `read_run`. Frozen; threads may share it. Can be pickled.
#[pyclass(frozen, module = "rtreceval")]
pub struct Run(pub rtreceval_core::Run);

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

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, RunState>> {
        let held = pickle::of_run(&self.0).map_err(|error| exception(py, &error))?;
        pickle::reduce::<Self, _>(py, held)
    }

    #[staticmethod]
    fn _restore(form: u32, version: &str, held: &Bound<'_, PyAny>) -> PyResult<Self> {
        pickle::check_form(form, version)?;
        Ok(Self(pickle::to_run(held.extract()?)))
    }

    fn __repr__(&self) -> String {
        let (topics, documents) = (self.0.len(), self.0.num_docs());
        format!("<Run: {}, {}>", counted(topics, "topic"), counted(documents, "document"))
    }
}

/// The run that an argument holds or names, with the ranks of a table if these are wanted.
pub fn from_argument(
    argument: &Bound<'_, PyAny>,
    columns: Option<&Bound<'_, PyDict>>,
    wants_ranks: bool,
) -> PyResult<rtreceval_core::Run> {
    let py = argument.py();
    if is_mapping(argument) {
        return from_mapping(argument);
    }
    if let Some((text, name)) = read_file(argument, threads(None)?)? {
        return parse(py, text, &name, None, Policies::default());
    }
    match table::read(argument, Role::Run, columns, wants_ranks)? {
        Some(Table { lists, ranks }) => Ok(rtreceval_core::Run::with_rank_column(lists, ranks)),
        None => Err(wrong_argument("run", argument)),
    }
}

/// Reads a text as policies say, in the format that is named, or else in the one that it is in.
fn parse(
    py: Python<'_>,
    text: Vec<u8>,
    file: &str,
    format: Option<&str>,
    policies: Policies,
) -> PyResult<rtreceval_core::Run> {
    let (threads, mut dropped) = (threads(None)?, Dropped::default());
    let read = py.detach(|| {
        let (format, guess) = match format {
            Some(name) => (Format::find(formats::RUNS, name)?, None),
            None => guess::format(formats::RUNS, &text, file)?,
        };
        format.read(text, file, policies, threads, &mut dropped).map(|run| (run, guess))
    });
    let (run, guess) = read.map_err(|error| exception(py, &error))?;
    warn(py, file, guess)?;
    warn_of_dropped(py, &dropped)?;
    Ok(run)
}

fn from_mapping(run: &Bound<'_, PyAny>) -> PyResult<rtreceval_core::Run> {
    let mut builder = RunBuilder::default();
    for_each_item(run, |topic, documents| {
        check_documents("run", &topic, &documents)?;
        let name = encode(&topic, || "run: topic".to_owned())?;
        builder.push_topic(&name);
        for_each_item(&documents, |docno, score| {
            let score = number("run", &topic, &docno, &score)?;
            let docno = encode(&docno, || format!("run[{topic:?}]: document"))?;
            let pushed = builder.push(&name, &docno, score);
            pushed.map_err(|error| exception(run.py(), &error))
        })
    })?;
    Ok(builder.finish())
}

/// Read a run from a file.
///
/// Documents are ranked by score, highest first; those with equal scores by id, highest bytes
/// first.
///
/// Args:
///     path: The file, which may be compressed; '-' is the standard input. Or a file object.
///     format: The name of the file's format, as `rtreceval -h` lists them for runs: 'trec_results'
///         (lines of 'topic Q0 docno rank score tag'), 'msmarco', 'json' and others. If None, a file
///         that is not of TREC is read in the format that it shows to be in.
///     duplicates: A document that a topic lists twice: 'error' (when it is evaluated), or keep the
///         'first', the 'last' or the one with the 'max' score.
///     nan: A score that is not a number: 'error', or 'drop' the document.
///     lenient: Skip lines that cannot be read; take a line that lacks but the tag.
///
/// Returns:
///     The run, in memory for any number of evaluations.
///
/// Raises:
///     InputError: A line is malformed. `file`, `line` and `column` tell the place.
///     OSError: The file cannot be read.
///     TypeError: The argument is neither a path nor a file object.
///     ValueError: The format has no such choice.
///
/// Warns:
///     InputWarning: The format was guessed, and the file could be in another; or something was
///         left out.
#[pyfunction]
#[pyo3(signature = (path, *, format=None, duplicates="error", nan="error", lenient=false))]
pub fn read_run(
    path: &Bound<'_, PyAny>,
    format: Option<&str>,
    duplicates: &str,
    nan: &str,
    lenient: bool,
) -> PyResult<Run> {
    let py = path.py();
    let Some((text, name)) = read_file(path, threads(None)?)? else {
        return Err(no_file(path));
    };
    let duplicates = choose("duplicates", Some(duplicates), Duplicates::default())?;
    let nans = choose("nan", Some(nan), Nans::default())?;
    let policies = Policies { duplicates, nans, lenient, ..Policies::default() };
    parse(py, text, &name, format, policies).map(Run)
}
