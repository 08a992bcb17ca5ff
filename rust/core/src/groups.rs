//! Grades by judgment group: several people judge the documents of one topic, each on their own.

use std::ops::Range;

use crate::error::{Error, ErrorKind, Result};
use crate::grouped::{Grouped, Judgment};
use crate::join::Joiner;
use crate::levels;
use crate::options::Options;
use crate::ranking::{Level, Pooled, Ranking};
use crate::ranks::Ranks;

/// The grades of all topics, by judgment group.
#[derive(Debug)]
pub struct Groups {
    lists: Grouped,
    levels: Vec<Level>,
    spans: Vec<Span>,
    /// Where each topic's groups start, and the end of the last.
    starts: Vec<usize>,
}

/// A judgment group of a topic: the parts of the lists above that are its own.
#[derive(Debug)]
struct Span {
    judgments: Range<usize>,
    levels: Range<usize>,
}

impl Groups {
    /// Prepares grades. A document that a group grades twice in one topic is an error.
    ///
    /// # Errors
    ///
    /// A group names a document twice.
    pub fn new(lists: Grouped) -> Result<Self> {
        if let Some((found, place)) = lists.duplicate() {
            let expected = "each document once in a group".to_owned();
            return Err(Error::new(ErrorKind::Malformed { found, expected }).at(place));
        }
        let (mut levels, mut spans, mut starts) = (Vec::new(), Vec::new(), vec![0]);
        let mut end = 0;
        for topic in 0..lists.topics().len() {
            for group in lists.topic(topic).chunk_by(Judgment::is_with) {
                let start = levels.len();
                levels::count(group.iter().map(|judgment| judgment.value), &mut levels, start);
                let judgments = end..end + group.len();
                end = judgments.end;
                spans.push(Span { judgments, levels: start..levels.len() });
            }
            starts.push(spans.len());
        }
        Ok(Self { lists, levels, spans, starts })
    }

    /// Joins a ranking of `num_ret` documents with each group of a topic. `joiners` is memory for
    /// it, which is given back.
    pub fn join<'a>(
        &'a self,
        topic: usize,
        num_ret: usize,
        ranks: &Ranks,
        options: &Options,
        joiners: &'a mut Vec<Joiner>,
    ) -> Vec<Ranking<'a>> {
        let groups = &self.spans[self.starts[topic]..self.starts[topic + 1]];
        joiners.resize_with(groups.len().max(joiners.len()), Joiner::default);
        let joined = groups.iter().zip(joiners).map(|(group, joiner)| {
            let pooled = self.pooled(group, ranks);
            joiner.join_pooled(&self.levels[group.levels.clone()], num_ret, &pooled, options)
        });
        joined.collect()
    }

    /// The retrieved documents that a group has graded, by rank.
    fn pooled(&self, group: &Span, ranks: &Ranks) -> Vec<Pooled> {
        let judgments = &self.lists.all()[group.judgments.clone()];
        let retrieved = judgments.iter().filter_map(|judgment| {
            let rank = ranks.get(self.lists.docno(judgment))?;
            Some(Pooled { rank, grade: judgment.value })
        });
        let mut pooled: Vec<_> = retrieved.collect();
        pooled.sort_unstable_by_key(|document| document.rank);
        pooled
    }
}
