//! A result as the tables of other packages, which are imported when asked for.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, RecordBatchReader,
    StringArray,
};
use arrow_schema::{Field, Schema};
use pyo3::exceptions::{PyImportError, PyModuleNotFoundError, PyUnicodeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyList};

use crate::frame::{Frame, Values};
use crate::ids::decode;

/// A table by the Arrow PyCapsule interface. Its data are copied: the result may go before it.
pub fn stream<'py>(py: Python<'py>, frame: &Frame) -> PyResult<Bound<'py, PyCapsule>> {
    let batch = batch(frame)?;
    let schema = batch.schema();
    let reader: Box<dyn RecordBatchReader + Send> =
        Box::new(RecordBatchIterator::new([Ok(batch)], schema));
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(reader), c"arrow_array_stream")
}

/// What packages that read Arrow are given: an object with the one method they look for.
#[pyclass(frozen)]
struct Stream(Py<PyCapsule>);

#[pymethods]
impl Stream {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__(
        &self,
        py: Python<'_>,
        requested_schema: Option<&Bound<'_, PyAny>>,
    ) -> Py<PyCapsule> {
        let _ = requested_schema;
        self.0.clone_ref(py)
    }
}

fn batch(frame: &Frame) -> PyResult<RecordBatch> {
    let (mut fields, mut columns) = (Vec::new(), Vec::new());
    for (name, values) in &frame.columns {
        let column: Arc<dyn Array> = match values {
            Values::Counts(counts) => Arc::new(Int64Array::from(counts.clone())),
            Values::Numbers(numbers) => Arc::new(Float64Array::from(numbers.clone())),
            Values::Texts(texts) => {
                let texts = texts.iter().map(|text| text.as_deref().map(utf8).transpose());
                Arc::new(StringArray::from(texts.collect::<PyResult<Vec<_>>>()?))
            }
        };
        fields.push(Field::new(*name, column.data_type().clone(), true));
        columns.push(column);
    }
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
        .map_err(|error| PyValueError::new_err(error.to_string()))
}

/// A text that is not UTF-8 is an error: Arrow has no other.
fn utf8(text: &[u8]) -> PyResult<&str> {
    std::str::from_utf8(text).map_err(|_| {
        let text = text.escape_ascii();
        PyUnicodeError::new_err(format!(
            "found '{text}', expected UTF-8, which is all that Arrow holds: to_dict() takes any id"
        ))
    })
}

/// `pyarrow.table`.
pub fn to_arrow<'py>(py: Python<'py>, frame: &Frame) -> PyResult<Bound<'py, PyAny>> {
    let pyarrow = import(py, "pyarrow", "to_arrow")?;
    pyarrow.call_method1("table", (Stream(stream(py, frame)?.unbind()),))
}

/// `polars.DataFrame`.
pub fn to_polars<'py>(py: Python<'py>, frame: &Frame) -> PyResult<Bound<'py, PyAny>> {
    let polars = import(py, "polars", "to_polars")?;
    polars.call_method1("DataFrame", (Stream(stream(py, frame)?.unbind()),))
}

/// `pandas.DataFrame`, without a detour through Arrow, which pandas can do without.
pub fn to_pandas<'py>(py: Python<'py>, frame: &Frame) -> PyResult<Bound<'py, PyAny>> {
    let pandas = import(py, "pandas", "to_pandas")?;
    let columns = PyDict::new(py);
    for (name, values) in &frame.columns {
        columns.set_item(name, column(&pandas, values)?)?;
    }
    pandas.call_method1("DataFrame", (columns,))
}

/// A column as pandas has it: whole numbers among which one is missing are floats.
fn column<'py>(pandas: &Bound<'py, PyModule>, values: &Values) -> PyResult<Bound<'py, PyAny>> {
    let py = pandas.py();
    match values {
        Values::Counts(counts) if counts.iter().all(Option::is_some) => {
            let bytes = counts.iter().flatten().flat_map(|count| count.to_ne_bytes());
            array(py, &bytes.collect::<Vec<u8>>(), "int64")
        }
        #[allow(clippy::cast_precision_loss)] // they were floats
        Values::Counts(counts) => floats(py, counts.iter().map(|count| count.map(|n| n as f64))),
        Values::Numbers(numbers) => floats(py, numbers.iter().copied()),
        Values::Texts(texts) => {
            let text =
                |text: &Option<Cow<[u8]>>| text.as_ref().map(|text| decode(py, text)).transpose();
            let list = PyList::new(py, texts.iter().map(text).collect::<PyResult<Vec<_>>>()?)?;
            let mut there = texts.iter().flatten().peekable();
            let kind = if there.peek().is_none() {
                "str" // which pandas could not tell
            } else if there.any(|text| std::str::from_utf8(text).is_err()) {
                "object" // a pandas that keeps its strings in Arrow would refuse these
            } else {
                return Ok(list.into_any());
            };
            pandas.call_method1("Series", (list, py.None(), kind))
        }
    }
}

fn floats(
    py: Python<'_>,
    numbers: impl Iterator<Item = Option<f64>>,
) -> PyResult<Bound<'_, PyAny>> {
    let bytes = numbers.flat_map(|number| number.unwrap_or(f64::NAN).to_ne_bytes());
    array(py, &bytes.collect::<Vec<u8>>(), "float64")
}

/// A read-only NumPy array of these bytes.
pub fn array<'py>(py: Python<'py>, bytes: &[u8], kind: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("numpy")?.call_method1("frombuffer", (PyBytes::new(py, bytes), kind))
}

/// Imports a package for a method that needs it.
fn import<'py>(py: Python<'py>, name: &str, method: &str) -> PyResult<Bound<'py, PyModule>> {
    py.import(name).map_err(|error| {
        let value = error.value(py);
        let is_absent = error.is_instance_of::<PyModuleNotFoundError>(py)
            && value.getattr("name").is_ok_and(|of| of.eq(name).unwrap_or(false));
        if !is_absent {
            return error; // it is there, and says itself what is wrong with it
        }
        let text = format!("{method}() needs the package {name}, which is not installed");
        let missing = PyImportError::new_err(text);
        let _ = missing.value(py).setattr("name", name);
        missing
    })
}
