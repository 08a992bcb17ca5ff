//! `trec_results`: a run as text, `topic Q0 docno rank score tag` a line.
//!
//! The second field and the rank are not looked at, and neither is what follows the tag.

use std::ops::Range;

use super::fields::{Line, Lines, first_line};
use super::{Fault, Format, parts, tolerant};
use crate::error::{Error, ErrorKind, Result, counted};
use crate::lists::{Builder, gather};
use crate::number;
use crate::run::Run;

/// What a line holds.
pub const LINE: &str = "6 fields: topic Q0 docno rank score tag";

/// The format.
pub const FORMAT: Format<Run> = Format {
    name: "trec_results",
    title: "A score for each retrieved document",
    line: LINE,
    help: "\
Fields are parted by any white space, lines come in any order. A topic's documents are ordered by
score, highest first; those with equal scores by docno, highest bytes first (--ties has other
rules). Q0 and the rank are not looked at, and what follows the tag is skipped. The run's tag is
the one in the last line. A topic names a document once (--duplicates has other rules). Blank lines
and lines that start with # are skipped, and so is a byte order mark.",
    recognise: |text| Reader::new(text, first_line(text)).next_document().is_ok().into(),
    parse,
    tolerant: Some(tolerant::parse_run),
    choices: &["duplicates", "nan", "lenient"],
};

/// One retrieved document: where its parts stand in the text.
#[derive(Debug, Clone)]
pub struct Retrieved {
    /// The topic.
    pub topic: Range<usize>,
    /// The document id.
    pub docno: Range<usize>,
    /// The score.
    pub score: f64,
    /// The run's tag.
    pub tag: Range<usize>,
}

/// Reads the retrieved documents of a text, line by line.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    text: &'a [u8],
    lines: Lines<'a, 6>,
}

impl<'a> Reader<'a> {
    /// A reader of the lines from `start` on, where one begins.
    pub fn new(text: &'a [u8], start: usize) -> Self {
        Self { text, lines: Lines::new(text, start) }
    }

    /// The next document.
    ///
    /// # Errors
    ///
    /// The line is not one of a run.
    #[inline]
    pub fn next_document(&mut self) -> std::result::Result<Option<Retrieved>, Fault> {
        match self.lines.next_plain() {
            Some(line) => Ok(Some(Retrieved {
                topic: line.field(0),
                docno: line.field(2),
                score: read_score(self.text, line.field(4))?,
                tag: line.field(5),
            })),
            None => self.next_any(),
        }
    }

    /// The next document of a line that is not plain.
    #[cold]
    fn next_any(&mut self) -> std::result::Result<Option<Retrieved>, Fault> {
        let Some(line) = self.lines.next_any() else {
            return Ok(None);
        };
        if !line.is_exact() {
            check_fields(self.text, &line)?;
        }
        let [topic, _, docno, _, score, tag] = line.fields;
        let score = read_score(self.text, score)?;
        Ok(Some(Retrieved { topic, docno, score, tag }))
    }
}

/// Reads a run on up to `threads` threads. `file` is the name that messages give to the text.
///
/// # Errors
///
/// A line is not of this format.
pub fn parse(text: Vec<u8>, file: &str, threads: usize) -> Result<Run> {
    match parts::list(&text, threads, read) {
        Ok((builders, tags)) => {
            let Some(tag) = tags.into_iter().flatten().next_back() else {
                return Err(Error::new(ErrorKind::Empty { file: file.to_owned(), expected: LINE }));
            };
            let tag = text[tag].to_vec();
            Ok(Run::with_ranks(gather(builders, text, Some(file.to_owned()), threads), tag))
        }
        Err(fault) => Err(fault.into_error(file, &text)),
    }
}

/// Lists the documents of a part of a text. Gives the tag of the last.
fn read(
    text: &[u8],
    start: usize,
    builder: &mut Builder,
) -> std::result::Result<Option<Range<usize>>, Fault> {
    let mut reader = Reader::new(text, start);
    let mut tag = None;
    while let Some(document) = reader.next_document()? {
        Fault::check_id(&document.docno)?;
        builder.push_at(&text[document.topic], document.docno, document.score);
        tag = Some(document.tag);
    }
    Ok(tag)
}

/// Fields after the tag are skipped, but where a blank in a document id has moved the others the
/// rank tells.
#[cold]
fn check_fields(text: &[u8], line: &Line<6>) -> std::result::Result<(), Fault> {
    if line.count < 6 {
        return Err(Fault::new(line.end(), counted(line.count, "field"), LINE));
    }
    let rank = line.fields[3].clone();
    let field = &text[rank.clone()];
    if field.iter().any(u8::is_ascii_digit) {
        return Ok(());
    }
    let expected = "a number: is there a blank inside the document id?";
    Err(Fault::field(rank.start, "more than 6 fields and rank", field, expected))
}

#[inline]
fn read_score(text: &[u8], range: Range<usize>) -> std::result::Result<f64, Fault> {
    let field = &text[range.clone()];
    match number::parse(field) {
        Some(score) if !score.is_nan() => Ok(score),
        _ => Err(Fault::field(range.start, "score", field, "a number")),
    }
}
