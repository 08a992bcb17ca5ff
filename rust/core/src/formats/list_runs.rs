//! Runs in JSON lines or a list, an object for each topic: `sentence_transformers`, `rank_llm` and
//! `kilt`.

use super::Format;
use super::raw_json::{self, Found, Object, Sink, items};
use crate::error::Result;
use crate::policies::{Dropped, Policies};
use crate::run::Run;

/// What the predictions of sentence-transformers hold.
const PREDICTIONS: &str =
    "JSON: {\"query_id\": ..., \"results\": [{\"corpus_id\": ..., \"score\": ...}]}";

/// The predictions of sentence-transformers.
pub const SENTENCE_TRANSFORMERS: Format<Run> = Format {
    name: "sentence_transformers",
    title: "JSON lines, as sentence-transformers writes predictions",
    line: PREDICTIONS,
    help: "\
What the InformationRetrievalEvaluator writes with write_predictions=True: an object for each topic,
with query_id and results, each of which has corpus_id and score. Other fields are not looked at.
Where no format is named, a file is read so if its first object has the fields query_id and results.",
    recognise: |text| raw_json::has_fields(text, ["query_id", "results"]),
    parse: |text, file, _| parse(text, file, Policies::default(), &mut Dropped::default(), st),
    tolerant: Some(|text, file, policies, dropped| parse(text, file, policies, dropped, st)),
    choices: &["duplicates"],
};

/// What the results of RankLLM hold.
const RESULTS: &str =
    "JSON: {\"query\": {\"qid\": ...}, \"candidates\": [{\"docid\": ..., \"score\": ...}]}";

/// The results of RankLLM.
pub const RANK_LLM: Format<Run> = Format {
    name: "rank_llm",
    title: "JSON, as RankLLM writes its results",
    line: RESULTS,
    help: "\
A list, or JSON lines, with an object for each topic: query with qid, and candidates, each of which
has docid and score. Ids may be whole numbers. Other fields are not looked at. Where no format is
named, a file is read so if its first object has the fields query and candidates.",
    recognise: |text| raw_json::has_fields(text, ["query", "candidates"]),
    parse: |text, file, _| parse(text, file, Policies::default(), &mut Dropped::default(), llm),
    tolerant: Some(|text, file, policies, dropped| parse(text, file, policies, dropped, llm)),
    choices: &["duplicates"],
};

/// What KILT predictions hold.
const KILT_LINE: &str =
    "JSON: {\"id\": ..., \"output\": [{\"provenance\": [{\"wikipedia_id\": ...}]}]}";

/// KILT predictions.
pub const KILT: Format<Run> = Format {
    name: "kilt",
    title: "JSON lines of KILT, as Pyserini writes them",
    line: KILT_LINE,
    help: "\
An object for each topic, with id and output; the wikipedia_id of all provenance are the ranking,
best first: a document's score is -rank. A document that several passages name has to be dropped but
for its first mention (--duplicates first). Where no format is named, a file is read so if its first
object has the fields id and output.",
    recognise: |text| raw_json::has_fields(text, ["id", "output"]),
    parse: |text, file, _| parse(text, file, Policies::default(), &mut Dropped::default(), kilt),
    tolerant: Some(|text, file, policies, dropped| parse(text, file, policies, dropped, kilt)),
    choices: &["duplicates"],
};

/// Reads the object of a topic.
type Read = for<'t> fn(&mut Sink<'t>, &Object<'t>) -> Found<()>;

fn parse(
    text: Vec<u8>,
    file: &str,
    policies: Policies,
    dropped: &mut Dropped,
    read: Read,
) -> Result<Run> {
    let expected = "JSON: an object for each topic";
    let lists = raw_json::lists(text, file, None, (policies, dropped), expected, |sink, raw| {
        for item in items(sink, raw)? {
            let object = Object::new(sink, item)?;
            read(sink, &object)?;
        }
        Ok(())
    })?;
    Ok(Run::new(lists, Vec::new()))
}

fn st<'t>(sink: &mut Sink<'t>, item: &Object<'t>) -> Found<()> {
    let topic = item.id(sink, "query_id")?;
    sink.topic(&topic)?;
    for result in item.list(sink, "results")? {
        let result = Object::new(sink, result)?;
        let (docno, score) = (result.id(sink, "corpus_id")?, result.number(sink, "score")?);
        sink.push(&topic, docno, score);
    }
    Ok(())
}

fn llm<'t>(sink: &mut Sink<'t>, item: &Object<'t>) -> Found<()> {
    let topic = Object::new(sink, item.field(sink, "query")?)?.id(sink, "qid")?;
    sink.topic(&topic)?;
    for candidate in item.list(sink, "candidates")? {
        let candidate = Object::new(sink, candidate)?;
        let (docno, score) = (candidate.id(sink, "docid")?, candidate.number(sink, "score")?);
        sink.push(&topic, docno, score);
    }
    Ok(())
}

fn kilt<'t>(sink: &mut Sink<'t>, item: &Object<'t>) -> Found<()> {
    let topic = item.id(sink, "id")?;
    sink.topic(&topic)?;
    let mut rank = 0;
    for output in item.list(sink, "output")? {
        let output = Object::new(sink, output)?;
        if output.find(sink, "provenance")?.is_none() {
            continue;
        }
        for page in output.list(sink, "provenance")? {
            let docno = Object::new(sink, page)?.id(sink, "wikipedia_id")?;
            rank += 1;
            sink.push(&topic, docno, -f64::from(rank));
        }
    }
    Ok(())
}
