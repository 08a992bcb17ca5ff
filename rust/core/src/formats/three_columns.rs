//! `3col`: lines of `topic docno grade` or `topic docno score`, without a header.

use super::guess::Recognised;
use super::{Format, columns, qrels};
use crate::policies::{Dropped, Grades, Policies};
use crate::qrels::Qrels;
use crate::run::Run;

/// What a line of judgments holds.
const QRELS_LINE: &str = "3 fields: topic docno grade";

/// What a line of a run holds.
const RUN_LINE: &str = "3 fields: topic docno score";

/// The format of judgments.
pub const QRELS: Format<Qrels> = Format {
    name: "3col",
    title: "Topic, document and grade, without a header",
    line: QRELS_LINE,
    help: "\
As qrels, but for the iteration, which is not there. Where no format is named, a file is read so if
all of its lines have three fields with a whole number last, and that is said.",
    recognise: |text| {
        let is_grade = |text: &[u8], line: &super::Line<3>| {
            qrels::grade(text, line.fields[2].clone(), Grades::Decimal).is_ok()
        };
        if columns::are_columns(text, is_grade) {
            Recognised::Likely("its three columns are taken for topic, document and grade")
        } else {
            Recognised::No
        }
    },
    parse: |text, file, _| parse_qrels(text, file, Policies::default(), &mut Dropped::default()),
    tolerant: Some(parse_qrels),
    choices: &["duplicates", "lenient", "float-grades"],
};

/// The format of runs.
pub const RUN: Format<Run> = Format {
    name: "3col",
    title: "Topic, document and score, without a header",
    line: RUN_LINE,
    help: "\
Documents are ordered by score, as in trec_results. Where no format is named, a file is read so if
all of its lines have three fields with a number last, and not all of these are whole: whole numbers
could be ranks (see -h -T msmarco).",
    recognise: columns::recognise_scores,
    parse: |text, file, _| parse_run(text, file, Policies::default(), &mut Dropped::default()),
    tolerant: Some(parse_run),
    choices: &["duplicates", "nan", "lenient"],
};

fn parse_qrels(
    text: Vec<u8>,
    file: &str,
    policies: Policies,
    dropped: &mut Dropped,
) -> crate::Result<Qrels> {
    let grades = policies.grades;
    let grade = move |text: &[u8], range| qrels::grade(text, range, grades);
    Qrels::new(columns::parse::<3>(text, file, policies, dropped, QRELS_LINE, &grade)?)
}

fn parse_run(
    text: Vec<u8>,
    file: &str,
    policies: Policies,
    dropped: &mut Dropped,
) -> crate::Result<Run> {
    let lists = columns::parse::<3>(text, file, policies, dropped, RUN_LINE, &columns::score)?;
    Ok(Run::new(lists, Vec::new()))
}
