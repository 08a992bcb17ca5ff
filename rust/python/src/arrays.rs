//! NumPy arrays: topics, documents and scores as whole numbers and floats, one row each or one
//! matrix row for each topic.

use std::ops::Range;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rtreceval_core::columns::{Columns, Room};
use rtreceval_core::join::Whole;

use crate::held::{self, Numbers};

/// The arrays of a run.
pub struct Arrays {
    topics: Box<dyn Numbers<i64>>,
    docnos: Box<dyn Numbers<i64>>,
    scores: Box<dyn Numbers<f64>>,
    /// Documents of a topic, where topics have one matrix row each.
    width: usize,
    has_padding: bool,
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
        for part in [&topics, &docnos, &scores] {
            check_mask(part, role)?;
        }
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
            has_padding: shapes[1].len() == 2,
        }))
    }
}

impl Columns for Arrays {
    fn len(&self) -> usize {
        self.docnos.len()
    }

    fn continues(&self, row: usize) -> bool {
        let topic = |row: usize| self.topics.at(row / self.width);
        row > 0 && topic(row) == topic(row - 1)
    }

    fn end_of_topic(&self, row: usize) -> usize {
        self.topics.end_of_equal(row / self.width) * self.width
    }

    fn topic(&self, row: usize, name: &mut Vec<u8>) {
        append(self.topics.at(row / self.width), name);
    }

    fn docno(&self, row: usize, id: &mut Vec<u8>) -> bool {
        let docno = self.docnos.at(row);
        let is_padding = docno == PADDING && self.has_padding;
        if !is_padding {
            append(docno, id);
        }
        !is_padding
    }

    fn number(&self, row: usize) -> f64 {
        self.scores.at(row)
    }

    fn whole<'a>(&self, rows: Range<usize>, room: &'a mut Room) -> Option<Whole<'a>> {
        self.docnos.read(rows.clone(), &mut room.docs);
        self.scores.read(rows, &mut room.scores);
        Some(Whole { docs: &room.docs, scores: &room.scores })
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

/// Refuses an array of `numpy.ma` in which something is masked.
fn check_mask(array: &Bound<'_, PyAny>, role: &str) -> PyResult<()> {
    let Some(mask) = array.getattr_opt("mask")? else { return Ok(()) };
    if mask.call_method0("any")?.is_truthy()? {
        let text = format!("{role}: found an array with masked elements, expected one without");
        return Err(PyValueError::new_err(text));
    }
    Ok(())
}

fn shape(array: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    array.getattr("shape")?.extract()
}

fn ids(array: &Bound<'_, PyAny>, role: &str) -> PyResult<Box<dyn Numbers<i64>>> {
    for numbers in [held::numbers::<i64, _>, held::numbers::<i32, _>, held::numbers::<u32, _>] {
        if let Some(ids) = numbers(array)? {
            return Ok(ids);
        }
    }
    if let Some(ids) = held::numbers::<u64, u64>(array)? {
        let to_signed = |index: usize| {
            let id = ids.at(index);
            let text = || format!("{role}: found id {id}, expected one below 2^63 in arrays");
            i64::try_from(id).map_err(|_| PyValueError::new_err(text()))
        };
        return Ok(Box::new((0..ids.len()).map(to_signed).collect::<PyResult<Vec<i64>>>()?));
    }
    Err(wrong_type(
        array,
        role,
        "ids of int32, int64, uint32 or uint64 in the machine's byte order",
    ))
}

fn numbers(array: &Bound<'_, PyAny>, role: &str) -> PyResult<Box<dyn Numbers<f64>>> {
    for numbers in [held::numbers::<f64, _>, held::numbers::<f32, _>, held::numbers::<i32, _>] {
        if let Some(numbers) = numbers(array)? {
            return Ok(numbers);
        }
    }
    if let Some(numbers) = held::numbers::<i64, i64>(array)? {
        let numbers = (0..numbers.len()).map(|index| numbers.at(index) as f64);
        return Ok(Box::new(numbers.collect::<Vec<f64>>()));
    }
    Err(wrong_type(
        array,
        role,
        "numbers of float64, float32, int64 or int32 in the machine's byte order",
    ))
}

fn wrong_type(array: &Bound<'_, PyAny>, role: &str, expected: &str) -> PyErr {
    match array.getattr("dtype") {
        Ok(found) => {
            PyTypeError::new_err(format!("{role}: found an array of {found}, expected {expected}"))
        }
        Err(error) => error,
    }
}
