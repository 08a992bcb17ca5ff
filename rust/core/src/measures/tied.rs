//! How a measure moves with the order of documents that share a score.

use super::gains::{Gains, trec_order_differs};
use super::{Args, Measure};
use crate::ranking::{Level, Ranking};

/// In which order of equal scores a measure is highest, and lowest in the reverse one, or the other
/// way round.
///
/// The first six are exact because exchanging two neighbours that stand against the order never
/// lowers the value. The test against all orders tells where that is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tied {
    /// Relevant documents, then unjudged ones, then judged non-relevant ones.
    Relevance,
    /// Judged documents, then unjudged ones.
    Judgment,
    /// Documents that the qrels name, then others.
    Pool,
    /// By falling gain; an unjudged document has gain 0.
    Gain,
    /// The same, if no gain is below 0 and the ideal ranking is in order; else in any order.
    GainAboveZero,
    /// By falling gain, then unjudged documents, since all gains are moved to 0 or above.
    ScaledGain,
    /// In one that has to be searched for. The value is a sum of what each document adds, which
    /// depends on which documents stand above it, not on their order.
    Sum,
    /// In one that has to be searched for.
    Any,
}

/// How to find the lowest and the highest value over all orders.
#[derive(Debug)]
pub(crate) enum Search {
    /// By sorting equal scores by this number of each document, up and down.
    Sort(Vec<f64>),
    /// By looking at all orders of each group of equal scores, one group at a time.
    Groups,
    /// By looking at all orders of all groups.
    All,
}

impl Measure {
    /// How to find the lowest and the highest value of this measure for documents of these grades
    /// (`None`: not in the qrels).
    pub(crate) fn search(&self, args: &Args, ranking: &Ranking, grades: &[Option<f64>]) -> Search {
        let gains = Gains::new(args, ranking.levels);
        let worth: &dyn Fn(Option<f64>) -> f64 = match self.tied {
            Tied::Any => return Search::All,
            Tied::Sum => return Search::Groups,
            Tied::GainAboveZero if !is_plain(&gains, args, ranking.levels) => return Search::All,
            Tied::Relevance => &|grade| match grade {
                Some(grade) if ranking.is_relevant(grade) => 2.0,
                Some(grade) if grade >= 0.0 => 0.0,
                _ => 1.0,
            },
            Tied::Judgment => &|grade| f64::from(u8::from(grade.is_some_and(|g| g >= 0.0))),
            Tied::Pool => &|grade| f64::from(u8::from(grade.is_some())),
            Tied::Gain | Tied::GainAboveZero => &|grade| grade.map_or(0.0, |grade| gains.of(grade)),
            Tied::ScaledGain => &|grade| match grade {
                Some(grade) if grade >= 0.0 => gains.of(grade),
                _ => f64::NEG_INFINITY,
            },
        };
        Search::Sort(grades.iter().map(|&grade| worth(grade)).collect())
    }
}

fn is_plain(gains: &Gains, args: &Args, levels: &[Level]) -> bool {
    gains.values().all(|gain| gain >= 0.0) && !trec_order_differs(args.gains(), levels)
}
