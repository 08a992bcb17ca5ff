//! A run in columns, such as the arrays of a vector index or the columns of a data frame,
//! evaluated where it is.
//!
//! As in a run file, a topic is scored as its last row comes by, where its rows stand together;
//! otherwise the rows are first brought together in a [`Run`].

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::{Error, ErrorKind, Result};
use crate::evaluate::Evaluator;
use crate::evaluation::Evaluation;
use crate::join::{Row, Whole};
use crate::lists::{Builder, Lists};
use crate::run::{Run, check_score};
use crate::segments::{self, SegmentScorer, Segments};
use crate::threads::{first_error, on_threads};

/// Rows that a thread takes at a time, up to the next change of topic.
const BLOCK: usize = 1 << 15;

/// The columns of a run or of judgments. Rows are numbered from 0.
pub trait Columns: Sync {
    /// Number of rows.
    fn len(&self) -> usize;

    /// Whether there is no row.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a row has the topic of the row before it.
    fn continues(&self, row: usize) -> bool;

    /// Where the rows end that follow this one with its topic.
    fn end_of_topic(&self, row: usize) -> usize {
        (row + 1..self.len()).find(|&next| !self.continues(next)).unwrap_or(self.len())
    }

    /// Appends the name of a row's topic.
    fn topic(&self, row: usize, name: &mut Vec<u8>);

    /// Appends the id of a row's document; gives false for a row that stands for none, as vector
    /// indexes pad short lists.
    fn docno(&self, row: usize, id: &mut Vec<u8>) -> bool;

    /// The score of a row, or the grade.
    fn number(&self, row: usize) -> f64;

    /// The documents and the scores of rows, read into `room`, where their ids are whole numbers.
    fn whole<'a>(&self, _rows: Range<usize>, _room: &'a mut Room) -> Option<Whole<'a>> {
        None
    }
}

/// Memory for the documents and the scores of a topic.
#[derive(Debug, Default)]
pub struct Room {
    /// The ids.
    pub docs: Vec<i64>,
    /// The score of each.
    pub scores: Vec<f64>,
}

impl Evaluator {
    /// Evaluates a run in columns on up to `threads` threads. Their number does not change a bit
    /// of the result.
    ///
    /// # Errors
    ///
    /// A topic lists a document twice, no topic is common to qrels and run, or a measure needs
    /// other judgments.
    pub fn evaluate_columns(&self, columns: &impl Columns, threads: usize) -> Result<Evaluation> {
        let segments = Segments::new(self)?;
        let blocks = blocks(columns);
        let next = AtomicUsize::new(0);
        let workers = on_threads(threads.min(blocks.len()).max(1), || {
            let mut worker = Worker::new(columns, SegmentScorer::new(&segments));
            while let Some(block) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
                worker.block(block.clone());
                if worker.error.is_some() || worker.scorer.is_scattered() {
                    break;
                }
            }
            worker
        });
        if workers.iter().any(|worker| worker.scorer.is_scattered()) {
            let lists = collect(columns, check_score)?;
            return self.evaluate(&Run::new(lists, Vec::new()), threads);
        }
        let scorers = first_error(workers.into_iter().map(|worker| match worker.error {
            Some(error) => Err(error),
            None => Ok(worker.scorer),
        }))?;
        segments::finish(self, scorers, Vec::new())
    }
}

/// Cuts the rows where the topic changes.
fn blocks(columns: &impl Columns) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let mut start = 0;
    while start < columns.len() {
        let end = columns.end_of_topic((start + BLOCK).min(columns.len()) - 1);
        blocks.push(start..end);
        start = end;
    }
    blocks
}

/// The rows by topic, in memory. `check` may refuse the number of a topic's document.
///
/// # Errors
///
/// That of `check`.
pub fn collect(
    columns: &impl Columns,
    check: impl Fn(&[u8], &[u8], f64) -> Result<()>,
) -> Result<Lists> {
    let mut builder = Builder::default();
    let (mut topic, mut docno) = (Vec::new(), Vec::new());
    for row in 0..columns.len() {
        if row == 0 || !columns.continues(row) {
            topic.clear();
            columns.topic(row, &mut topic);
            builder.push_topic(&topic);
        }
        docno.clear();
        if columns.docno(row, &mut docno) {
            let number = columns.number(row);
            check(&topic, &docno, number)?;
            builder.push(&topic, &docno, number);
        }
    }
    Ok(builder.finish())
}

/// One thread, with memory for the documents of a topic.
struct Worker<'e, C> {
    columns: &'e C,
    scorer: SegmentScorer<'e>,
    /// The first error, with the first row of its topic.
    error: Option<(usize, Error)>,
    topic: Vec<u8>,
    room: Room,
    ids: Vec<u8>,
    ends: Vec<(usize, f64)>,
}

impl<'e, C: Columns> Worker<'e, C> {
    fn new(columns: &'e C, scorer: SegmentScorer<'e>) -> Self {
        let (topic, room, ids, ends) = Default::default();
        Self { columns, scorer, error: None, topic, room, ids, ends }
    }

    /// Scores the topics of a block, up to an error.
    fn block(&mut self, rows: Range<usize>) {
        let mut start = rows.start;
        while start < rows.end && !self.scorer.is_scattered() {
            let end = self.columns.end_of_topic(start);
            self.topic.clear();
            self.columns.topic(start, &mut self.topic);
            if let Some(index) = self.scorer.enter(&self.topic)
                && let Err(error) = self.segment(index, start..end)
            {
                self.error = Some((start, error));
                return;
            }
            start = end;
        }
    }

    /// Scores one topic.
    fn segment(&mut self, index: usize, rows: Range<usize>) -> Result<()> {
        if let Some(whole) = self.columns.whole(rows.clone(), &mut self.room)
            && self.scorer.score_whole(index, whole)
        {
            return Ok(());
        }
        self.ids.clear();
        self.ends.clear();
        for row in rows {
            let start = self.ids.len();
            if self.columns.docno(row, &mut self.ids) {
                let score = self.columns.number(row);
                check_score(&self.topic, &self.ids[start..], score)?;
                self.ends.push((self.ids.len(), score));
            }
        }
        let mut start = 0;
        let rows: Vec<Row> = self
            .ends
            .iter()
            .map(|&(end, score)| {
                let docno = &self.ids[start..end];
                start = end;
                Row { docno, score }
            })
            .collect();
        self.scorer.score(index, &rows).map_err(|duplicate| {
            Error::new(ErrorKind::DuplicateDocument {
                topic: String::from_utf8_lossy(&self.topic).into_owned(),
                docno: String::from_utf8_lossy(rows[duplicate.second].docno).into_owned(),
                first_line: None,
            })
        })
    }
}
