//! `qrels`: judgments as text, `topic iteration docno grade` a line.

use super::fields::{Line, Lines};
use super::{Fault, parts};
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

/// Reads judgments on up to `threads` threads. `file` is the name that messages give to the text.
pub fn parse(text: Vec<u8>, file: &str, threads: usize) -> Result<Qrels> {
    parse_grades(text, file, Grades::Whole, threads)
}

/// Reads judgments with grades of one kind.
pub fn parse_grades(text: Vec<u8>, file: &str, grades: Grades, threads: usize) -> Result<Qrels> {
    match parts::list(&text, threads, |text, start, builder| read(text, start, grades, builder)) {
        Ok((builder, _)) => {
            let lists = builder.finish_with(text, Some(file.to_owned()));
            if lists.is_empty() {
                return Err(Error::new(ErrorKind::Empty { file: file.to_owned(), expected: LINE }));
            }
            Qrels::new(lists)
        }
        Err(fault) => Err(fault.into_error(file, &text)),
    }
}

fn read(
    text: &[u8],
    start: usize,
    grades: Grades,
    builder: &mut Builder,
) -> std::result::Result<(), Fault> {
    let mut lines = Lines::<4>::new(text, start);
    while let Some(line) = lines.next_line() {
        let grade = judgment(text, &line, grades, LINE)?;
        let [topic, _, docno, _] = line.fields;
        Fault::check_id(&docno)?;
        builder.push_at(&text[topic], docno, grade);
    }
    Ok(())
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
