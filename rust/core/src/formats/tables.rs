//! `csv` and `parquet`, and data sets by name: read by what an embedding program brings along.
//!
//! The core has no reader of its own for these. The Python package lends it those of pyarrow,
//! polars or DuckDB, and of ir_datasets.

use std::path::Path;
use std::sync::OnceLock;

use super::beir::{self, Role};
use super::guess::Recognised;
use super::{Format, fields};
use crate::error::{Error, ErrorKind, Result};
use crate::lists::Lists;
use crate::policies::{Dropped, Grades, Policies, deduplicate};
use crate::qrels::Qrels;
use crate::run::Run;

/// A kind of table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Comma-separated values with a header.
    Csv,
    /// Parquet.
    Parquet,
}

impl Kind {
    /// The name of the format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Parquet => "parquet",
        }
    }
}

/// Reads what the core has no reader for. The last argument is the name that messages use.
#[derive(Debug, Clone, Copy)]
pub struct Readers {
    /// Reads a table that is given as the bytes of its file.
    pub table: fn(Kind, &[u8], Role, &str) -> Result<Lists>,
    /// Reads the judgments of a data set of ir_datasets.
    pub dataset: fn(&str) -> Result<Lists>,
}

static READERS: OnceLock<Readers> = OnceLock::new();

/// Brings readers along. The first ones stay.
pub fn bring(readers: Readers) {
    let _ = READERS.set(readers);
}

/// What a table holds.
const QRELS_LINE: &str = "columns for topic, document and grade";
const RUN_LINE: &str = "columns for topic, document and score";

const HELP: &str = "\
Columns are known by the names that 'beir' has (see -h -R beir, -h -T beir), and others are not
looked at. The Python package reads the file with pyarrow, polars or DuckDB, whichever is installed.";

/// Judgments in comma-separated values.
pub const CSV_QRELS: Format<Qrels> = Format {
    name: "csv",
    title: "Comma-separated values with a header",
    line: QRELS_LINE,
    help: HELP,
    recognise: |text| is_csv(text, Role::Qrels),
    parse: |text, file, _| {
        qrels(Kind::Csv, &text, file, Policies::default(), &mut Dropped::default())
    },
    tolerant: Some(|text, file, policies, dropped| {
        qrels(Kind::Csv, &text, file, policies, dropped)
    }),
    choices: &["duplicates", "float-grades"],
};

/// A run in comma-separated values.
pub const CSV_RUN: Format<Run> = Format {
    name: "csv",
    title: "Comma-separated values with a header",
    line: RUN_LINE,
    help: HELP,
    recognise: |text| is_csv(text, Role::Run),
    parse: |text, file, _| {
        run(Kind::Csv, &text, file, Policies::default(), &mut Dropped::default())
    },
    tolerant: Some(|text, file, policies, dropped| run(Kind::Csv, &text, file, policies, dropped)),
    choices: &["duplicates"],
};

/// Judgments in Parquet.
pub const PARQUET_QRELS: Format<Qrels> = Format {
    name: "parquet",
    title: "A Parquet file",
    line: QRELS_LINE,
    help: HELP,
    recognise: is_parquet,
    parse: |text, file, _| {
        qrels(Kind::Parquet, &text, file, Policies::default(), &mut Dropped::default())
    },
    tolerant: Some(|text, file, policies, dropped| {
        qrels(Kind::Parquet, &text, file, policies, dropped)
    }),
    choices: &["duplicates", "float-grades"],
};

/// A run in Parquet.
pub const PARQUET_RUN: Format<Run> = Format {
    name: "parquet",
    title: "A Parquet file",
    line: RUN_LINE,
    help: HELP,
    recognise: is_parquet,
    parse: |text, file, _| {
        run(Kind::Parquet, &text, file, Policies::default(), &mut Dropped::default())
    },
    tolerant: Some(|text, file, policies, dropped| {
        run(Kind::Parquet, &text, file, policies, dropped)
    }),
    choices: &["duplicates"],
};

fn is_csv(text: &[u8], role: Role) -> Recognised {
    beir::names_columns(text, role, Some(b',')).into()
}

fn is_parquet(text: &[u8]) -> Recognised {
    text[fields::first_line(text)..].starts_with(b"PAR1").into()
}

fn qrels(
    kind: Kind,
    data: &[u8],
    file: &str,
    policies: Policies,
    dropped: &mut Dropped,
) -> Result<Qrels> {
    let lists = read(kind, data, Role::Qrels, file, policies, dropped)?;
    check_grades(&lists, file, policies.grades)?;
    Qrels::new(lists)
}

fn run(
    kind: Kind,
    data: &[u8],
    file: &str,
    policies: Policies,
    dropped: &mut Dropped,
) -> Result<Run> {
    Ok(Run::new(read(kind, data, Role::Run, file, policies, dropped)?, Vec::new()))
}

fn read(
    kind: Kind,
    data: &[u8],
    role: Role,
    file: &str,
    policies: Policies,
    dropped: &mut Dropped,
) -> Result<Lists> {
    let Some(readers) = READERS.get() else {
        return Err(missing(&format!("{file}: {} files are", kind.name())));
    };
    let start = match kind {
        Kind::Csv => beir::header(data).map_or(0, |header| header.start),
        Kind::Parquet => 0,
    };
    let mut lists = (readers.table)(kind, &data[start..], role, file)?;
    deduplicate(&mut lists, policies.duplicates, &mut dropped.duplicates);
    Ok(lists)
}

/// What knows data sets by name.
pub const DATASETS: &str = "ir_datasets";

/// The judgments of a data set, if `ir_datasets:NAME` stands in place of a file.
pub fn dataset(file: &Path, policies: Policies) -> Option<Result<Qrels>> {
    let name = file.to_str()?.strip_prefix(DATASETS)?.strip_prefix(':')?;
    if file.exists() {
        return None;
    }
    let Some(readers) = READERS.get() else {
        return Some(Err(missing(&format!("{}: data sets are", file.display()))));
    };
    if let Some(option) = policies.asked().find(|option| *option != "float-grades") {
        let text = format!("--{option}: data sets have no such choice");
        return Some(Err(Error::new(ErrorKind::Usage(text))));
    }
    Some((readers.dataset)(name).and_then(|lists| {
        check_grades(&lists, &file.display().to_string(), policies.grades)?;
        Qrels::new(lists)
    }))
}

fn missing(what: &str) -> Error {
    Error::new(ErrorKind::Usage(format!("{what} read by the Python package only")))
}

/// Refuses grades with a fraction, where they are not to have one.
fn check_grades(lists: &Lists, file: &str, grades: Grades) -> Result<()> {
    if grades == Grades::Decimal {
        return Ok(());
    }
    for topic in 0..lists.len() {
        if let Some(doc) = lists.docs(topic).iter().find(|doc| doc.value.fract() != 0.0) {
            let found = format!("grade {} for {}", doc.value, lists.mention(topic, doc));
            let expected = "a whole number (--float-grades takes fractions)";
            let text = format!("found {found}, expected {expected}");
            return Err(Error::new(ErrorKind::Refused { file: file.to_owned(), text }));
        }
    }
    Ok(())
}
