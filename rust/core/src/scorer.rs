//! Scores topics, one after another, on one thread.

use crate::error::{Error, Result};
use crate::evaluate::Evaluator;
use crate::evaluation::is_cleared;
use crate::join::{Duplicate, Joiner, Row, Whole};
use crate::joined::Joined;
use crate::measures::Average;
use crate::options::{Compat, Options};
use crate::qrels::{Documents, Kind, TopicDocuments};
use crate::ranking::{Pooled, Ranking};
use crate::ranks::Ranks;
use crate::request::{Dialect, Plan, Slot};
use crate::run::Run;
use crate::subtopics::{Covered, Subtopics};
use crate::view::Scratch;

/// The values of the topics that one thread has scored, in the order it came to them.
#[derive(Debug, Default)]
pub struct Scores {
    pub(crate) topics: Vec<usize>,
    pub(crate) values: Vec<f64>,
    pub(crate) texts: Vec<String>,
}

impl Scores {
    fn push(&mut self, plan: &Plan, topic: usize, joined: &Joined, scratch: &mut Scratch) {
        self.topics.push(topic);
        let start = self.values.len();
        self.values.resize(start + plan.numbers, 0.0);
        let mut row = &mut self.values[start..];
        for instance in &plan.instances {
            let (values, rest) = row.split_at_mut(instance.num_numbers());
            instance.compute(joined, scratch, values, &mut self.texts);
            row = rest;
        }
    }

    /// Adds a topic whose values are known.
    pub(crate) fn push_values(&mut self, topic: usize, values: &[f64], texts: &[String]) {
        self.topics.push(topic);
        self.values.extend_from_slice(values);
        self.texts.extend_from_slice(texts);
    }
}

/// Why a topic cannot be scored.
#[derive(Debug)]
pub(crate) enum Refused {
    /// The run names a document twice.
    Run(Duplicate),
    /// The judgments contradict each other.
    Qrels(Error),
}

impl From<Duplicate> for Refused {
    fn from(duplicate: Duplicate) -> Self {
        Self::Run(duplicate)
    }
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Self::Qrels(error)
    }
}

impl Refused {
    pub(crate) fn into_error(self, run: &Run, topic: usize) -> Error {
        match self {
            Self::Run(duplicate) => run.duplicate(topic, duplicate.first, duplicate.second),
            Self::Qrels(error) => error,
        }
    }
}

/// Scores topics one after another.
#[derive(Debug)]
pub struct Scorer<'e> {
    evaluator: &'e Evaluator,
    joiner: Joiner,
    /// One for each group of a topic.
    group_joiners: Vec<Joiner>,
    scratch: Scratch,
    covering: Covering,
    scores: Scores,
}

/// Memory for rankings by subtopic.
#[derive(Debug, Default)]
struct Covering {
    numbers: Vec<usize>,
    pooled: Vec<Pooled>,
}

impl<'e> Scorer<'e> {
    /// A scorer for one thread.
    pub fn new(evaluator: &'e Evaluator) -> Self {
        Self {
            evaluator,
            joiner: Joiner::default(),
            scratch: Scratch::default(),
            group_joiners: Vec::new(),
            covering: Covering::default(),
            scores: Scores::default(),
        }
    }

    /// Scores the ranking of a topic, given as an index into the qrels.
    ///
    /// # Errors
    ///
    /// The ranking lists a document twice.
    pub fn score(
        &mut self,
        documents: &Documents,
        topic: usize,
        rows: &[Row],
    ) -> std::result::Result<(), Duplicate> {
        let (qrels, plan, options) = self.evaluator.parts();
        let (documents, levels) = (documents.topic(topic), qrels.levels(topic));
        if let Some(subtopics) = qrels.subtopics(topic) {
            return self.score_subtopics(documents, subtopics, topic, rows);
        }
        let ranking = self.joiner.join(documents, levels, rows, options)?;
        self.scores.push(plan, topic, &Joined::Grades(&ranking), &mut self.scratch);
        Ok(())
    }

    /// Scores the ranking of a topic whose documents are whole numbers, if that needs none of them as
    /// text. Gives false, and scores nothing, if it does.
    pub(crate) fn score_whole(
        &mut self,
        documents: &Documents,
        topic: usize,
        whole: Whole,
    ) -> bool {
        let (qrels, plan, options) = self.evaluator.parts();
        let documents = documents.topic(topic);
        let levels = qrels.levels(topic);
        if qrels.subtopics(topic).is_some() {
            return false;
        }
        let Some(ranking) = self.joiner.join_whole(documents, levels, whole, options) else {
            return false;
        };
        self.scores.push(plan, topic, &Joined::Grades(&ranking), &mut self.scratch);
        true
    }

    /// Scores a ranking of documents that are judged by subtopic: what the join takes for grades
    /// are their numbers. Measures that do not look at subtopics see the highest grade of each.
    fn score_subtopics(
        &mut self,
        documents: TopicDocuments,
        subtopics: &Subtopics,
        topic: usize,
        rows: &[Row],
    ) -> std::result::Result<(), Duplicate> {
        let (qrels, plan, options) = self.evaluator.parts();
        let whole = Options { max_depth: usize::MAX, judged_only: false, ..options.clone() };
        let joined = self.joiner.join(documents, &[], rows, &whole)?;
        let Covering { numbers, pooled } = &mut self.covering;
        numbers.clear();
        pooled.clear();
        let mut num_ret = joined.num_ret.min(options.max_depth);
        for document in joined.pooled.iter().take_while(|d| d.rank <= num_ret) {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // an index
            let number = document.grade as usize;
            let grade = subtopics.highest(number);
            if !options.judged_only || grade >= 0.0 {
                let rank = if options.judged_only { pooled.len() + 1 } else { document.rank };
                numbers.push(number);
                pooled.push(Pooled { rank, grade });
            }
        }
        if options.judged_only {
            num_ret = pooled.len();
        }
        let ranking = Ranking {
            emptied: num_ret == 0 && joined.num_ret > 0,
            subtopics: Some(Covered { documents: numbers, subtopics }),
            ..Ranking::new(num_ret, pooled, qrels.levels(topic), options)
        };
        self.scores.push(plan, topic, &Joined::Grades(&ranking), &mut self.scratch);
        Ok(())
    }

    /// Scores a topic that retrieved `num_ret` documents, of which the qrels name `pooled`, by
    /// rank.
    pub fn score_pooled(&mut self, topic: usize, num_ret: usize, pooled: &[Pooled]) {
        let (qrels, plan, options) = self.evaluator.parts();
        let ranking = self.joiner.join_pooled(qrels.levels(topic), num_ret, pooled, options);
        self.scores.push(plan, topic, &Joined::Grades(&ranking), &mut self.scratch);
    }

    /// Scores the ranking of a topic with judgments by judgment group.
    pub(crate) fn score_by_group(
        &mut self,
        topic: usize,
        rows: &[Row],
    ) -> std::result::Result<(), Refused> {
        let by_docno = self.evaluator.qrels().kind().by_docno();
        let ranks = Ranks::new(rows, self.evaluator.options().compat, by_docno)?;
        Ok(self.score_ranks(topic, rows.len(), &ranks)?)
    }

    /// Scores a topic that retrieved `num_ret` documents with these ranks.
    fn score_ranks(&mut self, topic: usize, num_ret: usize, ranks: &Ranks) -> Result<()> {
        let (qrels, plan, options) = self.evaluator.parts();
        match qrels.kind() {
            Kind::Grades | Kind::Subtopics(_) => self.score_pooled(topic, num_ret, &[]),
            Kind::Groups(groups) => {
                let joiners = &mut self.group_joiners;
                let rankings = groups.join(topic, num_ret, ranks, options, joiners);
                self.scores.push(plan, topic, &Joined::Groups(&rankings), &mut self.scratch);
            }
            Kind::Preferences(preferences) => {
                let ranking = preferences.join(topic, ranks, options)?;
                self.scores.push(plan, topic, &Joined::Preferences(&ranking), &mut self.scratch);
            }
        }
        Ok(())
    }

    /// The scores so far.
    pub fn into_scores(self) -> Scores {
        self.scores
    }

    /// Scores a topic that the run lacks. 9.0.8 adds nothing for it to any sum. 10.0 scores a
    /// ranking of one unjudged document and clears what would show of it.
    pub(crate) fn score_missing(&mut self, topic: usize) -> Result<()> {
        let (_, plan, options) = self.evaluator.parts();
        let num_ret = match options.compat {
            Compat::V9 => 0,
            Compat::V10 => 1,
        };
        self.score_ranks(topic, num_ret, &Ranks::default())?;
        for column in &plan.columns {
            let cleared = is_cleared(column.measure.missing, &column.name, column.measure.name);
            match column.slot {
                Slot::Number(at) => {
                    let is_mean = matches!(column.average, Average::Mean | Average::MeanOfQrels);
                    let adds_nothing = is_mean
                        && (options.compat == Compat::V9 || column.dialect == Dialect::IrMeasures);
                    if cleared || adds_nothing {
                        self.scores.values[at] = 0.0;
                    }
                }
                Slot::Text(at) if cleared => self.scores.texts[at].clear(),
                Slot::Text(_) | Slot::RunTag => {}
            }
        }
        Ok(())
    }
}
