//! `qrels_jg`: judgments as text, `topic group docno grade` a line.

use super::{Format, grouped, guess, qrels};
use crate::error::Result;
use crate::grouped::Fields;
use crate::groups::Groups;
use crate::policies::Grades;
use crate::qrels::{Kind, Qrels};

/// What a line holds.
const LINE: &str = "4 fields: topic group docno grade";

/// The format.
pub const FORMAT: Format<Qrels> = Format {
    name: "qrels_jg",
    title: "A grade for each document by each judgment group",
    line: LINE,
    help: "\
A judgment group is one view of what is relevant to a topic, of one person say; several groups may
grade the same document. Grades are those of qrels. A group of a topic names a document once. The
measures of the set qrels_jg evaluate a ranking by each group alone and average the values, so a
group counts the same however many documents it has graded.",
    recognise: guess::never,
    parse,
    tolerant: None,
    choices: &[],
};

/// Reads judgments. `file` is the name that messages give to the text.
///
/// # Errors
///
/// A line is not of this format, or a group names a document twice.
pub fn parse(text: Vec<u8>, file: &str, _threads: usize) -> Result<Qrels> {
    let lists = grouped::parse(text, file, LINE, |text, [topic, group, docno, grade]| {
        let value = qrels::grade(text, grade, Grades::Whole)?;
        Ok(Fields { topic, group, subgroup: 0..0, docno, value })
    })?;
    let (topics, count) = (lists.topics().to_vec(), lists.all().len());
    Ok(Qrels::of_groups(topics, count, Kind::Groups(Groups::new(lists)?)))
}
