//! Relevance judgments, ready to be joined with rankings.

use crate::error::{Error, ErrorKind, Result};
use crate::lists::{Builder, Doc, Lists};
use crate::ranking::Level;
use crate::table::{self, HashState, Slot};

/// The judgments of all topics.
#[derive(Debug)]
pub struct Qrels {
    lists: Lists,
    state: HashState,
    /// The hash tables of all topics, and where each begins.
    slots: Vec<Slot>,
    slot_starts: Vec<usize>,
    levels: Vec<Level>,
    level_starts: Vec<usize>,
}

/// The judgments of one topic.
#[derive(Debug, Clone, Copy)]
pub struct TopicQrels<'a> {
    lists: &'a Lists,
    docs: &'a [Doc],
    slots: &'a [Slot],
    /// The grades given, ascending, negative ones left out.
    pub levels: &'a [Level],
}

impl Qrels {
    /// Prepares judgments. A document that a topic lists twice is an error.
    pub fn new(lists: Lists) -> Result<Self> {
        let state = HashState::default();
        let mut slot_starts = vec![0];
        let mut level_starts = vec![0];
        let mut levels = Vec::new();
        let mut grades = Vec::new();
        let mut total = 0;
        for topic in 0..lists.len() {
            let docs = lists.docs(topic);
            total += table::slots_for(docs.len());
            slot_starts.push(total);
            grades.clear();
            grades.extend(docs.iter().map(|doc| doc.value).filter(|&grade| grade >= 0.0));
            grades.sort_unstable_by(f64::total_cmp);
            let runs = grades.chunk_by(|a, b| a == b);
            levels.extend(runs.map(|run| Level { grade: run[0], count: run.len() }));
            level_starts.push(levels.len());
        }
        let mut slots = vec![Slot::default(); total];
        for topic in 0..lists.len() {
            let docs = lists.docs(topic);
            let slots = &mut slots[slot_starts[topic]..slot_starts[topic + 1]];
            for (index, doc) in (0..).zip(docs) {
                let docno = lists.docno(doc);
                let is_same = |other: u32| lists.docno(&docs[other as usize]) == docno;
                let hash = table::hash(&state, docno);
                if let Some(first) = table::insert(slots, hash, index, is_same) {
                    return Err(lists.duplicate(topic, &docs[first as usize], doc));
                }
            }
        }
        Ok(Self { lists, state, slots, slot_starts, levels, level_starts })
    }

    /// Number of topics.
    pub fn len(&self) -> usize {
        self.lists.len()
    }

    /// Whether there is no topic.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of judgments, of all topics, negative grades among them.
    pub fn num_judgments(&self) -> usize {
        self.lists.num_docs()
    }

    /// Number of judgments with a grade above 0.
    pub fn num_positive(&self) -> usize {
        self.lists.all_docs().iter().filter(|doc| doc.value > 0.0).count()
    }

    /// The names of the topics, in the order of their bytes.
    pub fn topics(&self) -> &[Box<[u8]>] {
        self.lists.names()
    }

    /// The index of a topic.
    pub fn find(&self, name: &[u8]) -> Option<usize> {
        self.lists.find(name)
    }

    /// The judgments of a topic.
    pub fn topic(&self, index: usize) -> TopicQrels<'_> {
        TopicQrels {
            lists: &self.lists,
            docs: self.lists.docs(index),
            slots: &self.slots[self.slot_starts[index]..self.slot_starts[index + 1]],
            levels: &self.levels[self.level_starts[index]..self.level_starts[index + 1]],
        }
    }

    /// The documents and grades of a topic, in the order of the input.
    pub fn judgments(&self, topic: usize) -> impl Iterator<Item = (&[u8], f64)> {
        self.lists.docs(topic).iter().map(|doc| (self.lists.docno(doc), doc.value))
    }

    /// The hash of a document id, for [`TopicQrels::grade`].
    #[inline]
    pub fn hash(&self, docno: &[u8]) -> u64 {
        table::hash(&self.state, docno)
    }
}

impl TopicQrels<'_> {
    /// Number of judgments.
    pub fn len(&self) -> usize {
        self.docs.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.docs.is_empty()
    }

    /// The grade of a document with this hash; `None` if the topic does not name it.
    #[inline]
    pub fn grade(&self, hash: u64, docno: &[u8]) -> Option<f64> {
        let is_same = |index: u32| self.lists.docno(&self.docs[index as usize]) == docno;
        let index = table::find(self.slots, hash, is_same)?;
        Some(self.docs[index as usize].value)
    }
}

/// Collects judgments that do not come from a file.
#[derive(Debug, Default)]
pub struct QrelsBuilder(Builder);

impl QrelsBuilder {
    /// Adds a judgment. The grade may be any finite number; a negative one means: in the pool,
    /// but not judged.
    pub fn push(&mut self, topic: &[u8], docno: &[u8], grade: f64) -> Result<()> {
        if !grade.is_finite() {
            return Err(Error::new(ErrorKind::Malformed {
                found: format!(
                    "grade {grade} (topic '{}', document '{}')",
                    String::from_utf8_lossy(topic),
                    String::from_utf8_lossy(docno)
                ),
                expected: "a finite number".to_owned(),
            }));
        }
        self.0.push(topic, docno, grade)
    }

    /// The judgments, prepared.
    pub fn finish(self) -> Result<Qrels> {
        Qrels::new(self.0.finish())
    }
}
