//! `qrels`: judgments as text, `topic iteration docno grade` a line.

use std::ops::Range;

use super::fields::{Line, Lines, first_line};
use super::{Fault, Format, parts, tolerant};
use crate::error::{Error, ErrorKind, Result};
use crate::lists::{Builder, gather};
use crate::number;
use crate::policies::Grades;
use crate::qrels::Qrels;

/// What a line holds.
pub(super) const LINE: &str = "4 fields: topic iteration docno grade";

/// The format.
pub const FORMAT: Format<Qrels> = Format {
    name: "qrels",
    title: "A grade for each document",
    line: LINE,
    help: "\
Fields are parted by any white space, lines come in any order. The iteration is not looked at. The
grade is a whole number of at most 64 bits. A document is relevant with a grade of at least 1, or
what -l says; a negative grade says that it was in the pool, but not judged. A topic names a
document once (--duplicates has other rules). Blank lines and lines that start with # are skipped,
and so is a byte order mark.",
    recognise: |text| is_judgment(text).into(),
    parse,
    tolerant: Some(tolerant::parse_qrels),
    choices: &["duplicates", "lenient", "float-grades"],
};

/// Reads judgments on up to `threads` threads. `file` is the name that messages give to the text.
///
/// # Errors
///
/// A line is not of this format, or a topic names a document twice.
pub fn parse(text: Vec<u8>, file: &str, threads: usize) -> Result<Qrels> {
    parse_grades(text, file, Grades::Whole, threads)
}

/// Reads judgments with grades of one kind.
///
/// # Errors
///
/// A line is not of this format, or a topic names a document twice.
pub fn parse_grades(text: Vec<u8>, file: &str, grades: Grades, threads: usize) -> Result<Qrels> {
    let list = |text: &[u8], start: usize, builder: &mut Builder| {
        read(text, start, grades, |topic, docno, grade| builder.push_at(&text[topic], docno, grade))
    };
    match parts::list(&text, threads, list) {
        Ok((builders, _)) => {
            let lists = gather(builders, text, Some(file.to_owned()), threads);
            if lists.is_empty() {
                return Err(Error::new(ErrorKind::Empty { file: file.to_owned(), expected: LINE }));
            }
            Qrels::prepare(lists, threads)
        }
        Err(fault) => Err(fault.into_error(file, &text)),
    }
}

/// Hands the judgments from `start` on to `each`: where the topic and the document stand, and the
/// grade.
///
/// # Errors
///
/// A line is not one of qrels.
#[inline]
pub(crate) fn read(
    text: &[u8],
    start: usize,
    grades: Grades,
    mut each: impl FnMut(Range<usize>, Range<usize>, f64),
) -> std::result::Result<(), Fault> {
    let mut lines = Lines::<4>::new(text, start);
    loop {
        let (topic, docno, value) = if let Some(line) = lines.next_plain() {
            (line.field(0), line.field(2), grade(text, line.field(3), grades)?)
        } else if let Some(line) = lines.next_any() {
            let value = judgment(text, &line, grades, LINE)?;
            let [topic, _, docno, _] = line.fields;
            (topic, docno, value)
        } else {
            return Ok(());
        };
        Fault::check_id(&docno)?;
        each(topic, docno, value);
    }
}

/// Whether the first line can be read.
fn is_judgment(text: &[u8]) -> bool {
    let line = Lines::new(text, first_line(text)).next_line();
    line.is_none_or(|line| judgment(text, &line, Grades::Whole, LINE).is_ok())
}

/// The grade of a line of judgment. `expected` is what the line should hold.
pub(super) fn judgment(
    text: &[u8],
    line: &Line<4>,
    grades: Grades,
    expected: &str,
) -> std::result::Result<f64, Fault> {
    if !line.is_exact() {
        return Err(Fault::count(line, expected));
    }
    grade(text, line.fields[3].clone(), grades)
}

/// Reads a grade.
pub(super) fn grade(
    text: &[u8],
    range: Range<usize>,
    grades: Grades,
) -> std::result::Result<f64, Fault> {
    let field = &text[range.clone()];
    let number = || number::parse(field).filter(|grade| grade.is_finite());
    let fault = |expected: &str| Fault::field(range.start, "grade", field, expected);
    match grades {
        Grades::Whole => {
            number::parse_whole(field).map(|grade| grade as f64).ok_or_else(|| match number() {
                Some(number) if number.fract() != 0.0 => {
                    fault("a whole number of at most 64 bits (--float-grades takes fractions)")
                }
                _ => fault("a whole number of at most 64 bits"),
            })
        }
        Grades::Decimal => number().ok_or_else(|| fault("a finite number")),
    }
}
