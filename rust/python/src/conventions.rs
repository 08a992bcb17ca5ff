//! The conventions that an evaluation follows, and what they do to a run before it.

use std::ffi::CString;

use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rtreceval_core::choice::Choice;
use rtreceval_core::conventions::{Conventions, DEFAULT};
use rtreceval_core::policies::{OrderBy, Ties, Topics};
use rtreceval_core::presets::{PRESETS, Preset};
use rtreceval_core::qrels::Kind;
use rtreceval_core::{Evaluator, Run};

use crate::options::{not_a_name, value_error};

/// The keyword arguments that choose conventions; `None` for those of the preset.
#[derive(Default, FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub struct Chosen {
    pub like: Option<String>,
    pub compat: Option<String>,
    pub order: Option<String>,
    pub ties: Option<String>,
    pub topics: Option<String>,
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
    /// Whether the order is chosen by itself: a run without ranks is then refused, which is
    /// otherwise ordered by score.
    order_is_chosen: bool,
    /// Whether the rule for documents that are there twice is chosen by itself: a format without
    /// that choice is then refused.
    pub duplicates_are_chosen: bool,
}

impl Followed {
    /// The arguments that choose the same.
    pub fn chosen(&self) -> Chosen {
        let Conventions { compat, order, ties, topics, no_relevant, duplicates, .. } =
            self.conventions;
        let named = |name: &str| Some(name.to_owned());
        Chosen {
            like: self.preset.map(|preset| preset.name.to_owned()),
            compat: named(compat.name()),
            order: self.order_is_chosen.then(|| order.name().to_owned()),
            ties: named(ties.name()),
            topics: named(topics.name()),
            complete: None,
            no_relevant: named(no_relevant.name()),
            relevance_level: Some(self.conventions.relevance_level),
            ignore_identical_ids: Some(self.conventions.ignore_identical_ids),
            duplicates: self.duplicates_are_chosen.then(|| duplicates.name().to_owned()),
        }
    }

    /// Whether ranks are looked at, if there are any.
    pub fn wants_ranks(&self) -> bool {
        self.conventions.order == OrderBy::Rank || self.conventions.ties == Ties::Rank
    }

    /// The same for this run, which need not have the ranks that a preset wants if it is no file.
    pub fn for_run(mut self, run: &Run) -> Self {
        if !run.has_ranks() && run.file().is_none() && !self.order_is_chosen {
            self.conventions.order = OrderBy::Score;
        }
        self
    }

    /// Refuses what has no meaning for judgments of this kind.
    pub fn check(&self, kind: &Kind) -> PyResult<()> {
        let Some((option, text)) = self.conventions.unsuited(kind) else { return Ok(()) };
        Err(PyValueError::new_err(format!("{}: {text}", option.replace('-', "_"))))
    }
}

impl Chosen {
    /// The conventions that these are.
    pub fn resolve(&self) -> PyResult<Followed> {
        let preset = self.like.as_deref().map(find).transpose()?;
        let base = preset.map_or(DEFAULT, |preset| preset.conventions);
        let conventions = Conventions {
            compat: choose("compat", self.compat.as_deref(), base.compat)?,
            order: choose("order", self.order.as_deref(), base.order)?,
            topics: self.topics(base.topics)?,
            ties: choose("ties", self.ties.as_deref(), base.ties)?,
            no_relevant: choose("no_relevant", self.no_relevant.as_deref(), base.no_relevant)?,
            relevance_level: self.relevance_level.unwrap_or(base.relevance_level),
            ignore_identical_ids: self.ignore_identical_ids.unwrap_or(base.ignore_identical_ids),
            duplicates: choose("duplicates", self.duplicates.as_deref(), base.duplicates)?,
            digits: None,
        };
        let (order_is_chosen, duplicates_are_chosen) =
            (self.order.is_some(), self.duplicates.is_some());
        Ok(Followed { preset, conventions, order_is_chosen, duplicates_are_chosen })
    }

    /// The topics to average over, for which there are two arguments.
    fn topics(&self, base: Topics) -> PyResult<Topics> {
        let by_complete = self
            .complete
            .map(|complete| if complete { Topics::Qrels } else { Topics::Intersection });
        let topics = choose("topics", self.topics.as_deref(), by_complete.unwrap_or(base))?;
        match by_complete {
            Some(other) if other != topics => {
                let found = format!("'{}' with complete", topics.name());
                Err(value_error("topics", &found, &format!("'{}', as that says", other.name())))
            }
            _ => Ok(topics),
        }
    }
}

fn find(name: &str) -> PyResult<&'static Preset> {
    Preset::find(name).map_err(|names| not_a_name("like", name, &names))
}

/// The choice of this name, or the other one where none is given.
pub fn choose<T: Choice>(argument: &str, name: Option<&str>, otherwise: T) -> PyResult<T> {
    let Some(name) = name else { return Ok(otherwise) };
    T::find(name).map_err(|names| not_a_name(argument, name, &names))
}

/// Warns of grades that a measure takes for lower ones.
pub fn warn_of_clipped(py: Python<'_>, evaluator: &Evaluator) -> PyResult<()> {
    for clipped in evaluator.clipped() {
        let text = CString::new(clipped.to_string())?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
    }
    Ok(())
}

/// Conventions as the arguments that ask for them.
pub fn as_arguments<'py>(
    py: Python<'py>,
    conventions: &Conventions,
) -> PyResult<Bound<'py, PyDict>> {
    let &Conventions { compat, order, ties, topics, no_relevant, duplicates, .. } = conventions;
    let dict = PyDict::new(py);
    for (argument, value) in [
        ("compat", compat.name()),
        ("order", order.name()),
        ("ties", ties.name()),
        ("topics", topics.name()),
        ("no_relevant", no_relevant.name()),
        ("duplicates", duplicates.name()),
    ] {
        dict.set_item(argument, value)?;
    }
    dict.set_item("relevance_level", conventions.relevance_level)?;
    dict.set_item("ignore_identical_ids", conventions.ignore_identical_ids)?;
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
///     A dict with the same keys for every program. 'arguments': the arguments of `evaluate` that
///     ask for the same conventions, each with its value, as `Evaluation.conventions` has them.
///     'program': its name and version. 'measures': its names of measures, each with what it means
///     here; k stands for a cutoff. 'refused': its names of measures that are not to be had, each
///     with the reason. 'digits': the decimal places that the command line prints, None for those
///     of the output format. 'differences': what it does in another way all the same.
///
/// Raises:
///     ValueError: There is no such program.
///
/// >>> import rtreceval
/// >>> told = rtreceval.conventions("gdeval")
/// >>> told["arguments"]["no_relevant"]
/// 'skip'
/// >>> told["measures"]
/// {'ndcg@k': "nDCG(dcg='exp-log2')@k", 'err@k': 'ERR(max_grade=4)@k'}
#[pyfunction]
pub fn conventions<'py>(py: Python<'py>, like: &str) -> PyResult<Bound<'py, PyDict>> {
    let preset = find(like)?;
    let (measures, refused) = (PyDict::new(py), PyDict::new(py));
    for name in preset.names {
        for (theirs, ours) in name.meanings() {
            measures.set_item(theirs, ours)?;
        }
        if let Some(reason) = name.refused() {
            refused.set_item(name.theirs, reason)?;
        }
    }
    let differences = preset.differences.iter().map(|difference| difference.text);
    let told = PyDict::new(py);
    told.set_item("program", preset.title)?;
    told.set_item("arguments", as_arguments(py, &preset.conventions)?)?;
    told.set_item("digits", preset.conventions.digits)?;
    told.set_item("measures", measures)?;
    told.set_item("refused", refused)?;
    told.set_item("differences", PyList::new(py, differences)?)?;
    Ok(told)
}
