//! The result of an evaluation.

use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyIterator, PyList, PyString};
use rtreceval_core::error::counted;
use rtreceval_core::print::trec::{self, Parts};

use crate::conventions::{Followed, as_arguments};
use crate::frame::{Frame, Layout};
use crate::ids::{decode, names};
use crate::pickle::{self, Reduced, ResultState};
use crate::{export, html, values};

/// The values of all topics and their averages. Frozen; can be compared and pickled.
///
/// It is a mapping of the averages by the names of their measures, and printed it gives trec_eval's
/// table.
///
/// >>> import rtreceval
/// >>> qrels = {"q1": {"d1": 1}, "q2": {"d1": 1}, "q3": {"d1": 1}}
/// >>> run = {"q1": {"d1": 2.0, "d2": 1.0}, "q2": {"d2": 2.0, "d1": 1.0}}
/// >>> result = rtreceval.evaluate(qrels, run, ["map", "P.1"])
/// >>> result["map"]
/// 0.75
/// >>> result.summary
/// {'map': 0.75, 'P_1': 0.5}
/// >>> "map" in result, "ndcg" in result, list(result)
/// (True, False, ['map', 'P_1'])
/// >>> result.per_topic
/// {'q1': {'map': 1.0, 'P_1': 1.0}, 'q2': {'map': 0.5, 'P_1': 0.0}}
/// >>> result.array("map")
/// array([1. , 0.5])
/// >>> result.missing_topics
/// ['q3']
#[pyclass(frozen, mapping, module = "rtreceval")]
pub struct Evaluation(pub rtreceval_core::Evaluation, pub Followed);

#[pymethods]
impl Evaluation {
    /// The average of a measure.
    fn __getitem__(&self, measure: &str) -> PyResult<f64> {
        values::average(&self.0, measure)
    }

    /// Whether a measure has an average here.
    fn __contains__(&self, measure: &Bound<'_, PyAny>) -> bool {
        measure.extract().is_ok_and(|measure| values::average(&self.0, measure).is_ok())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.keys(py)?.try_iter()
    }

    /// The number of measures that have an average.
    fn __len__(&self) -> usize {
        values::averages(&self.0).count()
    }

    /// The names of the measures that have an average, which make `dict(result)` the `summary`.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, values::averages(&self.0).map(|(name, _)| name))
    }

    /// The averages, in the order of the names.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, values::averages(&self.0).map(|(_, value)| value))
    }

    /// The names of the measures that have an average, each with it.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, values::averages(&self.0))
    }

    /// The average of a measure, or `default` if it has none here.
    #[pyo3(signature = (measure, default=None, /))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        measure: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match values::average(&self.0, measure) {
            Ok(value) => Ok(value.into_pyobject(py)?.into_any()),
            Err(_) => Ok(default.unwrap_or_else(|| py.None().into_bound(py))),
        }
    }

    /// The averages by name of measure.
    #[getter]
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        values::averages(&self.0).try_for_each(|(name, value)| dict.set_item(name, value))?;
        Ok(dict)
    }

    /// The values by topic and name of measure, of the measures that have a value for each topic.
    #[getter]
    fn per_topic<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        values::per_topic(py, &self.0)
    }

    /// The topics without a relevant document that are left out, with `no_relevant="skip"`.
    #[getter]
    fn topics_without_relevant<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyString>>> {
        names(py, self.0.topics_without_relevant())
    }

    /// The conventions that were followed: arguments of `evaluate` that ask for the same, those that
    /// were not given too.
    #[getter]
    fn conventions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        as_arguments(py, &self.1.conventions)
    }

    /// The topics averaged over, in the order of their bytes.
    #[getter]
    fn topics<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyString>>> {
        self.0.topics().iter().map(|topic| decode(py, &topic.name)).collect()
    }

    /// The names of the measures, in the order of trec_eval's output.
    #[getter]
    fn measures(&self) -> Vec<&str> {
        self.0.plan().columns.iter().map(|column| column.name.as_str()).collect()
    }

    /// The topics of the qrels that the run lacks: left out, or counted as 0 with `complete`.
    #[getter]
    fn missing_topics<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyString>>> {
        names(py, self.0.missing_topics())
    }

    /// The topics of the run that the qrels lack: left out, or counted as topics without a relevant
    /// document with `topics="run"`.
    #[getter]
    fn unjudged_topics<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyString>>> {
        names(py, self.0.unjudged_topics())
    }

    /// The tag of the run, '' if it did not come from a file.
    #[getter]
    fn run_tag<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        decode(py, self.0.run_tag())
    }

    /// The values of a measure as a read-only NumPy array, one float64 for each topic of `topics`.
    ///
    /// Of `num_q`, `gm_map` and `gm_bpref` these are what the average is made of: 1, and
    /// logarithms.
    ///
    /// Args:
    ///     measure: The name of the measure.
    ///
    /// Raises:
    ///     KeyError: The measure was not evaluated, or is text.
    fn array<'py>(&self, py: Python<'py>, measure: &str) -> PyResult<Bound<'py, PyAny>> {
        values::array(py, &self.0, measure)
    }

    /// The texts of a measure such as `relstring`, by topic.
    ///
    /// Args:
    ///     measure: The name of the measure.
    ///
    /// Raises:
    ///     KeyError: The measure was not evaluated, or is a number.
    fn strings<'py>(&self, py: Python<'py>, measure: &str) -> PyResult<Bound<'py, PyDict>> {
        values::strings(py, &self.0, measure)
    }

    /// What trec_eval prints.
    ///
    /// Args:
    ///     by_topic: Print the values of each topic too, as `trec_eval -q`.
    ///     summary: Print the averages.
    ///
    /// Returns:
    ///     Lines of name, topic or 'all', value, parted by tabs.
    #[pyo3(signature = (*, by_topic=false, summary=true))]
    fn to_trec<'py>(
        &self,
        py: Python<'py>,
        by_topic: bool,
        summary: bool,
    ) -> PyResult<Bound<'py, PyString>> {
        let mut text = Vec::new();
        trec::write(&mut text, &self.0, Parts { topics: by_topic, summary })?;
        decode(py, &text)
    }

    /// The values as dicts.
    ///
    /// Args:
    ///     layout: 'wide' for a dict of dicts by topic, 'long' for a list with a dict for each
    ///         value.
    ///     summary: Add the averages, as those of the topic 'all'.
    ///
    /// Returns:
    ///     If wide, the values by topic and name of measure, counts as int. If long, a 'topic', a
    ///     'measure' and a 'value' each, and a 'text' if a measure is text. A measure that has no
    ///     value for each topic is there with its average only.
    ///
    /// Raises:
    ///     ValueError: The layout is none of the two, or a topic is called 'all' and averages are
    ///         asked for.
    ///
    /// >>> import rtreceval
    /// >>> result = rtreceval.evaluate({"q": {"d": 1}}, {"q": {"d": 1.0}}, ["num_ret", "P.2"])
    /// >>> result.to_dict(summary=True)
    /// {'q': {'num_ret': 1, 'P_2': 0.5}, 'all': {'num_ret': 1, 'P_2': 0.5}}
    /// >>> result.to_dict(layout="long")[1]
    /// {'topic': 'q', 'measure': 'P_2', 'value': 0.5}
    #[pyo3(signature = (*, layout="wide", summary=false))]
    fn to_dict<'py>(
        &self,
        py: Python<'py>,
        layout: &str,
        summary: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.frame(layout, summary)?.to_dict(py, false)
    }

    /// The values as JSON.
    ///
    /// Args:
    ///     layout: 'wide' for an object of objects by topic, 'long' for a list with an object for
    ///         each value.
    ///     summary: Add the averages, as those of the topic 'all'.
    ///
    /// Returns:
    ///     What `to_dict` gives, as one line of JSON in ASCII. A number that is not finite is
    ///     `null`.
    ///
    /// Raises:
    ///     ValueError: As for `to_dict`.
    #[pyo3(signature = (*, layout="wide", summary=false))]
    fn to_json<'py>(
        &self,
        py: Python<'py>,
        layout: &str,
        summary: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let values = self.frame(layout, summary)?.to_dict(py, true)?;
        py.import("json")?.call_method1("dumps", (values,))
    }

    /// The values as a data frame of pandas.
    ///
    /// Args:
    ///     layout: 'wide' for a row for each topic and a column for each measure, 'long' for a row
    ///         for each value.
    ///     summary: Add the averages, as those of the topic 'all'.
    ///
    /// Returns:
    ///     If wide, the column 'topic' and one for each measure, of int64 if it counts, of float64,
    ///     or of text. If long, the columns 'topic', 'measure' and 'value', and 'text' if a measure
    ///     is text. Where there is no value stands NaN, also among counts, or None.
    ///
    /// Raises:
    ///     ImportError: pandas is not installed.
    ///     ValueError: As for `to_dict`.
    #[pyo3(signature = (*, layout="wide", summary=false))]
    fn to_pandas<'py>(
        &self,
        py: Python<'py>,
        layout: &str,
        summary: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        export::to_pandas(py, &self.frame(layout, summary)?)
    }

    /// The values as a data frame of polars.
    ///
    /// Args:
    ///     layout: 'wide' for a row for each topic and a column for each measure, 'long' for a row
    ///         for each value.
    ///     summary: Add the averages, as those of the topic 'all'.
    ///
    /// Returns:
    ///     The columns that `to_pandas` gives. Where there is no value stands null.
    ///
    /// Raises:
    ///     ImportError: polars is not installed.
    ///     UnicodeError: A topic or a text is not UTF-8.
    ///     ValueError: As for `to_dict`.
    #[pyo3(signature = (*, layout="wide", summary=false))]
    fn to_polars<'py>(
        &self,
        py: Python<'py>,
        layout: &str,
        summary: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        export::to_polars(py, &self.frame(layout, summary)?)
    }

    /// The values as a table of pyarrow.
    ///
    /// Other packages that read Arrow (DuckDB, arro3, nanoarrow) take the result itself, without
    /// pyarrow: it has `__arrow_c_stream__`, with the wide layout and no averages.
    ///
    /// Args:
    ///     layout: 'wide' for a row for each topic and a column for each measure, 'long' for a row
    ///         for each value.
    ///     summary: Add the averages, as those of the topic 'all'.
    ///
    /// Returns:
    ///     The columns that `to_pandas` gives, of string, int64 and double. Where there is no value
    ///     stands null.
    ///
    /// Raises:
    ///     ImportError: pyarrow is not installed.
    ///     UnicodeError: A topic or a text is not UTF-8.
    ///     ValueError: As for `to_dict`.
    #[pyo3(signature = (*, layout="wide", summary=false))]
    fn to_arrow<'py>(
        &self,
        py: Python<'py>,
        layout: &str,
        summary: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        export::to_arrow(py, &self.frame(layout, summary)?)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A schema is a wish, which the interface leaves to the consumer where it is not met.
        let _ = requested_schema;
        export::stream(py, &Frame::new(&self.0, Layout::Wide, false)?)
    }

    fn _repr_html_(&self) -> String {
        html::table(&self.0)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, ResultState>> {
        pickle::reduce::<Self, _>(py, pickle::of_result(&self.0, &self.1))
    }

    #[staticmethod]
    fn _restore(form: u32, version: &str, held: &Bound<'_, PyAny>) -> PyResult<Self> {
        pickle::check_form(form, version)?;
        let result = pickle::to_result(held.extract()?);
        result.map(|(result, followed)| Self(result, followed)).ok_or_else(|| {
            pickle::other_version("result of other measures", version, "the same ones")
        })
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.to_trec(py, false, true)
    }

    fn __repr__(&self) -> String {
        let (topics, columns) = (self.0.topics().len(), self.0.plan().columns.len());
        let missing = match self.0.missing_topics().len() {
            0 => String::new(),
            n => format!(", {} of the qrels not in the run", counted(n, "topic")),
        };
        format!(
            "<Evaluation: {}, {}{missing}>",
            counted(topics, "topic"),
            counted(columns, "value")
        )
    }
}

impl Evaluation {
    fn frame(&self, layout: &str, summary: bool) -> PyResult<Frame<'_>> {
        Frame::new(&self.0, Layout::parse(layout)?, summary)
    }
}
