//! A run in a mapping, evaluated where it is: no document is copied.
//!
//! A topic with few judged documents is ranked by its scores alone: the judged documents are looked
//! up in the run's dict, and the scores above each one counted. The strings of the other documents,
//! most of the memory of a run, are never touched.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use rtreceval_core::evaluate::Scorer;
use rtreceval_core::join::{Row, descending, score_key};
use rtreceval_core::ranking::Pooled;
use rtreceval_core::run::nan_score;
use rtreceval_core::{Compat, Error, ErrorKind, Evaluation, Evaluator};

use crate::errors::exception;
use crate::ids::{check_documents, encode, for_each_item, number};
use crate::plain_dict;
use crate::qrels::Judgments;

/// A topic is ranked by its scores alone where it has this many times more documents than
/// judgments.
const FEW: usize = 2;

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
        unjudged: Vec::new(),
        scores: Vec::new(),
        keys: Vec::new(),
    };
    for_each_item(run, |topic, documents| {
        check_documents("run", &topic, &documents)?;
        walk.topic(&topic, &documents)
    })?;
    walk.unjudged.sort_unstable();
    evaluator
        .finish(&[walk.scorer.into_scores()], Vec::new(), walk.unjudged)
        .map_err(|error| exception(run.py(), &error))
}

struct Walk<'e> {
    evaluator: &'e Evaluator,
    judgments: &'e Judgments,
    scorer: Scorer<'e>,
    unjudged: Vec<Box<[u8]>>,
    scores: Vec<f64>,
    keys: Vec<u64>,
}

impl Walk<'_> {
    fn topic(&mut self, topic: &Bound<'_, PyAny>, documents: &Bound<'_, PyAny>) -> PyResult<()> {
        let name = encode(topic, || "run: topic".to_owned())?;
        let Some(index) = self.judgments.core.find(&name) else {
            self.unjudged.push(name.into_owned().into());
            return Ok(());
        };
        if let Ok(dict) = documents.cast_exact::<PyDict>()
            && self.judgments.core.topic(index).len() * FEW <= dict.len()
            && self.by_scores(index, dict)?
        {
            return Ok(());
        }
        self.by_rows(index, topic, documents)
    }

    /// Scores a topic from the scores of its documents. Gives false, having done nothing, where
    /// that is not enough: a score is no plain number, or one of a judged document is tied.
    fn by_scores(&mut self, index: usize, dict: &Bound<'_, PyDict>) -> PyResult<bool> {
        let py = dict.py();
        self.scores.clear();
        if !plain_dict::values(dict, &mut self.scores) || self.scores.iter().any(|s| s.is_nan()) {
            return Ok(false);
        }
        let compat = self.evaluator.options().compat;
        self.keys.clear();
        self.keys.extend(self.scores.iter().map(|&score| key(score, compat)));
        if !self.keys.is_sorted() {
            self.keys.sort_unstable();
        }
        let docnos = self.judgments.docnos(py, index)?;
        let mut pooled = Vec::with_capacity(docnos.len());
        for (docno, (_, grade)) in docnos.iter().zip(self.judgments.core.judgments(index)) {
            let Some(score) = plain_dict::get(dict, docno.bind(py)) else { continue };
            let key = key(score, compat);
            let above = self.keys.partition_point(|&other| other < key);
            if self.keys.get(above + 1) == Some(&key) {
                return Ok(false);
            }
            pooled.push(Pooled { rank: above + 1, grade });
        }
        pooled.sort_unstable_by_key(|document| document.rank);
        self.scorer.score_pooled(index, dict.len(), &pooled);
        Ok(true)
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
                let name = topic.cast::<PyString>()?.to_string_lossy();
                return Err(exception(py, &nan_score(name.as_bytes(), docno)));
            }
            rows.push(Row { docno, score });
        }
        self.scorer.score(index, &rows).map_err(|duplicate| {
            let error = Error::new(ErrorKind::DuplicateDocument {
                topic: topic.to_string(),
                docno: String::from_utf8_lossy(rows[duplicate.second].docno).into_owned(),
                first_line: None,
            });
            exception(py, &error)
        })
    }
}

fn key(score: f64, compat: Compat) -> u64 {
    descending(score_key(score, compat))
}
