//! A run in a mapping, evaluated where it is: no document is copied.
//!
//! Judged documents are looked up in the run's dict, and the scores above each one counted. The
//! strings of the other documents, most of the memory of a run, are not touched.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use rtreceval_core::join::{Row, descending, score_key};
use rtreceval_core::ranking::Pooled;
use rtreceval_core::run::check_score;
use rtreceval_core::scorer::Scorer;
use rtreceval_core::{Error, ErrorKind, Evaluation, Evaluator};

use crate::errors::exception;
use crate::ids::{check_documents, encode, for_each_item, number, topic_twice, whole_number};
use crate::plain_dict::{self, Place};
use crate::qrels::Judgments;
use crate::unmatched::Unmatched;

/// Where more documents than this have one score, sorting all is faster than looking at them for
/// each judged one.
const MANY_TIED: usize = 32;

/// So is it where more judged documents than this are tied: all scores are looked at for each.
const MANY_SEARCHED: usize = 32;

/// Evaluates a run in a mapping of mappings.
pub fn evaluate(
    evaluator: &Evaluator,
    judgments: &Judgments,
    run: &Bound<'_, PyAny>,
) -> PyResult<Evaluation> {
    let mut walk = Walk {
        evaluator,
        judgments,
        scorer: Scorer::new(evaluator),
        least_grade: evaluator.least_grade(),
        unjudged: Vec::new(),
        seen: vec![false; judgments.core().len()],
        unmatched: Some(Unmatched::default()),
        scores: Vec::new(),
        places: Vec::new(),
        sorted: Vec::new(),
        pooled: Vec::new(),
    };
    for_each_item(run, |topic, documents| {
        check_documents("run", &topic, &documents)?;
        walk.topic(&topic, &documents)
    })?;
    if let Some(unmatched) = &walk.unmatched {
        unmatched.check(run.py(), judgments)?;
    }
    walk.unjudged.sort_unstable();
    evaluator
        .finish(&[walk.scorer.into_scores()], Vec::new(), walk.unjudged)
        .map_err(|error| exception(run.py(), &error))
}

struct Walk<'e> {
    evaluator: &'e Evaluator,
    judgments: &'e Judgments,
    scorer: Scorer<'e>,
    /// Documents with a lower grade change no value.
    least_grade: f64,
    unjudged: Vec<Box<[u8]>>,
    /// The topics that have been scored.
    seen: Vec<bool>,
    /// What the ids look like, as long as they may be such that none can match.
    unmatched: Option<Unmatched>,
    scores: Vec<f64>,
    places: Vec<Place>,
    sorted: Vec<u64>,
    pooled: Vec<Pooled>,
}

impl Walk<'_> {
    fn topic(&mut self, topic: &Bound<'_, PyAny>, documents: &Bound<'_, PyAny>) -> PyResult<()> {
        let name = encode(topic, || "run: topic".to_owned())?;
        let Some(index) = self.judgments.core().find(&name) else {
            self.unjudged.push(name.into());
            return Ok(());
        };
        if std::mem::replace(&mut self.seen[index], true) {
            return Err(topic_twice("run", &name));
        }
        if !self.judgments.core().are_by_subtopic()
            && let Ok(dict) = documents.cast_exact::<PyDict>()
            && self.by_scores(index, topic, dict)?
        {
            return Ok(());
        }
        self.by_rows(index, topic, documents)
    }

    /// Scores a topic from the scores of its documents. Gives false, having done nothing, where
    /// one is no plain number, or where too many are equal.
    fn by_scores(
        &mut self,
        index: usize,
        topic: &Bound<'_, PyAny>,
        dict: &Bound<'_, PyDict>,
    ) -> PyResult<bool> {
        let py = dict.py();
        let compat = self.evaluator.options().compat;
        let key = |score: f64| descending(score_key(score, compat));
        let Self { scores, places, .. } = self;
        scores.clear();
        places.clear();
        if !plain_dict::values(dict, scores, places) || self.scores.iter().any(|s| s.is_nan()) {
            return Ok(false);
        }
        self.sorted.clear();
        self.sorted.extend(self.scores.iter().map(|&score| key(score)));
        if !self.sorted.is_sorted() {
            self.sorted.sort_unstable();
        }
        self.pooled.clear();
        let mut searched = 0;
        for judgment in self.judgments.topic(py, index)? {
            if judgment.grade < self.least_grade {
                continue;
            }
            let docno = judgment.docno.bind(py);
            let Some(score) = plain_dict::get(dict, docno) else {
                match whole_number(docno) {
                    Some(number) if dict.contains(&number)? => return Ok(false), // ids are int
                    _ => continue,
                }
            };
            let key = key(score);
            let above = self.sorted.partition_point(|&other| other < key);
            let tied = self.sorted[above..].partition_point(|&other| other == key);
            let mut rank = above + 1;
            searched += usize::from(tied > 1);
            if tied > MANY_TIED || searched > MANY_SEARCHED {
                return Ok(false);
            }
            if tied > 1 {
                let tied = |other: &f64| descending(score_key(*other, compat)) == key;
                let tied = self.scores.iter().zip(&self.places).filter(|(other, _)| tied(other));
                rank += ids_above(dict, tied.map(|(_, &place)| place), topic, docno)?;
            }
            self.pooled.push(Pooled { rank, grade: judgment.grade });
        }
        if self.pooled.is_empty() {
            self.check_ids(topic, dict)?;
        } else {
            self.unmatched = None;
        }
        self.pooled.sort_unstable_by_key(|document| document.rank);
        self.scorer.score_pooled(index, dict.len(), &self.pooled);
        Ok(true)
    }

    /// Where no judged document is found, the ids may be of another type.
    fn check_ids(&mut self, topic: &Bound<'_, PyAny>, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        for docno in dict.keys() {
            let id = encode(&docno, || format!("run[{topic:?}]: document"))?;
            self.see(&docno, &id);
        }
        Ok(())
    }

    /// Takes note of an id, unless it is known that ids can match.
    fn see(&mut self, docno: &Bound<'_, PyAny>, id: &[u8]) {
        if self.unmatched.as_mut().is_some_and(|unmatched| !unmatched.see(docno, id)) {
            self.unmatched = None;
        }
    }

    /// Scores a topic from its documents and their scores.
    fn by_rows(
        &mut self,
        index: usize,
        topic: &Bound<'_, PyAny>,
        documents: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let py = topic.py();
        let mut items = Vec::new();
        for_each_item(documents, |docno, score| {
            let number = number("run", topic, &docno, &score)?;
            items.push((docno, number));
            Ok(())
        })?;
        let docnos = items
            .iter()
            .map(|(docno, _)| encode(docno, || format!("run[{topic:?}]: document")))
            .collect::<PyResult<Vec<Cow<[u8]>>>>()?;
        let mut rows = Vec::with_capacity(items.len());
        for (docno, &(_, score)) in docnos.iter().zip(&items) {
            if score.is_nan() {
                let checked = check_score(topic.to_string().as_bytes(), docno, score);
                checked.map_err(|error| exception(py, &error))?;
            }
            rows.push(Row { docno, score });
        }
        if self.unmatched.is_some() {
            items.iter().zip(&docnos).for_each(|((docno, _), id)| self.see(docno, id));
        }
        let documents = self.judgments.documents(py)?;
        self.scorer.score(documents, index, &rows).map_err(|duplicate| {
            let error = Error::new(ErrorKind::DuplicateDocument {
                topic: topic.to_string(),
                docno: String::from_utf8_lossy(rows[duplicate.second].docno).into_owned(),
                first_line: None,
            });
            exception(py, &error)
        })
    }
}

/// The number of documents, of those at these places, whose id goes before this one.
fn ids_above(
    dict: &Bound<'_, PyDict>,
    places: impl Iterator<Item = Place>,
    topic: &Bound<'_, PyAny>,
    docno: &Bound<'_, PyString>,
) -> PyResult<usize> {
    let docno = encode(docno.as_any(), String::new)?;
    let mut above = 0;
    for other in places.filter_map(|place| plain_dict::key(dict, place)) {
        let other = encode(&other, || format!("run[{topic:?}]: document"))?;
        above += usize::from(other > docno);
    }
    Ok(above)
}
