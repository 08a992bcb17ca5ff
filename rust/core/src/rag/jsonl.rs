//! Files of JSON: an object on each line, or one value; and errors that name the place.

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

use foldhash::{HashMap, HashMapExt};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::json::{Json, Step, Wrong};
use super::malformed;
use crate::error::{Error, ErrorKind, Result, quote};
use crate::formats::fields::first_line;
use crate::formats::json::fault;
use crate::formats::{self, Fault};
use crate::threads;

/// A batch of this many bytes of lines is worth handing to a thread.
const BATCH: usize = 1 << 18;

/// The lines of a file that are not blank.
#[derive(Debug)]
pub struct Lines {
    file: String,
    text: Vec<u8>,
    ranges: Vec<Range<usize>>,
}

impl Lines {
    /// Reads a file; `-` is the standard input. One without content is an error.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or has no line.
    pub fn read(file: &Path, expected: &'static str) -> Result<Self> {
        Self::new(formats::read_file(file, 1)?, formats::name(file), expected)
    }

    /// The lines of a text that messages call `file`.
    ///
    /// # Errors
    ///
    /// The text has no line.
    pub fn new(text: Vec<u8>, file: String, expected: &'static str) -> Result<Self> {
        let mut ranges = Vec::new();
        let mut start = first_line(&text);
        while start < text.len() {
            let end = memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |n| start + n);
            if !text[start..end].trim_ascii().is_empty() {
                ranges.push(start..end);
            }
            start = end + 1;
        }
        if ranges.is_empty() {
            return Err(Error::new(ErrorKind::Empty { file, expected }));
        }
        Ok(Self { file, text, ranges })
    }

    /// Number of lines.
    pub fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Whether there is none; there always is one.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// What `each` makes of the object on each line, in their order, on up to `threads` threads.
    /// Where several lines are wrong, the error is that of the first.
    ///
    /// # Errors
    ///
    /// A line is no JSON object, or what `each` says of it.
    pub fn map<T: Send>(
        &self,
        threads: usize,
        each: impl Fn(&Json) -> std::result::Result<T, Wrong> + Sync,
    ) -> Result<Vec<T>> {
        let batches = self.batches();
        let made = threads::map(threads.min(batches.len()), &batches, |batch| {
            let one = |line| {
                self.parse(line)
                    .and_then(|json| each(&json).map_err(|wrong| self.error(line, &wrong)))
            };
            batch.clone().map(one).collect::<Result<Vec<T>>>()
        });
        // Batches are in order, so the first error is that of the first line.
        let made = made.into_iter().collect::<Result<Vec<_>>>()?;
        Ok(made.into_iter().flatten().collect())
    }

    /// Ranges of lines of about [`BATCH`] bytes.
    fn batches(&self) -> Vec<Range<usize>> {
        let mut batches: Vec<Range<usize>> = Vec::new();
        let mut first = 0;
        for (line, range) in self.ranges.iter().enumerate() {
            if range.end - self.ranges[first].start >= BATCH {
                batches.push(first..line + 1);
                first = line + 1;
            }
        }
        if first < self.ranges.len() {
            batches.push(first..self.ranges.len());
        }
        batches
    }

    fn parse(&self, line: usize) -> Result<Json<'_>> {
        let range = self.ranges[line].clone();
        match parse(&self.text[range.clone()]) {
            Ok(json @ Json::Object(_)) => Ok(json),
            Ok(other) => {
                let wrong = Wrong::value(&other, "a JSON object on each line");
                Err(self.error(line, &wrong))
            }
            Err(mut fault) => {
                fault.offset += range.start;
                Err(fault.placed(&self.file, &self.text))
            }
        }
    }

    /// The error of a line that holds something wrong.
    pub fn error(&self, line: usize, wrong: &Wrong) -> Error {
        error(&self.file, &self.text, self.ranges[line].clone(), wrong)
    }

    /// Checks that no id comes twice. `field` is where the lines have it.
    ///
    /// # Errors
    ///
    /// An id comes twice.
    pub fn check_ids<'i>(&self, field: &str, ids: impl Iterator<Item = &'i str>) -> Result<()> {
        let Some((first, second, id)) = repeated(ids) else { return Ok(()) };
        let line = crate::lists::place(&self.file, &self.text, self.ranges[first].start).line;
        let wrong = Wrong::new(format!("'{id}' a second time (first in line {line})"), ONCE);
        Err(self.error(second, &wrong.in_field(field)))
    }
}

/// What is expected of ids.
const ONCE: &str = "each id once";

/// Checks that no id comes twice in what does not come from a file; `what` names it.
///
/// # Errors
///
/// An id comes twice.
pub fn check_ids<'i>(what: &str, ids: impl Iterator<Item = &'i str>) -> Result<()> {
    let Some((first, second, id)) = repeated(ids) else { return Ok(()) };
    Err(malformed(format!("id '{id}' in '{what}[{first}]' and '{what}[{second}]'"), ONCE))
}

/// The indexes of the first id that comes twice, and the id for a message.
fn repeated<'i>(ids: impl Iterator<Item = &'i str>) -> Option<(usize, usize, String)> {
    let mut seen: HashMap<&str, usize> = HashMap::with_capacity(ids.size_hint().0);
    for (second, id) in ids.enumerate() {
        if let Some(first) = seen.insert(id, second) {
            return Some((first, second, quote(id.as_bytes())));
        }
    }
    None
}

/// Reads all of a text as one value, and gives what `shape` makes of it.
///
/// # Errors
///
/// The file cannot be read, is no JSON, or what `shape` says of it.
pub fn read_value<T>(
    file: &Path,
    shape: impl FnOnce(&Json) -> std::result::Result<T, Wrong>,
) -> Result<T> {
    let text = formats::read_file(file, 1)?;
    let name = formats::name(file);
    let start = first_line(&text);
    let json = parse(&text[start..]).map_err(|mut fault| {
        fault.offset += start;
        fault.placed(&name, &text)
    })?;
    shape(&json).map_err(|wrong| error(&name, &text, start..text.len(), &wrong))
}

/// Reads a JSON value that takes up all of a text.
fn parse(text: &[u8]) -> std::result::Result<Json<'_>, Fault> {
    serde_json::from_slice(text).map_err(|error| fault(text, &error))
}

/// The error of something wrong in the JSON value that stands in a part of a file's text.
fn error(file: &str, text: &[u8], range: Range<usize>, wrong: &Wrong) -> Error {
    let offset = range.start + locate(&text[range.clone()], wrong.path()).unwrap_or(0);
    Fault { offset, found: wrong.found(), expected: wrong.expected().to_owned() }.placed(file, text)
}

/// Where in a JSON text the value stands that `path` leads to.
fn locate<'p>(text: &[u8], path: impl Iterator<Item = &'p Step>) -> Option<usize> {
    let blank = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let mut value = std::str::from_utf8(&text[blank..]).ok()?;
    for step in path {
        let inner: &RawValue = match step {
            Step::Field(name) => {
                let Fields(fields) = serde_json::from_str(value).ok()?;
                fields.into_iter().find(|(key, _)| key == name)?.1
            }
            Step::Index(index) => {
                serde_json::from_str::<Vec<&RawValue>>(value).ok()?.into_iter().nth(*index)?
            }
        };
        value = inner.get();
    }
    Some(value.as_ptr().addr() - text.as_ptr().addr())
}

/// The fields of an object, unread.
struct Fields<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> std::result::Result<Self, D::Error> {
        struct FieldsVisitor;
        impl<'de> serde::de::Visitor<'de> for FieldsVisitor {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> std::result::Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(FieldsVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;
    use crate::rag::json::{Json, Wrong};

    fn error(text: &str) -> String {
        let lines = Lines::new(text.into(), "f".to_owned(), "objects").expect("lines");
        let each = |json: &Json| {
            let list = json.field("a", "a list")?;
            let list = list.list("a list").map_err(|wrong| wrong.in_field("a"))?;
            for (index, element) in list.iter().enumerate() {
                element
                    .text("a string")
                    .map_err(|wrong: Wrong| wrong.in_element(index).in_field("a"))?;
            }
            Ok(())
        };
        lines.map(2, each).expect_err("an error").to_string()
    }

    #[test]
    fn places() {
        let cases = [
            (
                "{\"a\": [\"x\"]}\n\n{\"a\": [\"x\", 7]}\n",
                "f:3:13: found 7 in 'a[1]', expected a string",
            ),
            ("  {\"b\":1, \"a\" : null}", "f:1:17: found null in 'a', expected a list"),
            ("\u{feff}{\"b\": 1}", "f:1:4: found no field 'a', expected a list"),
            ("[1]", "f:1:1: found a list, expected a JSON object on each line"),
            (
                "{\"a\": []}\n{\"a\": [\"x\"}",
                "f:2:11: found what is not JSON (expected `,` or `]`), expected a JSON value",
            ),
            (
                "{\"a\": [\"x\"",
                "f:1:10: found what is not JSON (EOF while parsing a list), expected a JSON value",
            ),
            (
                "{\"a\": 1, \"a\": 2}",
                "f:1:16: found field 'a' twice, expected each field of an object once",
            ),
            (
                "{\"a\": NaN}",
                "f:1:7: found what is not JSON (expected value), expected a JSON value",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(error(text), expected);
        }
    }

    #[test]
    fn order_and_first_error_do_not_depend_on_threads() {
        let line = |n: usize| format!("{{\"n\": {n}, \"pad\": \"{}\"}}\n", "x".repeat(10_000));
        let text: String = (1..=200).map(line).collect();
        let lines = Lines::new(text.into(), "f".to_owned(), "objects").expect("lines");
        let number = |json: &Json| json.field("n", "n")?.count("a number");
        for threads in [1, 3] {
            assert_eq!(lines.map(threads, number).expect("numbers"), (1..=200).collect::<Vec<_>>());
            let from_77 = |json: &Json| match number(json)? {
                n if n >= 77 => Err(Wrong::new(format!("{n}"), "less")),
                n => Ok(n),
            };
            let error = lines.map(threads, from_77).expect_err("an error").to_string();
            assert_eq!(error, "f:77:1: found 77, expected less");
        }
    }
}
