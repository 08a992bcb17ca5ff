//! What an embedding program lends: readers of what the core has none for.
//!
//! The Python package lends those of pyarrow, polars or DuckDB, and of ir_datasets.

use std::path::Path;
use std::sync::OnceLock;

use super::header::Role;
use crate::error::{Error, ErrorKind, Result};
use crate::lists::Lists;
use crate::policies::{Grades, Policies};
use crate::qrels::Qrels;

/// The rows of a table, by topic.
#[derive(Debug)]
pub struct Table {
    /// The documents with their numbers.
    pub lists: Lists,
    /// The same with their ranks; empty where the table has no column of ranks.
    pub ranks: Lists,
}

/// Reads what the core has no reader for. A `&str` at the end is the name that messages use.
#[derive(Debug, Clone, Copy)]
pub struct Readers {
    /// Reads a Parquet file, given as its bytes.
    pub parquet: fn(&[u8], Role, &str) -> Result<Table>,
    /// Reads the judgments of a data set of ir_datasets.
    pub dataset: fn(&str) -> Result<Lists>,
}

static READERS: OnceLock<Readers> = OnceLock::new();

/// Brings readers along. The first ones stay.
pub fn bring(readers: Readers) {
    let _ = READERS.set(readers);
}

/// The readers that are there for `what`.
pub(super) fn readers(what: &str) -> Result<&'static Readers> {
    let missing = || format!("{what} read by the Python package only");
    READERS.get().ok_or_else(|| Error::new(ErrorKind::Usage(missing())))
}

/// What knows data sets by name.
pub const DATASETS: &str = "ir_datasets";

/// The judgments of a data set, if `ir_datasets:NAME` stands in place of a file.
pub fn dataset(file: &Path, policies: Policies) -> Option<Result<Qrels>> {
    let name = file.to_str()?.strip_prefix(DATASETS)?.strip_prefix(':')?;
    if file.exists() {
        return None;
    }
    if let Some(option) = policies.asked().find(|option| *option != "float-grades") {
        let text = format!("--{option}: data sets have no such choice");
        return Some(Err(Error::new(ErrorKind::Usage(text))));
    }
    let file = file.display().to_string();
    let readers = match readers(&format!("{file}: data sets are")) {
        Ok(readers) => readers,
        Err(error) => return Some(Err(error)),
    };
    Some((readers.dataset)(name).and_then(|lists| {
        check_grades(&lists, policies.grades)?;
        Qrels::new(lists)
    }))
}

/// Refuses grades with a fraction, where they are not to have one.
pub(super) fn check_grades(lists: &Lists, grades: Grades) -> Result<()> {
    if grades == Grades::Decimal {
        return Ok(());
    }
    for topic in 0..lists.len() {
        if let Some(doc) = lists.docs(topic).iter().find(|doc| doc.value.fract() != 0.0) {
            let found = format!("grade {} for {}", doc.value, lists.describe(topic, doc));
            let expected = "a whole number (--float-grades takes fractions)".to_owned();
            return Err(lists.error(doc, ErrorKind::Malformed { found, expected }));
        }
    }
    Ok(())
}
