//! The file formats: one reader each, and the tables of them.
//!
//! To add a format: write its file, with a `pub const FORMAT: Format`, and add it to its table.

pub mod beir;
mod columns;
pub mod compression;
pub mod fields;
mod grouped;
pub mod guess;
pub(crate) mod json;
mod list_runs;
pub mod msmarco;
mod mteb;
pub mod parts;
pub mod prefs;
pub mod qrels;
pub mod qrels_jg;
pub mod qrels_prefs;
pub mod separators;
mod sniff;
pub mod subtopics;
pub mod tables;
mod three_columns;
pub mod tolerant;
pub mod trec_results;
mod two_columns;
pub mod zscores;

use std::fs::File;
use std::ops::Range;
use std::path::Path;

use self::fields::Line;
use self::guess::{Guess, Recognised};
use crate::choice::by_name;
use crate::error::{Error, ErrorKind, Result, counted, quote};
use crate::lists::{MAX_ID, place};
use crate::number;
use crate::policies::{Dropped, Policies};
use crate::qrels::Qrels;
use crate::run::Run;
use crate::whole;

/// A format of files that hold a T.
#[derive(Debug)]
pub struct Format<T> {
    /// The name, as `trec_eval` spells it where it has the format.
    pub name: &'static str,
    /// One line.
    pub title: &'static str,
    /// What a line holds.
    pub line: &'static str,
    /// What the fields mean.
    pub help: &'static str,
    /// Whether a text is in this format, so far as that shows.
    pub recognise: fn(&[u8]) -> Recognised,
    /// Reads a text on up to so many threads. The `&str` is what messages call the text.
    pub parse: fn(Vec<u8>, &str, usize) -> Result<T>,
    /// Reads it as policies say, in a format that has a choice.
    pub tolerant: Option<Tolerant<T>>,
    /// The options that have such a choice.
    pub choices: &'static [&'static str],
}

/// A reader that goes on where policies say so, and notes what it has left out.
pub type Tolerant<T> = fn(Vec<u8>, &str, Policies, &mut Dropped) -> Result<T>;

/// The formats of judgments (`-R`). The first is the default; where a text is in several of the
/// others, it is read in the first of these.
pub static QRELS: &[Format<Qrels>] = &[
    qrels::FORMAT,
    subtopics::FORMAT,
    qrels_jg::FORMAT,
    prefs::FORMAT,
    qrels_prefs::FORMAT,
    beir::QRELS,
    three_columns::QRELS,
    two_columns::QRELS,
    json::QRELS,
    tables::CSV_QRELS,
    tables::PARQUET_QRELS,
];

/// The formats of runs (`-T`), in the same order.
pub static RUNS: &[Format<Run>] = &[
    trec_results::FORMAT,
    beir::RUN,
    msmarco::FORMAT,
    three_columns::RUN,
    two_columns::RUN,
    mteb::FORMAT,
    list_runs::SENTENCE_TRANSFORMERS,
    list_runs::RANK_LLM,
    list_runs::KILT,
    json::RUN,
    tables::CSV_RUN,
    tables::PARQUET_RUN,
];

impl<T> Format<T> {
    /// The format of this name.
    ///
    /// # Errors
    ///
    /// There is no format of this name.
    pub fn find(formats: &'static [Self], name: &str) -> Result<&'static Self> {
        by_name(formats, |format| format.name, name).map_err(|names| {
            let (found, expected) = (format!("format '{name}'"), names.to_string());
            Error::new(ErrorKind::Malformed { found, expected })
        })
    }

    /// Reads a text as policies say, on up to `threads` threads where they are the default ones.
    /// `file` is the name that messages give to the text.
    ///
    /// # Errors
    ///
    /// The text is not of this format, or the format has no such choice.
    pub fn read(
        &self,
        text: Vec<u8>,
        file: &str,
        policies: Policies,
        threads: usize,
        dropped: &mut Dropped,
    ) -> Result<T> {
        if let Some(option) = policies.asked().find(|option| !self.choices.contains(option)) {
            let text = format!("--{option}: the format {} has no such choice", self.name);
            return Err(Error::new(ErrorKind::Usage(text)));
        }
        match self.tolerant {
            Some(read) if policies != Policies::default() => read(text, file, policies, dropped),
            _ => (self.parse)(text, file, threads),
        }
    }
}

/// Reads a text in the format that it is in: the first of `formats`, or one that is guessed.
///
/// # Errors
///
/// The text is not of the format that it is taken to be in.
pub fn read_any<T>(
    formats: &'static [Format<T>],
    text: Vec<u8>,
    file: &str,
    threads: usize,
) -> Result<(T, Option<Guess>)> {
    let (format, guess) = guess::format(formats, &text, file)?;
    Ok(((format.parse)(text, file, threads)?, guess))
}

/// What is wrong in a text, and at which byte of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The byte.
    pub offset: usize,
    /// What stands there.
    pub found: String,
    /// What should stand there.
    pub expected: String,
}

impl Fault {
    fn new(offset: usize, found: String, expected: impl Into<String>) -> Self {
        Self { offset, found, expected: expected.into() }
    }

    /// A field that cannot be read.
    fn field(offset: usize, name: &str, field: &[u8], expected: impl Into<String>) -> Self {
        Self::new(offset, format!("{name} '{}'", quote(field)), expected)
    }

    /// A line with more or fewer fields than its format has.
    fn count<const N: usize>(line: &Line<N>, expected: &str) -> Self {
        let more = if line.has_more { "more than " } else { "" };
        Self::new(line.end(), format!("{more}{}", counted(line.count, "field")), expected)
    }

    /// The fault of an id that is too long to be kept, if it is.
    #[inline]
    fn check_id(range: &Range<usize>) -> std::result::Result<(), Self> {
        if range.len() <= MAX_ID { Ok(()) } else { Err(Self::long_id(range)) }
    }

    #[cold]
    fn long_id(range: &Range<usize>) -> Self {
        let found = format!("a document id of {} bytes", range.len());
        Self::new(range.start, found, format!("at most {MAX_ID}"))
    }

    /// The error, in a text that is all of `file`.
    pub fn into_error(self, file: &str, text: &[u8]) -> Error {
        self.of_another_kind(text).unwrap_or(self).placed(file, text)
    }

    /// The same of a text that is not to be lines of fields.
    pub(crate) fn placed(self, file: &str, text: &[u8]) -> Error {
        let Self { offset, found, expected } = self;
        Error::new(ErrorKind::Malformed { found, expected }).at(place(file, text, offset))
    }

    /// What is wrong with a file that begins as no text does, whatever its lines look like.
    pub fn of_binary(text: &[u8]) -> Option<Self> {
        let (found, expected) = sniff::binary(text)?;
        Some(Self::new(0, found.to_owned(), expected))
    }

    /// Where the first line cannot be read, the file may be of another kind: that is what is wrong.
    fn of_another_kind(&self, text: &[u8]) -> Option<Self> {
        let is_in_first_line = !text.get(..self.offset)?.contains(&b'\n');
        let (found, expected) = sniff::unreadable(text).filter(|_| is_in_first_line)?;
        Some(Self::new(0, found.to_owned(), expected))
    }
}

/// Reads a finite number.
fn finite(text: &[u8], range: Range<usize>, name: &str) -> std::result::Result<f64, Fault> {
    let field = &text[range.clone()];
    let number = number::parse(field).filter(|number| number.is_finite());
    number.ok_or_else(|| Fault::field(range.start, name, field, "a finite number"))
}

/// The name of a file in messages.
pub fn name(file: &Path) -> String {
    file.display().to_string()
}

/// The text of a file, read on up to `threads` threads and decompressed if it is compressed; `-` is
/// the standard input. A file that is no text is refused.
///
/// # Errors
///
/// The file cannot be read, is damaged, or is no text.
pub fn read_file(file: &Path, threads: usize) -> Result<Vec<u8>> {
    let text = if file == Path::new("-") {
        compression::read_all(std::io::stdin(), 0)
    } else {
        File::open(file).and_then(|file| whole::read(file, threads))
    };
    check_text(text.map_err(|error| Error::io(&name(file), &error))?, &name(file))
}

/// The text that was in a file, decompressed if it is compressed.
///
/// # Errors
///
/// The data are damaged, or no text.
pub fn text(data: Vec<u8>, file: &str) -> Result<Vec<u8>> {
    let text = match compression::of(&data) {
        None => data,
        Some(_) => compression::read_all(&*data, 0).map_err(|error| Error::io(file, &error))?,
    };
    check_text(text, file)
}

/// Refuses what begins as no text does.
///
/// # Errors
///
/// The place of what is no text.
pub fn check_text(text: Vec<u8>, file: &str) -> Result<Vec<u8>> {
    match Fault::of_binary(&text) {
        Some(fault) => Err(fault.into_error(file, &text)),
        None => Ok(text),
    }
}

/// Reads a run of TREC from a file on up to `threads` threads.
///
/// # Errors
///
/// The file cannot be read, or a line is not one of a run.
pub fn read_run(file: &Path, threads: usize) -> Result<Run> {
    trec_results::parse(read_file(file, threads)?, &name(file), threads)
}

#[cfg(test)]
mod tests {
    use super::{Format, QRELS, RUNS};

    fn check<T>(formats: &'static [Format<T>]) {
        for format in formats {
            let Format { name, title, line, help, choices, .. } = format;
            assert!(std::ptr::eq(Format::find(formats, name).expect("itself"), format), "{name}");
            assert!(title.starts_with(char::is_uppercase) && !title.ends_with('.'), "{name}");
            if let Some((count, fields)) = line.split_once(" fields: ") {
                assert_eq!(count, fields.split(' ').count().to_string(), "{name}");
                assert!(fields.starts_with("topic "), "{name}");
            }
            assert!(!line.ends_with('.') && line.len() <= 100, "{name}");
            assert_eq!(choices.is_empty(), format.tolerant.is_none(), "{name}");
            assert!(help.ends_with('.') && help.lines().all(|line| line.len() <= 100), "{name}");
        }
    }

    #[test]
    fn names_are_unique_and_texts_are_there() {
        check(QRELS);
        check(RUNS);
    }
}
