//! Names of columns: which of a table's columns hold the topic, the document and the number.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rtreceval_core::qrels::check_grade;
use rtreceval_core::run::check_score;

/// What a table is given for. Its columns do not say: BEIR and ranx call a grade `score`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Qrels,
    /// Judgments by subtopic.
    Subtopics,
    Run,
}

/// The names of a topic's column: of TREC, ir_measures, BEIR, ranx, PyTerrier and Pyserini.
const TOPIC: &[&str] =
    &["topic", "topic_id", "qid", "query_id", "query-id", "q_id", "query", "topic_ids", "qids"];

/// The names of a document's column.
const DOCNO: &[&str] =
    &["docno", "doc_id", "docid", "corpus-id", "corpus_id", "pid", "doc", "document_id", "doc_ids"];

/// The names of a grade's column, the least ambiguous first.
const GRADE: &[&str] =
    &["grade", "relevance", "rel", "label", "relevance_grade", "judgment", "score"];

/// The names of a subtopic's column: of TREC, pyndeval and ir_measures.
const SUBTOPIC: &[&str] = &["subtopic", "subtopic_id", "intent", "iteration", "iter"];

/// The names of a score's column.
const SCORE: &[&str] = &["score", "sim", "scores"];

impl Role {
    /// The argument's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Qrels | Self::Subtopics => "qrels",
            Self::Run => "run",
        }
    }

    fn number_names(self) -> &'static [&'static str] {
        match self {
            Self::Qrels | Self::Subtopics => GRADE,
            Self::Run => SCORE,
        }
    }

    /// The places of the topic, the document and the number among a table's columns, and of the
    /// subtopic where that is wanted.
    ///
    /// `chosen` may name them: a mapping with the keys 'topic', 'docno', 'subtopic', and 'grade' or
    /// 'score'.
    pub fn find_columns(
        self,
        have: &[String],
        chosen: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<([usize; 3], Option<usize>)> {
        let number = match self {
            Self::Qrels | Self::Subtopics => "grade",
            Self::Run => "score",
        };
        let find = |key: &str, known: &[&str]| -> PyResult<usize> {
            let by_user = match chosen {
                Some(chosen) => chosen.get_item(key)?.map(|name| name.extract::<String>()),
                None => None,
            };
            // One choice serves qrels and run, so a table may lack the name that is meant for the
            // other.
            let by_user = by_user.transpose()?;
            let place = |name: &str| have.iter().position(|have| have == name);
            let found = by_user
                .and_then(|name| place(&name))
                .or_else(|| known.iter().find_map(|name| place(name)));
            found.ok_or_else(|| {
                PyValueError::new_err(format!(
                    "{}: found columns {}, expected one for the {key}: any of {}, or columns={{'{key}': NAME}}",
                    self.name(),
                    have.join(", "),
                    known.join(", "),
                ))
            })
        };
        let places =
            [find("topic", TOPIC)?, find("docno", DOCNO)?, find(number, self.number_names())?];
        let subtopic = self == Self::Subtopics;
        Ok((places, subtopic.then(|| find("subtopic", SUBTOPIC)).transpose()?))
    }
}

impl Role {
    /// The error of a number that cannot be a grade or a score.
    pub fn check(self, topic: &[u8], docno: &[u8], number: f64) -> rtreceval_core::Result<()> {
        match self {
            Self::Qrels | Self::Subtopics => check_grade(topic, docno, number),
            Self::Run => check_score(topic, docno, number),
        }
    }
}
