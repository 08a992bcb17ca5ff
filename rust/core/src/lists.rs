//! Documents with a number each, listed by topic: what qrels and runs have in common.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use crate::error::{Error, ErrorKind, Place, Result, quote};
use crate::formats::fields::is_space;
use crate::threads;
use crate::topics::Topics;

/// Fewer documents than this are sorted before a second thread would have started.
const WORTH_A_THREAD: usize = 20_000;

/// Bits for the length of a document's id.
const LEN_BITS: u32 = 24;

/// Bytes that the id of a listed document can have: 16 MB.
pub const MAX_ID: usize = (1 << LEN_BITS) - 1;

/// Behind the id of each row of a table: a byte that UTF-8 has not.
pub const END_OF_ROW: u8 = 0xFF;

/// One document of a topic, with its grade or its score.
#[derive(Debug, Clone, Copy, Default)]
pub struct Doc {
    /// Where its id starts in the text of its list, and in the low bits its length: a long list is
    /// most of the memory of an evaluation.
    place: u64,
    /// The grade or the score.
    pub value: f64,
}

impl Doc {
    /// # Panics
    ///
    /// With an id of more than [`MAX_ID`] bytes, or after a TB of text.
    fn new(docno: &Range<usize>, value: f64) -> Self {
        assert!(docno.len() <= MAX_ID && docno.start >> (64 - LEN_BITS) == 0, "an id in place");
        Self { place: (docno.start << LEN_BITS | docno.len()) as u64, value }
    }

    /// Where its id starts in the text.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // it was made of two usize
    pub(crate) fn start(&self) -> usize {
        (self.place >> LEN_BITS) as usize
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)]
    fn docno(&self) -> Range<usize> {
        let start = self.start();
        start..start + (self.place as usize & MAX_ID)
    }
}

/// Documents listed by topic, the topics in the order of their bytes.
#[derive(Debug, Clone)]
pub struct Lists {
    text: Vec<u8>,
    /// The file that the text is, if it is one.
    file: Option<String>,
    /// Whether the file is a table, of which the text has the ids: see [`Lists::of_rows`].
    has_rows: bool,
    names: Vec<Box<[u8]>>,
    /// The documents, in pieces as threads have listed them: to bring them together would take as
    /// much memory again.
    pieces: Vec<Vec<Doc>>,
    /// Where each topic's are.
    spans: Vec<Span>,
}

/// Documents that stand together. There may be as many of these as documents, so they are small.
#[derive(Debug, Clone, Copy, Default)]
struct Span {
    start: usize,
    len: u32,
    piece: u32,
}

impl Span {
    /// # Panics
    ///
    /// With more than 4 billion documents, before which memory ends.
    fn new(piece: usize, docs: Range<usize>) -> Self {
        let small = |number: usize| u32::try_from(number).expect("less than 4 billion");
        Self { start: docs.start, len: small(docs.len()), piece: small(piece) }
    }

    fn docs(self) -> Range<usize> {
        self.start..self.start + self.len as usize
    }
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
        self.spans.iter().map(|span| span.len as usize).sum()
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
        let span = self.spans[topic];
        &self.pieces[span.piece as usize][span.docs()]
    }

    /// The topics in the order in which the input first names a document of theirs.
    pub fn in_input_order(&self) -> Vec<usize> {
        let mut topics: Vec<_> = (0..self.len()).collect();
        topics.sort_by_key(|&topic| self.docs(topic).first().map(Doc::start));
        topics
    }

    /// The numbers of all documents, topic by topic.
    pub fn values(&self) -> impl Iterator<Item = f64> + '_ {
        (0..self.len()).flat_map(|topic| self.docs(topic)).map(|doc| doc.value)
    }

    /// The id of a document.
    #[inline]
    pub fn docno(&self, doc: &Doc) -> &[u8] {
        &self.text[doc.docno()]
    }

    /// Leaves the documents for which `keep` holds, topic by topic. Topics stay, be it without any
    /// document.
    pub fn retain(&mut self, keep: &[bool]) {
        let mut keep = keep.iter();
        let mut kept = Vec::new();
        let mut spans = Vec::with_capacity(self.len());
        for topic in 0..self.len() {
            let (start, docs) = (kept.len(), self.docs(topic));
            kept.extend(docs.iter().zip(&mut keep).filter_map(|(doc, keep)| keep.then_some(*doc)));
            spans.push(Span::new(0, start..kept.len()));
        }
        (self.pieces, self.spans) = (vec![kept], spans);
    }

    /// The same of a table with these documents, one a row, whose ids each have [`END_OF_ROW`]
    /// behind them.
    pub fn of_rows(self, file: &str) -> Self {
        Self { file: Some(file.to_owned()), has_rows: true, ..self }
    }

    /// The file that they come from, if they come from one.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// Where a document stands, if it comes from a file.
    pub fn place(&self, doc: &Doc) -> Option<Place> {
        let file = self.file.as_ref()?;
        if !self.has_rows {
            return Some(place(file, &self.text, doc.start()));
        }
        let rows = memchr::memchr_iter(END_OF_ROW, &self.text[..doc.start()]).count();
        Some(Place::Row { file: file.clone(), row: rows + 1, column: None })
    }

    /// A document and its topic, in words.
    pub fn describe(&self, topic: usize, doc: &Doc) -> String {
        let (name, docno) = (quote(&self.names[topic]), quote(self.docno(doc)));
        format!("document '{docno}' of topic '{name}'")
    }

    /// Where a document stands, in words.
    pub fn mention(&self, topic: usize, doc: &Doc) -> String {
        let place = self.place(doc).map_or_else(String::new, |place| format!("{place}: "));
        format!("{place}{}", self.describe(topic, doc))
    }

    /// The error of something wrong with a document, with its place if it comes from a file.
    pub fn error(&self, doc: &Doc, kind: ErrorKind) -> Error {
        let error = Error::new(kind);
        match self.place(doc) {
            Some(place) => error.at(place),
            None => error,
        }
    }

    /// What `read` makes of the field that follows a document's id in the file it comes from.
    ///
    /// # Errors
    ///
    /// That of `read`, with its place; or the documents do not come from a file.
    pub fn next_field<T>(
        &self,
        doc: &Doc,
        read: impl FnOnce(&[u8]) -> std::result::Result<T, ErrorKind>,
    ) -> Result<T> {
        let Some(file) = &self.file else {
            let text = "these documents do not come from a file".to_owned();
            return Err(Error::new(ErrorKind::Usage(text)));
        };
        let rest = &self.text[doc.docno().end..];
        let blanks = rest.iter().take_while(|&&byte| is_space(byte)).count();
        let field = rest[blanks..].split(|&byte| is_space(byte)).next().unwrap_or_default();
        read(field).map_err(|kind| {
            let offset = self.text.len() - rest.len() + blanks;
            Error::new(kind).at(place(file, &self.text, offset))
        })
    }

    /// Gives a topic's documents other numbers.
    pub fn set_values(&mut self, topic: usize, values: impl Iterator<Item = (usize, f64)>) {
        let span = self.spans[topic];
        let docs = &mut self.pieces[span.piece as usize][span.docs()];
        for (index, value) in values {
            docs[index].value = value;
        }
    }

    /// The error of the first document in the input that one of these topics lists again, if any
    /// does.
    #[cold]
    pub fn first_duplicate(&self, topics: impl Iterator<Item = usize>) -> Option<Error> {
        let twice = topics.filter_map(|topic| {
            let mut seen = HashMap::new();
            let mut docs = self.docs(topic).iter();
            docs.find_map(|doc| Some((topic, seen.insert(self.docno(doc), doc)?, doc)))
        });
        let (topic, first, second) = twice.min_by_key(|(.., second)| second.start())?;
        Some(self.duplicate(topic, first, second))
    }

    /// The error of a topic that lists one document twice.
    pub fn duplicate(&self, topic: usize, first: &Doc, second: &Doc) -> Error {
        let kind = ErrorKind::DuplicateDocument {
            topic: String::from_utf8_lossy(&self.names[topic]).into_owned(),
            docno: String::from_utf8_lossy(self.docno(second)).into_owned(),
            first_line: self.place(first).and_then(|place| place.line()),
        };
        self.error(second, kind)
    }
}

/// Collects documents in any order.
#[derive(Debug, Default)]
pub struct Builder {
    text: Vec<u8>,
    topics: Topics,
    docs: Vec<Doc>,
    /// How many of them each topic has.
    counts: Vec<usize>,
    /// The number of the topic of the last.
    last: u32,
    /// The number of the topic of each. While they come topic by topic, in the order of the numbers,
    /// the counts tell.
    of_topics: Option<Vec<u32>>,
}

impl Builder {
    /// A builder with room for about so many documents: where it grows, all threads are stopped for
    /// a moment.
    pub fn with_room(documents: usize) -> Self {
        Self { docs: Vec::with_capacity(documents), ..Self::default() }
    }

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

    /// The same of a row of a table, for [`Lists::of_rows`].
    pub fn push_row(&mut self, topic: &[u8], docno: &[u8], value: f64) {
        self.push(topic, docno, value);
        self.text.push(END_OF_ROW);
    }

    /// Adds a document whose id is a part of the text that [`gather`] will be given.
    ///
    /// # Panics
    ///
    /// With more than 4 billion topics, before which memory ends, or an id of more than
    /// [`MAX_ID`] bytes.
    pub fn push_at(&mut self, topic: &[u8], docno: Range<usize>, value: f64) {
        let topic = u32::try_from(self.topics.number(topic)).expect("less than 4 billion");
        if topic < self.last && self.of_topics.is_none() {
            self.of_topics = Some(each_topic(&self.counts));
        }
        if let Some(of_topics) = &mut self.of_topics {
            of_topics.push(topic);
        }
        self.docs.push(Doc::new(&docno, value));
        self.last = topic;
        let topic = topic as usize;
        if topic >= self.counts.len() {
            self.counts.resize(topic + 1, 0);
        }
        self.counts[topic] += 1;
    }

    /// The lists, of documents that were copied.
    pub fn finish(mut self) -> Lists {
        let text = std::mem::take(&mut self.text);
        gather(vec![self], text, None, 1)
    }

    /// The lists, of documents that are parts of `text`.
    pub fn finish_with(self, text: Vec<u8>, file: Option<String>) -> Lists {
        gather(vec![self], text, file, 1)
    }
}

/// The lists, of documents that are parts of `text`, from builders one after the other, on up to
/// `threads` threads.
pub fn gather(
    builders: Vec<Builder>,
    text: Vec<u8>,
    file: Option<String>,
    threads: usize,
) -> Lists {
    let mut topics = Topics::default();
    let mut parts = Vec::with_capacity(builders.len());
    for Builder { topics: of_part, docs, counts, of_topics, .. } in builders {
        parts.push(Part { docs, counts, of_topics, places: topics.adopt(of_part) });
    }
    let (names, places) = topics.sorted();
    for number in parts.iter_mut().flat_map(|part| &mut part.places) {
        *number = places[*number];
    }
    let stand_together = parts.iter().all(|part| part.of_topics.is_none())
        && parts.iter().flat_map(Part::counts).is_sorted_by_key(|(topic, _)| topic);
    let (pieces, spans) = if stand_together {
        as_they_stand(parts, names.len())
    } else {
        by_topic(&parts, names.len(), threads)
    };
    Lists { text, file, has_rows: false, names, pieces, spans }
}

/// What one builder has collected.
struct Part {
    docs: Vec<Doc>,
    counts: Vec<usize>,
    of_topics: Option<Vec<u32>>,
    /// For each of its topics, the place among all.
    places: Vec<usize>,
}

impl Part {
    /// How many documents each topic has that has one.
    fn counts(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.places.iter().copied().zip(self.counts.iter().copied()).filter(|&(_, count)| count > 0)
    }

    /// The number of the topic of each document.
    fn of_topics(&self) -> Cow<'_, [u32]> {
        match &self.of_topics {
            Some(of_topics) => of_topics.into(),
            None => each_topic(&self.counts).into(),
        }
    }
}

/// The topics of documents that come topic by topic.
fn each_topic(counts: &[usize]) -> Vec<u32> {
    (0..).zip(counts).flat_map(|(topic, &count)| std::iter::repeat_n(topic, count)).collect()
}

/// The documents of parts whose topics stand together, in the order of the topics: of a topic that
/// goes on in the next part, all come to where it begins.
fn as_they_stand(parts: Vec<Part>, num_topics: usize) -> (Vec<Vec<Doc>>, Vec<Span>) {
    let mut pieces: Vec<Vec<Doc>> = Vec::with_capacity(parts.len());
    let mut spans = vec![Span::default(); num_topics];
    for (piece, part) in parts.into_iter().enumerate() {
        let mut start = 0;
        for (topic, count) in part.counts() {
            let docs = start..start + count;
            start = docs.end;
            let span: &mut Span = &mut spans[topic];
            if span.len == 0 {
                *span = Span::new(piece, docs);
            } else {
                let before = span.piece as usize;
                *span = Span::new(before, span.start..span.start + span.len as usize + count);
                pieces[before].extend_from_slice(&part.docs[docs]);
            }
        }
        pieces.push(part.docs);
    }
    (pieces, spans)
}

/// The documents of all parts by topic, each topic's in the order of the parts.
fn by_topic(parts: &[Part], num_topics: usize, threads: usize) -> (Vec<Vec<Doc>>, Vec<Span>) {
    let mut starts = vec![0; num_topics + 1];
    for (topic, count) in parts.iter().flat_map(Part::counts) {
        starts[topic + 1] += count;
    }
    for topic in 0..num_topics {
        starts[topic + 1] += starts[topic];
    }
    let num_docs = starts[num_topics];
    let mut docs = vec![Doc::default(); num_docs];
    let of_topics: Vec<_> = parts.iter().map(Part::of_topics).collect();
    // Each thread looks at all documents and takes those of its topics.
    let threads = threads.min(num_docs / WORTH_A_THREAD + 1);
    threads::each(threads::shares(&mut docs, &starts, threads), |(topics, docs)| {
        let first = starts[topics.start];
        let mut next: Vec<usize> = starts[topics.clone()].iter().map(|at| at - first).collect();
        for (part, of_topics) in parts.iter().zip(&of_topics) {
            for (&topic, doc) in of_topics.iter().zip(&part.docs) {
                let topic = part.places[topic as usize];
                if let Some(next) = topic.checked_sub(topics.start).and_then(|n| next.get_mut(n)) {
                    docs[*next] = *doc;
                    *next += 1;
                }
            }
        }
    });
    let spans = starts.windows(2).map(|pair| Span::new(0, pair[0]..pair[1]));
    (vec![docs], spans.collect())
}

/// The place of a byte of a file's text.
pub fn place(file: &str, text: &[u8], offset: usize) -> Place {
    let before = &text[..offset.min(text.len())];
    let line_start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
    let (line, column) = (line(text, offset), offset - line_start + 1);
    Place::Text { file: file.to_owned(), line, column }
}

/// The line of a byte of a text, from 1.
pub fn line(text: &[u8], offset: usize) -> usize {
    memchr::memchr_iter(b'\n', &text[..offset.min(text.len())]).count() + 1
}

#[cfg(test)]
mod tests {
    use super::{Builder, WORTH_A_THREAD, gather};

    #[test]
    fn documents_come_together_by_topic_in_their_order() {
        let count = WORTH_A_THREAD * 3;
        // Topics that come back, in two orders, and topics in order.
        for topic_of in [|n: usize| n * n % 7, |n: usize| 6 - n * 31 % 7, |n: usize| n / 10_000] {
            for builders in [1, 2, 3] {
                let part = count / builders;
                let collected = (0..builders).map(|number| {
                    let mut builder = Builder::default();
                    for n in number * part..(number + 1) * part {
                        builder.push_at(format!("t{}", topic_of(n)).as_bytes(), 0..n % 5, n as f64);
                    }
                    builder
                });
                let lists = gather(collected.collect(), b"texts".to_vec(), None, 2);
                assert_eq!(lists.num_docs(), count);
                for (topic, name) in lists.names().iter().enumerate() {
                    let docs = lists.docs(topic);
                    let here = |n: &usize| format!("t{}", topic_of(*n)).as_bytes() == &**name;
                    let expected: Vec<_> =
                        (0..count).filter(here).map(|n| (n as f64, &b"texts"[..n % 5])).collect();
                    let found: Vec<_> =
                        docs.iter().map(|doc| (doc.value, lists.docno(doc))).collect();
                    assert_eq!(found, expected);
                }
            }
        }
    }
}
