//! The ranks of a topic's retrieved documents, for judgments that are looked up more than once.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::join::{Duplicate, Row, descending, score_key};
use crate::options::Compat;

/// In which order documents with equal scores are ranked, by the bytes of their ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByDocno {
    /// The highest first, as for all grades.
    Descending,
    /// The lowest first, as for preferences.
    Ascending,
}

impl ByDocno {
    /// Which of two ids is ranked first.
    pub fn compare(self, a: &[u8], b: &[u8]) -> Ordering {
        match self {
            Self::Descending => b.cmp(a),
            Self::Ascending => a.cmp(b),
        }
    }
}

/// The rank of each retrieved document, from 1.
#[derive(Debug, Default)]
pub struct Ranks<'a>(HashMap<&'a [u8], usize, foldhash::fast::RandomState>);

impl<'a> Ranks<'a> {
    /// Ranks `rows` by score, highest first.
    ///
    /// # Errors
    ///
    /// The ranking lists a document twice.
    pub fn new(rows: &[Row<'a>], compat: Compat, by_docno: ByDocno) -> Result<Self, Duplicate> {
        let mut ranks = HashMap::default();
        for (second, row) in rows.iter().enumerate() {
            match ranks.entry(row.docno) {
                Entry::Occupied(first) => return Err(Duplicate { first: *first.get(), second }),
                Entry::Vacant(place) => place.insert(second),
            };
        }
        let mut order: Vec<&Row> = rows.iter().collect();
        order.sort_unstable_by(|a, b| {
            let key = |row: &Row| descending(score_key(row.score, compat));
            let tied = by_docno.compare(a.docno, b.docno);
            key(a).cmp(&key(b)).then(tied)
        });
        for (rank, row) in (1..).zip(order) {
            ranks.insert(row.docno, rank);
        }
        Ok(Self(ranks))
    }

    /// The rank of a document; `None` if it is not retrieved.
    pub fn get(&self, docno: &[u8]) -> Option<usize> {
        self.0.get(docno).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::{ByDocno, Ranks};
    use crate::join::{Duplicate, Row};
    use crate::options::Compat;

    fn row(docno: &str, score: f64) -> Row<'_> {
        Row { docno: docno.as_bytes(), score }
    }

    #[test]
    fn equal_scores_go_by_id() {
        // The first two are equal as 32-bit floats only.
        let rows = [row("a", 1.0), row("b", 1.000_000_01), row("c", 0.5)];
        let ranks = |compat, by_docno| {
            let ranks = Ranks::new(&rows, compat, by_docno).expect("no duplicate");
            ["a", "b", "c", "d"].map(|docno| ranks.get(docno.as_bytes()).unwrap_or(0))
        };
        assert_eq!(ranks(Compat::V9, ByDocno::Ascending), [1, 2, 3, 0]);
        assert_eq!(ranks(Compat::V9, ByDocno::Descending), [2, 1, 3, 0]);
        assert_eq!(ranks(Compat::V10, ByDocno::Ascending), [2, 1, 3, 0]);
    }

    #[test]
    fn a_document_twice_is_refused() {
        let rows = [row("a", 1.0), row("b", 2.0), row("a", 3.0)];
        let refused = Ranks::new(&rows, Compat::V9, ByDocno::Ascending).err();
        assert_eq!(refused, Some(Duplicate { first: 0, second: 2 }));
    }
}
