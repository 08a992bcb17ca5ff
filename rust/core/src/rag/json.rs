//! JSON values that borrow from the text they were read from, and what is wrong with one that has
//! not the shape it should have.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use crate::error::quote;

/// Numbers, as JSON has them: whole ones of 64 bits, or floats.
pub use serde_json::Number;

/// A JSON value. Objects keep the order of their fields.
#[derive(Debug, Clone, PartialEq)]
pub enum Json<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    Text(Cow<'a, str>),
    /// A list.
    List(Vec<Json<'a>>),
    /// An object; no key comes twice.
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

/// A step from a value into it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// To the field of an object.
    Field(String),
    /// To the element of a list, from 0.
    Index(usize),
}

/// What is wrong with a value: where in it, what is there, and what should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// The way to what is wrong, the last step first.
    steps: Vec<Step>,
    found: String,
    expected: String,
}

impl Wrong {
    /// Something wrong with a value itself.
    pub fn new(found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { steps: Vec::new(), found: found.into(), expected: expected.into() }
    }

    /// A value that is not what it should be.
    pub fn value(value: &Json, expected: &str) -> Self {
        Self::new(value.describe(), expected)
    }

    /// The same, seen from the object that has the value as this field.
    pub fn in_field(mut self, name: &str) -> Self {
        self.steps.push(Step::Field(name.to_owned()));
        self
    }

    /// The same, seen from the list that has the value as this element.
    pub fn in_element(mut self, index: usize) -> Self {
        self.steps.push(Step::Index(index));
        self
    }

    /// The way to what is wrong, the first step first.
    pub fn path(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().rev()
    }

    /// What is there, with the way to it.
    pub fn found(&self) -> String {
        let mut path = String::new();
        for step in self.path() {
            // Writing to a string does not fail.
            let _ = match step {
                Step::Field(name) if path.is_empty() => write!(path, "{}", quote(name.as_bytes())),
                Step::Field(name) => write!(path, ".{}", quote(name.as_bytes())),
                Step::Index(index) => write!(path, "[{index}]"),
            };
        }
        if path.is_empty() { self.found.clone() } else { format!("{} in '{path}'", self.found) }
    }

    /// What should be there.
    pub fn expected(&self) -> &str {
        &self.expected
    }
}

impl<'a> Json<'a> {
    /// The field of an object; `None` if it has none of this name, or is no object.
    pub fn get(&self, name: &str) -> Option<&Json<'a>> {
        match self {
            Self::Object(fields) => fields.iter().find(|(key, _)| key == name).map(|(_, v)| v),
            _ => None,
        }
    }

    /// The field of an object, which has to be there.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn field(&self, name: &str, expected: &str) -> Result<&Json<'a>, Wrong> {
        self.get(name).ok_or_else(|| Wrong::new(format!("no field '{name}'"), expected))
    }

    /// Checks that no field of an object is one of these in another spelling, which would be taken
    /// for a field of the user's.
    ///
    /// # Errors
    ///
    /// A field is spelled almost as one of these.
    pub fn check_names(&self, names: &[&str]) -> Result<(), Wrong> {
        let Self::Object(fields) = self else { return Ok(()) };
        for (key, _) in fields {
            let is_same = |name: &&&str| plain(name).eq(plain(key));
            match names.iter().find(is_same) {
                Some(name) if name != key => {
                    let found = format!("field '{}'", quote(key.as_bytes()));
                    return Err(Wrong::new(found, format!("'{name}'")));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The elements of a list.
    ///
    /// # Errors
    ///
    /// It is no list.
    pub fn list(&self, expected: &str) -> Result<&[Json<'a>], Wrong> {
        if let Self::List(list) = self { Ok(list) } else { Err(Wrong::value(self, expected)) }
    }

    /// A string.
    ///
    /// # Errors
    ///
    /// It is no string.
    pub fn text(&self, expected: &str) -> Result<&str, Wrong> {
        if let Self::Text(text) = self { Ok(text) } else { Err(Wrong::value(self, expected)) }
    }

    /// A string, or a whole number as one.
    ///
    /// # Errors
    ///
    /// It is neither a string nor a whole number.
    pub fn id(&self, expected: &str) -> Result<Cow<'_, str>, Wrong> {
        match self {
            Self::Text(text) => Ok(Cow::Borrowed(text)),
            Self::Number(number) if !number.is_f64() => Ok(Cow::Owned(number.to_string())),
            _ => Err(Wrong::value(self, expected)),
        }
    }

    /// A whole number above 0.
    ///
    /// # Errors
    ///
    /// It is no whole number of at least 1.
    pub fn count(&self, expected: &str) -> Result<usize, Wrong> {
        let count = match self {
            Self::Number(number) => number.as_u64().filter(|&n| n > 0),
            _ => None,
        };
        let count = count.ok_or_else(|| Wrong::value(self, expected))?;
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    }

    /// What a message calls the value.
    fn describe(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => format!("string '{}'", quote(text.as_bytes())),
            Self::List(_) => "a list".to_owned(),
            Self::Object(_) => "an object".to_owned(),
        }
    }
}

impl From<usize> for Json<'_> {
    fn from(count: usize) -> Self {
        Self::Number(count.into())
    }
}

impl<'a> From<&'a str> for Json<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<Option<f64>> for Json<'_> {
    /// No value, and a value that JSON cannot have, is null.
    fn from(value: Option<f64>) -> Self {
        value.and_then(Number::from_f64).map_or(Self::Null, Self::Number)
    }
}

/// A name without what two spellings of it differ in: case, `_` and `-`.
pub(super) fn plain(name: &str) -> impl Iterator<Item = char> + '_ {
    name.chars().filter(|c| !matches!(c, '_' | '-')).map(|c| c.to_ascii_lowercase())
}

/// A string that borrows where it can.
struct Text<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor;
        impl<'de> Visitor<'de> for TextVisitor {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(TextVisitor)
    }
}

impl<'de> Deserialize<'de> for Json<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json<'de>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json<'de>, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json<'de>, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json<'de>, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json<'de>, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json<'de>, E> {
        Ok(Some(value).into())
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json<'de>, A::Error> {
        let mut list = Vec::new();
        while let Some(element) = seq.next_element()? {
            list.push(element);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json<'de>, A::Error> {
        let mut fields: Vec<(Cow<str>, Json)> = Vec::new();
        while let Some((Text(key), value)) = map.next_entry()? {
            fields.push((key, value));
        }
        if let Some(key) = repeated(&fields) {
            let key = quote(key.as_bytes());
            return Err(A::Error::custom(format_args!(
                "field '{key}' twice, expected each field of an object once"
            )));
        }
        Ok(Json::Object(fields))
    }
}

/// A key that comes twice.
fn repeated<'f>(fields: &'f [(Cow<str>, Json)]) -> Option<&'f str> {
    /// Up to so many fields, comparing all is faster than sorting them.
    const FEW: usize = 16;
    if fields.len() <= FEW {
        let second = (1..fields.len()).find(|&i| fields[..i].iter().any(|f| f.0 == fields[i].0));
        return second.map(|i| &*fields[i].0);
    }
    let mut keys: Vec<&str> = fields.iter().map(|(key, _)| &**key).collect();
    keys.sort_unstable();
    keys.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(number) => number.serialize(serializer),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(list) => {
                let mut seq = serializer.serialize_seq(Some(list.len()))?;
                for element in list {
                    seq.serialize_element(element)?;
                }
                seq.end()
            }
            Self::Object(fields) => {
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                for (key, value) in fields {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    }
}
