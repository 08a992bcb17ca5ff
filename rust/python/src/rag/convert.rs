//! Python objects as JSON, and back.

use std::borrow::Cow;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PySet, PyString};
use rtreceval_core::rag::json::{Json, Number, Wrong};

use crate::ids::{for_each_item, is_mapping};

/// As deep as JSON text may be nested.
const MAX_DEPTH: usize = 128;

/// Why an object cannot be JSON.
pub enum NotJson {
    /// It is of a type that JSON has not.
    Type(String),
    /// It has a value that JSON has not: what was found, and what is expected.
    Value(String, &'static str),
    /// Python code raised an exception.
    Raised(PyErr),
}

impl From<PyErr> for NotJson {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

impl NotJson {
    /// The exception, of element `at` of the argument `role`.
    pub fn into_error(self, py: Python<'_>, role: &str, at: usize) -> PyErr {
        match self {
            Self::Type(text) => PyTypeError::new_err(format!("{role}[{at}]: {text}")),
            Self::Value(found, expected) => {
                let found = format!("{found} in '{role}[{at}]'");
                super::wrong(py, &Wrong::new(found, expected))
            }
            Self::Raised(error) => error,
        }
    }
}

/// A Python object as JSON: strings, numbers of any kind, booleans, None, mappings, and anything
/// else that can be gone through.
pub fn to_json(object: &Bound<'_, PyAny>) -> Result<Json<'static>, NotJson> {
    convert(object, MAX_DEPTH)
}

fn convert(object: &Bound<'_, PyAny>, depth: usize) -> Result<Json<'static>, NotJson> {
    if depth == 0 {
        return Err(NotJson::Value("an object nested deeper than 128".to_owned(), "less"));
    }
    if let Ok(string) = object.cast::<PyString>() {
        return Ok(Json::Text(Cow::Owned(text(string)?)));
    }
    if object.is_none() {
        return Ok(Json::Null);
    }
    if let Ok(value) = object.cast::<PyBool>() {
        return Ok(Json::Bool(value.is_true()));
    }
    if object.is_instance_of::<PyInt>() || object.is_instance_of::<PyFloat>() {
        return number(object);
    }
    if is_mapping(object) {
        let mut fields: Vec<(Cow<str>, Json)> = Vec::new();
        let mut failure = None;
        for_each_item(object, |key, value| {
            match field(&key, &value, depth) {
                Ok(field) => fields.push(field),
                Err(NotJson::Raised(error)) => return Err(error),
                Err(other) => failure = failure.take().or(Some(other)),
            }
            Ok(())
        })?;
        return failure.map_or(Ok(Json::Object(fields)), Err);
    }
    let unusable = || {
        let found = object.get_type();
        NotJson::Type(format!("found {found}, expected what JSON can hold"))
    };
    // Sets have no order, which a ranking needs.
    let is_unordered = object.is_instance_of::<PySet>() || object.is_instance_of::<PyFrozenSet>();
    if is_unordered || object.is_instance_of::<PyBytes>() {
        return Err(unusable());
    }
    if let Ok(elements) = object.try_iter() {
        let elements = elements.map(|element| convert(&element?, depth - 1));
        return elements.collect::<Result<_, _>>().map(Json::List);
    }
    // Scalars of NumPy and the like.
    if let Ok(value) = object.extract::<bool>() {
        return Ok(Json::Bool(value));
    }
    number(object).map_err(|_| unusable())
}

fn field(
    key: &Bound<'_, PyAny>,
    value: &Bound<'_, PyAny>,
    depth: usize,
) -> Result<(Cow<'static, str>, Json<'static>), NotJson> {
    let Ok(key) = key.cast::<PyString>() else {
        let found = key.get_type();
        return Err(NotJson::Type(format!("found key {key:?}, {found}, expected a str")));
    };
    Ok((Cow::Owned(text(key)?), convert(value, depth - 1)?))
}

fn text(string: &Bound<'_, PyString>) -> Result<String, NotJson> {
    match string.to_str() {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => Err(NotJson::Value(format!("string {string:?}"), "Unicode text")),
    }
}

fn number(object: &Bound<'_, PyAny>) -> Result<Json<'static>, NotJson> {
    if let Ok(value) = object.extract::<i64>() {
        return Ok(Json::Number(value.into()));
    }
    if let Ok(value) = object.extract::<u64>() {
        return Ok(Json::Number(value.into()));
    }
    let number = object.extract::<f64>().ok().and_then(Number::from_f64);
    number.map(Json::Number).ok_or_else(|| {
        let found = format!("number {object:?}");
        NotJson::Value(found, "a finite one that a float can hold")
    })
}

/// JSON as Python objects.
pub fn to_python<'py>(py: Python<'py>, json: &Json) -> PyResult<Bound<'py, PyAny>> {
    Ok(match json {
        Json::Null => py.None().into_bound(py),
        Json::Bool(value) => PyBool::new(py, *value).to_owned().into_any(),
        Json::Number(number) => {
            if let Some(value) = number.as_i64() {
                value.into_pyobject(py)?.into_any()
            } else if let Some(value) = number.as_u64() {
                value.into_pyobject(py)?.into_any()
            } else {
                let value = number.as_f64();
                value
                    .ok_or_else(|| PyValueError::new_err("no number"))?
                    .into_pyobject(py)?
                    .into_any()
            }
        }
        Json::Text(text) => PyString::new(py, text).into_any(),
        Json::List(list) => {
            let elements = list.iter().map(|element| to_python(py, element));
            PyList::new(py, elements.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        Json::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, value) in fields {
                dict.set_item(&**name, to_python(py, value)?)?;
            }
            dict.into_any()
        }
    })
}
