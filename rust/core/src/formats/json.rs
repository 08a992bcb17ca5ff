//! `json`: an object of topics, each an object of documents with their numbers; and what all
//! formats of JSON have in common.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::Value;
use serde_json::error::Category;

use super::fields::first_line;
use super::guess::Recognised;
use super::{Fault, Format};
use crate::error::{Error, ErrorKind, Result, quote};
use crate::lists::{Builder, Lists};
use crate::policies::{Dropped, Grades, Policies, deduplicate};
use crate::qrels::Qrels;
use crate::run::Run;

/// What a file of judgments holds.
const QRELS_LINE: &str = "JSON: {topic: {docno: grade}}";

/// What a file of a run holds.
const RUN_LINE: &str = "JSON: {topic: {docno: score}}";

/// The format of judgments.
pub const QRELS: Format<Qrels> = Format {
    name: "json",
    title: "JSON: grades by document and topic",
    line: QRELS_LINE,
    help: "\
One object, or several one after another (as in JSON lines), with the topics as fields; each is an
object with a grade for each document, which is that of qrels. A topic comes once. Where no format
is named, a file is read so if it begins with an object.",
    recognise,
    parse: |text, file, _| parse_qrels(&text, file, Policies::default(), &mut Dropped::default()),
    tolerant: Some(|text, file, policies, dropped| parse_qrels(&text, file, policies, dropped)),
    choices: &["duplicates", "float-grades"],
};

/// The format of runs.
pub const RUN: Format<Run> = Format {
    name: "json",
    title: "JSON: scores by document and topic, as pytrec_eval, BEIR and ranx have them",
    line: RUN_LINE,
    help: "\
As for qrels (-h -R json), with a score for each document.",
    recognise,
    parse: |text, file, _| parse_run(&text, file, Policies::default(), &mut Dropped::default()),
    tolerant: Some(|text, file, policies, dropped| parse_run(&text, file, policies, dropped)),
    choices: &["duplicates"],
};

fn recognise(text: &[u8]) -> Recognised {
    let text = text[first_line(text)..].trim_ascii_start();
    let inner = text.strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    inner.is_some_and(|inner| inner.starts_with(b"\"")).into()
}

fn parse_qrels(
    text: &[u8],
    file: &str,
    policies: Policies,
    dropped: &mut Dropped,
) -> Result<Qrels> {
    let mut sink = Sink::new(policies.grades);
    sink.number = Sink::grade;
    read_values(text, file, |de| Topics(&mut sink).deserialize(de))?;
    Qrels::new(sink.finish(file, policies, dropped, QRELS_LINE)?)
}

fn parse_run(text: &[u8], file: &str, policies: Policies, dropped: &mut Dropped) -> Result<Run> {
    let mut sink = Sink::new(policies.grades);
    read_values(text, file, |de| Topics(&mut sink).deserialize(de))?;
    Ok(Run::new(sink.finish(file, policies, dropped, RUN_LINE)?, Vec::new()))
}

/// Takes in documents.
pub(super) struct Sink {
    builder: Builder,
    topics: HashSet<Box<str>, foldhash::fast::RandomState>,
    grades: Grades,
    number: fn(&Self, f64) -> std::result::Result<(), String>,
}

impl Sink {
    pub(super) fn new(grades: Grades) -> Self {
        let (builder, topics) = (Builder::default(), HashSet::default());
        Self { builder, topics, grades, number: |_, _| Ok(()) }
    }

    fn grade(&self, grade: f64) -> std::result::Result<(), String> {
        if self.grades == Grades::Whole && grade.fract() != 0.0 {
            return Err(format!(
                "grade {grade}, expected a whole number (--float-grades takes fractions)"
            ));
        }
        Ok(())
    }

    /// Begins with a topic, be it without any document.
    pub(super) fn topic(&mut self, topic: &str) -> std::result::Result<(), String> {
        if !self.topics.insert(topic.into()) {
            let topic = quote(topic.as_bytes());
            return Err(format!("topic '{topic}' a second time, expected each topic once"));
        }
        self.builder.push_topic(topic.as_bytes());
        Ok(())
    }

    pub(super) fn push(
        &mut self,
        topic: &str,
        docno: &str,
        number: f64,
    ) -> std::result::Result<(), String> {
        (self.number)(self, number)?;
        self.builder.push(topic.as_bytes(), docno.as_bytes(), number);
        Ok(())
    }

    /// The documents. A policy about lines has no meaning here.
    pub(super) fn finish(
        self,
        file: &str,
        policies: Policies,
        dropped: &mut Dropped,
        expected: &'static str,
    ) -> Result<Lists> {
        if self.topics.is_empty() {
            return Err(Error::new(ErrorKind::Malformed {
                found: "no topic".to_owned(),
                expected: expected.to_owned(),
            })
            .at(crate::lists::place(file, b"", 0)));
        }
        let mut lists = self.builder.finish();
        deduplicate(&mut lists, policies.duplicates, &mut dropped.duplicates);
        Ok(lists)
    }
}

/// Reads the values of a text, one after another, with `read`.
pub(super) fn read_values<'t>(
    text: &'t [u8],
    file: &str,
    mut read: impl FnMut(
        &mut serde_json::Deserializer<serde_json::de::SliceRead<'t>>,
    ) -> serde_json::Result<()>,
) -> Result<()> {
    let start = first_line(text);
    let mut deserializer = serde_json::Deserializer::from_slice(&text[start..]);
    while deserializer.end().is_err() {
        read(&mut deserializer).map_err(|error| {
            let mut fault = fault(&text[start..], &error);
            fault.offset += start;
            fault.placed(file, text)
        })?;
    }
    Ok(())
}

/// What is wrong with a text that is to be JSON.
pub(crate) fn fault(text: &[u8], error: &serde_json::Error) -> Fault {
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(&*message, |(what, _)| what);
    let (found, expected) = match (error.classify(), message.split_once(", expected ")) {
        (Category::Data, Some((found, expected))) => {
            (found.trim_start_matches("invalid type: ").to_owned(), expected)
        }
        _ => (format!("what is not JSON ({message})"), "a JSON value"),
    };
    Fault { offset: offset(text, error), found, expected: expected.to_owned() }
}

/// The byte at which a JSON text is wrong.
fn offset(text: &[u8], error: &serde_json::Error) -> usize {
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    let start: usize = lines.take(error.line().saturating_sub(1)).map(<[u8]>::len).sum();
    (start + error.column().saturating_sub(1)).min(text.len())
}

/// Fields of an object that are looked at to recognise a format.
const LOOKED_AT: usize = 16;

/// The first fields of the first object of a text, be it in a list.
pub(super) fn first_fields(text: &[u8]) -> Vec<String> {
    let text = text[first_line(text)..].trim_ascii_start();
    let text = text.strip_prefix(b"[").unwrap_or(text);
    let mut fields = Vec::new();
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    // What is wrong, if anything, is said by who reads the text.
    let _ = deserializer.deserialize_map(Fields(&mut fields));
    fields
}

/// Whether the first object of a text has both fields.
pub(super) fn has_fields(text: &[u8], names: [&str; 2]) -> Recognised {
    let fields = first_fields(text);
    names.iter().all(|name| fields.iter().any(|field| field == name)).into()
}

/// Collects the names of an object's fields, up to a few.
struct Fields<'f>(&'f mut Vec<String>);

impl<'de> Visitor<'de> for Fields<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<(), A::Error> {
        while self.0.len() < LOOKED_AT
            && let Some((field, IgnoredAny)) = map.next_entry()?
        {
            self.0.push(field);
        }
        Ok(())
    }
}

/// Reads `{topic: {docno: number}}`.
pub(super) struct Topics<'s>(pub(super) &'s mut Sink);

impl<'de> DeserializeSeed<'de> for Topics<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> std::result::Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Topics<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object of topics")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<(), A::Error> {
        while let Some(Text(topic)) = map.next_key()? {
            self.0.topic(&topic).map_err(A::Error::custom)?;
            map.next_value_seed(Documents { sink: self.0, topic: &topic })?;
        }
        Ok(())
    }
}

/// Reads `{docno: number}`.
struct Documents<'s> {
    sink: &'s mut Sink,
    topic: &'s str,
}

impl<'de> DeserializeSeed<'de> for Documents<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> std::result::Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Documents<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object of documents and their numbers")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<(), A::Error> {
        while let Some(Text(docno)) = map.next_key()? {
            let Number(number) = map.next_value()?;
            self.sink.push(self.topic, &docno, number).map_err(A::Error::custom)?;
        }
        Ok(())
    }
}

/// A string that borrows where it can.
struct Text<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> std::result::Result<Self, D::Error> {
        struct TextVisitor;
        impl<'de> Visitor<'de> for TextVisitor {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an id")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> std::result::Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> std::result::Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        from.deserialize_str(TextVisitor)
    }
}

/// A number of any kind.
struct Number(f64);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(from: D) -> std::result::Result<Self, D::Error> {
        struct NumberVisitor;
        impl Visitor<'_> for NumberVisitor {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a number")
            }

            fn visit_f64<E>(self, number: f64) -> std::result::Result<Number, E> {
                Ok(Number(number))
            }

            fn visit_i64<E>(self, number: i64) -> std::result::Result<Number, E> {
                Ok(Number(number as f64))
            }

            fn visit_u64<E>(self, number: u64) -> std::result::Result<Number, E> {
                Ok(Number(number as f64))
            }
        }
        from.deserialize_f64(NumberVisitor)
    }
}

/// Reads a list of values, or several one after another as in JSON lines, with `read`: what is
/// wrong with one is said as "found, expected what".
pub(super) fn read_items(
    text: &[u8],
    file: &str,
    mut read: impl FnMut(&Value) -> std::result::Result<(), String>,
) -> Result<()> {
    read_values(text, file, |de| de.deserialize_any(Items(&mut read)))
}

struct Items<'r, R>(&'r mut R);

impl<'de, R: FnMut(&Value) -> std::result::Result<(), String>> Visitor<'de> for Items<'_, R> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object, or a list of them")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> std::result::Result<(), A::Error> {
        while let Some(item) = list.next_element()? {
            (self.0)(&item).map_err(A::Error::custom)?;
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> std::result::Result<(), A::Error> {
        let item = Value::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
        (self.0)(&item).map_err(A::Error::custom)
    }
}

/// The field of an item, which has to be there.
pub(super) fn field<'v>(item: &'v Value, name: &str) -> std::result::Result<&'v Value, String> {
    item.get(name).ok_or_else(|| format!("no field '{name}', expected one"))
}

/// The field of an item that is a list.
pub(super) fn list<'v>(item: &'v Value, name: &str) -> std::result::Result<&'v [Value], String> {
    let list = field(item, name)?.as_array().map(Vec::as_slice);
    list.ok_or_else(|| format!("something else in '{name}', expected a list"))
}

/// The field of an item that is an id: a string, or a whole number as one.
pub(super) fn id<'v>(item: &'v Value, name: &str) -> std::result::Result<Cow<'v, str>, String> {
    match field(item, name)? {
        Value::String(text) => Ok(Cow::Borrowed(text)),
        Value::Number(number) if !number.is_f64() => Ok(Cow::Owned(number.to_string())),
        other => Err(format!("{other} in '{name}', expected a string or a whole number")),
    }
}

/// The field of an item that is a score.
pub(super) fn score(item: &Value, name: &str) -> std::result::Result<f64, String> {
    let value = field(item, name)?;
    value.as_f64().ok_or_else(|| format!("{value} in '{name}', expected a number"))
}
