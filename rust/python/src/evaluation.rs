//! The result of an evaluation.

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use rtreceval_core::error::counted;
use rtreceval_core::print::trec::{self, Parts};
use rtreceval_core::request::Slot;
use rtreceval_core::{Compat, Plan, Value};

use crate::ids::{decode, names};

/// The values of all topics and their averages. Frozen.
///
/// Indexed by the name of a measure it gives the average; printed it gives trec_eval's table.
///
/// >>> import rtreceval
/// >>> qrels = {"q1": {"d1": 1}, "q2": {"d1": 1}, "q3": {"d1": 1}}
/// >>> run = {"q1": {"d1": 2.0, "d2": 1.0}, "q2": {"d2": 2.0, "d1": 1.0}}
/// >>> result = rtreceval.evaluate(qrels, run, ["map", "P.1"])
/// >>> result["map"]
/// 0.75
/// >>> result.summary
/// {'map': 0.75, 'P_1': 0.5}
/// >>> result.per_topic
/// {'q1': {'map': 1.0, 'P_1': 1.0}, 'q2': {'map': 0.5, 'P_1': 0.0}}
/// >>> result.array("map")
/// array([1. , 0.5])
/// >>> result.missing_topics
/// ['q3']
#[pyclass(frozen, module = "rtreceval")]
pub struct Evaluation(pub rtreceval_core::Evaluation);

#[pymethods]
impl Evaluation {
    /// The average of a measure.
    fn __getitem__(&self, measure: &str) -> PyResult<f64> {
        let column = self.number(measure)?;
        match self.0.summary(column) {
            Some(Value::Number(value)) => Ok(value),
            _ => Err(Self::no_number(measure)),
        }
    }

    /// The averages by name of measure.
    #[getter]
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (index, column) in self.0.plan().columns.iter().enumerate() {
            if let Some(Value::Number(value)) = self.0.summary(index) {
                dict.set_item(&column.name, value)?;
            }
        }
        Ok(dict)
    }

    /// The values by topic and name of measure, of the measures that have a value for each topic.
    #[getter]
    fn per_topic<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = self.0.plan().columns.iter().enumerate();
        let columns: Vec<_> = columns
            .filter(|(_, column)| column.is_by_topic() && matches!(column.slot, Slot::Number(_)))
            .map(|(index, column)| (index, PyString::new(py, &column.name)))
            .collect();
        let dict = PyDict::new(py);
        for (at, topic) in self.0.topics().iter().enumerate() {
            let row = PyDict::new(py);
            for (index, name) in &columns {
                if let Value::Number(value) = self.0.value(at, *index) {
                    row.set_item(name, value)?;
                }
            }
            dict.set_item(decode(py, &topic.name)?, row)?;
        }
        Ok(dict)
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

    /// The topics of the run that the qrels lack. They are left out.
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
        let column = self.number(measure)?;
        let bytes: Vec<u8> = (0..self.0.topics().len())
            .flat_map(|topic| match self.0.value(topic, column) {
                Value::Number(value) => value.to_ne_bytes(),
                Value::Text(_) => f64::NAN.to_ne_bytes(),
            })
            .collect();
        let numpy = py.import("numpy")?;
        numpy.call_method1("frombuffer", (PyBytes::new(py, &bytes), numpy.getattr("float64")?))
    }

    /// The texts of a measure such as `relstring`, by topic.
    ///
    /// Args:
    ///     measure: The name of the measure.
    ///
    /// Raises:
    ///     KeyError: The measure was not evaluated, or is a number.
    fn strings<'py>(&self, py: Python<'py>, measure: &str) -> PyResult<Bound<'py, PyDict>> {
        let column = self.column(measure)?;
        let Slot::Text(_) = self.0.plan().columns[column].slot else {
            return Err(PyKeyError::new_err(format!("'{measure}' is not text by topic")));
        };
        let dict = PyDict::new(py);
        for (at, topic) in self.0.topics().iter().enumerate() {
            if let Value::Text(text) = self.0.value(at, column) {
                dict.set_item(decode(py, &topic.name)?, decode(py, text)?)?;
            }
        }
        Ok(dict)
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
    /// The column of a measure, asked for as it prints or as it was requested.
    fn column(&self, measure: &str) -> PyResult<usize> {
        if let Some(column) = self.0.column(measure) {
            return Ok(column);
        }
        let as_printed = Plan::parse(&[measure], Compat::V10).ok().and_then(|plan| {
            let [column] = &plan.columns[..] else { return None };
            self.0.column(&column.name)
        });
        as_printed.ok_or_else(|| {
            let have = self.measures().join(", ");
            PyKeyError::new_err(format!("'{measure}' was not evaluated; there are {have}"))
        })
    }

    /// The column of a measure that is a number.
    fn number(&self, measure: &str) -> PyResult<usize> {
        let column = self.column(measure)?;
        match self.0.plan().columns[column].slot {
            Slot::Number(_) => Ok(column),
            Slot::Text(_) | Slot::RunTag => Err(Self::no_number(measure)),
        }
    }

    fn no_number(measure: &str) -> PyErr {
        PyKeyError::new_err(format!("'{measure}' is text: see strings() and run_tag"))
    }
}
