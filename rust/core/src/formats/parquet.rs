//! `parquet`: read by what an embedding program lends.

use super::guess::Recognised;
use super::header::Role;
use super::lent::{self, Table, check_grades};
use super::{Format, fields};
use crate::error::{Error, ErrorKind, Place, Result};
use crate::policies::{Dropped, Policies, deduplicate};
use crate::qrels::Qrels;
use crate::run::Run;

/// What a table of judgments holds.
const QRELS_LINE: &str = "columns for topic, document and grade";

/// What a table of a run holds.
const RUN_LINE: &str = "columns for topic, document and score";

const TITLE: &str = "A Parquet file";

const HELP: &str = "\
Columns are known by the names that 'beir' has (see -h -R beir, -h -T beir), and others are not
looked at. The Python package reads the file with pyarrow, polars or DuckDB, whichever is installed.";

/// The format of judgments.
pub const QRELS: Format<Qrels> = Format {
    name: "parquet",
    title: TITLE,
    line: QRELS_LINE,
    help: HELP,
    recognise,
    parse: |text, file, _| parse_qrels(&text, file, Policies::default(), &mut Dropped::default()),
    tolerant: Some(|text, file, policies, dropped| parse_qrels(&text, file, policies, dropped)),
    choices: &["duplicates", "float-grades"],
};

/// The format of runs.
pub const RUN: Format<Run> = Format {
    name: "parquet",
    title: TITLE,
    line: RUN_LINE,
    help: HELP,
    recognise,
    parse: |text, file, _| parse_run(&text, file, Policies::default(), &mut Dropped::default()),
    tolerant: Some(|text, file, policies, dropped| parse_run(&text, file, policies, dropped)),
    choices: &["duplicates"],
};

fn recognise(text: &[u8]) -> Recognised {
    text[fields::first_line(text)..].starts_with(b"PAR1").into()
}

fn parse_qrels(
    data: &[u8],
    file: &str,
    policies: Policies,
    dropped: &mut Dropped,
) -> Result<Qrels> {
    let Table { mut lists, .. } = read(data, Role::Qrels, file)?;
    check_grades(&lists, policies.grades)?;
    deduplicate(&mut lists, policies.duplicates, &mut dropped.duplicates);
    Qrels::new(lists)
}

fn parse_run(data: &[u8], file: &str, policies: Policies, dropped: &mut Dropped) -> Result<Run> {
    let Table { lists, ranks } = read(data, Role::Run, file)?;
    let mut run = Run::with_rank_column(lists, ranks);
    run.deduplicate(policies.duplicates, &mut dropped.duplicates);
    Ok(run)
}

fn read(data: &[u8], role: Role, file: &str) -> Result<Table> {
    let readers = lent::readers(&format!("{file}: parquet files are"))?;
    let table = (readers.parquet)(data, role, file)?;
    if table.lists.is_empty() {
        let (found, expected) = ("a table without rows".to_owned(), "rows".to_owned());
        let error = Error::new(ErrorKind::Malformed { found, expected });
        return Err(error.at(Place::File(file.to_owned())));
    }
    Ok(table)
}
