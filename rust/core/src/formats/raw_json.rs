//! What all formats of JSON have in common: parts of a text that are not read yet, the documents
//! that are collected from them, and what is wrong, with its place.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::fields::first_line;
use super::guess::Recognised;
use super::{Fault, sniff};
use crate::error::{Error, ErrorKind, Result, quote};
use crate::lists::{Builder, Lists};
use crate::number;
use crate::policies::{Dropped, Grades, Policies, deduplicate};

/// A value that has not been read yet.
pub(super) type Raw<'t> = &'t RawValue;

/// The result of what can find a fault in a text.
pub(super) type Found<T> = std::result::Result<T, Fault>;

/// An id, and where in the text it begins.
pub(super) struct Id<'t> {
    pub(super) text: Cow<'t, str>,
    at: usize,
}

/// Takes in the documents of a text.
pub(super) struct Sink<'t> {
    text: &'t [u8],
    builder: Builder,
    /// Ids that the text has in other bytes, and where.
    unescaped: Vec<(usize, String)>,
    topics: HashSet<Box<str>, foldhash::fast::RandomState>,
    /// What a grade can be, where they are to be grades.
    grades: Option<Grades>,
}

impl<'t> Sink<'t> {
    pub(super) fn new(text: &'t [u8], grades: Option<Grades>) -> Self {
        let (builder, topics) = (Builder::default(), HashSet::default());
        Self { text, builder, unescaped: Vec::new(), topics, grades }
    }

    /// Where a part of the text begins.
    pub(super) fn offset(&self, part: &str) -> usize {
        part.as_ptr().addr() - self.text.as_ptr().addr()
    }

    /// The fault of a value of the text.
    pub(super) fn refuse<T>(&self, raw: Raw, field: &str, expected: &str) -> Found<T> {
        let found =
            if field.is_empty() { shown(raw) } else { format!("{} in '{field}'", shown(raw)) };
        Err(Fault::new(self.offset(raw.get()), found, expected))
    }

    /// An id that is a string.
    pub(super) fn id(&self, raw: Raw<'t>) -> Found<Id<'t>> {
        let json = raw.get();
        let at = self.offset(json) + 1;
        let refuse =
            |text: &str, expected| Err(Fault::field(at - 1, "id", text.as_bytes(), expected));
        let text = match json.get(1..json.len() - 1) {
            Some(text) if !text.contains('\\') => Cow::Borrowed(text),
            _ => match serde_json::from_str(json) {
                Ok(text) => Cow::Owned(text),
                Err(_) => return refuse(json, "one that can be written in UTF-8"),
            },
        };
        if text.is_empty() {
            return refuse(&text, "one that is not empty");
        }
        if text.contains('\n') {
            return refuse(&text, "one without the end of a line in it");
        }
        Fault::check_id(&(at..at + text.len()))?;
        Ok(Id { text, at })
    }

    /// An id that may be a whole number.
    pub(super) fn id_or_number(&self, raw: Raw<'t>, field: &str) -> Found<Id<'t>> {
        let json = raw.get();
        if json.starts_with('"') {
            return self.id(raw);
        }
        let digits = json.strip_prefix('-').unwrap_or(json);
        if digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(Id { text: Cow::Borrowed(json), at: self.offset(json) });
        }
        self.refuse(raw, field, "a string or a whole number")
    }

    /// A grade or a score.
    pub(super) fn number(&self, raw: Raw, field: &str) -> Found<f64> {
        let json = raw.get();
        let is_number = json.starts_with(|first: char| first == '-' || first.is_ascii_digit());
        let Some(number) = number::parse(json.as_bytes()).filter(|_| is_number) else {
            return self.refuse(raw, field, "a number");
        };
        let refuse =
            |expected| Err(Fault::field(self.offset(json), "grade", json.as_bytes(), expected));
        match self.grades {
            Some(_) if !number.is_finite() => refuse("a finite number"),
            Some(Grades::Whole) if number.fract() != 0.0 => {
                refuse("a whole number (--float-grades takes fractions)")
            }
            _ => Ok(number),
        }
    }

    /// Begins with a topic, be it without any document.
    pub(super) fn topic(&mut self, topic: &Id) -> Found<()> {
        if !self.topics.insert((*topic.text).into()) {
            let found = format!("topic '{}' a second time", quote(topic.text.as_bytes()));
            return Err(Fault::new(topic.at, found, "each topic once"));
        }
        self.builder.push_topic(topic.text.as_bytes());
        Ok(())
    }

    /// Takes in a document.
    pub(super) fn push(&mut self, topic: &Id, docno: Id, number: f64) {
        let place = docno.at..docno.at + docno.text.len();
        self.builder.push_at(topic.text.as_bytes(), place, number);
        if let Cow::Owned(text) = docno.text {
            self.unescaped.push((docno.at, text));
        }
    }

    /// What has been taken in.
    fn finish(self) -> Collected {
        let Self { builder, unescaped, topics, .. } = self;
        Collected { builder, unescaped, is_empty: topics.is_empty() }
    }
}

/// What has been collected from a text.
struct Collected {
    builder: Builder,
    unescaped: Vec<(usize, String)>,
    is_empty: bool,
}

/// Lists the documents that `read` collects from a text. A policy about lines has no meaning here.
pub(super) fn lists(
    mut text: Vec<u8>,
    file: &str,
    grades: Option<Grades>,
    (policies, dropped): (Policies, &mut Dropped),
    expected: &'static str,
    read: impl for<'t> Fn(&mut Sink<'t>, Raw<'t>) -> Found<()>,
) -> Result<Lists> {
    let mut sink = Sink::new(&text, grades);
    read_values(&text, file, |raw| read(&mut sink, raw))?;
    let Collected { builder, unescaped, is_empty } = sink.finish();
    if start(&text) == text.len() {
        return Err(Error::new(ErrorKind::Empty { file: file.to_owned(), expected }));
    }
    if is_empty {
        return Err(Fault::new(0, "no topic".to_owned(), expected).placed(file, &text));
    }
    // Without their escapes ids are shorter, and lines end where they did.
    for (at, id) in unescaped {
        text[at..at + id.len()].copy_from_slice(id.as_bytes());
    }
    let mut lists = builder.finish_with(text, Some(file.to_owned()));
    deduplicate(&mut lists, policies.duplicates, &mut dropped.duplicates);
    Ok(lists)
}

/// Where the JSON of a text begins: after a byte order mark, blank lines and comments.
pub(super) fn start(text: &[u8]) -> usize {
    let mut start = first_line(text);
    loop {
        start += text[start..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if text.get(start) != Some(&b'#') {
            return start;
        }
        start = memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |end| start + end);
    }
}

/// Reads the values of a text, one after another, with `read`. Each is known to be JSON then.
fn read_values<'t>(
    text: &'t [u8],
    file: &str,
    mut read: impl FnMut(Raw<'t>) -> Found<()>,
) -> Result<()> {
    let start = start(text);
    for value in serde_json::Deserializer::from_slice(&text[start..]).into_iter() {
        let result = match value {
            Ok(raw) => read(raw),
            Err(error) => {
                let fault = fault(&text[start..], &error);
                Err(Fault { offset: start + fault.offset, ..fault })
            }
        };
        result.map_err(|fault| match sniff::encoding(text) {
            Some((found, expected)) => Fault::new(0, found.to_owned(), expected).placed(file, text),
            None => fault.placed(file, text),
        })?;
    }
    Ok(())
}

/// What is wrong with a text that is to be JSON and is not.
pub(crate) fn fault(text: &[u8], error: &serde_json::Error) -> Fault {
    let offset = offset(text, error);
    match error.classify() {
        Category::Eof => {
            let found = "JSON that ends before it is closed".to_owned();
            Fault::new(text.trim_ascii_end().len(), found, "the rest of it")
        }
        Category::Data => {
            let message = error.to_string();
            let message = message.rsplit_once(" at line ").map_or(&*message, |(what, _)| what);
            let (found, expected) = message.split_once(", expected ").unwrap_or((message, "JSON"));
            Fault::new(offset, found.to_owned(), expected)
        }
        Category::Syntax | Category::Io => {
            let rest = &text[offset..];
            let ends = |&byte: &u8| byte.is_ascii_whitespace() || b",:[]{}".contains(&byte);
            let len = rest.iter().position(ends).unwrap_or(rest.len()).max(1).min(rest.len());
            let token = quote(&rest[..len]);
            let message = error.to_string();
            let is = |what| message.starts_with(what);
            let (found, expected) = if is("trailing characters") {
                (format!("'{token}' behind the JSON"), "its end")
            } else if is("number out of range") {
                ("a number that is out of range".to_owned(), "one of 64 bits")
            } else if is("recursion limit exceeded") {
                ("lists and objects nested too deeply".to_owned(), "128 levels at most")
            } else {
                (format!("what is not JSON ('{token}')"), "a JSON value")
            };
            Fault::new(offset, found, expected)
        }
    }
}

/// The byte at which a JSON text is wrong.
fn offset(text: &[u8], error: &serde_json::Error) -> usize {
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    let start: usize = lines.take(error.line().saturating_sub(1)).map(<[u8]>::len).sum();
    (start + error.column().saturating_sub(1)).min(text.len())
}

/// A value in words.
fn shown(raw: Raw) -> String {
    let json = raw.get();
    match json.as_bytes().first() {
        Some(b'{') => "an object".to_owned(),
        Some(b'[') => "a list".to_owned(),
        _ => quote(json.as_bytes()),
    }
}

/// The fields of an object, unread.
pub(super) fn fields<'t>(
    sink: &Sink,
    raw: Raw<'t>,
    expected: &str,
) -> Found<Vec<(Raw<'t>, Raw<'t>)>> {
    let Ok(Pairs(fields)) = serde_json::from_str(raw.get()) else {
        return sink.refuse(raw, "", expected);
    };
    Ok(fields)
}

/// The objects that a value is: itself, or the elements of a list.
pub(super) fn items<'t>(sink: &Sink, raw: Raw<'t>) -> Found<Vec<Raw<'t>>> {
    if raw.get().starts_with('[') { elements(sink, raw, "") } else { Ok(vec![raw]) }
}

/// The elements of a list, unread. `field` is what it is in, for a message.
fn elements<'t>(sink: &Sink, raw: Raw<'t>, field: &str) -> Found<Vec<Raw<'t>>> {
    serde_json::from_str(raw.get()).or_else(|_| sink.refuse(raw, field, "a list"))
}

/// The name of a field.
pub(super) fn name(key: Raw) -> String {
    serde_json::from_str(key.get()).unwrap_or_else(|_| key.get().to_owned())
}

/// An object whose fields are asked for by name.
pub(super) struct Object<'t> {
    raw: Raw<'t>,
    fields: Vec<(Raw<'t>, Raw<'t>)>,
}

impl<'t> Object<'t> {
    pub(super) fn new(sink: &Sink, raw: Raw<'t>) -> Found<Self> {
        Ok(Self { raw, fields: fields(sink, raw, "an object")? })
    }

    /// The value of a field, if there is one of this name.
    pub(super) fn find(&self, sink: &Sink, name: &str) -> Found<Option<Raw<'t>>> {
        let mut values = self.fields.iter().filter(|(key, _)| self::name(key) == name);
        match (values.next(), values.next()) {
            (_, Some((key, _))) => {
                let found = format!("field '{name}' a second time");
                Err(Fault::new(sink.offset(key.get()), found, "each field of an object once"))
            }
            (value, None) => Ok(value.map(|&(_, value)| value)),
        }
    }

    /// The value of a field that has to be there.
    pub(super) fn field(&self, sink: &Sink, name: &str) -> Found<Raw<'t>> {
        self.find(sink, name)?.ok_or_else(|| {
            let found = format!("no field '{name}'");
            Fault::new(sink.offset(self.raw.get()), found, "one")
        })
    }

    /// The elements of a field that is a list.
    pub(super) fn list(&self, sink: &Sink, name: &str) -> Found<Vec<Raw<'t>>> {
        elements(sink, self.field(sink, name)?, name)
    }

    /// A field that is an id.
    pub(super) fn id(&self, sink: &Sink<'t>, name: &str) -> Found<Id<'t>> {
        sink.id_or_number(self.field(sink, name)?, name)
    }

    /// A field that is a number.
    pub(super) fn number(&self, sink: &Sink, name: &str) -> Found<f64> {
        sink.number(self.field(sink, name)?, name)
    }
}

/// Names and values of an object's fields.
struct Pairs<'t>(Vec<(Raw<'t>, Raw<'t>)>);

impl<'t> Deserialize<'t> for Pairs<'t> {
    fn deserialize<D: Deserializer<'t>>(from: D) -> std::result::Result<Self, D::Error> {
        struct PairsVisitor<'t>(PhantomData<&'t ()>);
        impl<'t> Visitor<'t> for PairsVisitor<'t> {
            type Value = Pairs<'t>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'t>>(
                self,
                mut map: A,
            ) -> std::result::Result<Pairs<'t>, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        from.deserialize_map(PairsVisitor(PhantomData))
    }
}

/// Fields of an object that are looked at to recognise a format.
const LOOKED_AT: usize = 16;

/// The names of the first fields of the first object of a text, be it in a list.
pub(super) fn first_fields(text: &[u8]) -> Vec<String> {
    let text = &text[start(text)..];
    let text = text.strip_prefix(b"[").unwrap_or(text);
    let mut names = Vec::new();
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    // What is wrong, if anything, is said by who reads the text.
    let _ = deserializer.deserialize_map(Names(&mut names));
    names
}

/// Whether the first object of a text has both fields.
pub(super) fn has_fields(text: &[u8], names: [&str; 2]) -> Recognised {
    let fields = first_fields(text);
    names.iter().all(|name| fields.iter().any(|field| field == name)).into()
}

/// Collects the names of an object's fields, up to a few.
struct Names<'f>(&'f mut Vec<String>);

impl<'de> Visitor<'de> for Names<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<(), A::Error> {
        // A name counts though the file may end before its value does.
        while self.0.len() < LOOKED_AT
            && let Some(name) = map.next_key()?
        {
            self.0.push(name);
            map.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}
