//! A run: the documents that a system retrieved for each topic, with their scores.

use std::convert::Infallible;

use crate::error::{Error, ErrorKind, Result, quote};
use crate::lists::{Builder, Doc, Lists};
use crate::number;
use crate::policies::{Duplicates, Noted, mentions};

/// The rankings of all topics of a system, in memory, to be evaluated any number of times.
#[derive(Debug, Clone)]
pub struct Run {
    lists: Lists,
    tag: Vec<u8>,
    ranks: Ranks,
}

/// Where the ranks are that the input gives documents.
#[derive(Debug, Clone)]
enum Ranks {
    /// There are none.
    Nowhere,
    /// In the text of the lists, behind the id of each document.
    BehindIds,
    /// Here, as the values of the same documents; NaN where the input has something else.
    Listed(Lists),
}

impl Run {
    /// A run with the given tag.
    pub fn new(lists: Lists, tag: Vec<u8>) -> Self {
        Self { lists, tag, ranks: Ranks::Nowhere }
    }

    /// The same of a file in which a rank follows the id of each document.
    pub fn with_ranks(lists: Lists, tag: Vec<u8>) -> Self {
        Self { ranks: Ranks::BehindIds, ..Self::new(lists, tag) }
    }

    /// The run of a table, with the lists of the ranks that it gives the same documents; these are
    /// empty where it has no such column.
    pub fn with_rank_column(lists: Lists, ranks: Lists) -> Self {
        let ranks = if ranks.is_empty() { Ranks::Nowhere } else { Ranks::Listed(ranks) };
        Self { ranks, ..Self::new(lists, Vec::new()) }
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

    /// Whether the input gives documents ranks.
    pub fn has_ranks(&self) -> bool {
        !matches!(self.ranks, Ranks::Nowhere)
    }

    /// The rank that the input gives a document, as it stands there.
    ///
    /// # Errors
    ///
    /// The input has no ranks.
    pub fn rank_field(&self, topic: usize, index: usize) -> Result<Vec<u8>> {
        match &self.ranks {
            Ranks::Nowhere => Err(self.no_ranks()),
            Ranks::BehindIds => self.behind(topic, index, |field| Ok(field.to_vec())),
            Ranks::Listed(ranks) => Ok(ranks.docs(topic)[index].value.to_string().into_bytes()),
        }
    }

    /// The rank that the input gives a document.
    ///
    /// # Errors
    ///
    /// The input has no ranks, or this one is not a number.
    pub fn listed_rank(&self, topic: usize, index: usize) -> Result<f64> {
        let expected = "a number, since ranks decide between equal scores";
        match &self.ranks {
            Ranks::Nowhere => Err(self.no_ranks()),
            Ranks::BehindIds => self.behind(topic, index, |field| {
                let rank = number::parse(field).filter(|rank| !rank.is_nan());
                rank.ok_or_else(|| malformed(format!("rank '{}'", quote(field)), expected))
            }),
            Ranks::Listed(ranks) => {
                let rank = ranks.docs(topic)[index].value;
                let found = "a rank that is no number";
                if rank.is_nan() {
                    Err(self.error(topic, index, found, expected))
                } else {
                    Ok(rank)
                }
            }
        }
    }

    /// The error of a rank that an earlier document of the topic has too.
    pub(crate) fn rank_twice(&self, topic: usize, index: usize) -> Error {
        let found = |rank: &str| format!("rank '{rank}' a second time in the topic");
        let expected = "each rank once, since ranks decide the order";
        match &self.ranks {
            Ranks::Nowhere => self.no_ranks(),
            Ranks::BehindIds => {
                let refuse = |field: &[u8]| -> std::result::Result<Infallible, ErrorKind> {
                    Err(malformed(found(&quote(field)), expected))
                };
                let Err(error) = self.behind(topic, index, refuse);
                error
            }
            Ranks::Listed(ranks) => {
                let rank = ranks.docs(topic)[index].value.to_string();
                self.error(topic, index, &found(&rank), expected)
            }
        }
    }

    /// The file that it comes from, if it comes from one.
    pub fn file(&self) -> Option<&str> {
        self.lists.file()
    }

    fn no_ranks(&self) -> Error {
        let file = self.file().map_or_else(String::new, |file| format!("{file}: "));
        Error::new(ErrorKind::Usage(format!("{file}the run has no rank column to order by")))
    }

    /// What `read` makes of the field behind the id of a document.
    fn behind<T>(
        &self,
        topic: usize,
        index: usize,
        read: impl FnOnce(&[u8]) -> std::result::Result<T, ErrorKind>,
    ) -> Result<T> {
        self.lists.next_field(&self.lists.docs(topic)[index], read)
    }

    /// The error of something wrong with a document, with its place if the input has places.
    fn error(&self, topic: usize, index: usize, found: &str, expected: &str) -> Error {
        let doc = &self.lists.docs(topic)[index];
        let found = format!("{found}, for {}", self.lists.describe(topic, doc));
        self.lists.error(doc, malformed(found, expected))
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
        self.retain(&keep);
    }

    /// Leaves one mention of each document in each topic, as the policy says, and notes the others.
    pub fn deduplicate(&mut self, policy: Duplicates, dropped: &mut Noted) {
        if let Some(keep) = mentions(&self.lists, policy, dropped) {
            self.retain(&keep);
        }
    }

    /// Leaves the documents for which `keep` holds.
    fn retain(&mut self, keep: &[bool]) {
        self.lists.retain(keep);
        if let Ranks::Listed(ranks) = &mut self.ranks {
            ranks.retain(keep);
        }
    }

    /// Gives each document of a topic the score that `order` (indexes, best first) wants it to
    /// have. They all differ, also as the 32-bit numbers that 9.0.8 compares.
    pub fn set_order(&mut self, topic: usize, order: &[usize]) {
        let scores = (1..).map(|rank| f64::from(f32::from_bits(f32::MAX.to_bits() - rank)));
        self.lists.set_values(topic, order.iter().copied().zip(scores));
    }

    /// The error of the first document in the input that one of these topics lists again, if any
    /// does.
    pub fn first_duplicate(&self, topics: impl Iterator<Item = usize>) -> Option<Error> {
        self.lists.first_duplicate(topics)
    }

    /// The error of a topic that lists its `first` and `second` document, which are the same.
    pub fn duplicate(&self, topic: usize, first: usize, second: usize) -> Error {
        let docs: &[Doc] = self.lists.docs(topic);
        self.lists.duplicate(topic, &docs[first], &docs[second])
    }
}

fn malformed(found: String, expected: &str) -> ErrorKind {
    ErrorKind::Malformed { found, expected: expected.to_owned() }
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
