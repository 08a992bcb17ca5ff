//! `csv`: comma-separated values, whose first line names the columns.

use super::Format;
use super::delimited::{Separator, has_header, parse_qrels, parse_run};
use super::header::Role;
use crate::policies::{Dropped, Policies};
use crate::qrels::Qrels;
use crate::run::Run;

/// What a file of judgments holds.
const QRELS_LINE: &str =
    "a header that names columns for topic, document and grade, and rows below";

/// What a file of a run holds.
const RUN_LINE: &str = "a header that names columns for topic, document and score, and rows below";

/// The format of judgments.
pub const QRELS: Format<Qrels> = Format {
    name: "csv",
    title: "Comma-separated values with a header",
    line: QRELS_LINE,
    help: "\
Columns are known by the names that 'beir' has (see -h -R beir), and others are not looked at. A
field may stand between double quotes, and then holds commas, ends of lines, and quotes that are
doubled. Ids stay as they are written. Where no format is named, a file is read so if its first line
has two of the three names. Grades are those of qrels.",
    recognise: |text| has_header(text, Role::Qrels, Separator::Comma).into(),
    parse: |text, file, _| {
        parse_qrels(text, file, true, QRELS_LINE, Policies::default(), &mut Dropped::default())
    },
    tolerant: Some(|text, file, policies, dropped| {
        parse_qrels(text, file, true, QRELS_LINE, policies, dropped)
    }),
    choices: &["duplicates", "lenient", "float-grades"],
};

/// The format of runs.
pub const RUN: Format<Run> = Format {
    name: "csv",
    title: "Comma-separated values with a header",
    line: RUN_LINE,
    help: "\
As for qrels (-h -R csv), with a score in place of the grade. A column rank is looked at where ranks
are asked for (--ties rank, --order rank).",
    recognise: |text| has_header(text, Role::Run, Separator::Comma).into(),
    parse: |text, file, _| {
        parse_run(text, file, true, RUN_LINE, Policies::default(), &mut Dropped::default())
    },
    tolerant: Some(|text, file, policies, dropped| {
        parse_run(text, file, true, RUN_LINE, policies, dropped)
    }),
    choices: &["duplicates", "nan", "lenient"],
};
