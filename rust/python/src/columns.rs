//! Which of a table's columns hold the topic, the document and the number.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rtreceval_core::formats::header::{CHOOSE, DOCNO, Part, RANK, SUBTOPIC, TOPIC, Unclear};

pub use rtreceval_core::formats::header::Role;

use crate::problem::Problem;

/// What `columns=` can name.
const KEYS: [&str; 6] = ["topic", "docno", "subtopic", "grade", "score", "rank"];

/// The places of a table's columns.
pub struct Places {
    /// Of the topic, the document and the number.
    pub row: [usize; 3],
    /// Of the subtopic, where that is wanted.
    pub subtopic: Option<usize>,
    /// Of the rank, where a run has one.
    pub rank: Option<usize>,
}

/// How a user chooses columns.
pub enum Choice<'a, 'py> {
    /// With `columns=`, a mapping with the keys 'topic', 'docno', 'subtopic', 'rank', and 'grade' or
    /// 'score'.
    Argument(Option<&'a Bound<'py, PyDict>>),
    /// In a file, by their names.
    Names,
}

/// The places of columns of these names.
pub fn find_columns(
    role: Role,
    have: &[String],
    chosen: &Choice<'_, '_>,
) -> Result<Places, Problem> {
    let columns = Columns { have, chosen };
    columns.check_keys()?;
    let row = [columns.find(&TOPIC)?, columns.find(&DOCNO)?, columns.find(role.number())?];
    let by_subtopic = role == Role::Subtopics;
    let subtopic = by_subtopic.then(|| columns.find(&SUBTOPIC)).transpose()?;
    let has_rank = role == Role::Run && columns.has(&RANK)?;
    let rank = has_rank.then(|| columns.find(&RANK)).transpose()?;
    Ok(Places { row, subtopic, rank })
}

struct Columns<'a, 'py> {
    have: &'a [String],
    chosen: &'a Choice<'a, 'py>,
}

impl Columns<'_, '_> {
    fn check_keys(&self) -> PyResult<()> {
        let Choice::Argument(Some(chosen)) = self.chosen else { return Ok(()) };
        for key in chosen.keys() {
            if !KEYS.contains(&key.str()?.to_string_lossy().as_ref()) {
                let text = format!("columns: found '{key}', expected any of {}", KEYS.join(", "));
                return Err(PyValueError::new_err(text));
            }
        }
        Ok(())
    }

    /// The name that the user has chosen.
    fn chosen(&self, part: &Part) -> PyResult<Option<String>> {
        let Choice::Argument(Some(chosen)) = self.chosen else { return Ok(None) };
        chosen.get_item(part.name)?.map(|name| name.extract()).transpose()
    }

    fn has(&self, part: &Part) -> PyResult<bool> {
        Ok(part.is_among(self.have) || self.chosen(part)?.is_some())
    }

    fn find(&self, part: &Part) -> Result<usize, Problem> {
        let key = part.name;
        if let Some(name) = self.chosen(part)? {
            let places = (0..self.have.len()).filter(|&at| self.have[at] == name);
            match places.collect::<Vec<_>>()[..] {
                [place] => return Ok(place),
                // One choice of topic and docno serves qrels and run, so a table may lack the name
                // that is meant for the other. The rest is of one of them only.
                [] if ["topic", "docno"].contains(&key) => {}
                [] => {
                    let found = format!("columns {}", self.have.join(", "));
                    return Err(Problem::value(found, format!("'{name}' for the {key}")));
                }
                _ => {
                    let found = format!("several columns '{name}'");
                    return Err(Problem::value(found, format!("one for the {key}")));
                }
            }
        }
        let (choose, or) = match self.chosen {
            Choice::Argument(_) => {
                let how = format!("columns={{'{key}': NAME}}");
                (format!("{how} says which"), format!(", or {how}"))
            }
            Choice::Names => (CHOOSE.to_owned(), String::new()),
        };
        part.find(self.have, &choose).map_err(|unclear| {
            let Unclear { place, found, expected } = unclear;
            let or = if place.is_none() { or } else { String::new() };
            Problem::value(found, expected + &or)
        })
    }
}

impl From<PyErr> for Problem {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}
