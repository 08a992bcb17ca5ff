//! Ids: Python strings on one side, bytes on the other.

use std::borrow::Cow;
use std::path::PathBuf;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyInt, PyMapping, PyString};
use rtreceval_core::formats;

use crate::errors::exception;
use crate::plain_dict;

/// The bytes of an id: those of a string, or the digits of a whole number. `what` names the id in a
/// message.
pub fn encode<'a>(
    object: &'a Bound<'_, PyAny>,
    what: impl Fn() -> String,
) -> PyResult<Cow<'a, [u8]>> {
    if object.is_instance_of::<PyString>() {
        return encode_str(object, what);
    }
    match digits(object)? {
        Some(digits) => Ok(Cow::Owned(digits.into_bytes())),
        None => Err(wrong_id(object, &what(), "a str or an int")),
    }
}

/// The bytes of a string: its UTF-8, or what it was before a file was read with `surrogateescape`.
pub fn encode_str<'a>(
    object: &'a Bound<'_, PyAny>,
    what: impl Fn() -> String,
) -> PyResult<Cow<'a, [u8]>> {
    let Ok(string) = object.cast::<PyString>() else {
        return Err(wrong_id(object, &what(), "a str"));
    };
    if let Ok(text) = string.to_str() {
        return Ok(Cow::Borrowed(text.as_bytes()));
    }
    let bytes = string.call_method1("encode", ("utf-8", "surrogateescape"))?;
    Ok(Cow::Owned(bytes.extract()?))
}

fn wrong_id(object: &Bound<'_, PyAny>, what: &str, expected: &str) -> PyErr {
    let found = object.get_type();
    PyTypeError::new_err(format!("{what}: found {object:?}, {found}, expected {expected}"))
}

/// The digits of a whole number, be it one of NumPy; `None` of any other object. Booleans are none.
fn digits(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if object.is_instance_of::<PyBool>() {
        return Ok(None);
    }
    if let Ok(number) = object.cast_exact::<PyInt>() {
        return Ok(Some(match number.extract::<i64>() {
            Ok(number) => number.to_string(),
            Err(_) => number.str()?.to_string(),
        }));
    }
    if !object.hasattr("__index__")? {
        return Ok(None);
    }
    match object.call_method0("__index__") {
        Ok(number) if number.is_exact_instance_of::<PyInt>() => digits(&number),
        _ => Ok(None),
    }
}

/// The number whose digits an id is: what a Python program may have in its place.
pub fn whole_number<'py>(id: &Bound<'py, PyString>) -> Option<Bound<'py, PyInt>> {
    let text = id.to_str().ok()?;
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = match digits.as_bytes() {
        b"0" => digits == text,
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    if !is_number {
        return None;
    }
    match text.parse::<i64>() {
        Ok(number) => number.into_pyobject(id.py()).ok(),
        Err(_) => id.py().get_type::<PyInt>().call1((text,)).ok()?.cast_into().ok(),
    }
}

/// Bytes as a Python string: those that are not UTF-8 become what `os.fsdecode` makes of them.
pub fn decode<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyString>> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Ok(PyString::new(py, text));
    }
    let bytes = PyBytes::new(py, bytes);
    PyString::from_encoded_object(bytes.as_any(), Some(c"utf-8"), Some(c"surrogateescape"))
}

/// Names of topics as Python strings.
pub fn names<'py>(py: Python<'py>, names: &[Box<[u8]>]) -> PyResult<Vec<Bound<'py, PyString>>> {
    names.iter().map(|name| decode(py, name)).collect()
}

/// Whether an object maps keys to values.
pub fn is_mapping(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyDict>() || object.cast::<PyMapping>().is_ok()
}

/// Calls `each` with the keys and values of a mapping.
pub fn for_each_item<'py>(
    mapping: &Bound<'py, PyAny>,
    mut each: impl FnMut(Bound<'py, PyAny>, Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    // A subclass may have an order, or items, of its own.
    if let Ok(dict) = mapping.cast_exact::<PyDict>() {
        for (key, value) in plain_dict::items(dict) {
            each(key, value)?;
        }
        return Ok(());
    }
    for item in mapping.call_method0("items")?.try_iter()? {
        let (key, value) = item?.extract()?;
        each(key, value)?;
    }
    Ok(())
}

/// The number of a document: a grade or a score.
pub fn number(
    role: &str,
    topic: &Bound<'_, PyAny>,
    docno: &Bound<'_, PyAny>,
    value: &Bound<'_, PyAny>,
) -> PyResult<f64> {
    value.extract().map_err(|_| {
        let found = value.get_type();
        let text = format!("{role}[{topic:?}][{docno:?}]: found {found}, expected a number");
        PyTypeError::new_err(text)
    })
}

/// The documents of a topic, which have to be a mapping.
pub fn check_documents(
    role: &str,
    topic: &Bound<'_, PyAny>,
    documents: &Bound<'_, PyAny>,
) -> PyResult<()> {
    if is_mapping(documents) {
        return Ok(());
    }
    let found = documents.get_type();
    Err(PyTypeError::new_err(format!(
        "{role}[{topic:?}]: found {found}, expected a mapping of document ids to numbers"
    )))
}

/// The error of a topic that is there as an int and as a string.
pub fn topic_twice(role: &str, topic: &[u8]) -> PyErr {
    let topic = String::from_utf8_lossy(topic);
    PyTypeError::new_err(format!(
        "{role}: found topic '{topic}' twice, as a str and as an int, expected one of them"
    ))
}

/// The path that an argument is, if it is one.
pub fn path(argument: &Bound<'_, PyAny>) -> PyResult<Option<PathBuf>> {
    if argument.is_instance_of::<PyBytes>() {
        let path = argument.py().import("os")?.call_method1("fsdecode", (argument,))?;
        return path.extract().map(Some);
    }
    Ok(argument.extract().ok())
}

/// The text of a file object, decompressed if it is compressed, and the name it has in messages;
/// nothing if it is none.
pub fn read_file_object(argument: &Bound<'_, PyAny>) -> PyResult<Option<(Vec<u8>, String)>> {
    if !argument.hasattr("read")? {
        return Ok(None);
    }
    let text = argument.call_method0("read")?;
    let text = match text.cast::<PyString>() {
        Ok(string) => encode(string.as_any(), String::new)?.into_owned(),
        Err(_) => text.extract()?,
    };
    let name = match argument.getattr("name") {
        Ok(name) => name.str()?.to_string(),
        Err(_) => "<file>".to_owned(),
    };
    let py = argument.py();
    let text = py.detach(|| formats::text(text, &name)).map_err(|error| exception(py, &error))?;
    Ok(Some((text, name)))
}

/// The text of the file that an argument names or is, read on up to `threads` threads, and the name
/// it has in messages; nothing if it is none.
pub fn read_file(
    argument: &Bound<'_, PyAny>,
    threads: usize,
) -> PyResult<Option<(Vec<u8>, String)>> {
    let py = argument.py();
    let Some(file) = path(argument)? else { return read_file_object(argument) };
    let text =
        py.detach(|| formats::read_file(&file, threads)).map_err(|error| exception(py, &error))?;
    Ok(Some((text, formats::name(&file))))
}

/// The error of an argument that is no file.
pub fn no_file(argument: &Bound<'_, PyAny>) -> PyErr {
    let found = argument.get_type();
    PyTypeError::new_err(format!("path: found {found}, expected a path or a file object"))
}

/// The error of an argument of no form that is known.
pub fn wrong_argument(role: &str, argument: &Bound<'_, PyAny>) -> PyErr {
    let found = argument.get_type();
    PyTypeError::new_err(format!(
        "{role}: found {found}, expected a path, a file object, a mapping of mappings, a data \
         frame, arrays, rows of (topic, document, number), or what read_{role} gives"
    ))
}
