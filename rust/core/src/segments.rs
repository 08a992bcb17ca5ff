//! What evaluations without a `Run` in memory have in common: several threads score topics as they
//! come by, which needs each topic's documents to stand together.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::Result;
use crate::evaluate::Evaluator;
use crate::evaluation::Evaluation;
use crate::join::{Duplicate, Row, Whole};
use crate::qrels::Documents;
use crate::scorer::{Scorer, Scores};

/// What the threads of an evaluation share.
#[derive(Debug)]
pub(crate) struct Segments<'e> {
    evaluator: &'e Evaluator,
    documents: &'e Documents,
    /// The topics of the qrels that have come by.
    seen: Vec<AtomicBool>,
}

impl<'e> Segments<'e> {
    pub(crate) fn new(evaluator: &'e Evaluator) -> Result<Self> {
        let seen = (0..evaluator.qrels().len()).map(|_| AtomicBool::new(false)).collect();
        Ok(Self { evaluator, documents: evaluator.documents()?, seen })
    }
}

/// What one thread has scored.
#[derive(Debug)]
pub(crate) struct SegmentScorer<'e> {
    segments: &'e Segments<'e>,
    scorer: Scorer<'e>,
    unjudged: BTreeSet<Box<[u8]>>,
    is_scattered: bool,
}

impl<'e> SegmentScorer<'e> {
    pub(crate) fn new(segments: &'e Segments<'e>) -> Self {
        let scorer = Scorer::new(segments.evaluator);
        Self { segments, scorer, unjudged: BTreeSet::new(), is_scattered: false }
    }

    /// Whether a topic came by a second time. The scores are of no use then.
    pub(crate) fn is_scattered(&self) -> bool {
        self.is_scattered
    }

    /// The index of a topic that begins; `None` if the qrels lack it.
    pub(crate) fn enter(&mut self, topic: &[u8]) -> Option<usize> {
        let index = self.segments.evaluator.qrels().find(topic);
        match index {
            Some(index) => {
                self.is_scattered |= self.segments.seen[index].swap(true, Ordering::Relaxed);
            }
            None if !self.unjudged.contains(topic) => {
                self.unjudged.insert(topic.into());
            }
            None => {}
        }
        index
    }

    /// Scores all documents of a topic, if that can be done without their ids as text.
    pub(crate) fn score_whole(&mut self, index: usize, whole: Whole) -> bool {
        self.scorer.score_whole(self.segments.documents, index, whole)
    }

    /// Scores all documents of a topic.
    pub(crate) fn score(
        &mut self,
        index: usize,
        rows: &[Row],
    ) -> std::result::Result<(), Duplicate> {
        self.scorer.score(self.segments.documents, index, rows)
    }
}

/// The result of what all threads have scored.
pub(crate) fn finish(
    evaluator: &Evaluator,
    scorers: Vec<SegmentScorer>,
    tag: Vec<u8>,
) -> Result<Evaluation> {
    let mut unjudged = BTreeSet::new();
    let mut scores: Vec<Scores> = Vec::with_capacity(scorers.len());
    for scorer in scorers {
        unjudged.extend(scorer.unjudged);
        scores.push(scorer.scorer.into_scores());
    }
    evaluator.finish(&scores, tag, unjudged.into_iter().collect())
}
