//! `qrels`: judgments as text, `topic iteration docno grade` a line.

use super::Fault;
use super::fields::{Line, Lines};
use crate::error::{Error, ErrorKind, Result};
use crate::lists::Builder;
use crate::number;
use crate::qrels::Qrels;

/// What a line holds.
const LINE: &str = "4 fields: topic iteration docno grade";

/// What a grade can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Grades {
    /// A whole number. `trec_eval` takes a fraction too, and drops what follows the point.
    #[default]
    Whole,
    /// Any number.
    Decimal,
}

/// Reads judgments. `file` is the name that messages give to the text.
pub fn parse(text: Vec<u8>, file: &str) -> Result<Qrels> {
    parse_with(text, file, Grades::Whole)
}

/// Reads judgments with grades of one kind.
pub fn parse_with(text: Vec<u8>, file: &str, grades: Grades) -> Result<Qrels> {
    let mut builder = Builder::default();
    let mut lines = Lines::<4>::of_file(&text);
    let mut empty = true;
    while let Some(line) = lines.next_line() {
        empty = false;
        match judgment(&text, &line, grades, LINE) {
            Ok(grade) => {
                let [topic, _, docno, _] = line.fields;
                builder.push_at(&text[topic], docno.start, docno.len(), grade)?;
            }
            Err(fault) => return Err(fault.into_error(file, &text)),
        }
    }
    if empty {
        return Err(Error::new(ErrorKind::Empty { file: file.to_owned(), expected: LINE }));
    }
    Qrels::new(builder.finish_with(text, Some(file.to_owned())))
}

/// The grade of a line of judgment. `expected` is what the line should hold.
pub(super) fn judgment(
    text: &[u8],
    line: &Line<4>,
    grades: Grades,
    expected: &str,
) -> std::result::Result<f64, Fault> {
    if !line.is_exact() {
        let more = if line.has_more { "more than " } else { "" };
        return Err(Fault::new(line.end(), format!("{more}{} fields", line.count), expected));
    }
    let range = line.fields[3].clone();
    let field = &text[range.clone()];
    let whole =
        || std::str::from_utf8(field).ok().and_then(|f| f.parse::<i64>().ok()).map(|g| g as f64);
    let fraction = || number::parse(field).filter(|grade| grade.is_finite());
    let fault = |expected: &str| Fault::field(range.start, "grade", field, expected);
    match grades {
        Grades::Whole => whole().ok_or_else(|| match fraction() {
            Some(_) => fault("a whole number of at most 64 bits (--float-grades takes fractions)"),
            None => fault("a whole number of at most 64 bits"),
        }),
        Grades::Decimal => fraction().ok_or_else(|| fault("a finite number")),
    }
}
