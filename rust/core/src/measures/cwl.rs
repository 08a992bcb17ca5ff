//! User models that walk down a ranking (C/W/L): a user who looks at one document goes on to the
//! next with a probability C, and the value is the gain to expect from a document looked at.

use super::{Common, Measure, Number, Range};
use crate::ranking::Ranking;

/// What these measures have in common.
pub(super) const MEASURE: Measure =
    Measure { common: Common::GRADED, needs_nonrelevant: true, ..Measure::DEFAULT };

/// The help of a measure: its formula, and what holds for all.
macro_rules! help {
    ($formula:literal) => {
        concat!(
            $formula,
            "\n\n",
            "\
A gain is (grade - min_rel) / (max_rel - min_rel); a grade outside of that range counts as its
end. max_rel has to be told. An unjudged document has gain 0. With residual=True the value is the
most that it could rise by: with gain 1 for all that is unjudged, in the ranking and after its
end.",
        )
    };
}

/// The same, of a measure that has no cutoff of its own.
macro_rules! help_to_depth {
    ($formula:literal) => {
        concat!(
            $crate::measures::cwl::help!($formula),
            " The first 1000 ranks are looked at; depth= is another number of them.",
        )
    };
}

pub(super) use {help, help_to_depth};

pub(super) const MIN_REL: Number = Number::new("min_rel", 0.0, Range::NotNegative);
pub(super) const MAX_REL: Number = Number::required(Number::MAX_REL, Range::Positive);
pub(super) const RESIDUAL: Number = Number::new("residual", 0.0, Range::Flag);
pub(super) const DEPTH: Number = Number::new("depth", 1000.0, Range::Count);

/// A scale of grades, and how a user model ends.
pub(super) struct Model {
    pub(super) min_rel: f64,
    pub(super) max_rel: f64,
    /// The last rank a user can reach.
    pub(super) depth: f64,
    /// Whether to compute the residual: what the value could rise by.
    pub(super) residual: bool,
}

/// A document that a user looks at.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// Its rank.
    pub(super) rank: f64,
    /// Its gain, from 0 to 1.
    pub(super) gain: f64,
    /// The gain of the documents down to it.
    pub(super) total: f64,
}

impl Model {
    /// The expected gain of a document looked at, or its residual. `goes_on` is the probability C
    /// that a user goes on to the next document.
    pub(super) fn measure(&self, ranking: &Ranking, goes_on: impl Fn(Step) -> f64) -> f64 {
        let lowest = self.expected_gain(ranking, 0.0, &goes_on);
        if self.residual { self.expected_gain(ranking, 1.0, &goes_on) - lowest } else { lowest }
    }

    /// The expected gain of a document looked at, with a gain for those without a judgment.
    fn expected_gain(
        &self,
        ranking: &Ranking,
        unjudged: f64,
        goes_on: &impl Fn(Step) -> f64,
    ) -> f64 {
        let mut judged = ranking.judged().peekable();
        let (mut reach, mut looked, mut gained, mut total) = (1.0, 0.0, 0.0, 0.0);
        let (mut rank, mut place) = (1.0, 1);
        while rank <= self.depth && reach > 0.0 {
            let document = judged.next_if(|document| document.rank == place);
            let gain = document.map_or(unjudged, |document| self.gain(document.grade));
            total += gain;
            looked += reach;
            gained += reach * gain;
            reach *= goes_on(Step { rank, gain, total });
            rank += 1.0;
            place += 1;
        }
        gained / looked
    }

    /// The gain of a grade: where it lies between the ends of the scale, and at most at an end.
    fn gain(&self, grade: f64) -> f64 {
        (grade.clamp(self.min_rel, self.max_rel) - self.min_rel) / (self.max_rel - self.min_rel)
    }
}
