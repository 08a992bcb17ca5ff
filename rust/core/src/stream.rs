//! Evaluates a run file without keeping it: threads take blocks of the file and score each topic
//! as its last line is read.
//!
//! This needs the lines of a topic to stand together, as they do in nearly all runs. Where a topic
//! comes back, the file is read whole instead; the numbers are the same, to the bit.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::blocks::Blocks;
use crate::error::{Error, ErrorKind, Result};
use crate::evaluate::Evaluator;
use crate::evaluation::Evaluation;
use crate::formats::fields::first_line;
use crate::formats::trec_results::{LINE, Reader};
use crate::formats::{self, Fault};
use crate::join::Row;
use crate::lists::place;
use crate::qrels::Kind;
use crate::segments::{self, SegmentScorer, Segments};
use crate::threads::on_threads;
use crate::whole;

impl Evaluator {
    /// Evaluates a run file (`-` is the standard input) on up to `threads` threads. Their number
    /// does not change a bit of the result.
    ///
    /// # Errors
    ///
    /// The file cannot be read, a line is not one of a run, a topic lists a document twice, or no
    /// topic is common to qrels and run.
    pub fn evaluate_file(&self, file: &Path, threads: usize) -> Result<Evaluation> {
        if file == Path::new("-")
            || !matches!(self.qrels().kind(), Kind::Grades | Kind::Subtopics(_))
        {
            return self.evaluate(&formats::read_run(file, threads)?, threads);
        }
        let name = formats::name(file);
        let io_error = |error: io::Error| Error::io(&name, &error);
        let run = match File::open(file).and_then(Blocks::new).map_err(io_error)? {
            Ok(blocks) => match self.evaluate_blocks(&blocks, file, threads)? {
                Some(result) => return Ok(result),
                None => formats::read_run(file, threads)?,
            },
            // What has been written to a pipe is read once.
            Err(pipe) => {
                let text = whole::read(pipe, 1).map_err(io_error)?;
                let text = formats::check_text(text, &name)?;
                formats::trec_results::parse(text, &name, threads)?
            }
        };
        self.evaluate(&run, threads)
    }

    /// Evaluates a run block by block; gives nothing if the lines of a topic are apart.
    fn evaluate_blocks(
        &self,
        blocks: &Blocks,
        file: &Path,
        threads: usize,
    ) -> Result<Option<Evaluation>> {
        let segments = Segments::new(self)?;
        let shared = Shared { segments: &segments, blocks, stop_at: AtomicU64::new(u64::MAX) };
        let parts = on_threads(threads.min(blocks.count()), || Worker::new(&shared).work());
        let mut parts = parts
            .into_iter()
            .collect::<io::Result<Vec<_>>>()
            .map_err(|error| Error::io(&formats::name(file), &error))?;
        if parts.iter().any(|part| part.scorer.is_scattered()) {
            return Ok(None);
        }
        // As the whole file is parsed before a topic is scored, a malformed line comes first.
        let faults = parts.iter_mut().filter_map(|part| part.fault.take());
        if let Some((offset, fault)) = faults.min_by_key(|&(offset, _)| offset) {
            return Err(fault_error(file, offset, fault));
        }
        let duplicates = parts.iter_mut().filter_map(|part| part.duplicate.take());
        if let Some(duplicate) = duplicates.min_by_key(|duplicate| duplicate.second) {
            return Err(duplicate.into_error(file));
        }
        let last_line = parts.iter_mut().filter_map(|part| part.tag.take());
        let Some((_, tag)) = last_line.max_by_key(|&(offset, _)| offset) else {
            return Err(Error::new(ErrorKind::Empty { file: formats::name(file), expected: LINE }));
        };
        let scorers = parts.into_iter().map(|part| part.scorer).collect();
        segments::finish(self, scorers, tag).map(Some)
    }
}

/// What the threads share.
struct Shared<'e> {
    segments: &'e Segments<'e>,
    blocks: &'e Blocks,
    /// Where to stop: after a malformed line, or at once where a topic came back.
    stop_at: AtomicU64,
}

/// A document that a topic lists twice, by its places in the file.
struct DuplicateAt {
    topic: Vec<u8>,
    docno: Vec<u8>,
    first: u64,
    second: u64,
}

/// One thread, and what it has found.
struct Worker<'e> {
    shared: &'e Shared<'e>,
    scorer: SegmentScorer<'e>,
    /// The tag of the last line, and where its block starts.
    tag: Option<(u64, Vec<u8>)>,
    fault: Option<(u64, Fault)>,
    duplicate: Option<DuplicateAt>,
}

impl<'e> Worker<'e> {
    fn new(shared: &'e Shared<'e>) -> Self {
        let scorer = SegmentScorer::new(shared.segments);
        Self { shared, scorer, tag: None, fault: None, duplicate: None }
    }

    fn work(mut self) -> io::Result<Self> {
        let mut buffer = Vec::new();
        while let Some(range) = self.shared.blocks.next(&mut buffer)? {
            if range.start >= self.shared.stop_at.load(Ordering::Relaxed) {
                break;
            }
            self.block(&buffer, range.start);
            if self.scorer.is_scattered() {
                self.shared.stop_at.store(0, Ordering::Relaxed);
            }
        }
        Ok(self)
    }

    /// Scores the topics of a block, which starts at `offset` of the file.
    fn block(&mut self, text: &[u8], offset: u64) {
        if offset == 0
            && let Some(fault) = Fault::of_binary(text)
        {
            self.shared.stop_at.store(0, Ordering::Relaxed);
            self.fault = Some((0, fault));
            return;
        }
        let mut documents = Reader::new(text, if offset == 0 { first_line(text) } else { 0 });
        let mut rows: Vec<Row> = Vec::new();
        let mut topic: &[u8] = b"";
        let mut index = None;
        let mut tag = None;
        loop {
            let document = match documents.next_document() {
                Ok(Some(document)) => document,
                Ok(None) => break,
                Err(fault) => {
                    let at = offset + fault.offset as u64;
                    self.shared.stop_at.fetch_min(at, Ordering::Relaxed);
                    self.fault.get_or_insert((at, fault));
                    return;
                }
            };
            let this = &text[document.topic];
            if this != topic || tag.is_none() {
                self.score(index, topic, &rows, text, offset);
                rows.clear();
                topic = this;
                index = self.scorer.enter(topic);
                if self.scorer.is_scattered() {
                    return;
                }
            }
            tag = Some(document.tag);
            if index.is_some() {
                rows.push(Row { docno: &text[document.docno], score: document.score });
            }
        }
        self.score(index, topic, &rows, text, offset);
        if let Some(tag) = tag {
            self.tag = Some((offset, text[tag].to_vec()));
        }
    }

    fn score(
        &mut self,
        index: Option<usize>,
        topic: &[u8],
        rows: &[Row],
        text: &[u8],
        offset: u64,
    ) {
        let Some(index) = index else { return };
        if let Err(duplicate) = self.scorer.score(index, rows) {
            let at = |row: usize| {
                let docno = rows[row].docno;
                offset + (docno.as_ptr().addr() - text.as_ptr().addr()) as u64
            };
            self.duplicate.get_or_insert_with(|| DuplicateAt {
                topic: topic.to_vec(),
                docno: rows[duplicate.second].docno.to_vec(),
                first: at(duplicate.first),
                second: at(duplicate.second),
            });
        }
    }
}

/// The error of a malformed line, for which the lines before it are counted.
fn fault_error(file: &Path, offset: u64, fault: Fault) -> Error {
    with_text(file, |name, text| {
        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
        Fault { offset, ..fault }.into_error(name, text)
    })
}

impl DuplicateAt {
    fn into_error(self, file: &Path) -> Error {
        with_text(file, |name, text| {
            let at = |offset: u64| place(name, text, usize::try_from(offset).unwrap_or(usize::MAX));
            let error = Error::new(ErrorKind::DuplicateDocument {
                topic: String::from_utf8_lossy(&self.topic).into_owned(),
                docno: String::from_utf8_lossy(&self.docno).into_owned(),
                first_line: Some(at(self.first).line),
            });
            error.at(at(self.second))
        })
    }
}

fn with_text(file: &Path, error: impl FnOnce(&str, &[u8]) -> Error) -> Error {
    match formats::read_file(file, 1) {
        Ok(text) => error(&formats::name(file), &text),
        Err(error) => error,
    }
}
