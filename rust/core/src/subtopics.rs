//! Judgments by subtopic: a document can have a grade for each aspect of a topic.

use std::collections::{BTreeMap, HashMap};

use crate::error::{Error, ErrorKind, Result};
use crate::lists;
use crate::qrels::{Qrels, check_grade};

/// The judgments of one topic by subtopic. Documents are numbered by falling bytes of their ids.
#[derive(Debug, Default)]
pub struct Subtopics {
    count: usize,
    /// Where the grades of each document start, with the end of the last.
    starts: Vec<usize>,
    /// Subtopics and grades, document by document.
    grades: Vec<(usize, f64)>,
}

impl Subtopics {
    /// Number of subtopics that a document was judged for.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Number of documents.
    pub fn num_docs(&self) -> usize {
        self.starts.len() - 1
    }

    /// The subtopics of a document with its grades.
    pub fn grades(&self, document: usize) -> &[(usize, f64)] {
        &self.grades[self.starts[document]..self.starts[document + 1]]
    }

    /// The highest grade of a document.
    pub fn highest(&self, document: usize) -> f64 {
        self.grades(document).iter().map(|&(_, grade)| grade).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The documents of a ranking by subtopic.
#[derive(Debug, Clone, Copy)]
pub struct Covered<'a> {
    /// The numbers of the documents that the qrels name, by rank.
    pub documents: &'a [usize],
    /// Their judgments, and those of the documents that were not retrieved.
    pub subtopics: &'a Subtopics,
}

impl PartialEq for Covered<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.documents == other.documents && std::ptr::eq(self.subtopics, other.subtopics)
    }
}

/// Collects judgments by subtopic, in any order.
#[derive(Debug, Default)]
pub struct SubtopicsBuilder(BTreeMap<Box<[u8]>, Topic>);

#[derive(Debug, Default)]
struct Topic {
    subtopics: HashMap<Box<[u8]>, usize>,
    documents: BTreeMap<Box<[u8]>, Vec<(usize, f64)>>,
}

impl SubtopicsBuilder {
    /// Adds a judgment. A second one of the same document for the same subtopic is an error.
    ///
    /// # Errors
    ///
    /// The grade is not finite, or the document has one for this subtopic.
    pub fn push(&mut self, topic: &[u8], subtopic: &[u8], docno: &[u8], grade: f64) -> Result<()> {
        check_grade(topic, docno, grade)?;
        let of_topic = self.0.entry(topic.into()).or_default();
        let next = of_topic.subtopics.len();
        let number = *of_topic.subtopics.entry(subtopic.into()).or_insert(next);
        let grades = of_topic.documents.entry(docno.into()).or_default();
        if grades.iter().any(|&(have, _)| have == number) {
            let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
            return Err(Error::new(ErrorKind::DuplicateDocument {
                topic: format!("{}', subtopic '{}", text(topic), text(subtopic)),
                docno: text(docno),
                first_line: None,
            }));
        }
        grades.push((number, grade));
        Ok(())
    }

    /// The judgments, prepared.
    ///
    /// # Errors
    ///
    /// A topic names a document twice, which [`SubtopicsBuilder::push`] has kept out.
    pub fn finish(self) -> Result<Qrels> {
        let mut documents = lists::Builder::default();
        let (mut names, mut all) = (Vec::new(), Vec::new());
        for (name, topic) in self.0 {
            let mut of_topic = Subtopics { count: topic.subtopics.len(), ..Subtopics::default() };
            for (number, (docno, mut grades)) in topic.documents.into_iter().rev().enumerate() {
                documents.push(&name, &docno, number as f64);
                grades.sort_unstable_by_key(|&(subtopic, _)| subtopic);
                of_topic.starts.push(of_topic.grades.len());
                of_topic.grades.extend(grades);
            }
            of_topic.starts.push(of_topic.grades.len());
            names.push(name);
            all.push(of_topic);
        }
        Qrels::by_subtopic(names, documents.finish(), all)
    }
}
