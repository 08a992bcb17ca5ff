//! Which of a table's columns hold the topic, the document and the number.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rtreceval_core::formats::beir::{DOCNO, SUBTOPIC, TOPIC};

pub use rtreceval_core::formats::beir::Role;

/// What `columns=` can name.
const KEYS: [&str; 5] = ["topic", "docno", "subtopic", "grade", "score"];

/// The places of the topic, the document and the number among a table's columns, and of the
/// subtopic where that is wanted.
///
/// `chosen` may name them: a mapping with the keys 'topic', 'docno', 'subtopic', and 'grade' or
/// 'score'.
pub fn find_columns(
    role: Role,
    have: &[String],
    chosen: Option<&Bound<'_, PyDict>>,
) -> PyResult<([usize; 3], Option<usize>)> {
    let number = match role {
        Role::Qrels | Role::Subtopics => "grade",
        Role::Run => "score",
    };
    if let Some(chosen) = chosen {
        for key in chosen.keys() {
            if !KEYS.contains(&key.str()?.to_string_lossy().as_ref()) {
                let text = format!("columns: found '{key}', expected any of {}", KEYS.join(", "));
                return Err(PyValueError::new_err(text));
            }
        }
    }
    let find = |key: &str, known: &[&str]| -> PyResult<usize> {
        let by_user = match chosen {
            Some(chosen) => chosen.get_item(key)?.map(|name| name.extract::<String>()),
            None => None,
        };
        let by_user = by_user.transpose()?;
        let place = |name: &str| have.iter().position(|have| have == name);
        if let Some(name) = by_user.as_ref().filter(|name| place(name).is_none()) {
            // One choice of topic and docno serves qrels and run, so a table may lack the name that
            // is meant for the other. The rest is of one of them only.
            if !["topic", "docno"].contains(&key) {
                return Err(PyValueError::new_err(format!(
                    "{}: found columns {}, expected '{name}' for the {key}",
                    role.name(),
                    have.join(", "),
                )));
            }
        }
        let found = by_user
            .and_then(|name| place(&name))
            .or_else(|| known.iter().find_map(|name| place(name)));
        found.ok_or_else(|| {
            PyValueError::new_err(format!(
                "{}: found columns {}, expected one for the {key}: any of {}, or columns={{'{key}': NAME}}",
                role.name(),
                have.join(", "),
                known.join(", "),
            ))
        })
    };
    let places = [find("topic", TOPIC)?, find("docno", DOCNO)?, find(number, role.number_names())?];
    let by_subtopic = role == Role::Subtopics;
    Ok((places, by_subtopic.then(|| find("subtopic", SUBTOPIC)).transpose()?))
}
