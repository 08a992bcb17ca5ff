//! The join: finds the rank and the grade of each retrieved document that a topic's qrels name.

use crate::number;
use crate::options::{Compat, Options};
use crate::qrels::TopicDocuments;
use crate::ranking::{Level, Pooled, Ranking};
use crate::table::{self, Slot};

/// Where so many documents have one score, sorting all is faster than comparing each with each.
const MANY_TIED: usize = 32;

/// One retrieved document.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    /// Its id.
    pub docno: &'a [u8],
    /// Its score, not NaN.
    pub score: f64,
}

/// The retrieved documents of a topic, with whole numbers for ids.
#[derive(Debug, Clone, Copy)]
pub struct Whole<'a> {
    /// The ids.
    pub docs: &'a [i64],
    /// The score of each.
    pub scores: &'a [f64],
}

/// A topic that lists one document twice: the indexes of both rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Duplicate {
    /// The first mention.
    pub first: usize,
    /// The second.
    pub second: usize,
}

/// Joins rankings with judgments, one topic after another, in memory that it keeps.
#[derive(Debug, Default)]
pub struct Joiner {
    seen: Vec<Slot>,
    hashes: Vec<u64>,
    candidates: Vec<(usize, u32)>,
    pooled: Vec<Pooled>,
    order: Vec<(u64, u32)>,
    rank_of: Vec<u32>,
}

impl Joiner {
    /// Ranks `rows` by score, highest first, and by document id, highest bytes first, where scores
    /// are equal; and joins them with a topic's judgments.
    ///
    /// # Errors
    ///
    /// The ranking lists a document twice.
    pub fn join<'a>(
        &'a mut self,
        topic: TopicDocuments,
        levels: &'a [Level],
        rows: &[Row],
        options: &Options,
    ) -> Result<Ranking<'a>, Duplicate> {
        self.find_pooled(topic, rows)?;
        match options.compat {
            Compat::V9 => self.rank(rows, |score| score_key(score, Compat::V9)),
            Compat::V10 => self.rank(rows, |score| score_key(score, Compat::V10)),
        }
        Ok(self.ranking(rows.len(), levels, options))
    }

    /// The same for documents with whole numbers for ids. Gives nothing where the ids are needed as
    /// text: to order ties, or to name what is wrong.
    pub fn join_whole<'a>(
        &'a mut self,
        topic: TopicDocuments,
        levels: &'a [Level],
        whole: Whole,
        options: &Options,
    ) -> Option<Ranking<'a>> {
        match options.compat {
            Compat::V9 => self.find_whole(topic, whole, |score| score_key(score, Compat::V9)),
            Compat::V10 => self.find_whole(topic, whole, |score| score_key(score, Compat::V10)),
        }?;
        Some(self.ranking(whole.docs.len(), levels, options))
    }

    /// The ranking of `num_ret` documents, of which the qrels name `pooled`, by rank.
    pub fn join_pooled<'a>(
        &'a mut self,
        levels: &'a [Level],
        num_ret: usize,
        pooled: &[Pooled],
        options: &Options,
    ) -> Ranking<'a> {
        self.pooled.clear();
        self.pooled.extend_from_slice(pooled);
        self.ranking(num_ret, levels, options)
    }

    /// Cuts and thins the ranking as the options say.
    fn ranking<'a>(
        &'a mut self,
        num_ret: usize,
        levels: &'a [Level],
        options: &Options,
    ) -> Ranking<'a> {
        let (mut num_ret, retrieved) = (num_ret, num_ret);
        if num_ret > options.max_depth {
            num_ret = options.max_depth;
            self.pooled.retain(|d| d.rank <= num_ret);
        }
        if options.judged_only {
            self.pooled.retain(|d| d.grade >= 0.0);
            num_ret = self.pooled.len();
            for (rank, document) in (1..).zip(&mut self.pooled) {
                document.rank = rank;
            }
        }
        let emptied = num_ret == 0 && retrieved > 0;
        Ranking { emptied, ..Ranking::new(num_ret, &self.pooled, levels, options) }
    }

    /// Collects the rows that the qrels name, each with its place in `rows` (from 1) for a rank.
    ///
    /// The qrels are not in the processor's cache as a rule. Several short loops over all rows let
    /// it fetch for many of them at once.
    fn find_pooled(&mut self, topic: TopicDocuments, rows: &[Row]) -> Result<(), Duplicate> {
        let Self { seen, hashes, candidates, pooled, .. } = self;
        hashes.clear();
        hashes.extend(rows.iter().map(|row| topic.hash(row.docno)));
        seen.clear();
        seen.resize(table::slots_for(rows.len()), 0);
        for (index, (row, &hash)) in (0_u32..).zip(rows.iter().zip(&*hashes)) {
            let is_same = |other: u32| rows[other as usize].docno == row.docno;
            if let Some(first) = table::insert(seen, hash, index, is_same) {
                return Err(Duplicate { first: first as usize, second: index as usize });
            }
        }
        candidates.clear();
        for (index, &hash) in hashes.iter().enumerate() {
            candidates.extend(topic.candidate(hash).map(|candidate| (index, candidate)));
        }
        pooled.clear();
        for &(index, candidate) in &*candidates {
            let grade = topic.grade_of(candidate, hashes[index], rows[index].docno);
            pooled.extend(grade.map(|grade| Pooled { rank: index + 1, grade }));
        }
        Ok(())
    }

    /// Collects the documents that the qrels name, with their ranks. Gives nothing if one may be a
    /// padding, if one is there twice, or if a score rises or is not a number, or is that of a
    /// judged document and of its neighbour too.
    fn find_whole(
        &mut self,
        topic: TopicDocuments,
        Whole { docs, scores }: Whole,
        key: impl Fn(f64) -> f64,
    ) -> Option<()> {
        let Self { seen, pooled, .. } = self;
        let falls = |pair: &[f64]| key(pair[0]) >= key(pair[1]);
        if docs.iter().any(|&doc| doc < 0)
            || scores.first().is_some_and(|score| score.is_nan())
            || !scores.windows(2).all(falls)
        {
            return None;
        }
        seen.clear();
        // Twice the room: few are then entered anywhere but where they are first looked for.
        seen.resize(table::slots_for(2 * docs.len()), 0);
        for (index, &doc) in (0_u32..).zip(docs) {
            let is_same = |other: u32| docs[other as usize] == doc;
            if table::insert(seen, topic.hash_whole(doc), index, is_same).is_some() {
                return None;
            }
        }
        pooled.clear();
        for (docno, grade) in topic.judgments() {
            // Any other id is that of no whole number.
            let Some(doc) = number::parse_shortest(docno) else { continue };
            let is_same = |other: u32| docs[other as usize] == doc;
            if let Some(index) = table::find(seen, topic.hash_whole(doc), is_same) {
                let place = index as usize;
                let near = &scores[place.saturating_sub(1)..scores.len().min(place + 2)];
                if near.iter().filter(|&&score| key(score) == key(scores[place])).count() > 1 {
                    return None;
                }
                pooled.push(Pooled { rank: place + 1, grade });
            }
        }
        pooled.sort_unstable_by_key(|document| document.rank);
        Some(())
    }

    /// Turns places into ranks.
    fn rank(&mut self, rows: &[Row], score: impl Fn(f64) -> f64) {
        let falls = |pair: &[Row]| score(pair[0].score) >= score(pair[1].score);
        let is_done =
            self.pooled.is_empty() || rows.windows(2).all(falls) && self.rank_ties(rows, &score);
        if !is_done {
            self.sort(rows, &score);
            self.pooled.sort_unstable_by_key(|document| document.rank);
        }
    }

    /// Ranks documents in rows whose scores never rise: those with equal scores change places.
    /// Gives false, with nothing changed, where that takes longer than sorting all.
    fn rank_ties(&mut self, rows: &[Row], score: &impl Fn(f64) -> f64) -> bool {
        self.order.clear();
        for document in &self.pooled {
            let place = document.rank - 1;
            let (this, docno) = (score(rows[place].score), rows[place].docno);
            let tied = |row: &&Row| score(row.score) == this;
            let before = rows[..place].iter().rev().take_while(tied).take(MANY_TIED);
            let after = rows[place + 1..].iter().take_while(tied).take(MANY_TIED);
            let (mut ties, mut passed, mut passes) = (0, 0, 0);
            for row in before {
                ties += 1;
                passes += u64::from(row.docno < docno);
            }
            for row in after {
                ties += 1;
                passed += u64::from(row.docno > docno);
            }
            if ties >= MANY_TIED {
                return false;
            }
            self.order.push((document.rank as u64 + passed - passes, 0));
        }
        for (document, &(rank, _)) in self.pooled.iter_mut().zip(&self.order) {
            // It came from a place in memory.
            document.rank = usize::try_from(rank).unwrap_or(usize::MAX);
        }
        // They are all but in order: tied ones may have to change places.
        for end in 1..self.pooled.len() {
            for at in (1..=end).rev() {
                if self.pooled[at - 1].rank < self.pooled[at].rank {
                    break;
                }
                self.pooled.swap(at - 1, at);
            }
        }
        true
    }

    /// Ranks documents in rows of any order.
    fn sort(&mut self, rows: &[Row], score: &impl Fn(f64) -> f64) {
        self.order.clear();
        self.order.extend((0..).zip(rows).map(|(i, row)| (descending(score(row.score)), i)));
        self.order.sort_unstable();
        for ties in self.order.chunk_by_mut(|a, b| a.0 == b.0) {
            if ties.len() > 1 {
                ties.sort_unstable_by(|a, b| {
                    rows[b.1 as usize].docno.cmp(rows[a.1 as usize].docno)
                });
            }
        }
        self.rank_of.clear();
        self.rank_of.resize(rows.len(), 0);
        for (rank, &(_, index)) in (1..).zip(&self.order) {
            self.rank_of[index as usize] = rank;
        }
        for document in &mut self.pooled {
            document.rank = self.rank_of[document.rank - 1] as usize;
        }
    }
}

/// A score as the version of `trec_eval` keeps it: 9 in 32 bits, 10 in 64.
#[inline]
#[allow(clippy::cast_possible_truncation)] // that is the point
pub fn score_key(score: f64, compat: Compat) -> f64 {
    match compat {
        Compat::V9 => f64::from(score as f32),
        Compat::V10 => score,
    }
}

/// A key that sorts scores from high to low. The two zeros are equal.
#[inline]
pub fn descending(score: f64) -> u64 {
    let bits = (score + 0.0).to_bits();
    if bits >> 63 == 1 { bits } else { !(bits | 1 << 63) }
}

#[cfg(test)]
mod tests {
    use super::descending;

    #[test]
    fn keys_sort_from_high_to_low() {
        let scores = [f64::INFINITY, 3.5, 1e-300, 0.0, -1e-300, -2.0, -7.0, f64::NEG_INFINITY];
        assert!(scores.windows(2).all(|pair| descending(pair[0]) < descending(pair[1])));
        assert_eq!(descending(0.0), descending(-0.0));
    }
}
