//! What format a text is in, where none is named.
//!
//! A text whose first line can be read in the default format is in that: the others are looked at
//! for what would be refused anyway.

use super::Format;
use super::fields::{Lines, first_line};
use crate::error::{Error, ErrorKind, Result};
use crate::lists::place;

/// Whether a text is in a format, so far as that shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recognised {
    /// It is not, or nothing shows that it is.
    No,
    /// It is.
    Yes,
    /// It is taken to be: what that means, and how to say otherwise.
    Likely(&'static str),
    /// It is in this format or another, and they differ: what they are, and how to say which.
    Either(&'static str, &'static str),
}

impl From<bool> for Recognised {
    fn from(is: bool) -> Self {
        if is { Self::Yes } else { Self::No }
    }
}

/// A format that was not named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Guess {
    /// Its name.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it was taken for, where it could be something else.
    pub doubt: Option<&'static str>,
}

impl std::fmt::Display for Guess {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { name, title, doubt } = self;
        write!(f, "read as '{name}'")?;
        match doubt {
            Some(doubt) => write!(f, ": {doubt}"),
            None => write!(f, " ({title})"),
        }
    }
}

/// The format of a text: the first, or the one of a guess. `file` is the name that messages give to
/// the text.
///
/// # Errors
///
/// The text could be of several formats, of which one has to be named.
pub fn format<T>(
    formats: &'static [Format<T>],
    text: &[u8],
    file: &str,
) -> Result<(&'static Format<T>, Option<Guess>)> {
    let default = &formats[0];
    if (default.recognise)(text) == Recognised::Yes {
        return Ok((default, None));
    }
    for format in &formats[1..] {
        let doubt = match (format.recognise)(text) {
            Recognised::No => continue,
            Recognised::Yes => None,
            Recognised::Likely(doubt) => Some(doubt),
            Recognised::Either(found, expected) => {
                let kind = ErrorKind::Malformed { found: found.into(), expected: expected.into() };
                let line = Lines::<1>::new(text, first_line(text)).next_line();
                let at = line.map_or(0, |line| line.fields[0].start);
                return Err(Error::new(kind).at(place(file, text, at)));
            }
        };
        return Ok((format, Some(Guess { name: format.name, title: format.title, doubt })));
    }
    Ok((default, None)) // which says what is wrong
}

/// Not without being named: it looks like another format.
pub(super) fn never(_: &[u8]) -> Recognised {
    Recognised::No
}
