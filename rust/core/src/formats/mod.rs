//! The file formats: one reader each.

pub mod fields;
pub mod parts;
pub mod qrels;
pub mod separators;
pub mod subtopics;
pub mod trec_results;

use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

use crate::error::{Error, ErrorKind, Result, quote};
use crate::lists::{MAX_ID, place};
use crate::qrels::Qrels;
use crate::run::Run;

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
        let place = place(file, text, self.offset);
        Error::new(ErrorKind::Malformed { found: self.found, expected: self.expected }).at(place)
    }
}

/// The name of a file in messages.
pub fn name(file: &Path) -> String {
    file.display().to_string()
}

/// The text of a file; `-` is the standard input.
pub fn read_file(file: &Path) -> Result<Vec<u8>> {
    let text = if file == Path::new("-") {
        let mut text = Vec::new();
        std::io::stdin().lock().read_to_end(&mut text).map(|_| text)
    } else {
        File::open(file).and_then(read_all)
    };
    text.map_err(|error| Error::io(&name(file), &error))
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
    subtopics::parse(&read_file(file)?, &name(file), grades)
}

/// Reads a run from a file on up to `threads` threads.
pub fn read_run(file: &Path, threads: usize) -> Result<Run> {
    trec_results::parse(read_file(file)?, &name(file), threads)
}
