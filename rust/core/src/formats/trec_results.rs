//! `trec_results`: a run as text, `topic Q0 docno rank score tag` a line.
//!
//! The second field and the rank are not looked at, and neither is what follows the tag.

use std::ops::Range;

use super::Fault;
use super::fields::{content_start, next_line};
use crate::error::{Error, ErrorKind, Result};
use crate::lists::Builder;
use crate::run::Run;

/// What a line holds.
pub const LINE: &str = "6 fields: topic Q0 docno rank score tag";

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

/// Reads a run. `file` is the name that messages give to the text.
pub fn parse(text: Vec<u8>, file: &str) -> Result<Run> {
    let mut builder = Builder::default();
    let mut at = content_start(&text);
    let mut tag = None;
    loop {
        match next(&text, &mut at) {
            Ok(Some(doc)) => {
                let topic = &text[doc.topic];
                builder.push_at(topic, doc.docno.start, doc.docno.len(), doc.score)?;
                tag = Some(doc.tag);
            }
            Ok(None) => break,
            Err(fault) => return Err(fault.into_error(file, &text)),
        }
    }
    let Some(tag) = tag else {
        return Err(Error::new(ErrorKind::Empty { file: file.to_owned(), expected: LINE }));
    };
    let tag = text[tag].to_vec();
    Ok(Run::new(builder.finish_with(text, Some(file.to_owned())), tag))
}

/// Reads the next line with content at or after `*at`, which moves past it.
#[inline]
pub fn next(text: &[u8], at: &mut usize) -> std::result::Result<Option<Retrieved>, Fault> {
    let Some(line) = next_line::<6>(text, at) else {
        return Ok(None);
    };
    if line.count() < 6 {
        let found = format!("{} fields", line.count());
        return Err(Fault::new(line.last_end(), found, LINE));
    }
    let rank = line.range(3);
    if line.has_more && text[rank.clone()].iter().all(|b| !b.is_ascii_digit()) {
        return Err(Fault::field(
            rank.start,
            "more than 6 fields and the rank",
            &text[rank],
            "a number: is there a blank inside the document id?",
        ));
    }
    let score = score(text, line.range(4))?;
    Ok(Some(Retrieved { topic: line.range(0), docno: line.range(2), score, tag: line.range(5) }))
}

#[inline]
fn score(text: &[u8], range: Range<usize>) -> std::result::Result<f64, Fault> {
    let field = &text[range.clone()];
    let number = crate::number::parse(field).filter(|score| !score.is_nan());
    number.ok_or_else(|| Fault::field(range.start, "score", field, "a number"))
}
