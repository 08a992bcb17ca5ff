//! Documents with a number each, listed by topic: what qrels and runs have in common.

use std::ops::Range;

use crate::error::{Error, ErrorKind, Place, Result, quote};
use crate::formats::fields::is_space;
use crate::topics::{Topics, group};

/// Bytes that the id of a listed document can have.
pub const MAX_ID: usize = u32::MAX as usize;

/// One document of a topic, with its grade or its score.
#[derive(Debug, Clone, Copy, Default)]
pub struct Doc {
    /// Where its id starts in the text of its list.
    start: usize,
    len: u32,
    topic: u32,
    /// The grade or the score.
    pub value: f64,
}

/// Documents listed by topic, the topics in the order of their bytes.
#[derive(Debug)]
pub struct Lists {
    text: Vec<u8>,
    /// The file that the text is, if it is one.
    file: Option<String>,
    names: Vec<Box<[u8]>>,
    docs: Vec<Doc>,
    starts: Vec<usize>,
}

impl Lists {
    /// Number of topics.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no topic.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Number of documents, of all topics.
    pub fn num_docs(&self) -> usize {
        self.docs.len()
    }

    /// The names of the topics, in order.
    pub fn names(&self) -> &[Box<[u8]>] {
        &self.names
    }

    /// The index of a topic.
    pub fn find(&self, name: &[u8]) -> Option<usize> {
        self.names.binary_search_by(|have| (**have).cmp(name)).ok()
    }

    /// The documents of a topic, in the order of the input.
    pub fn docs(&self, topic: usize) -> &[Doc] {
        &self.docs[self.starts[topic]..self.starts[topic + 1]]
    }

    /// The topics in the order in which the input first names a document of theirs.
    pub fn in_input_order(&self) -> Vec<usize> {
        let mut topics: Vec<_> = (0..self.len()).collect();
        topics.sort_by_key(|&topic| self.docs(topic).first().map(|doc| doc.start));
        topics
    }

    /// Where a topic's documents start among all documents.
    pub fn start(&self, topic: usize) -> usize {
        self.starts[topic]
    }

    /// All documents, topic by topic.
    pub fn all_docs(&self) -> &[Doc] {
        &self.docs
    }

    /// The id of a document.
    #[inline]
    pub fn docno(&self, doc: &Doc) -> &[u8] {
        &self.text[doc.start..doc.start + doc.len as usize]
    }

    /// Leaves the documents for which `keep` holds. Topics stay, be it without any document.
    pub fn retain(&mut self, keep: &[bool]) {
        let mut kept = keep.iter().copied();
        self.docs.retain(|_| kept.next().unwrap_or(false));
        let (mut dropped, mut at) = (0, 0);
        for start in &mut self.starts {
            dropped += keep[at..*start].iter().filter(|&&kept| !kept).count();
            at = *start;
            *start -= dropped;
        }
    }

    /// Where a document stands, in words.
    pub fn mention(&self, topic: usize, doc: &Doc) -> String {
        let (name, docno) = (quote(&self.names[topic]), quote(self.docno(doc)));
        let place = self.file.as_ref().map(|file| place(file, &self.text, doc.start));
        let place = place.map_or_else(String::new, |place| format!("{place}: "));
        format!("{place}document '{docno}' of topic '{name}'")
    }

    /// What `read` makes of the field that follows a document's id in the file it comes from.
    pub fn next_field<T>(
        &self,
        doc: &Doc,
        read: impl FnOnce(&[u8]) -> std::result::Result<T, ErrorKind>,
    ) -> Result<T> {
        let Some(file) = &self.file else {
            let text = "these documents do not come from a file".to_owned();
            return Err(Error::new(ErrorKind::Usage(text)));
        };
        let rest = &self.text[doc.start + doc.len as usize..];
        let blanks = rest.iter().take_while(|&&byte| is_space(byte)).count();
        let field = rest[blanks..].split(|&byte| is_space(byte)).next().unwrap_or_default();
        read(field).map_err(|kind| {
            let offset = self.text.len() - rest.len() + blanks;
            Error::new(kind).at(place(file, &self.text, offset))
        })
    }

    /// Gives a topic's documents other numbers.
    pub fn set_values(&mut self, topic: usize, values: impl Iterator<Item = (usize, f64)>) {
        let start = self.starts[topic];
        for (index, value) in values {
            self.docs[start + index].value = value;
        }
    }

    /// The error of a topic that lists one document twice.
    pub fn duplicate(&self, topic: usize, first: &Doc, second: &Doc) -> Error {
        let place = |doc: &Doc| self.file.as_ref().map(|f| place(f, &self.text, doc.start));
        let error = Error::new(ErrorKind::DuplicateDocument {
            topic: String::from_utf8_lossy(&self.names[topic]).into_owned(),
            docno: String::from_utf8_lossy(self.docno(second)).into_owned(),
            first_line: place(first).map(|place| place.line),
        });
        match place(second) {
            Some(place) => error.at(place),
            None => error,
        }
    }
}

/// Collects documents in any order.
#[derive(Debug, Default)]
pub struct Builder {
    text: Vec<u8>,
    topics: Topics,
    docs: Vec<Doc>,
}

impl Builder {
    /// Adds a topic, be it without any document.
    pub fn push_topic(&mut self, topic: &[u8]) {
        self.topics.number(topic);
    }

    /// Adds a document, copying its id.
    pub fn push(&mut self, topic: &[u8], docno: &[u8], value: f64) {
        let start = self.text.len();
        self.text.extend_from_slice(docno);
        self.push_at(topic, start..self.text.len(), value);
    }

    /// Adds a document whose id is a part of the text that [`Builder::finish_with`] will be given.
    ///
    /// # Panics
    ///
    /// With more than 4 billion topics, before which memory ends, or an id of more than
    /// [`MAX_ID`] bytes.
    pub fn push_at(&mut self, topic: &[u8], docno: Range<usize>, value: f64) {
        let small = |number| u32::try_from(number).expect("less than 4 billion");
        let topic = small(self.topics.number(topic));
        self.docs.push(Doc { start: docno.start, len: small(docno.len()), topic, value });
    }

    /// The lists, of documents that were copied.
    pub fn finish(mut self) -> Lists {
        let text = std::mem::take(&mut self.text);
        self.finish_with(text, None)
    }

    /// The lists, of documents that are parts of `text`.
    pub fn finish_with(self, text: Vec<u8>, file: Option<String>) -> Lists {
        let (names, places) = self.topics.sorted();
        let mut docs = self.docs;
        renumber(&mut docs, &places);
        let starts = group(&mut docs, names.len(), |doc| doc.topic as usize);
        for pair in starts.windows(2) {
            let of_topic = &mut docs[pair[0]..pair[1]];
            if !of_topic.is_sorted_by_key(|doc| doc.start) {
                of_topic.sort_unstable_by_key(|doc| doc.start);
            }
        }
        Lists { text, file, names, docs, starts }
    }

    /// Adds the documents of another builder after its own.
    pub fn append(&mut self, other: Self) {
        let numbers = self.topics.adopt(&other.topics);
        let start = self.docs.len();
        self.docs.extend(other.docs);
        renumber(&mut self.docs[start..], &numbers);
    }
}

/// Gives documents the new number of their topic.
fn renumber(docs: &mut [Doc], numbers: &[usize]) {
    for doc in docs {
        // There are no more numbers than documents, each of which had one of 32 bits.
        doc.topic = u32::try_from(numbers[doc.topic as usize]).unwrap_or(u32::MAX);
    }
}

/// The place of a byte of a file's text.
pub fn place(file: &str, text: &[u8], offset: usize) -> Place {
    let before = &text[..offset.min(text.len())];
    let line_start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
    let line = memchr::memchr_iter(b'\n', before).count() + 1;
    Place { file: file.to_owned(), line, column: offset - line_start + 1 }
}
