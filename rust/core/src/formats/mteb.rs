//! `mteb`: the predictions that MTEB writes of a retrieval task.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};

use super::Format;
use super::guess::Recognised;
use super::json::{self, Sink, Topics};
use crate::error::Result;
use crate::policies::{Dropped, Grades, Policies};
use crate::run::Run;

/// What a file holds.
const LINE: &str = "JSON: {\"mteb_model_meta\": ..., subset: {split: {topic: {docno: score}}}}";

/// The field that is no subset.
const META: &str = "mteb_model_meta";

/// The format.
pub const FORMAT: Format<Run> = Format {
    name: "mteb",
    title: "JSON, as MTEB writes the predictions of a task",
    line: LINE,
    help: "\
The file TASK_predictions.json of a prediction folder: scores by document and topic, below the names
of a subset and a split. One with several subsets or splits is refused, since they are several runs.
Where no format is named, a file is read so if it has the field mteb_model_meta.",
    recognise: |text| Recognised::from(json::first_fields(text).iter().any(|field| field == META)),
    parse: |text, file, _| parse(&text, file, Policies::default(), &mut Dropped::default()),
    tolerant: Some(|text, file, policies, dropped| parse(&text, file, policies, dropped)),
    choices: &["duplicates"],
};

fn parse(text: &[u8], file: &str, policies: Policies, dropped: &mut Dropped) -> Result<Run> {
    let mut sink = Sink::new(Grades::Whole);
    json::read_values(text, file, |de| {
        Only { depth: 2, what: "subset", sink: &mut sink }.deserialize(de)
    })?;
    Ok(Run::new(sink.finish(file, policies, dropped, LINE)?, Vec::new()))
}

/// An object with one field to look into, until topics come.
struct Only<'s> {
    depth: usize,
    what: &'static str,
    sink: &'s mut Sink,
}

impl<'de> DeserializeSeed<'de> for Only<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> std::result::Result<(), D::Error> {
        if self.depth == 0 {
            Topics(self.sink).deserialize(from)
        } else {
            from.deserialize_map(self)
        }
    }
}

impl<'de> Visitor<'de> for Only<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "an object with a {}", self.what)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<(), A::Error> {
        let mut first: Option<String> = None;
        while let Some(name) = map.next_key::<String>()? {
            if name == META {
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            if let Some(first) = first {
                let what = self.what;
                return Err(A::Error::custom(format_args!(
                    "{what} '{name}' after {what} '{first}', expected one {what}"
                )));
            }
            let (depth, sink) = (self.depth - 1, &mut *self.sink);
            map.next_value_seed(Only { depth, what: "split", sink })?;
            first = Some(name);
        }
        Ok(())
    }
}
