//! Items from and to the files of TREC.

use std::borrow::Cow;
use std::fmt::{self, Write};

use foldhash::HashSet;

use super::items::Item;
use super::json::{Json, Number, Wrong};
use super::jsonl::Lines;
use super::malformed;
use crate::error::{Result, quote};
use crate::join::{descending, score_key};
use crate::options::Compat;
use crate::qrels::{Documents, Qrels};
use crate::run::Run;

/// Up to this many, each count is a 32-bit float of its own, in which a run's scores are compared.
const MAX_RANKED: usize = 1 << 24;

/// One item for each topic of qrels or run, in the order of their bytes. A topic without a
/// ranking has an empty one; a topic without judgments has no `qrels`. A document that the run
/// lists twice in a topic is an error, and so is an id that is not UTF-8, which JSON cannot have.
///
/// # Errors
///
/// A topic lists a document twice, or an id is not UTF-8.
pub fn items(qrels: &Qrels, documents: &Documents, run: &Run) -> Result<Vec<Json<'static>>> {
    let mut topics: Vec<&[u8]> = qrels.topics().iter().chain(run.topics()).map(|t| &**t).collect();
    topics.sort_unstable();
    topics.dedup();
    topics.into_iter().map(|topic| item(qrels, documents, run, topic)).collect()
}

fn item(qrels: &Qrels, documents: &Documents, run: &Run, topic: &[u8]) -> Result<Json<'static>> {
    let ranked = match run.topics().binary_search_by(|name| (**name).cmp(topic)) {
        Ok(at) => ranked(run, at)?.into_iter().map(|id| Ok(Json::Text(text(id)?))).collect(),
        Err(_) => Ok(Vec::new()),
    };
    let mut fields = vec![
        (Cow::Borrowed("resultId"), Json::Text(text(topic)?)),
        (Cow::Borrowed("ranked"), Json::List(ranked?)),
    ];
    if let Some(at) = qrels.find(topic) {
        let grades = documents.topic(at).judgments();
        let grades = grades.map(|(docno, grade)| Ok((text(docno)?, Some(grade).into())));
        fields.push((Cow::Borrowed("qrels"), Json::Object(grades.collect::<Result<_>>()?)));
    }
    Ok(Json::Object(fields))
}

fn text(id: &[u8]) -> Result<Cow<'static, str>> {
    match std::str::from_utf8(id) {
        Ok(text) => Ok(Cow::Owned(text.to_owned())),
        Err(_) => Err(malformed(format!("id '{}'", quote(id)), "an id in UTF-8")),
    }
}

/// The documents of a topic of a run, ranked as `trec_eval` 9 ranks them.
fn ranked(run: &Run, topic: usize) -> Result<Vec<&[u8]>> {
    let mut docs: Vec<_> = run
        .docs(topic)
        .map(|(docno, score)| (descending(score_key(score, Compat::V9)), docno))
        .collect();
    let mut by_docno: Vec<usize> = (0..docs.len()).collect();
    by_docno.sort_by_key(|&at| docs[at].1);
    if let Some(pair) = by_docno.windows(2).find(|pair| docs[pair[0]].1 == docs[pair[1]].1) {
        return Err(run.duplicate(topic, pair[0], pair[1]));
    }
    docs.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| b.1.cmp(a.1)));
    Ok(docs.into_iter().map(|(_, docno)| docno).collect())
}

/// The topics of the qrels that the run lacks.
pub fn without_ranking<'q>(qrels: &'q Qrels, run: &Run) -> Vec<Cow<'q, str>> {
    let missing = qrels.topics().iter().filter(|topic| run.topics().binary_search(topic).is_err());
    missing.map(|topic| String::from_utf8_lossy(topic)).collect()
}

/// An item as lines of qrels and of a run, which give the same numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trec {
    /// Lines of 'topic 0 docno grade'.
    pub qrels: String,
    /// Lines of 'topic Q0 docno rank score tag'.
    pub run: String,
    /// The item's id.
    pub id: String,
    /// Number of repeated ids, in whose places the run has ids that are judged nowhere.
    pub copies: usize,
}

impl Trec {
    /// Writes the items of a file, one JSON object on each line.
    ///
    /// # Errors
    ///
    /// A line is no item, an id comes twice, or an item has what files of TREC cannot hold.
    pub fn read(lines: &Lines, threads: usize) -> Result<Vec<Self>> {
        let parts = lines.map(threads, Self::from_json)?;
        lines.check_ids("resultId", parts.iter().map(|part| &*part.id))?;
        Ok(parts)
    }

    /// Writes an item. Where an id of the ranking comes back, its place is filled with
    /// `copy-of-RANK`: a run may list a document once only, and without the place the documents
    /// below would move up.
    ///
    /// # Errors
    ///
    /// It is no item, or has what files of TREC cannot hold.
    pub fn from_json(json: &Json) -> std::result::Result<Self, Wrong> {
        let item = Item::from_json(json)?;
        let topic = plain(&item.id).map_err(|wrong| wrong.in_field("resultId"))?;
        if topic.starts_with('#') {
            let wrong = Wrong::new(format!("'{topic}'"), "an id that does not begin with '#'");
            return Err(wrong.in_field("resultId"));
        }
        if item.ranked.len() > MAX_RANKED {
            let found = format!("{} ids", item.ranked.len());
            return Err(Wrong::new(found, format!("at most {MAX_RANKED}")).in_field("ranked"));
        }
        let mut trec =
            Self { qrels: String::new(), run: String::new(), id: item.id.clone(), copies: 0 };
        for (id, grade) in item.qrels.iter().flatten() {
            let in_qrels = |wrong: Wrong| wrong.in_field(id).in_field("qrels");
            let id = plain(id).map_err(in_qrels)?;
            let grade = whole(*grade).map_err(in_qrels)?;
            put(&mut trec.qrels, format_args!("{topic} 0 {id} {grade}"));
        }
        let taken: HashSet<&str> =
            item.ranked.iter().copied().chain(item.qrels.iter().flatten().map(|q| q.0)).collect();
        let mut seen = HashSet::default();
        for (at, id) in item.ranked.iter().enumerate() {
            let id = plain(id).map_err(|wrong| wrong.in_element(at).in_field("ranked"))?;
            let (rank, score) = (at + 1, item.ranked.len() - at);
            if seen.insert(id) {
                put(&mut trec.run, format_args!("{topic} Q0 {id} {rank} {score} rtreceval"));
            } else {
                let mut copy = format!("copy-of-{rank}");
                while taken.contains(&*copy) {
                    copy.push('_');
                }
                trec.copies += 1;
                put(&mut trec.run, format_args!("{topic} Q0 {copy} {rank} {score} rtreceval"));
            }
        }
        Ok(trec)
    }
}

fn put(out: &mut String, line: fmt::Arguments) {
    // Writing to memory does not fail.
    let _ = writeln!(out, "{line}");
}

/// An id that can stand in a file of fields parted by white space.
fn plain(id: &str) -> std::result::Result<&str, Wrong> {
    if !id.is_empty() && !id.bytes().any(crate::formats::fields::is_space) {
        return Ok(id);
    }
    let found = format!("id '{}'", quote(id.as_bytes()));
    Err(Wrong::new(found, "an id without white space, as the files of TREC need it"))
}

/// A grade as the qrels of TREC have it.
fn whole(grade: f64) -> std::result::Result<i64, Wrong> {
    #[allow(clippy::cast_possible_truncation)] // checked below
    let number = grade as i64;
    if number as f64 == grade && number != i64::MAX {
        return Ok(number);
    }
    let found = Number::from_f64(grade).map_or_else(|| grade.to_string(), |n| n.to_string());
    Err(Wrong::new(format!("grade {found}"), "a whole number, as the files of TREC need it"))
}

#[cfg(test)]
mod tests {
    use super::{Trec, items};
    use crate::formats;
    use crate::rag::items::Settings;
    use crate::rag::json::Json;

    fn json(text: &str) -> Json<'_> {
        serde_json::from_str(text).expect("JSON")
    }

    #[test]
    fn there_and_back() {
        let item = json(
            r#"{"resultId": "q", "ranked": ["A", "A", "X", "B", "copy-of-2"],
                "qrels": {"B": 2, "A": true, "N": -1}}"#,
        );
        let trec = Trec::from_json(&item).expect("lines");
        assert_eq!(trec.copies, 1);
        assert!(trec.run.contains("q Q0 copy-of-2_ 2 4 rtreceval\n"));
        let qrels = formats::qrels::parse(trec.qrels.into(), "qrels", 1).expect("qrels");
        let run = formats::trec_results::parse(trec.run.into(), "run", 1).expect("a run");
        let documents = qrels.documents().expect("documents");
        let back = items(&qrels, documents, &run).expect("items");
        let settings = Settings { k: 3, facets: Vec::new() };
        let values = |json| {
            let scored = vec![settings.score(json).expect("a score")];
            settings.finish(scored).expect("a report").summary.values()
        };
        assert_eq!(values(&back[0]), values(&item));
    }

    #[test]
    fn what_trec_cannot_hold() {
        let cases = [
            (r#"{"resultId": "a b", "ranked": []}"#, "id 'a b' in 'resultId'"),
            (r##"{"resultId": "#a", "ranked": []}"##, "'#a' in 'resultId'"),
            (r#"{"resultId": "a", "ranked": [""]}"#, "id '' in 'ranked[0]'"),
            (r#"{"resultId": "a", "ranked": [], "qrels": {"b": 0.5}}"#, "grade 0.5 in 'qrels.b'"),
            (
                r#"{"resultId": "a", "ranked": [], "qrels": {"b": 1e300}}"#,
                "grade 1e+300 in 'qrels.b'",
            ),
        ];
        for (item, found) in cases {
            assert_eq!(Trec::from_json(&json(item)).expect_err("wrong").found(), found);
        }
    }
}
