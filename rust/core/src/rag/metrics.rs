//! The five metrics of one ranking of ids.

use foldhash::{HashMap, HashMapExt};

use crate::levels;
use crate::measures::exponential_ndcg;
use crate::options::Options;
use crate::ranking::{Level, Pooled, Ranking};

/// The five metrics of a ranking, each from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Metrics {
    /// The share of the relevant documents that are among the first k; 0 where none is relevant.
    pub recall_at_k: f64,
    /// The share of relevant documents among the first k, divided by k however few there are.
    pub precision_at_k: f64,
    /// nDCG at 10 with exponential gain, whatever k is.
    pub ndcg_at_10: f64,
    /// 1 / rank of the first relevant document of the whole ranking; 0 where there is none.
    pub mrr: f64,
    /// 1 where a relevant document is among the first k, else 0.
    pub hit_at_k: f64,
}

/// Where nDCG is cut.
pub const NDCG_CUTOFF: usize = 10;

/// A ranking of ids joined with its judgments.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    num_ret: usize,
    pooled: Vec<Pooled>,
    levels: Vec<Level>,
    options: Options,
}

impl Judged {
    /// Joins a ranking, best first, with the grades of documents. A repeated id counts at its first
    /// place; its copies keep their places and add nothing. An id without a grade has no gain, and
    /// neither has one of a negative grade. Grades have to be finite; of a document graded twice
    /// the first grade counts.
    pub fn new<'i>(
        ranked: impl IntoIterator<Item = &'i [u8]>,
        qrels: impl IntoIterator<Item = (&'i [u8], f64)>,
    ) -> Self {
        let qrels = qrels.into_iter();
        let mut grades = HashMap::with_capacity(qrels.size_hint().0);
        for (id, grade) in qrels {
            grades.entry(id).or_insert((grade, false));
        }
        let mut pooled = Vec::new();
        let mut num_ret = 0;
        for id in ranked {
            num_ret += 1;
            if let Some((grade, seen)) = grades.get_mut(id)
                && !std::mem::replace(seen, true)
            {
                pooled.push(Pooled { rank: num_ret, grade: *grade });
            }
        }
        let mut levels = Vec::new();
        // The levels are sorted, so that the order of the map leaves no trace.
        levels::count(grades.into_values().map(|(grade, _)| grade), &mut levels, 0);
        Self { num_ret, pooled, levels, options: Options::default() }
    }

    fn ranking(&self) -> Ranking<'_> {
        Ranking::new(self.num_ret, &self.pooled, &self.levels, &self.options)
    }

    /// Number of relevant documents among the first k.
    fn found(&self, k: usize) -> usize {
        self.ranking().relevant_ranks().take_while(|&rank| rank <= k).count()
    }

    /// The share of the relevant documents that are among the first k.
    pub fn recall_at(&self, k: usize) -> f64 {
        match self.ranking().num_rel {
            0 => 0.0,
            all => self.found(k) as f64 / all as f64,
        }
    }

    /// The share of relevant documents among the first k.
    pub fn precision_at(&self, k: usize) -> f64 {
        self.found(k) as f64 / k as f64
    }

    /// 1 where a relevant document is among the first k, else 0.
    pub fn hit_at(&self, k: usize) -> f64 {
        if self.found(k) > 0 { 1.0 } else { 0.0 }
    }

    /// 1 / rank of the first relevant document.
    pub fn reciprocal_rank(&self) -> f64 {
        self.ranking().relevant_ranks().next().map_or(0.0, |rank| 1.0 / rank as f64)
    }

    /// nDCG at k with the gain 2^grade - 1: the measure `ndcg_exp_cut`.
    pub fn ndcg_at(&self, k: usize) -> f64 {
        let mut value = [0.0];
        exponential_ndcg(&self.ranking(), &[k], &mut value);
        value[0]
    }

    /// All five.
    pub fn metrics(&self, k: usize) -> Metrics {
        Metrics {
            recall_at_k: self.recall_at(k),
            precision_at_k: self.precision_at(k),
            ndcg_at_10: self.ndcg_at(NDCG_CUTOFF),
            mrr: self.reciprocal_rank(),
            hit_at_k: self.hit_at(k),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Judged;

    fn judged(ranked: &[&str], qrels: &[(&str, f64)]) -> Judged {
        let qrels = qrels.iter().map(|(id, grade)| (id.as_bytes(), *grade));
        Judged::new(ranked.iter().map(|id| id.as_bytes()), qrels)
    }

    #[test]
    fn worked_example() {
        let judged = judged(&["B", "X", "A", "C"], &[("A", 3.0), ("B", 2.0), ("C", 1.0)]);
        assert_eq!(judged.recall_at(4), 1.0);
        assert_eq!(judged.precision_at(4), 0.75);
        assert_eq!(judged.hit_at(4), 1.0);
        assert_eq!(judged.reciprocal_rank(), 1.0);
        let dcg = 3.0 + 7.0 / 2.0 + 1.0 / 5_f64.log2();
        let ideal = 7.0 + 3.0 / 3_f64.log2() + 1.0 / 2.0;
        assert_eq!(judged.ndcg_at(4), dcg / ideal);
        assert_eq!(format!("{:.3}", judged.ndcg_at(4)), "0.738");
    }

    #[test]
    fn copies_keep_their_place_and_add_nothing() {
        let judged = judged(&["A", "A", "X", "B"], &[("A", 1.0), ("B", 1.0)]);
        assert_eq!(judged.recall_at(3), 0.5);
        assert_eq!(judged.precision_at(2), 0.5);
        assert_eq!(judged.recall_at(4), 1.0);
        let ideal = 1.0 + 1.0 / 3_f64.log2();
        assert_eq!(judged.ndcg_at(10), (1.0 + 1.0 / 5_f64.log2()) / ideal);
    }

    #[test]
    fn nothing_relevant_is_0() {
        for qrels in [&[][..], &[("A", 0.0), ("B", -1.0)]] {
            let metrics = judged(&["A", "B"], qrels).metrics(1);
            assert_eq!(
                [metrics.recall_at_k, metrics.precision_at_k, metrics.ndcg_at_10],
                [0.0, 0.0, 0.0]
            );
            assert_eq!([metrics.mrr, metrics.hit_at_k], [0.0, 0.0]);
        }
    }

    #[test]
    fn extreme_cutoffs_and_grades() {
        let judged = judged(&["A", "B"], &[("A", f64::MAX), ("B", 0.5)]);
        assert_eq!(judged.ndcg_at(usize::MAX), 1.0);
        assert_eq!(judged.recall_at(usize::MAX), 1.0);
        assert!(judged.precision_at(usize::MAX) > 0.0);
    }
}
