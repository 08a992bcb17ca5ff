//! The table of measures.

use pyo3::prelude::*;
use rtreceval_core::Compat;
use rtreceval_core::measures::{Average, MEASURES, Params};
use rtreceval_core::request::parameters;

use crate::html::escape;

/// A row of the table of measures.
///
/// >>> import rtreceval
/// >>> by_name = {measure.name: measure for measure in rtreceval.measures()}
/// >>> by_name["ndcg_exp_cut"].title
/// 'nDCG at cutoffs, exponential gain'
#[pyclass(frozen, get_all, module = "rtreceval", skip_from_py_object)]
#[derive(Clone)]
pub struct Measure {
    /// The name in a request and in the output.
    name: &'static str,
    /// One line.
    title: &'static str,
    /// Formula, edge cases and parameters.
    help: &'static str,
    /// The paper or program that defines it.
    source: &'static str,
    /// Its names in the spelling of ir_measures, if it is there.
    ir_measures: Vec<String>,
    /// The parameters that it takes by name: 'P(rel=2,judged_only=True)@10'.
    parameters: Vec<&'static str>,
    /// The values of its parameter where none are given: cutoffs, points or numbers.
    defaults: Vec<f64>,
    /// What the judgments have to tell: 'grades', 'grades by judgment group',
    /// 'grades by subtopic', 'preferences' or 'any'.
    needs: &'static str,
    /// How topics become one value: 'mean', 'sum', 'geometric mean', 'count' or 'none'.
    average: &'static str,
    /// The named sets it belongs to under `compat="9"`.
    sets: Vec<&'static str>,
}

#[pymethods]
impl Measure {
    fn __repr__(&self) -> String {
        format!("<Measure {}: {}>", self.name, self.title)
    }

    /// What `rtreceval -h -m NAME` prints.
    fn __str__(&self) -> String {
        format!("{}: {}\n\n{}\n\nSource: {}.", self.name, self.title, self.help, self.source)
    }

    fn _repr_html_(&self) -> String {
        let Self { name, title, help, source, .. } = self;
        let [title, help, source] = [title, help, source].map(|text| escape(text.as_bytes()));
        format!(
            "<p><b><code>{name}</code></b>: {title}</p>\n<pre>{help}</pre>\n<p>Source: {source}.</p>\n"
        )
    }
}

/// List all measures, in the order of the output.
///
/// Returns:
///     One `Measure` for each row of the table.
///
/// >>> import rtreceval
/// >>> [measure.name for measure in rtreceval.measures()][5:8]
/// ['map', 'gm_map', 'Rprec']
#[pyfunction]
pub fn measures() -> Vec<Measure> {
    MEASURES
        .iter()
        .map(|m| Measure {
            name: m.name,
            title: m.title,
            help: m.help,
            source: m.source,
            ir_measures: m
                .irm
                .map_or_else(Vec::new, |irm| irm.names().map(str::to_owned).collect()),
            parameters: parameters(m),
            defaults: match m.params {
                Params::None | Params::Gains => Vec::new(),
                Params::Cutoffs(cutoffs) => cutoffs.iter().map(|&k| k as f64).collect(),
                Params::Points(numbers) | Params::Numbers { defaults: numbers, .. } => {
                    numbers.to_vec()
                }
                Params::Named(numbers) => {
                    numbers.iter().map(|n| n.default.unwrap_or(f64::NAN)).collect()
                }
                Params::Persistence(p) => vec![p],
            },
            needs: m.needs.text(),
            average: match m.average {
                Average::Mean | Average::MeanOfQrels => "mean",
                Average::Sum | Average::SumOfRelevant | Average::SumOfAll => "sum",
                Average::NumTopics => "count",
                Average::GeometricMean => "geometric mean",
                Average::None | Average::RunTag => "none",
            },
            sets: m.sets.iter().map(|s| s.name()).filter(|s| m.is_in(s, Compat::V9)).collect(),
        })
        .collect()
}
