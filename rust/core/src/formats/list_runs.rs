//! Runs in JSON lines or a list, an object for each topic: `sentence_transformers`, `rank_llm` and
//! `kilt`.

use serde_json::Value;

use super::Format;
use super::json::{self, Sink, field, id, list, score};
use crate::error::Result;
use crate::policies::{Dropped, Grades, Policies};
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
    recognise: |text| json::has_fields(text, ["query_id", "results"]),
    parse: |text, file, _| parse(&text, file, Policies::default(), &mut Dropped::default(), st),
    tolerant: Some(|text, file, policies, dropped| parse(&text, file, policies, dropped, st)),
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
    recognise: |text| json::has_fields(text, ["query", "candidates"]),
    parse: |text, file, _| parse(&text, file, Policies::default(), &mut Dropped::default(), llm),
    tolerant: Some(|text, file, policies, dropped| parse(&text, file, policies, dropped, llm)),
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
    recognise: |text| json::has_fields(text, ["id", "output"]),
    parse: |text, file, _| parse(&text, file, Policies::default(), &mut Dropped::default(), kilt),
    tolerant: Some(|text, file, policies, dropped| parse(&text, file, policies, dropped, kilt)),
    choices: &["duplicates"],
};

/// Reads the object of a topic.
type Read = fn(&Value, &mut Sink) -> std::result::Result<(), String>;

fn parse(
    text: &[u8],
    file: &str,
    policies: Policies,
    dropped: &mut Dropped,
    read: Read,
) -> Result<Run> {
    let mut sink = Sink::new(Grades::Whole);
    json::read_items(text, file, |item| read(item, &mut sink))?;
    let lists = sink.finish(file, policies, dropped, "JSON: an object for each topic")?;
    Ok(Run::new(lists, Vec::new()))
}

fn st(item: &Value, sink: &mut Sink) -> std::result::Result<(), String> {
    let topic = id(item, "query_id")?;
    sink.topic(&topic)?;
    for result in list(item, "results")? {
        sink.push(&topic, &id(result, "corpus_id")?, score(result, "score")?)?;
    }
    Ok(())
}

fn llm(item: &Value, sink: &mut Sink) -> std::result::Result<(), String> {
    let topic = id(field(item, "query")?, "qid")?;
    sink.topic(&topic)?;
    for candidate in list(item, "candidates")? {
        sink.push(&topic, &id(candidate, "docid")?, score(candidate, "score")?)?;
    }
    Ok(())
}

fn kilt(item: &Value, sink: &mut Sink) -> std::result::Result<(), String> {
    let topic = id(item, "id")?;
    sink.topic(&topic)?;
    let mut rank = 0;
    for output in list(item, "output")?.iter().filter(|output| output.get("provenance").is_some()) {
        for page in list(output, "provenance")? {
            rank += 1;
            sink.push(&topic, &id(page, "wikipedia_id")?, -f64::from(rank))?;
        }
    }
    Ok(())
}
