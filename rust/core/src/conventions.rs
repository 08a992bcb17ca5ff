//! What is done where programs differ: each choice, what all of them are called, and what they do to
//! a run in memory.

use std::sync::Arc;

use crate::choice::Choice;
use crate::error::Result;
use crate::evaluate::Evaluator;
use crate::evaluation::Evaluation;
use crate::options::Compat;
use crate::order::{order_by_rank, settle_ties};
use crate::policies::{Dropped, Duplicates, NoRelevant, OrderBy, Ties, Topics};
use crate::qrels::Kind;
use crate::run::Run;
use crate::tie_range::TieRange;

/// What can be chosen, each at once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Conventions {
    /// How scores are compared, and which version of `trec_eval` to agree with in the rest.
    pub compat: Compat,
    /// What a ranking is ordered by.
    pub order: OrderBy,
    /// The order of equal scores.
    pub ties: Ties,
    /// The topics to average over.
    pub topics: Topics,
    /// What becomes of a topic without a relevant document.
    pub no_relevant: NoRelevant,
    /// The lowest grade that the binary measures count as relevant.
    pub relevance_level: f64,
    /// Whether a document with the id of its topic is dropped.
    pub ignore_identical_ids: bool,
    /// What to do with a document that a topic lists twice.
    pub duplicates: Duplicates,
    /// Decimal places of a printed value; `None` for those of the output format.
    pub digits: Option<usize>,
}

/// The conventions of this program where none are chosen.
pub const DEFAULT: Conventions = Conventions {
    compat: Compat::V9,
    order: OrderBy::Score,
    ties: Ties::Docno,
    topics: Topics::Intersection,
    no_relevant: NoRelevant::Zero,
    relevance_level: 1.0,
    ignore_identical_ids: false,
    duplicates: Duplicates::Error,
    digits: None,
};

/// One of the conventions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Point {
    /// What it is about.
    pub about: &'static str,
    /// What is done.
    pub what: String,
    /// How the command line asks for it; `None` where that is to give no option.
    pub option: Option<String>,
}

impl Conventions {
    /// What they are, point by point.
    pub fn describe(&self) -> [Point; 9] {
        let point = |about, what: &str, option: Option<String>| Point {
            about,
            what: what.to_owned(),
            option,
        };
        let named = |option: &str, value: &str| Some(format!("{option} {value}"));
        let order = match self.order {
            OrderBy::Score => "by score, highest first",
            OrderBy::Rank => "by the rank column, lowest first; scores are not looked at",
        };
        let ties = match (self.order, self.ties) {
            (OrderBy::Rank, _) => "as other scores",
            (OrderBy::Score, Ties::Docno) => "by id, highest bytes first",
            (OrderBy::Score, Ties::File) => "in the order of the input",
            (OrderBy::Score, Ties::Rank) => "by the rank column",
        };
        let scores = match self.compat {
            Compat::V9 => "32-bit floats, as in trec_eval 9.0.8",
            Compat::V10 => "64-bit floats, as in trec_eval 10.0",
        };
        let topics = match self.topics {
            Topics::Intersection => "those that both the qrels and the run have",
            Topics::Qrels => "all of the qrels; one that the run lacks counts as 0",
            Topics::Run => "all of the run; one that the qrels lack counts as 0",
        };
        let no_relevant = match self.no_relevant {
            NoRelevant::Zero => "the topic counts as 0",
            NoRelevant::Skip => "the topic is left out",
            NoRelevant::One => "the topic counts as 1",
        };
        let identical = if self.ignore_identical_ids { "dropped" } else { "kept" };
        let duplicates = match self.duplicates {
            Duplicates::Error => "refused",
            Duplicates::First => "the first one counts",
            Duplicates::Last => "the last one counts",
            Duplicates::Max => "the one with the highest score counts",
        };
        let decimals = match self.digits {
            Some(digits) => digits.to_string(),
            None => "as the output format has them".to_owned(),
        };
        let level = self.relevance_level.to_string();
        let drop = self.ignore_identical_ids.then(|| "--ignore-identical-ids".to_owned());
        [
            point("order", order, named("--order", self.order.name())),
            point("equal scores", ties, named("--ties", self.ties.name())),
            point("scores", scores, named("--compat", self.compat.name())),
            point("topics", topics, named("--topics", self.topics.name())),
            point(
                "no relevant document",
                no_relevant,
                named("--no-relevant", self.no_relevant.name()),
            ),
            point("relevant from grade", &level, named("-l", &level)),
            point("document with the id of its topic", identical, drop),
            point("document twice", duplicates, named("--duplicates", self.duplicates.name())),
            point("decimals", &decimals, self.digits.map(|n| format!("--digits {n}"))),
        ]
    }

    /// The option, with its value where only that is meant, that has no meaning for judgments of this
    /// kind, and why.
    pub fn unsuited(&self, kind: &Kind) -> Option<(&'static str, String)> {
        let what = kind.gives().text();
        let has_levels = matches!(kind, Kind::Grades | Kind::Subtopics(_));
        if self.no_relevant != NoRelevant::default() && !has_levels {
            return Some(("no-relevant", format!("{what} do not tell what is relevant")));
        }
        if self.topics == Topics::Run && !matches!(kind, Kind::Grades) {
            let text = "a topic that the qrels lack has a value with -R qrels only";
            return Some(("topics run", text.to_owned()));
        }
        None
    }

    /// Whether a run is evaluated as it stands, and so while it is read. If not it has to be in
    /// memory, for [`Conventions::prepare`] and [`Conventions::evaluate`].
    pub fn take_runs_as_they_are(&self) -> bool {
        self.order == DEFAULT.order
            && self.ties == DEFAULT.ties
            && self.topics != Topics::Run
            && self.duplicates == DEFAULT.duplicates
            && !self.ignore_identical_ids
    }

    /// Leaves each document of a run once, puts them in the order of their ranks, and drops those
    /// with the id of their topic, each where the conventions say so. Equal scores stay equal.
    ///
    /// # Errors
    ///
    /// The order is by rank, and the run has no rank column, or a rank is not a number or comes
    /// twice in a topic.
    pub fn prepare(&self, run: &mut Run, dropped: &mut Dropped) -> Result<()> {
        run.deduplicate(self.duplicates, &mut dropped.duplicates);
        if self.order == OrderBy::Rank {
            order_by_rank(run)?;
        }
        if self.ignore_identical_ids {
            run.drop_identical_ids();
        }
        Ok(())
    }

    /// Evaluates a prepared run over the topics that the conventions average, with equal scores in
    /// the order that they say; and, if `with_range`, in all orders. The evaluator has the options
    /// of the same conventions.
    ///
    /// # Errors
    ///
    /// The run cannot be evaluated, or lacks the rank column that equal scores are to be ordered
    /// by; or there is no range for these judgments.
    pub fn evaluate(
        &self,
        evaluator: &Evaluator,
        mut run: Run,
        with_range: bool,
        threads: usize,
    ) -> Result<(Evaluation, Option<TieRange>)> {
        let (widened, mut added) = (self.topics == Topics::Run, Vec::new());
        let mut scoring = evaluator.clone();
        if widened {
            let qrels = evaluator.qrels();
            added =
                run.topics().iter().filter(|topic| qrels.find(topic).is_none()).cloned().collect();
            scoring = evaluator.with_qrels(Arc::new(qrels.with_topics(&added)?));
        }
        let range = with_range.then(|| scoring.tie_range(&run, self.ties)).transpose()?;
        if self.ties != Ties::default() {
            let by_docno = scoring.qrels().kind().by_docno();
            settle_ties(&mut run, self.compat, self.ties, by_docno)?;
        }
        let evaluation = scoring.evaluate(&run, threads)?;
        Ok((if widened { evaluation.with_unjudged(added) } else { evaluation }, range))
    }
}
