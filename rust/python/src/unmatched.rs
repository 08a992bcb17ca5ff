//! Ids of two kinds that cannot match: a run whose documents are called 1, 2, 3, judgments of 'D1'.
//!
//! All values would be 0, without a word.

use pyo3::prelude::*;
use pyo3::types::PyString;
use rtreceval_core::{Error, ErrorKind};

use crate::errors::exception;
use crate::ids::whole_number;
use crate::qrels::Judgments;

/// The ids of a run in which no judged document has been found so far.
#[derive(Debug, Default)]
pub struct Unmatched {
    /// The first that is an int.
    int: Option<String>,
    /// The first that is a string.
    text: Option<String>,
}

impl Unmatched {
    /// Takes note of a document's id, which has these bytes. Gives false if it is a string that
    /// reads as an int, which is of both kinds.
    pub fn see(&mut self, docno: &Bound<'_, PyAny>, id: &[u8]) -> bool {
        let first = match docno.cast::<PyString>() {
            Err(_) => &mut self.int,
            Ok(docno) if whole_number(docno).is_some() => return false,
            Ok(_) => &mut self.text,
        };
        first.get_or_insert_with(|| String::from_utf8_lossy(id).into_owned());
        true
    }

    /// Refuses ids that are int on one side, where none of the other side reads as an int.
    pub fn check(&self, py: Python<'_>, judgments: &Judgments) -> PyResult<()> {
        let (mut digits, mut text) = (None, None);
        for topic in 0..judgments.core().len() {
            for judgment in judgments.topic(py, topic)? {
                let id = if whole_number(judgment.docno.bind(py)).is_some() {
                    &mut digits
                } else {
                    &mut text
                };
                id.get_or_insert_with(|| &judgment.docno);
            }
        }
        let id = |docno: &Py<PyString>| docno.bind(py).to_string_lossy().into_owned();
        let found = match (&self.int, &self.text, digits, text) {
            (Some(int), None, None, Some(text)) => {
                format!("document {int}, an int, in the run, and '{}' in the qrels", id(text))
            }
            (None, Some(text), Some(digits), None) if judgments.are_of_ints() => {
                format!("document '{text}' in the run, and {}, an int, in the qrels", id(digits))
            }
            _ => return Ok(()),
        };
        let expected = "ids of one kind: none of the run can be one of the qrels".to_owned();
        Err(exception(py, &Error::new(ErrorKind::Malformed { found, expected })))
    }
}
