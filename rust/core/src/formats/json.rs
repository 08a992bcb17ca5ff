//! `json`: an object of topics, each an object of documents with their numbers.

use super::Format;
use super::guess::Recognised;
use super::raw_json::{self, Found, Raw, Sink, fields};
use crate::error::Result;
use crate::policies::{Dropped, Policies};
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
    help:
        "\
One object, or several one after another (as in JSON lines), with the topics as fields; each is an
object with a grade for each document, which is that of qrels. A topic comes once. Lines that start
with # may stand in front. Where no format is named, a file is read so if it begins with an object.",
    recognise,
    parse: |text, file, _| parse_qrels(text, file, Policies::default(), &mut Dropped::default()),
    tolerant: Some(parse_qrels),
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
    parse: |text, file, _| parse_run(text, file, Policies::default(), &mut Dropped::default()),
    tolerant: Some(parse_run),
    choices: &["duplicates"],
};

fn recognise(text: &[u8]) -> Recognised {
    let text = &text[raw_json::start(text)..];
    let after = |start: &[u8]| text.strip_prefix(start).and_then(|t| t.trim_ascii_start().first());
    // What is empty is told so.
    (matches!(after(b"{"), Some(b'"' | b'}')) || after(b"[") == Some(&b']')).into()
}

fn parse_qrels(
    text: Vec<u8>,
    file: &str,
    policies: Policies,
    dropped: &mut Dropped,
) -> Result<Qrels> {
    let (grades, chosen) = (Some(policies.grades), (policies, dropped));
    Qrels::new(raw_json::lists(text, file, grades, chosen, QRELS_LINE, topics)?)
}

fn parse_run(text: Vec<u8>, file: &str, policies: Policies, dropped: &mut Dropped) -> Result<Run> {
    let lists = raw_json::lists(text, file, None, (policies, dropped), RUN_LINE, topics)?;
    Ok(Run::new(lists, Vec::new()))
}

/// Reads `{topic: {docno: number}}`.
pub(super) fn topics<'t>(sink: &mut Sink<'t>, raw: Raw<'t>) -> Found<()> {
    for (topic, documents) in fields(sink, raw, "an object of topics")? {
        let topic = sink.id(topic)?;
        sink.topic(&topic)?;
        for (docno, number) in fields(sink, documents, "an object of documents and their numbers")?
        {
            let (docno, number) = (sink.id(docno)?, sink.number(number, "")?);
            sink.push(&topic, docno, number);
        }
    }
    Ok(())
}
