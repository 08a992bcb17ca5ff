//! Means for z-scores as text, `topic measure mean deviation` a line.

use std::ops::Range;

use super::Fault;
use super::fields::{Line, Lines, first_line};
use crate::error::{Error, ErrorKind, Result, quote};
use crate::number;
use crate::zscores::{Distribution, ZScores};

/// What a line holds.
const LINE: &str = "4 fields: topic measure mean deviation";

/// Reads means. `file` is the name that messages give to the text.
///
/// # Errors
///
/// A line is not of this format, or a measure comes twice in a topic.
pub fn parse(text: &[u8], file: &str) -> Result<ZScores> {
    let mut scores = ZScores::default();
    let mut lines = Lines::<4>::new(text, first_line(text));
    let mut is_empty = true;
    while let Some(line) = lines.next_line() {
        is_empty = false;
        read(text, &line, &mut scores).map_err(|fault| fault.into_error(file, text))?;
    }
    if is_empty {
        return Err(Error::new(ErrorKind::Empty { file: file.to_owned(), expected: LINE }));
    }
    Ok(scores)
}

fn read(text: &[u8], line: &Line<4>, scores: &mut ZScores) -> std::result::Result<(), Fault> {
    if !line.is_exact() {
        return Err(Fault::count(line, LINE));
    }
    let [topic, name, mean, deviation] = line.fields.clone();
    let mean = number(text, mean, "mean", f64::NEG_INFINITY)?;
    let deviation = number(text, deviation, "deviation", 0.0)?;
    if !scores.insert(&text[topic.clone()], &text[name.clone()], Distribution { mean, deviation }) {
        let (name, topic) = (quote(&text[name.clone()]), quote(&text[topic]));
        let found = format!("measure '{name}' of topic '{topic}' a second time");
        return Err(Fault::new(line.fields[1].start, found, "each once"));
    }
    Ok(())
}

/// Reads a finite number or `nan`, as the means of trec_eval's own files can be.
fn number(
    text: &[u8],
    range: Range<usize>,
    name: &str,
    least: f64,
) -> std::result::Result<f64, Fault> {
    let field = &text[range.clone()];
    match number::parse(field) {
        // As a text has it, whatever the machine makes of it.
        Some(nan) if nan.is_nan() => {
            Ok(f64::NAN.copysign(if field.starts_with(b"-") { -1.0 } else { 1.0 }))
        }
        Some(number) if number.is_finite() && number >= least => Ok(number),
        _ => {
            let at_least = if least == 0.0 { " of at least 0" } else { "" };
            let expected = format!("a finite number{at_least}, or nan");
            Err(Fault::field(range.start, name, field, expected))
        }
    }
}
