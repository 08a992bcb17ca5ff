//! NumPy arrays: topics, documents and scores as whole numbers and floats, one row each or one
//! matrix row for each topic.

use std::ops::Range;

use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rtreceval_core::columns::Columns;
use rtreceval_core::join::Whole;

/// The arrays of a run, copied: Python could write into its own while threads read.
pub struct Arrays {
    topics: Vec<i64>,
    docnos: Vec<i64>,
    scores: Vec<f64>,
    /// Documents of a topic, where topics have one matrix row each.
    width: usize,
}

/// The document that stands for none in a list that is too short for its matrix.
const PADDING: i64 = -1;

impl Arrays {
    /// The arrays of a tuple of three; `None` if these are no arrays of numbers.
    pub fn of_tuple(tuple: &Bound<'_, PyTuple>, role: &str) -> PyResult<Option<Self>> {
        if tuple.len() != 3 || !tuple.iter().all(|part| is_array(&part)) {
            return Ok(None);
        }
        let parts = [tuple.get_item(0)?, tuple.get_item(1)?, tuple.get_item(2)?];
        let [topics, docnos, scores] = parts;
        let shapes = [shape(&topics)?, shape(&docnos)?, shape(&scores)?];
        let width = match &shapes {
            [topics, docnos, scores]
                if topics.len() == 1 && topics == docnos && docnos == scores =>
            {
                1
            }
            [topics, docnos, scores]
                if topics.len() == 1
                    && docnos == scores
                    && docnos.len() == 2
                    && docnos[0] == topics[0] =>
            {
                docnos[1]
            }
            _ => {
                return Err(PyValueError::new_err(format!(
                    "{role}: found arrays of shapes {:?}, {:?} and {:?}, expected three of one \
                     length, or topics [n] with documents and numbers [n, k]",
                    shapes[0], shapes[1], shapes[2]
                )));
            }
        };
        Ok(Some(Self {
            topics: ids(&topics, role)?,
            docnos: ids(&docnos, role)?,
            scores: numbers(&scores, role)?,
            width,
        }))
    }
}

impl Columns for Arrays {
    fn len(&self) -> usize {
        self.docnos.len()
    }

    fn continues(&self, row: usize) -> bool {
        row > 0 && self.topics[row / self.width] == self.topics[(row - 1) / self.width]
    }

    fn end_of_topic(&self, row: usize) -> usize {
        let first = row / self.width;
        let same = |topic: &&i64| **topic == self.topics[first];
        (first + self.topics[first..].iter().take_while(same).count()) * self.width
    }

    fn topic(&self, row: usize, name: &mut Vec<u8>) {
        append(self.topics[row / self.width], name);
    }

    fn docno(&self, row: usize, id: &mut Vec<u8>) -> bool {
        let docno = self.docnos[row];
        let is_padding = docno == PADDING && self.width > 1;
        if !is_padding {
            append(docno, id);
        }
        !is_padding
    }

    fn number(&self, row: usize) -> f64 {
        self.scores[row]
    }

    fn whole(&self, rows: Range<usize>) -> Option<Whole<'_>> {
        Some(Whole { docs: &self.docnos[rows.clone()], scores: &self.scores[rows] })
    }
}

/// Appends a whole number as text.
fn append(number: i64, text: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    let mut rest = number.unsigned_abs();
    loop {
        at -= 1;
        digits[at] = b'0' + u8::try_from(rest % 10).unwrap_or(0);
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if number < 0 {
        text.push(b'-');
    }
    text.extend_from_slice(&digits[at..]);
}

pub fn is_array(object: &Bound<'_, PyAny>) -> bool {
    object.hasattr("dtype").unwrap_or(false) && object.hasattr("shape").unwrap_or(false)
}

fn shape(array: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    array.getattr("shape")?.extract()
}

fn ids(array: &Bound<'_, PyAny>, role: &str) -> PyResult<Vec<i64>> {
    if let Some(ids) = copy::<i64>(array)? {
        return Ok(ids);
    }
    if let Some(ids) = copy::<i32>(array)? {
        return Ok(ids.into_iter().map(i64::from).collect());
    }
    if let Some(ids) = copy::<u32>(array)? {
        return Ok(ids.into_iter().map(i64::from).collect());
    }
    if let Some(ids) = copy::<u64>(array)? {
        let ids: Result<Vec<i64>, _> = ids.into_iter().map(i64::try_from).collect();
        return ids.map_err(|_| PyValueError::new_err(format!("{role}: an id above 2^63")));
    }
    Err(wrong_type(array, role, "ids of int32, int64, uint32 or uint64"))
}

fn numbers(array: &Bound<'_, PyAny>, role: &str) -> PyResult<Vec<f64>> {
    if let Some(numbers) = copy::<f64>(array)? {
        return Ok(numbers);
    }
    if let Some(numbers) = copy::<f32>(array)? {
        return Ok(numbers.into_iter().map(f64::from).collect());
    }
    if let Some(numbers) = copy::<i64>(array)? {
        return Ok(numbers.into_iter().map(|number| number as f64).collect());
    }
    if let Some(numbers) = copy::<i32>(array)? {
        return Ok(numbers.into_iter().map(f64::from).collect());
    }
    Err(wrong_type(array, role, "numbers of float64, float32, int64 or int32"))
}

/// The elements of an array of this type, row by row; `None` if it is of another.
fn copy<T: Element>(array: &Bound<'_, PyAny>) -> PyResult<Option<Vec<T>>> {
    match PyBuffer::<T>::get(array) {
        Ok(buffer) => buffer.to_vec(array.py()).map(Some),
        Err(_) => Ok(None),
    }
}

fn wrong_type(array: &Bound<'_, PyAny>, role: &str, expected: &str) -> PyErr {
    match array.getattr("dtype") {
        Ok(found) => {
            PyTypeError::new_err(format!("{role}: found an array of {found}, expected {expected}"))
        }
        Err(error) => error,
    }
}
