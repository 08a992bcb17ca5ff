//! What can go wrong, where it went wrong, and the exit status `trec_eval` would give.

use std::fmt;

use crate::formats::compression::Damaged;

/// What a compressed file should be.
const UNDAMAGED: &str = "a whole file, as the program that compressed it takes it";

/// A place in an input file, which has a name as the user gave it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// In a text. Lines and columns count from 1; columns count bytes.
    Text {
        /// The file.
        file: String,
        /// The line.
        line: usize,
        /// The byte within the line.
        column: usize,
    },
    /// In a table that is no text.
    Row {
        /// The file.
        file: String,
        /// The row, from 1.
        row: usize,
        /// The name of the column, where it is in one.
        column: Option<String>,
    },
    /// Nowhere in particular.
    File(String),
}

impl Place {
    /// The file.
    pub fn file(&self) -> &str {
        match self {
            Self::Text { file, .. } | Self::Row { file, .. } | Self::File(file) => file,
        }
    }

    /// The line, or the row.
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Text { line, .. } => Some(*line),
            Self::Row { row, .. } => Some(*row),
            Self::File(_) => None,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { file, line, column } => write!(f, "{file}:{line}:{column}"),
            Self::Row { file, row, column: None } => write!(f, "{file}: row {row}"),
            Self::Row { file, row, column: Some(column) } => {
                write!(f, "{file}: row {row}, column {column}")
            }
            Self::File(file) => f.write_str(file),
        }
    }
}

/// What went wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A command line that cannot be carried out.
    Usage(String),
    /// A measure name that no table row has.
    UnknownMeasure {
        /// The name as asked.
        name: String,
        /// The names closest to it, best first.
        nearest: Vec<String>,
    },
    /// A measure's parameter that is not of its form or range.
    Parameter {
        /// The measure as asked.
        measure: String,
        /// What is wrong with the parameter.
        found: String,
        /// What the measure takes.
        expected: String,
        /// The exit status, which depends on what `trec_eval` finds when.
        status: u8,
    },
    /// A file that cannot be read.
    Io {
        /// The file as the user named it.
        file: String,
        /// The operating system's number of the error.
        errno: Option<i32>,
        /// The operating system's text.
        text: String,
    },
    /// A compressed file that cannot be decompressed.
    Damaged {
        /// The file as the user named it.
        file: String,
        /// What is wrong with it.
        found: String,
    },
    /// An input that a library refuses which the program was lent.
    Refused {
        /// The file as the user named it.
        file: String,
        /// What the library says.
        text: String,
    },
    /// An input with nothing in it to evaluate.
    Empty {
        /// The file as the user named it.
        file: String,
        /// What it should hold.
        expected: &'static str,
    },
    /// A line or value that is not of the format.
    Malformed {
        /// What stands there.
        found: String,
        /// What should stand there.
        expected: String,
    },
    /// A document that one topic lists twice.
    DuplicateDocument {
        /// The topic.
        topic: String,
        /// The document.
        docno: String,
        /// The line or row of the first mention, where the input has them.
        first_line: Option<usize>,
    },
    /// Judgments that contradict each other.
    Contradiction {
        /// What stands there.
        found: String,
        /// What should stand there.
        expected: String,
    },
    /// A measure of judgments of another kind.
    Unsuited {
        /// The measure.
        measure: &'static str,
        /// What the judgments are.
        found: &'static str,
        /// What they should be, and the formats that are so.
        expected: String,
    },
    /// No topic has both judgments and a ranking.
    NoCommonTopic {
        /// One topic of the qrels, if they have any.
        qrels_topic: Option<String>,
        /// One topic of the run, if it has any.
        run_topic: Option<String>,
    },
}

/// An error with the place it was found at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Inner {
    kind: ErrorKind,
    place: Option<Place>,
}

/// The result of everything here that can fail.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error without a place in a file.
    pub fn new(kind: ErrorKind) -> Self {
        Self(Box::new(Inner { kind, place: None }))
    }

    /// The same error, found at `place`.
    pub fn at(mut self, place: Place) -> Self {
        self.0.place = Some(place);
        self
    }

    /// The error of an operation on `file` that the operating system refused, or of what came of
    /// decompressing it.
    pub fn io(file: &str, error: &std::io::Error) -> Self {
        if let Some(damaged) = error.get_ref().and_then(|cause| cause.downcast_ref::<Damaged>()) {
            let (file, found) = (file.to_owned(), damaged.to_string());
            return Self::new(ErrorKind::Damaged { file, found });
        }
        // The standard library appends " (os error N)", which tells a user nothing.
        let mut text = error.to_string();
        if let Some(end) = text.find(" (os error") {
            text.truncate(end);
        }
        Self::new(ErrorKind::Io { file: file.to_owned(), errno: error.raw_os_error(), text })
    }

    /// What went wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// Where, if the input has places.
    pub fn place(&self) -> Option<&Place> {
        self.0.place.as_ref()
    }

    /// The exit status that `trec_eval` gives at this stage: 1 for a command line or an unknown
    /// measure, 2 for an input or a parameter, 4 for a topic that cannot be scored, 7 where no
    /// topic is common to qrels and run.
    pub fn exit_status(&self) -> u8 {
        match self.0.kind {
            ErrorKind::Usage(_) | ErrorKind::UnknownMeasure { .. } => 1,
            ErrorKind::Parameter { status, .. } => status,
            ErrorKind::Io { .. }
            | ErrorKind::Damaged { .. }
            | ErrorKind::Refused { .. }
            | ErrorKind::Empty { .. }
            | ErrorKind::Malformed { .. } => 2,
            ErrorKind::DuplicateDocument { .. }
            | ErrorKind::Contradiction { .. }
            | ErrorKind::Unsuited { .. } => 4,
            ErrorKind::NoCommonTopic { .. } => 7,
        }
    }

    /// What stands in the input, for a caller that shows found and expected apart.
    pub fn found(&self) -> Option<&str> {
        match &self.0.kind {
            ErrorKind::Malformed { found, .. }
            | ErrorKind::Damaged { found, .. }
            | ErrorKind::Parameter { found, .. }
            | ErrorKind::Contradiction { found, .. } => Some(found),
            ErrorKind::Unsuited { found, .. } => Some(found),
            _ => None,
        }
    }

    /// What should stand in the input.
    pub fn expected(&self) -> Option<&str> {
        match &self.0.kind {
            ErrorKind::Malformed { expected, .. }
            | ErrorKind::Parameter { expected, .. }
            | ErrorKind::Contradiction { expected, .. }
            | ErrorKind::Unsuited { expected, .. } => Some(expected),
            ErrorKind::Empty { expected, .. } => Some(expected),
            ErrorKind::Damaged { .. } => Some(UNDAMAGED),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.0.place {
            write!(f, "{place}: ")?;
        }
        match &self.0.kind {
            ErrorKind::Usage(text) => f.write_str(text),
            ErrorKind::UnknownMeasure { name, nearest } => {
                write!(f, "unknown measure '{name}'")?;
                if !nearest.is_empty() {
                    write!(f, "; did you mean {}?", nearest.join(" or "))?;
                }
                f.write_str(" (--list-measures lists all)")
            }
            ErrorKind::Parameter { measure, found, expected, .. } => {
                write!(f, "measure '{measure}': found {found}, expected {expected}")
            }
            ErrorKind::Io { file, text, .. } | ErrorKind::Refused { file, text } => {
                write!(f, "{file}: {text}")
            }
            ErrorKind::Damaged { file, found } => {
                write!(f, "{file}: found {found}, expected {UNDAMAGED}")
            }
            ErrorKind::Empty { file, expected } => {
                write!(f, "{file}: found nothing but blank lines and comments, expected {expected}")
            }
            ErrorKind::Malformed { found, expected }
            | ErrorKind::Contradiction { found, expected } => {
                write!(f, "found {found}, expected {expected}")
            }
            ErrorKind::DuplicateDocument { topic, docno, first_line } => {
                write!(f, "found document '{docno}' of topic '{topic}' a second time")?;
                if let Some(line) = first_line {
                    let row = matches!(self.0.place, Some(Place::Row { .. }));
                    write!(f, " (first in {} {line})", if row { "row" } else { "line" })?;
                }
                f.write_str(", expected each document once in a topic")
            }
            ErrorKind::Unsuited { measure, found, expected } => {
                write!(
                    f,
                    "measure '{measure}': found judgments that are {found}, expected {expected}"
                )
            }
            ErrorKind::NoCommonTopic { qrels_topic, run_topic } => {
                f.write_str("no topic has both judgments and a ranking")?;
                if let (Some(q), Some(r)) = (qrels_topic, run_topic) {
                    write!(f, ": the qrels have topic '{q}', the run has topic '{r}'")?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for Error {}

/// A number of things in words: `1 topic`, `2 topics`.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Bytes of an input as text for a message: lossy where not UTF-8, cut where long.
pub fn quote(bytes: &[u8]) -> String {
    const SHOWN: usize = 60;
    let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(SHOWN)]);
    let mut text = String::with_capacity(shown.len() + 2);
    for c in shown.chars() {
        if c.is_control() { text.extend(c.escape_default()) } else { text.push(c) }
    }
    if bytes.len() > SHOWN {
        text.push_str("...");
    }
    text
}
