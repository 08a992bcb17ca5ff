//! Relevance judgments, ready to be joined with rankings.

use std::hash::BuildHasher;
use std::ops::Range;
use std::sync::OnceLock;

use crate::error::{Error, ErrorKind, Result};
use crate::groups::Groups;
use crate::levels::Levels;
use crate::lists::{Builder, Doc, Lists};
use crate::measures::Needs;
use crate::preferences::Preferences;
use crate::ranking::Level;
use crate::ranks::ByDocno;
use crate::subtopics::Subtopics;
use crate::table::{self, HashState, Slot};
use crate::threads;

/// Fewer documents than this are entered before a second thread would have started.
const WORTH_A_THREAD: usize = 20_000;

/// The judgments of all topics.
///
/// The grades are enough to score a ranking whose judged documents are known with their ranks. To
/// find these, the documents are needed too; a caller that finds them by other means can leave
/// them out, or set them later.
#[derive(Debug)]
pub struct Qrels {
    names: Vec<Box<[u8]>>,
    levels: Levels,
    num_judgments: usize,
    documents: OnceLock<Documents>,
    kind: Kind,
}

/// What the judgments say of documents.
#[derive(Debug)]
pub enum Kind {
    /// A grade for each.
    Grades,
    /// A grade for each by each judgment group.
    Groups(Groups),
    /// A grade for each by each subtopic. The grades in the documents then are their numbers.
    Subtopics(Vec<Subtopics>),
    /// Which are preferred to which, by judgment group.
    Preferences(Preferences),
}

impl Kind {
    /// The needs of measures that these judgments meet.
    pub fn gives(&self) -> Needs {
        match self {
            Self::Grades => Needs::Grades,
            Self::Groups(_) => Needs::Groups,
            Self::Subtopics(_) => Needs::Subtopics,
            Self::Preferences(_) => Needs::Preferences,
        }
    }

    /// In which order documents with equal scores are ranked.
    pub fn by_docno(&self) -> ByDocno {
        match self {
            Self::Grades | Self::Groups(_) | Self::Subtopics(_) => ByDocno::Descending,
            Self::Preferences(_) => ByDocno::Ascending,
        }
    }
}

/// The documents of the qrels, in a hash table for each topic.
#[derive(Debug)]
pub struct Documents {
    lists: Lists,
    state: HashState,
    slots: Vec<Slot>,
    slot_starts: Vec<usize>,
}

/// The judged documents of one topic.
#[derive(Debug, Clone, Copy)]
pub struct TopicDocuments<'a> {
    documents: &'a Documents,
    docs: &'a [Doc],
    slots: &'a [Slot],
}

impl Qrels {
    /// Prepares judgments. A document that a topic lists twice is an error.
    ///
    /// # Errors
    ///
    /// A topic names a document twice.
    pub fn new(lists: Lists) -> Result<Self> {
        Self::prepare(lists, 1)
    }

    /// The same on up to `threads` threads.
    ///
    /// # Errors
    ///
    /// A topic names a document twice.
    pub fn prepare(lists: Lists, threads: usize) -> Result<Self> {
        let names = lists.names().to_vec();
        let (documents, levels) = Documents::new(lists, threads)?;
        Ok(Self { documents: OnceLock::from(documents), ..Self::of_levels(names, levels) })
    }

    /// Prepares the grades alone, of topics in the order of their bytes.
    pub fn of_levels(names: Vec<Box<[u8]>>, levels: Levels) -> Self {
        let num_judgments = levels.num_judgments();
        Self { names, levels, num_judgments, documents: OnceLock::new(), kind: Kind::Grades }
    }

    /// Judgments by judgment group, of topics in the order of their bytes. They have no grades and
    /// no documents of their own.
    pub fn of_groups(names: Vec<Box<[u8]>>, num_judgments: usize, kind: Kind) -> Self {
        let levels = Levels::of_topics(names.iter().map(|_| []));
        Self { num_judgments, kind, ..Self::of_levels(names, levels) }
    }

    /// What the judgments say of documents.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Prepares judgments by subtopic, of topics in the order of their bytes. `lists` has the
    /// documents with their numbers.
    pub(crate) fn by_subtopic(
        names: Vec<Box<[u8]>>,
        lists: Lists,
        subtopics: Vec<Subtopics>,
    ) -> Result<Self> {
        let levels =
            Levels::of_topics(subtopics.iter().map(|of_topic| {
                (0..of_topic.num_docs()).map(|document| of_topic.highest(document))
            }));
        let this = Self::of_levels(names, levels);
        this.set_documents(lists)?;
        Ok(Self { kind: Kind::Subtopics(subtopics), ..this })
    }

    /// The judgments of a topic by subtopic, if they are.
    pub fn subtopics(&self, topic: usize) -> Option<&Subtopics> {
        match &self.kind {
            Kind::Subtopics(subtopics) => Some(&subtopics[topic]),
            _ => None,
        }
    }

    /// Whether the judgments are by subtopic.
    pub fn are_by_subtopic(&self) -> bool {
        matches!(self.kind, Kind::Subtopics(_))
    }

    /// Sets the documents, which have to be those of the grades. A document that a topic lists
    /// twice is an error.
    ///
    /// # Errors
    ///
    /// A topic names a document twice.
    pub fn set_documents(&self, lists: Lists) -> Result<()> {
        let (documents, _) = Documents::new(lists, 1)?;
        // Another thread may have set the same before.
        let _ = self.documents.set(documents);
        Ok(())
    }

    /// The same judgments, with more topics: those that are new have no judgment.
    ///
    /// # Errors
    ///
    /// A topic names a document twice.
    pub fn with_topics(&self, more: &[Box<[u8]>]) -> Result<Self> {
        let mut builder = Builder::default();
        if let Some(documents) = self.documents() {
            for (topic, name) in self.names.iter().enumerate() {
                for (docno, grade) in documents.topic(topic).judgments() {
                    builder.push(name, docno, grade);
                }
            }
        }
        for name in self.names.iter().chain(more) {
            builder.push_topic(name);
        }
        Self::new(builder.finish())
    }

    /// The documents, if they are set.
    pub fn documents(&self) -> Option<&Documents> {
        self.documents.get()
    }

    /// Number of topics.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no topic.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Number of judgments, of all topics, negative grades among them.
    pub fn num_judgments(&self) -> usize {
        self.num_judgments
    }

    /// Number of judgments with a grade above 0.
    pub fn num_positive(&self) -> usize {
        self.levels.all().iter().filter(|level| level.grade > 0.0).map(|level| level.count).sum()
    }

    /// The names of the topics, in the order of their bytes.
    pub fn topics(&self) -> &[Box<[u8]>] {
        &self.names
    }

    /// The index of a topic.
    pub fn find(&self, name: &[u8]) -> Option<usize> {
        self.names.binary_search_by(|have| (**have).cmp(name)).ok()
    }

    /// The grades given in a topic, ascending, negative ones left out.
    pub fn levels(&self, topic: usize) -> &[Level] {
        self.levels.of(topic)
    }
}

impl Documents {
    /// The documents, and the levels of their grades.
    fn new(lists: Lists, threads: usize) -> Result<(Self, Levels)> {
        let state = HashState::default();
        let mut slot_starts = Vec::with_capacity(lists.len() + 1);
        let mut total = 0;
        slot_starts.push(total);
        for topic in 0..lists.len() {
            total += table::slots_for(lists.docs(topic).len());
            slot_starts.push(total);
        }
        let mut slots = vec![0; total];
        let threads = threads.min(lists.num_docs() / WORTH_A_THREAD + 1);
        let shares = threads::shares(&mut slots, &slot_starts, threads);
        let enter = |(topics, slots)| enter(&lists, topics, &state, slots);
        let entered = threads::first_error(threads::each(shares, enter))?;
        let mut levels = Levels::default();
        for of_share in &entered {
            levels.append(of_share);
        }
        Ok((Self { lists, state, slots, slot_starts }, levels))
    }

    /// The topics in the order in which the input first names a document of theirs.
    pub fn in_input_order(&self) -> Vec<usize> {
        self.lists.in_input_order()
    }

    /// The documents of a topic.
    pub fn topic(&self, index: usize) -> TopicDocuments<'_> {
        TopicDocuments {
            documents: self,
            docs: self.lists.docs(index),
            slots: &self.slots[self.slot_starts[index]..self.slot_starts[index + 1]],
        }
    }
}

/// Enters the documents of topics that are neighbours into their tables, which are too, and counts
/// their grades. An error comes with its topic.
fn enter(
    lists: &Lists,
    topics: Range<usize>,
    state: &HashState,
    mut tables: &mut [Slot],
) -> std::result::Result<Levels, (usize, Error)> {
    let mut levels = Levels::default();
    for topic in topics {
        let docs = lists.docs(topic);
        levels.push(docs.iter().map(|doc| doc.value));
        let slots;
        (slots, tables) = tables.split_at_mut(table::slots_for(docs.len()));
        for (index, doc) in (0..).zip(docs) {
            let docno = lists.docno(doc);
            let is_same = |other: u32| lists.docno(&docs[other as usize]) == docno;
            if let Some(first) = table::insert(slots, table::hash(state, docno), index, is_same) {
                return Err((topic, lists.duplicate(topic, &docs[first as usize], doc)));
            }
        }
    }
    Ok(levels)
}

impl<'a> TopicDocuments<'a> {
    /// The hash of a document id.
    #[inline]
    pub fn hash(&self, docno: &[u8]) -> u64 {
        table::hash(&self.documents.state, docno)
    }

    /// The hash of a document id that is a whole number; another than that of its digits.
    #[inline]
    pub fn hash_whole(&self, doc: i64) -> u64 {
        self.documents.state.hash_one(doc)
    }

    /// The grade of a document; `None` if the topic does not name it.
    pub fn grade(&self, docno: &[u8]) -> Option<f64> {
        let hash = self.hash(docno);
        self.grade_of(self.candidate(hash)?, hash, docno)
    }

    /// A document that may be the one with this hash, for [`TopicDocuments::grade_of`]; `None` if
    /// the topic does not name it.
    #[inline]
    pub fn candidate(&self, hash: u64) -> Option<u32> {
        table::find(self.slots, hash, |_| true)
    }

    /// The grade of a document with this hash, of which this is the candidate; `None` if the topic
    /// does not name it.
    #[inline]
    pub fn grade_of(&self, candidate: u32, hash: u64, docno: &[u8]) -> Option<f64> {
        let lists = &self.documents.lists;
        let is_same = |index: u32| lists.docno(&self.docs[index as usize]) == docno;
        let index = Some(candidate).filter(|&candidate| is_same(candidate));
        let index = index.or_else(|| table::find(self.slots, hash, is_same))?;
        Some(self.docs[index as usize].value)
    }

    /// The documents and grades, in the order of the input.
    pub fn judgments(&self) -> impl Iterator<Item = (&'a [u8], f64)> + use<'a> {
        let lists = &self.documents.lists;
        self.docs.iter().map(|doc| (lists.docno(doc), doc.value))
    }
}

/// Collects judgments that do not come from a file.
#[derive(Debug, Default)]
pub struct QrelsBuilder(Builder);

impl QrelsBuilder {
    /// Adds a judgment. The grade may be any finite number; a negative one means: in the pool,
    /// but not judged.
    ///
    /// # Errors
    ///
    /// The grade is not finite.
    pub fn push(&mut self, topic: &[u8], docno: &[u8], grade: f64) -> Result<()> {
        check_grade(topic, docno, grade)?;
        self.0.push(topic, docno, grade);
        Ok(())
    }

    /// The judgments, prepared.
    ///
    /// # Errors
    ///
    /// A topic names a document twice.
    pub fn finish(self) -> Result<Qrels> {
        Qrels::new(self.0.finish())
    }
}

/// The error of a grade that is not a finite number.
///
/// # Errors
///
/// The grade is not finite.
pub fn check_grade(topic: &[u8], docno: &[u8], grade: f64) -> Result<()> {
    if grade.is_finite() {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Malformed {
        found: format!(
            "grade {grade} (topic '{}', document '{}')",
            String::from_utf8_lossy(topic),
            String::from_utf8_lossy(docno)
        ),
        expected: "a finite number".to_owned(),
    }))
}
