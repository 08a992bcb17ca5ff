//! Documents with a number each, listed by topic: what qrels and runs have in common.

use crate::error::{Error, ErrorKind, Place, Result};
use crate::topics::{Topics, group};

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
    pub fn push(&mut self, topic: &[u8], docno: &[u8], value: f64) -> Result<()> {
        let start = self.text.len();
        self.text.extend_from_slice(docno);
        self.push_at(topic, start, docno.len(), value)
    }

    /// Adds a document whose id is at `start` of the text that [`Builder::finish`] will be given.
    pub fn push_at(&mut self, topic: &[u8], start: usize, len: usize, value: f64) -> Result<()> {
        let number = self.topics.number(topic);
        let (Ok(topic), Ok(len)) = (u32::try_from(number), u32::try_from(len)) else {
            return Err(Error::new(ErrorKind::Malformed {
                found: "more than 4 billion topics, or bytes in a document id".to_owned(),
                expected: "fewer".to_owned(),
            }));
        };
        self.docs.push(Doc { start, len, topic, value });
        Ok(())
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
        for doc in &mut docs {
            // A topic number was made from a u32.
            doc.topic = u32::try_from(places[doc.topic as usize]).unwrap_or(u32::MAX);
        }
        let (docs, starts) = group(docs, names.len(), |doc| doc.topic as usize);
        Lists { text, file, names, docs, starts }
    }
}

/// The place of a byte of a file's text.
pub fn place(file: &str, text: &[u8], offset: usize) -> Place {
    let before = &text[..offset.min(text.len())];
    let line_start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
    let line = memchr::memchr_iter(b'\n', before).count() + 1;
    Place { file: file.to_owned(), line, column: offset - line_start + 1 }
}
