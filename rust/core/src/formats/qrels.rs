//! `qrels`: judgments as text, `topic iteration docno grade` a line.

use super::Fault;
use super::fields::{content_start, next_line};
use crate::error::{Error, ErrorKind, Result};
use crate::lists::Builder;
use crate::qrels::Qrels;

/// What a line holds.
const LINE: &str = "4 fields: topic iteration docno grade";

/// Reads judgments. `file` is the name that messages give to the text.
pub fn parse(text: Vec<u8>, file: &str) -> Result<Qrels> {
    let mut builder = Builder::default();
    let mut at = content_start(&text);
    let mut empty = true;
    while let Some(line) = next_line::<4>(&text, &mut at) {
        empty = false;
        if line.count() < 4 || line.has_more {
            let count =
                if line.has_more { "more than 4".to_owned() } else { line.count().to_string() };
            let fault = Fault::new(line.last_end(), format!("{count} fields"), LINE);
            return Err(fault.into_error(file, &text));
        }
        let grade = match grade(&text, line.range(3)) {
            Ok(grade) => grade,
            Err(fault) => return Err(fault.into_error(file, &text)),
        };
        let docno = line.range(2);
        builder.push_at(&text[line.range(0)], docno.start, docno.len(), grade)?;
    }
    if empty {
        return Err(Error::new(ErrorKind::Empty { file: file.to_owned(), expected: LINE }));
    }
    Qrels::new(builder.finish_with(text, Some(file.to_owned())))
}

fn grade(text: &[u8], range: std::ops::Range<usize>) -> std::result::Result<f64, Fault> {
    let field = &text[range.clone()];
    let number = std::str::from_utf8(field).ok().and_then(|field| field.parse::<i64>().ok());
    match number {
        Some(grade) => Ok(grade as f64),
        None => Err(Fault::field(range.start, "grade", field, "a whole number of at most 64 bits")),
    }
}
