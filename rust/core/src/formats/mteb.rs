//! `mteb`: the predictions that MTEB writes of a retrieval task.

use super::guess::Recognised;
use super::raw_json::{self, Found, Raw, Sink, fields, name};
use super::{Fault, Format, json};
use crate::error::Result;
use crate::policies::{Dropped, Policies};
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
    recognise: |text| {
        Recognised::from(raw_json::first_fields(text).iter().any(|field| field == META))
    },
    parse: |text, file, _| parse(text, file, Policies::default(), &mut Dropped::default()),
    tolerant: Some(parse),
    choices: &["duplicates"],
};

fn parse(text: Vec<u8>, file: &str, policies: Policies, dropped: &mut Dropped) -> Result<Run> {
    let lists = raw_json::lists(text, file, None, (policies, dropped), LINE, |sink, raw| {
        let Some(subset) = only(sink, raw, "subset")? else { return Ok(()) };
        let Some(split) = only(sink, subset, "split")? else { return Ok(()) };
        json::topics(sink, split)
    })?;
    Ok(Run::new(lists, Vec::new()))
}

/// The value of the only field of an object beside the one of the model.
fn only<'t>(sink: &Sink, raw: Raw<'t>, what: &str) -> Found<Option<Raw<'t>>> {
    let mut first: Option<(String, Raw)> = None;
    for (key, value) in fields(sink, raw, &format!("an object with a {what}"))? {
        let name = name(key);
        if name == META {
            continue;
        }
        if let Some((first, _)) = first {
            let found = format!("{what} '{name}' after {what} '{first}'");
            return Err(Fault::new(sink.offset(key.get()), found, format!("one {what}")));
        }
        first = Some((name, value));
    }
    Ok(first.map(|(_, value)| value))
}
