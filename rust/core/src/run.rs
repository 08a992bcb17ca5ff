//! A run: the documents that a system retrieved for each topic, with their scores.

use std::convert::Infallible;

use crate::error::{Error, ErrorKind, Result, quote};
use crate::lists::{Builder, Doc, Lists};
use crate::number;
use crate::policies::{Duplicates, Noted, deduplicate};

/// The rankings of all topics of a system, in memory, to be evaluated any number of times.
#[derive(Debug, Clone)]
pub struct Run {
    lists: Lists,
    tag: Vec<u8>,
    has_ranks: bool,
}

impl Run {
    /// A run with the given tag.
    pub fn new(lists: Lists, tag: Vec<u8>) -> Self {
        Self { lists, tag, has_ranks: false }
    }

    /// The same of a file in which a rank follows the id of each document.
    pub fn with_ranks(lists: Lists, tag: Vec<u8>) -> Self {
        Self { has_ranks: true, ..Self::new(lists, tag) }
    }

    /// Number of topics.
    pub fn len(&self) -> usize {
        self.lists.len()
    }

    /// Whether there is no topic.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of retrieved documents, of all topics.
    pub fn num_docs(&self) -> usize {
        self.lists.num_docs()
    }

    /// The names of the topics, in the order of their bytes.
    pub fn topics(&self) -> &[Box<[u8]>] {
        self.lists.names()
    }

    /// The topics in the order in which the input first names a document of theirs.
    pub fn in_input_order(&self) -> Vec<usize> {
        self.lists.in_input_order()
    }

    /// The run's tag; empty where it has none.
    pub fn tag(&self) -> &[u8] {
        &self.tag
    }

    /// The documents of a topic with their scores, in the order of the input.
    pub fn docs(&self, topic: usize) -> impl Iterator<Item = (&[u8], f64)> {
        self.lists.docs(topic).iter().map(|doc| (self.lists.docno(doc), doc.value))
    }

    /// Whether it comes from a file whose lines have ranks.
    pub fn has_ranks(&self) -> bool {
        self.has_ranks
    }

    /// The rank that the file gives a document, as it stands there.
    ///
    /// # Errors
    ///
    /// The run has no rank column.
    pub fn rank_field(&self, topic: usize, index: usize) -> Result<Vec<u8>> {
        self.check_ranks()?;
        self.lists.next_field(&self.lists.docs(topic)[index], |field| Ok(field.to_vec()))
    }

    fn check_ranks(&self) -> Result<()> {
        let missing = || Error::new(ErrorKind::Usage("the run has no rank column".to_owned()));
        if self.has_ranks { Ok(()) } else { Err(missing()) }
    }

    /// The rank that the file gives a document.
    ///
    /// # Errors
    ///
    /// The run has no rank column, or the rank is not a number.
    pub fn listed_rank(&self, topic: usize, index: usize) -> Result<f64> {
        self.check_ranks()?;
        self.lists.next_field(&self.lists.docs(topic)[index], |field| {
            let rank = number::parse(field).filter(|rank| !rank.is_nan());
            rank.ok_or_else(|| ErrorKind::Malformed {
                found: format!("rank '{}'", quote(field)),
                expected: "a number, since ranks decide between equal scores".to_owned(),
            })
        })
    }

    /// The error of a rank that an earlier document of the topic has too.
    pub(crate) fn rank_twice(&self, topic: usize, index: usize) -> Error {
        let refuse = |field: &[u8]| -> std::result::Result<Infallible, ErrorKind> {
            Err(ErrorKind::Malformed {
                found: format!("rank '{}' a second time in the topic", quote(field)),
                expected: "each rank once, since ranks decide the order".to_owned(),
            })
        };
        let Err(error) = self.lists.next_field(&self.lists.docs(topic)[index], refuse);
        error
    }

    /// Leaves out each document with the id of its topic.
    pub fn drop_identical_ids(&mut self) {
        let topics = 0..self.lists.len();
        let keep: Vec<bool> = topics
            .flat_map(|topic| {
                let name = &self.lists.names()[topic];
                self.lists.docs(topic).iter().map(|doc| *self.lists.docno(doc) != **name)
            })
            .collect();
        self.lists.retain(&keep);
    }

    /// Leaves one mention of each document in each topic, as the policy says, and notes the others.
    pub fn deduplicate(&mut self, policy: Duplicates, dropped: &mut Noted) {
        deduplicate(&mut self.lists, policy, dropped);
    }

    /// Gives each document of a topic the score that `order` (indexes, best first) wants it to
    /// have. They all differ, also as the 32-bit numbers that 9.0.8 compares.
    pub fn set_order(&mut self, topic: usize, order: &[usize]) {
        let scores = (1..).map(|rank| f64::from(f32::from_bits(f32::MAX.to_bits() - rank)));
        self.lists.set_values(topic, order.iter().copied().zip(scores));
    }

    /// The error of a topic that lists its `first` and `second` document, which are the same.
    pub fn duplicate(&self, topic: usize, first: usize, second: usize) -> Error {
        let docs: &[Doc] = self.lists.docs(topic);
        self.lists.duplicate(topic, &docs[first], &docs[second])
    }
}

/// Collects retrieved documents that do not come from a file.
#[derive(Debug, Default)]
pub struct RunBuilder(Builder);

impl RunBuilder {
    /// Adds a retrieved document. Its score may be infinite, but has to be a number.
    ///
    /// # Errors
    ///
    /// The score is not a number.
    pub fn push(&mut self, topic: &[u8], docno: &[u8], score: f64) -> Result<()> {
        check_score(topic, docno, score)?;
        self.0.push(topic, docno, score);
        Ok(())
    }

    /// Adds a topic, be it without any document.
    pub fn push_topic(&mut self, topic: &[u8]) {
        self.0.push_topic(topic);
    }

    /// The run.
    pub fn finish(self) -> Run {
        Run::new(self.0.finish(), Vec::new())
    }
}

/// The error of a score that is not a number.
///
/// # Errors
///
/// The score is not a number.
pub fn check_score(topic: &[u8], docno: &[u8], score: f64) -> Result<()> {
    if !score.is_nan() {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Malformed {
        found: format!(
            "score nan (topic '{}', document '{}')",
            String::from_utf8_lossy(topic),
            String::from_utf8_lossy(docno)
        ),
        expected: "a number".to_owned(),
    }))
}
