//! `subtopics`: judgments by subtopic as text, `topic subtopic docno grade` a line.

use super::fields::{Lines, first_line};
use super::qrels::judgment;
use super::{Format, guess};
use crate::error::{Error, ErrorKind, Result};
use crate::lists::place;
use crate::policies::Grades;
use crate::qrels::Qrels;
use crate::subtopics::SubtopicsBuilder;

/// What a line holds.
const LINE: &str = "4 fields: topic subtopic docno grade";

/// The format.
pub const FORMAT: Format<Qrels> = Format {
    name: "subtopics",
    title: "A grade for each document and subtopic",
    line: LINE,
    help: "\
As in qrels, but the second column is the subtopic, and a topic names a document once for each. The
diversity measures need such judgments. Other measures take the highest grade of a document.",
    recognise: guess::never,
    parse: |text, file, _| parse_grades(&text, file, Grades::Whole),
    tolerant: Some(|text, file, policies, _| parse_grades(&text, file, policies.grades)),
    choices: &["float-grades"],
};

/// Reads judgments by subtopic. `file` is the name that messages give to the text.
///
/// # Errors
///
/// A line is not of this format, or a document has two grades for a subtopic.
pub fn parse_grades(text: &[u8], file: &str, grades: Grades) -> Result<Qrels> {
    let mut builder = SubtopicsBuilder::default();
    let mut lines = Lines::<4>::new(text, first_line(text));
    let mut empty = true;
    while let Some(line) = lines.next_line() {
        empty = false;
        let grade = match judgment(text, &line, grades, LINE) {
            Ok(grade) => grade,
            Err(fault) => return Err(fault.into_error(file, text)),
        };
        let [topic, subtopic, docno, _] = line.fields;
        let at = docno.start;
        builder
            .push(&text[topic], &text[subtopic], &text[docno], grade)
            .map_err(|error| error.at(place(file, text, at)))?;
    }
    if empty {
        return Err(Error::new(ErrorKind::Empty { file: file.to_owned(), expected: LINE }));
    }
    builder.finish()
}
