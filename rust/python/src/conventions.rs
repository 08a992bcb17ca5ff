//! The conventions that an evaluation follows, and what they do to a run before it.

use std::ffi::CString;

use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use rtreceval_core::Evaluator;
use rtreceval_core::choice::Choice;
use rtreceval_core::order::{order_by_rank, settle_ties};
use rtreceval_core::policies::{Duplicates, Noted, OrderBy, Ties, Topics};
use rtreceval_core::presets::{Conventions, DEFAULT, Name, PRESETS, Preset};

use crate::errors::exception;
use crate::options::not_a_name;
use crate::run::{self, Run};

/// The keyword arguments that choose conventions; `None` for those of the preset.
#[derive(Default, FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub struct Chosen {
    pub like: Option<String>,
    pub compat: Option<String>,
    pub ties: Option<String>,
    pub complete: Option<bool>,
    pub no_relevant: Option<String>,
    pub relevance_level: Option<f64>,
    pub ignore_identical_ids: Option<bool>,
    pub duplicates: Option<String>,
}

/// The conventions that hold, and the preset that some are from.
#[derive(Clone, Copy)]
pub struct Followed {
    pub preset: Option<&'static Preset>,
    pub conventions: Conventions,
}

impl Followed {
    /// The arguments that choose the same.
    pub fn chosen(&self) -> Chosen {
        let Conventions { compat, ties, topics, no_relevant, duplicates, .. } = self.conventions;
        let complete = (topics != base(self.preset).topics).then_some(topics == Topics::Qrels);
        Chosen {
            like: self.preset.map(|preset| preset.name.to_owned()),
            compat: Some(compat.name().to_owned()),
            ties: Some(ties.name().to_owned()),
            complete,
            no_relevant: Some(no_relevant.name().to_owned()),
            relevance_level: Some(self.conventions.relevance_level),
            ignore_identical_ids: Some(self.conventions.ignore_identical_ids),
            duplicates: Some(duplicates.name().to_owned()),
        }
    }
}

fn base(preset: Option<&'static Preset>) -> Conventions {
    preset.map_or(DEFAULT, |preset| preset.conventions)
}

impl Chosen {
    /// The conventions that these are.
    pub fn resolve(&self) -> PyResult<Followed> {
        let preset = self.like.as_deref().map(find).transpose()?;
        let base = base(preset);
        let topics = match self.complete {
            None => base.topics,
            Some(true) => Topics::Qrels,
            Some(false) => Topics::Intersection,
        };
        let conventions = Conventions {
            compat: choose("compat", self.compat.as_deref(), base.compat)?,
            topics,
            ties: choose("ties", self.ties.as_deref(), base.ties)?,
            no_relevant: choose("no_relevant", self.no_relevant.as_deref(), base.no_relevant)?,
            relevance_level: self.relevance_level.unwrap_or(base.relevance_level),
            ignore_identical_ids: self.ignore_identical_ids.unwrap_or(base.ignore_identical_ids),
            duplicates: choose("duplicates", self.duplicates.as_deref(), base.duplicates)?,
            digits: None,
            ..base
        };
        Ok(Followed { preset, conventions })
    }
}

fn find(name: &str) -> PyResult<&'static Preset> {
    Preset::find(name).map_err(|names| not_a_name("like", name, &names))
}

/// The choice of this name, or the other one where none is given.
fn choose<T: Choice>(argument: &str, name: Option<&str>, otherwise: T) -> PyResult<T> {
    let Some(name) = name else { return Ok(otherwise) };
    T::find(name).map_err(|names| not_a_name(argument, name, &names))
}

/// Whether a run has to be changed before it is evaluated.
pub fn changes_runs(conventions: &Conventions) -> bool {
    conventions.order != OrderBy::default()
        || conventions.ties != Ties::default()
        || conventions.duplicates != Duplicates::default()
        || conventions.ignore_identical_ids
}

/// A run of any form in memory, as the conventions want it.
pub fn prepare(
    run: &Bound<'_, PyAny>,
    columns: Option<&Bound<'_, PyDict>>,
    evaluator: &Evaluator,
    conventions: &Conventions,
) -> PyResult<rtreceval_core::Run> {
    let py = run.py();
    let by_rank = conventions.order == OrderBy::Rank;
    let mut run = match run.cast::<Run>() {
        Ok(run) => run.get().0.clone(),
        Err(_) => run::from_argument(run, columns, by_rank || conventions.ties == Ties::Rank)?,
    };
    py.detach(|| {
        run.deduplicate(conventions.duplicates, &mut Noted::default());
        // What does not come from a file need not have ranks.
        if by_rank && (run.has_ranks() || run.file().is_some()) {
            order_by_rank(&mut run)?;
        }
        if conventions.ignore_identical_ids {
            run.drop_identical_ids();
        }
        if conventions.ties != Ties::default() {
            let by_docno = evaluator.qrels().kind().by_docno();
            settle_ties(&mut run, conventions.compat, conventions.ties, by_docno)?;
        }
        Ok(run)
    })
    .map_err(|error| exception(py, &error))
}

/// Warns of grades that a measure takes for lower ones.
pub fn warn_of_clipped(py: Python<'_>, evaluator: &Evaluator) -> PyResult<()> {
    for clipped in evaluator.clipped() {
        let text = CString::new(clipped.to_string())?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
    }
    Ok(())
}

/// What conventions are, in words, by point.
pub fn described<'py>(py: Python<'py>, conventions: &Conventions) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (point, what) in conventions.describe() {
        dict.set_item(point, what)?;
    }
    Ok(dict)
}

/// List the programs whose conventions `like` can ask for.
///
/// Returns:
///     Their names.
#[pyfunction]
pub fn presets() -> Vec<&'static str> {
    PRESETS.iter().map(|preset| preset.name).collect()
}

/// Tell the conventions of another program, which `like` asks for.
///
/// Args:
///     like: The program, one of `presets`.
///
/// Returns:
///     What is done at each point where programs differ, in words. Three more keys have tuples:
///     'program' its name and version, 'names' what its names of measures mean, and 'differences'
///     what it does in another way all the same.
///
/// Raises:
///     ValueError: There is no such program.
///
/// >>> import rtreceval
/// >>> rtreceval.conventions("gdeval")["no relevant document"]
/// 'the topic is left out'
/// >>> rtreceval.conventions("gdeval")["names"]
/// ("ndcg@k = nDCG(dcg='exp-log2')@k", 'err@k = ERR(max_grade=4)@k')
#[pyfunction]
pub fn conventions<'py>(py: Python<'py>, like: &str) -> PyResult<Bound<'py, PyDict>> {
    let preset = find(like)?;
    let dict = described(py, &preset.conventions)?;
    dict.set_item("program", PyTuple::new(py, [preset.title])?)?;
    let names: Vec<_> = preset.names.iter().map(Name::describe).collect();
    dict.set_item("names", PyTuple::new(py, names)?)?;
    dict.set_item("differences", PyTuple::new(py, preset.differences)?)?;
    Ok(dict)
}
