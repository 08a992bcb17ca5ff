//! The order of a topic's documents, told: which rank each has, and which of them share a score.

use std::cmp::Ordering;
use std::ops::Range;

use crate::error::Result;
use crate::join::{descending, score_key};
use crate::options::Compat;
use crate::policies::Ties;
use crate::ranks::ByDocno;
use crate::run::Run;

/// A topic's documents by rank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// Their indexes in the run, best first.
    pub indexes: Vec<usize>,
    /// The ranks (from 0) of documents that share a score, for each score that two or more have.
    pub ties: Vec<Range<usize>>,
}

impl Order {
    /// Orders a topic of a run by score, and by what `ties` says where scores are equal. Where it
    /// says by id, `ids` says which way round.
    ///
    /// # Errors
    ///
    /// The run has no rank column that could decide between equal scores, or a rank there is not a
    /// number.
    pub fn new(run: &Run, topic: usize, compat: Compat, ties: Ties, ids: ByDocno) -> Result<Self> {
        let (mut docnos, mut keyed) = (Vec::new(), Vec::new());
        for (index, (docno, score)) in run.docs(topic).enumerate() {
            docnos.push(docno);
            keyed.push((descending(score_key(score, compat)), index));
        }
        keyed.sort_unstable();
        let mut groups = Vec::new();
        let mut start = 0;
        for group in keyed.chunk_by_mut(|a, b| a.0 == b.0) {
            let end = start + group.len();
            if group.len() > 1 {
                groups.push(start..end);
                let by_docno = |a: usize, b: usize| ids.compare(docnos[a], docnos[b]);
                match ties {
                    Ties::File => {} // they are sorted by index
                    Ties::Docno => group.sort_by(|a, b| by_docno(a.1, b.1)),
                    Ties::Rank => {
                        let rank = |&(_, index): &(u64, usize)| run.listed_rank(topic, index);
                        let ranks = group.iter().map(rank).collect::<Result<Vec<_>>>()?;
                        let mut ranked: Vec<_> =
                            ranks.into_iter().zip(group.iter().copied()).collect();
                        ranked.sort_by(|(a, (_, i)), (b, (_, j))| {
                            a.partial_cmp(b).unwrap_or(Ordering::Equal).then(by_docno(*i, *j))
                        });
                        for (place, (_, document)) in group.iter_mut().zip(ranked) {
                            *place = document;
                        }
                    }
                }
            }
            start = end;
        }
        Ok(Self { indexes: keyed.into_iter().map(|(_, index)| index).collect(), ties: groups })
    }
}

/// Gives a run scores that put each topic in the order of the rank column. A rank that a topic has
/// twice is an error.
///
/// # Errors
///
/// The run has no rank column, or a rank is not a number or comes twice in a topic.
pub fn order_by_rank(run: &mut Run) -> Result<()> {
    for topic in 0..run.len() {
        let num_docs = run.docs(topic).count();
        let rank = |index| Ok((run.listed_rank(topic, index)?, index));
        let mut ranked = (0..num_docs).map(rank).collect::<Result<Vec<_>>>()?;
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0)); // stable, and no rank is NaN
        if let Some(pair) = ranked.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(run.rank_twice(topic, pair[1].1));
        }
        let indexes: Vec<_> = ranked.into_iter().map(|(_, index)| index).collect();
        run.set_order(topic, &indexes);
    }
    Ok(())
}

/// Gives a run scores that keep its order and leave nothing equal, so that it is evaluated in the
/// order that `ties` says.
///
/// # Errors
///
/// As of [`Order::new`].
pub fn settle_ties(run: &mut Run, compat: Compat, ties: Ties, ids: ByDocno) -> Result<()> {
    for topic in 0..run.len() {
        let order = Order::new(run, topic, compat, ties, ids)?;
        run.set_order(topic, &order.indexes);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Order, settle_ties};
    use crate::formats::trec_results::parse;
    use crate::options::Compat;
    use crate::policies::Ties;
    use crate::ranks::ByDocno;

    const RUN: &[u8] =
        b"q Q0 b 3 1 t\nq Q0 c 1 1.00000001 t\nq Q0 x 9 0 t\nq Q0 a 2 1 t\nq Q0 z 8 -0 t\n";

    fn order(compat: Compat, ties: Ties) -> (String, usize) {
        let mut run = parse(RUN.to_vec(), "run", 1).expect("a run");
        let order =
            Order::new(&run, 0, compat, ties, ByDocno::Descending).expect("ranks are numbers");
        let docnos: Vec<_> = run.docs(0).map(|(docno, _)| docno[0] as char).collect();
        let text: String = order.indexes.iter().map(|&index| docnos[index]).collect();
        settle_ties(&mut run, compat, ties, ByDocno::Descending).expect("ranks are numbers");
        for by_id in [Compat::V9, Compat::V10] {
            let settled = Order::new(&run, 0, by_id, Ties::Docno, ByDocno::Descending)
                .expect("no rank is read");
            assert_eq!((settled.indexes, settled.ties), (order.indexes.clone(), Vec::new()));
        }
        (text, order.ties.len())
    }

    #[test]
    fn equal_scores_go_by_id_line_or_rank() {
        assert_eq!(order(Compat::V9, Ties::Docno), ("cbazx".to_owned(), 2));
        assert_eq!(order(Compat::V9, Ties::File), ("bcaxz".to_owned(), 2));
        assert_eq!(order(Compat::V9, Ties::Rank), ("cabzx".to_owned(), 2));
        assert_eq!(order(Compat::V10, Ties::File), ("cbaxz".to_owned(), 2));
    }

    #[test]
    fn ids_decide_the_way_round_that_the_judgments_want() {
        let run =
            parse(b"q Q0 b 1 1 t\nq Q0 a 1 1 t\nq Q0 c 0 1 t\n".to_vec(), "run", 1).expect("a run");
        let order = |ties, ids| Order::new(&run, 0, Compat::V9, ties, ids).expect("ranks").indexes;
        assert_eq!(order(Ties::Docno, ByDocno::Descending), [2, 0, 1]);
        assert_eq!(order(Ties::Docno, ByDocno::Ascending), [1, 0, 2]);
        assert_eq!(order(Ties::Rank, ByDocno::Descending), [2, 0, 1]);
        assert_eq!(order(Ties::Rank, ByDocno::Ascending), [2, 1, 0]);
    }

    #[test]
    fn a_rank_that_decides_has_to_be_a_number() {
        let text = b"q Q0 a 1 1 t\nq Q0 b x 2 t\nq Q0 c - 1 t\n".to_vec();
        let run = parse(text, "run", 1).expect("a run");
        let error = Order::new(&run, 0, Compat::V9, Ties::Rank, ByDocno::Descending)
            .expect_err("'-' is no number");
        let text = error.to_string();
        assert!(text.starts_with("run:3:8: found rank '-', expected a number"), "{text}");
    }
}
