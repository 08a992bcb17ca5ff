//! The names that columns of a table have, and which column holds what.

use crate::error::{Result, quote};
use crate::qrels::check_grade;
use crate::run::check_score;

/// What a column can hold, and the names it is known by.
#[derive(Debug)]
pub struct Part {
    /// What it is called, in messages and as a key of `columns=`.
    pub name: &'static str,
    /// Its names.
    pub names: &'static [&'static str],
    /// Names that mean something else where there is one of the others.
    pub weak: &'static [&'static str],
}

/// The topic, as TREC, ir_measures, BEIR, ranx, PyTerrier and Pyserini call it. Beside one of
/// these, PyTerrier's `query` is its text.
pub const TOPIC: Part = Part {
    name: "topic",
    names: &["topic", "topic_id", "qid", "query_id", "query-id", "q_id", "topic_ids", "qids"],
    weak: &["query"],
};

/// The document. Beside `docno`, PyTerrier's `docid` is a number of its index, and `doc` a text.
pub const DOCNO: Part = Part {
    name: "docno",
    names: &["docno", "doc_id", "corpus-id", "corpus_id", "pid", "document_id", "doc_ids"],
    weak: &["docid", "doc"],
};

/// The grade. BEIR and ranx call it `score`, which beside one of the others is that of a run.
pub const GRADE: Part = Part {
    name: "grade",
    names: &["grade", "relevance", "rel", "label", "relevance_grade", "judgment"],
    weak: &["score"],
};

/// The score.
pub const SCORE: Part = Part { name: "score", names: &["score", "sim", "scores"], weak: &[] };

/// The subtopic, as TREC, pyndeval and ir_measures call it.
pub const SUBTOPIC: Part = Part {
    name: "subtopic",
    names: &["subtopic", "subtopic_id", "intent"],
    weak: &["iteration", "iter"],
};

/// The rank, which a run may have beside the score.
pub const RANK: Part = Part { name: "rank", names: &["rank"], weak: &[] };

/// How to choose one of two columns of a file.
pub const CHOOSE: &str = "rename the other";

/// Why it is not clear which column holds something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unclear {
    /// The column in question, if there is one.
    pub place: Option<usize>,
    /// What there is.
    pub found: String,
    /// What there should be.
    pub expected: String,
}

impl Part {
    /// The column that holds it, among columns of these names. `choose` tells how to choose one.
    ///
    /// # Errors
    ///
    /// There is no such column, or there are two and neither yields.
    pub fn find<S: AsRef<[u8]>>(
        &self,
        have: &[S],
        choose: &str,
    ) -> std::result::Result<usize, Unclear> {
        let columns = |names: &[&str]| -> Vec<usize> {
            let is_known = |&at: &usize| names.iter().any(|n| n.as_bytes() == have[at].as_ref());
            (0..have.len()).filter(is_known).collect()
        };
        let mut known = columns(self.names);
        if known.is_empty() {
            known = columns(self.weak);
        }
        let name = |at: usize| quote(have[at].as_ref());
        match known[..] {
            [place] => Ok(place),
            [] => Err(Unclear {
                place: None,
                found: format!(
                    "columns {}",
                    (0..have.len()).map(name).collect::<Vec<_>>().join(", ")
                ),
                expected: format!("one for the {}: any of {}", self.name, self.all().join(", ")),
            }),
            [first, second, ..] => {
                let (first, place) = (name(first), second);
                let second = name(place);
                let choose = if first == second { CHOOSE } else { choose }; // a name tells nothing
                Err(Unclear {
                    place: Some(place),
                    found: format!("columns {first} and {second} for the {}", self.name),
                    expected: format!("one of them: {choose}"),
                })
            }
        }
    }

    /// Whether a column holds it, or several do.
    pub fn is_among<S: AsRef<[u8]>>(&self, have: &[S]) -> bool {
        let known = self.all();
        have.iter().any(|have| known.iter().any(|name| name.as_bytes() == have.as_ref()))
    }

    /// All of its names.
    pub fn all(&self) -> Vec<&'static str> {
        [self.names, self.weak].concat()
    }
}

/// What a table is given for. Its columns do not say: BEIR and ranx call a grade `score`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Judgments.
    Qrels,
    /// Judgments by subtopic.
    Subtopics,
    /// A run.
    Run,
}

impl Role {
    /// What an argument of this role is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Qrels | Self::Subtopics => "qrels",
            Self::Run => "run",
        }
    }

    /// The error of a number that cannot be a grade or a score.
    ///
    /// # Errors
    ///
    /// The number is none, or not finite where it is a grade.
    pub fn check(self, topic: &[u8], docno: &[u8], number: f64) -> Result<()> {
        match self {
            Self::Qrels | Self::Subtopics => check_grade(topic, docno, number),
            Self::Run => check_score(topic, docno, number),
        }
    }

    /// What the column of the number holds.
    pub fn number(self) -> &'static Part {
        match self {
            Self::Qrels | Self::Subtopics => &GRADE,
            Self::Run => &SCORE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{DOCNO, GRADE, RANK, SCORE, SUBTOPIC, TOPIC};

    #[test]
    fn one_column_is_meant_or_it_is_not_clear() {
        let find = |names: &str| {
            let names: Vec<_> = names.split(' ').collect();
            [TOPIC, DOCNO, SCORE].map(|part| part.find(&names, "choose").map_err(|u| u.place))
        };
        assert_eq!(find("qid docno score"), [Ok(0), Ok(1), Ok(2)]);
        // A table of PyTerrier.
        assert_eq!(find("qid docid docno rank score query doc"), [Ok(0), Ok(2), Ok(4)]);
        assert_eq!(find("query docid sim"), [Ok(0), Ok(1), Ok(2)]);
        assert_eq!(find("query-id x qid docid doc"), [Err(Some(2)), Err(Some(4)), Err(None)]);
        assert_eq!(find("score score"), [Err(None), Err(None), Err(Some(1))]);
    }

    #[test]
    fn no_name_is_there_twice() {
        for part in [TOPIC, DOCNO, GRADE, SCORE, SUBTOPIC, RANK] {
            let mut names = part.all();
            names.sort_unstable();
            assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{}", part.name);
        }
    }
}
