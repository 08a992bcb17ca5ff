//! The file formats: one reader each, and the tables of them.
//!
//! To add a format: write its file, with a `pub const FORMAT: Format`, and add it to its table.

pub mod fields;
mod grouped;
pub mod parts;
pub mod prefs;
pub mod qrels;
pub mod qrels_jg;
pub mod qrels_prefs;
pub mod separators;
mod sniff;
pub mod subtopics;
pub mod tolerant;
pub mod trec_results;
pub mod zscores;

use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

use self::fields::Line;
use crate::error::{Error, ErrorKind, Result, counted, quote};
use crate::lists::{MAX_ID, place};
use crate::number;
use crate::policies::{Dropped, Policies};
use crate::qrels::Qrels;
use crate::run::Run;

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
    /// Reads a text on up to so many threads. The `&str` is what messages call the text.
    pub parse: fn(Vec<u8>, &str, usize) -> Result<T>,
    /// Reads it as policies say, in a format that has a choice.
    pub tolerant: Option<Tolerant<T>>,
}

/// A reader that goes on where policies say so, and notes what it has left out.
pub type Tolerant<T> = fn(Vec<u8>, &str, Policies, &mut Dropped) -> Result<T>;

/// The formats of judgments (`-R`).
pub static QRELS: &[Format<Qrels>] =
    &[qrels::FORMAT, subtopics::FORMAT, qrels_jg::FORMAT, prefs::FORMAT, qrels_prefs::FORMAT];

/// The formats of runs (`-T`).
pub static RUNS: &[Format<Run>] = &[trec_results::FORMAT];

impl<T> Format<T> {
    /// The format of this name.
    pub fn find(formats: &'static [Self], name: &str) -> Result<&'static Self> {
        formats.iter().find(|format| format.name == name).ok_or_else(|| {
            let names: Vec<_> = formats.iter().map(|format| format.name).collect();
            let expected = match names.split_last() {
                Some((last, others)) if !others.is_empty() => {
                    format!("{} or {last}", others.join(", "))
                }
                _ => names.concat(),
            };
            Error::new(ErrorKind::Malformed { found: format!("format '{name}'"), expected })
        })
    }

    /// Reads a file on up to `threads` threads.
    pub fn read(&self, file: &Path, threads: usize) -> Result<T> {
        (self.parse)(read_file(file)?, &name(file), threads)
    }

    /// Reads a file as policies say, if the format has a choice.
    pub fn read_tolerant(
        &self,
        file: &Path,
        policies: Policies,
        dropped: &mut Dropped,
    ) -> Option<Result<T>> {
        let parse = self.tolerant?;
        Some(read_file(file).and_then(|text| parse(text, &name(file), policies, dropped)))
    }
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

/// The text of a file; `-` is the standard input. A file that is no text is refused.
pub fn read_file(file: &Path) -> Result<Vec<u8>> {
    let text = if file == Path::new("-") {
        let mut text = Vec::new();
        std::io::stdin().lock().read_to_end(&mut text).map(|_| text)
    } else {
        File::open(file).and_then(read_all)
    };
    check_text(text.map_err(|error| Error::io(&name(file), &error))?, &name(file))
}

/// Refuses what begins as no text does.
pub fn check_text(text: Vec<u8>, file: &str) -> Result<Vec<u8>> {
    match Fault::of_binary(&text) {
        Some(fault) => Err(fault.into_error(file, &text)),
        None => Ok(text),
    }
}

/// The text of an open file.
pub fn read_all(mut file: File) -> std::io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let size = file.metadata().map_or(0, |meta| meta.len());
    text.reserve_exact(usize::try_from(size).unwrap_or(0).saturating_add(1));
    file.read_to_end(&mut text)?;
    Ok(text)
}

/// Reads judgments from a file on up to `threads` threads.
pub fn read_qrels(file: &Path, grades: qrels::Grades, threads: usize) -> Result<Qrels> {
    qrels::parse_grades(read_file(file)?, &name(file), grades, threads)
}

/// Reads judgments by subtopic from a file.
pub fn read_subtopics(file: &Path, grades: qrels::Grades, _threads: usize) -> Result<Qrels> {
    subtopics::parse_grades(&read_file(file)?, &name(file), grades)
}

/// Reads a run from a file on up to `threads` threads.
pub fn read_run(file: &Path, threads: usize) -> Result<Run> {
    trec_results::FORMAT.read(file, threads)
}

#[cfg(test)]
mod tests {
    use super::{Format, QRELS, RUNS};

    fn check<T>(formats: &'static [Format<T>]) {
        for format in formats {
            let Format { name, title, line, help, .. } = format;
            assert!(std::ptr::eq(Format::find(formats, name).expect("itself"), format), "{name}");
            assert!(title.starts_with(char::is_uppercase) && !title.ends_with('.'), "{name}");
            let fields = line.split(' ').skip(2).count();
            assert!(line.starts_with(&format!("{fields} fields: topic ")), "{name}");
            assert!(help.ends_with('.') && help.lines().all(|line| line.len() <= 100), "{name}");
        }
    }

    #[test]
    fn names_are_unique_and_texts_are_there() {
        check(QRELS);
        check(RUNS);
    }
}
