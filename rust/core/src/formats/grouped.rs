//! What the formats with judgment groups have in common.

use std::ops::Range;

use super::Fault;
use super::fields::{Lines, first_line};
use crate::error::{Error, ErrorKind, Result};
use crate::grouped::{Builder, Fields, Grouped};

/// Takes a line of N fields apart.
pub(super) type Read<const N: usize> =
    fn(&[u8], [Range<usize>; N]) -> std::result::Result<Fields, Fault>;

/// Reads lines of N fields, which `read` takes apart. `expected` says what a line holds.
pub(super) fn parse<const N: usize>(
    text: Vec<u8>,
    file: &str,
    expected: &'static str,
    read: Read<N>,
) -> Result<Grouped> {
    let mut builder = Builder::default();
    let mut lines = Lines::<N>::new(&text, first_line(&text));
    while let Some(line) = lines.next_line() {
        let fields = if line.is_exact() {
            read(&text, line.fields)
        } else {
            Err(Fault::count(&line, expected))
        };
        match fields {
            Ok(fields) => builder.push(&text, fields),
            Err(fault) => return Err(fault.into_error(file, &text)),
        }
    }
    if builder.is_empty() {
        return Err(Error::new(ErrorKind::Empty { file: file.to_owned(), expected }));
    }
    Ok(builder.finish(text, file))
}
