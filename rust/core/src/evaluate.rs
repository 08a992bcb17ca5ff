//! The evaluation: qrels, a plan and options, prepared once, applied to any number of runs.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use crate::error::{Error, ErrorKind, Result};
use crate::evaluation::{Evaluation, Parts, Topic, Unscaled, is_cleared};
use crate::join::{Duplicate, Joiner, Row};
use crate::joined::Joined;
use crate::measures::{Args, Average, Needs, trec_order_differs};
use crate::options::{Compat, Options};
use crate::qrels::{Documents, Kind, Qrels, TopicDocuments};
use crate::ranking::{Pooled, Ranking};
use crate::ranks::Ranks;
use crate::request::{Column, Dialect, Instance, Plan, Slot};
use crate::run::Run;
use crate::subtopics::{Covered, Subtopics};
use crate::view::Scratch;
use crate::zscores::{UNKNOWN, ZScores};

/// Fewer documents than this are evaluated before a second thread would have started.
const WORTH_A_THREAD: usize = 20_000;

/// Qrels, a plan and options: all of an evaluation but the run.
#[derive(Debug, Clone)]
pub struct Evaluator {
    qrels: Arc<Qrels>,
    plan: Arc<Plan>,
    options: Options,
    zscores: Option<Arc<ZScores>>,
}

impl Evaluator {
    /// An evaluator of runs.
    pub fn new(qrels: Arc<Qrels>, plan: Plan, options: Options) -> Self {
        Self { qrels, plan: Arc::new(plan), options, zscores: None }
    }

    /// The same, giving z-scores in place of values.
    pub fn with_zscores(self, zscores: ZScores) -> Self {
        Self { zscores: Some(Arc::new(zscores)), ..self }
    }

    /// The judgments.
    pub fn qrels(&self) -> &Arc<Qrels> {
        &self.qrels
    }

    /// The same evaluation against other judgments.
    pub fn with_qrels(&self, qrels: Arc<Qrels>) -> Self {
        Self { qrels, ..self.clone() }
    }

    /// What is computed.
    pub fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    /// The documents of the qrels.
    pub fn documents(&self) -> Result<&Documents> {
        let missing = || Error::new(ErrorKind::Usage("these qrels have no documents".to_owned()));
        self.qrels.documents().ok_or_else(missing)
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Whether some value depends on retrieved documents that were judged, but not relevant. If
    /// not, they may be handed over as documents without a judgment.
    pub fn needs_nonrelevant(&self) -> bool {
        // A gain may be for grade 0, or negative, so that all others are scaled from it.
        let sets_gains = |args: &Args| matches!(args, Args::Gains(gains, _) if !gains.is_empty());
        let needs = |i: &Instance| {
            i.measure.needs_nonrelevant || sets_gains(&i.args) || i.view.needs_nonrelevant()
        };
        self.options.judged_only
            || self.options.relevance_level <= 0.0
            || self.plan.instances.iter().any(needs)
    }

    /// The measures whose ideal ranking is out of order in some topic, as it is in `trec_eval`:
    /// see [`trec_order_differs`].
    pub fn misordered(&self) -> impl Iterator<Item = &'static str> + '_ {
        let differs = |gains: &[(f64, f64)]| {
            (0..self.qrels.len()).any(|t| trec_order_differs(gains, self.qrels.levels(t)))
        };
        self.plan.instances.iter().filter_map(move |instance| match &instance.args {
            Args::Gains(gains, _) if !gains.is_empty() && differs(gains) => {
                Some(instance.measure.name)
            }
            _ => None,
        })
    }

    /// Evaluates a run on up to `threads` threads. Their number does not change a bit of the
    /// result.
    pub fn evaluate(&self, run: &Run, threads: usize) -> Result<Evaluation> {
        let documents = match self.qrels.kind() {
            Kind::Grades | Kind::Subtopics(_) => Some(self.documents()?),
            Kind::Groups(_) | Kind::Preferences(_) => None,
        };
        // Both lists of topics are in order, so common topics come out in order too.
        let mut common = Vec::new();
        let mut unjudged = Vec::new();
        for (in_run, name) in run.topics().iter().enumerate() {
            match self.qrels.find(name) {
                Some(in_qrels) => common.push((in_qrels, in_run)),
                None => unjudged.push(name.clone()),
            }
        }
        let threads = threads.min(run.num_docs() / WORTH_A_THREAD + 1).min(common.len().max(1));
        let next = AtomicUsize::new(0);
        // Threads take a few topics at a time: enough to share the work evenly.
        let batch = common.len().div_ceil(threads * 8).max(1);
        let work = || -> std::result::Result<Scores, (usize, Error)> {
            let mut scorer = Scorer::new(self);
            let mut rows = Vec::new();
            loop {
                let start = next.fetch_add(batch, Ordering::Relaxed);
                let Some(topics) = common.get(start..(start + batch).min(common.len())) else {
                    return Ok(scorer.scores);
                };
                for &(in_qrels, in_run) in topics {
                    rows.clear();
                    rows.extend(run.docs(in_run).map(|(docno, score)| Row { docno, score }));
                    let scored = match documents {
                        Some(documents) => {
                            scorer.score(documents, in_qrels, &rows).map_err(Refused::from)
                        }
                        None => scorer.score_by_group(in_qrels, &rows),
                    };
                    scored.map_err(|refused| (in_run, refused.into_error(run, in_run)))?;
                }
            }
        };
        let results = on_threads(threads, work);
        let mut scores = Vec::with_capacity(results.len());
        let mut first_error: Option<(usize, Error)> = None;
        for result in results {
            match result {
                Ok(more) => scores.push(more),
                Err(error) if first_error.as_ref().is_none_or(|first| error.0 < first.0) => {
                    first_error = Some(error);
                }
                Err(_) => {}
            }
        }
        if let Some((_, error)) = first_error {
            return Err(error);
        }
        self.finish(&scores, run.tag().to_vec(), unjudged)
    }

    /// Puts together what the threads have scored.
    pub fn finish(
        &self,
        scores: &[Scores],
        tag: Vec<u8>,
        unjudged: Vec<Box<[u8]>>,
    ) -> Result<Evaluation> {
        self.check_needs()?;
        let scored: usize = scores.iter().map(|s| s.topics.len()).sum();
        // 10.0 has a value for each topic with `-c`, whether the run has it or not.
        if scored == 0 && !(self.options.complete && self.options.compat == Compat::V10) {
            return Err(self.no_common_topic(&unjudged));
        }
        self.plan.check_needs(self.qrels.kind().gives())?;
        let mut order: Vec<_> = scores
            .iter()
            .enumerate()
            .flat_map(|(part, s)| s.topics.iter().enumerate().map(move |(at, &t)| (t, part, at)))
            .collect();
        order.sort_unstable();
        let mut missing = Vec::new();
        let mut parts = PartsBuilder::new(self, scored);
        let mut order = order.into_iter().peekable();
        for (topic, name) in self.qrels.topics().iter().enumerate() {
            if let Some((_, part, at)) = order.next_if(|&(scored, ..)| scored == topic) {
                parts.push(name, true, &scores[part], at);
                continue;
            }
            missing.push(name.clone());
            if self.options.complete {
                let mut scorer = Scorer::new(self);
                scorer.score_missing(topic)?;
                parts.push(name, false, &scorer.scores, 0);
            }
        }
        let unscaled = self.zscores.as_deref().map(|zscores| parts.scale(self, zscores));
        let parts = Parts {
            topics: parts.topics,
            values: parts.values,
            texts: parts.texts,
            unscaled,
            tag,
            missing,
            unjudged,
            num_positive: self.qrels.num_positive(),
        };
        Ok(Evaluation::new(Arc::clone(&self.plan), &self.options, parts))
    }

    /// Whether the judgments tell what the measures need.
    fn check_needs(&self) -> Result<()> {
        let by_subtopic = |c: &&Column| c.measure.needs == Needs::Subtopics;
        match self.plan.columns.iter().find(by_subtopic) {
            Some(column) if matches!(self.qrels.kind(), Kind::Grades) => {
                let name = &column.name;
                Err(Error::new(ErrorKind::Usage(format!(
                    "{name}: found one grade for each document, expected judgments by subtopic"
                ))))
            }
            _ => Ok(()),
        }
    }

    fn no_common_topic(&self, unjudged: &[Box<[u8]>]) -> Error {
        let first = |names: &[Box<[u8]>]| {
            names.first().map(|name| String::from_utf8_lossy(name).into_owned())
        };
        Error::new(ErrorKind::NoCommonTopic {
            qrels_topic: first(self.qrels.topics()),
            run_topic: first(unjudged),
        })
    }
}

/// The environment variable with the number of threads to use where none is asked for.
pub const THREADS_VARIABLE: &str = "RTRECEVAL_THREADS";

/// The number of threads where none is asked for: what the environment says, or one for each
/// processor.
pub fn default_threads() -> Result<usize> {
    // Asking the system reads its files, which takes longer than a small evaluation.
    static DEFAULT: LazyLock<std::result::Result<usize, String>> =
        LazyLock::new(|| match std::env::var_os(THREADS_VARIABLE) {
            None => Ok(std::thread::available_parallelism().map_or(1, NonZero::get)),
            Some(value) => {
                let threads = value.to_str().and_then(|value| value.parse().ok());
                threads.filter(|&threads| threads > 0).ok_or_else(|| {
                    let value = value.to_string_lossy();
                    format!("{THREADS_VARIABLE}: found '{value}', expected a whole number above 0")
                })
            }
        });
    DEFAULT.clone().map_err(|text| Error::new(ErrorKind::Usage(text)))
}

/// Runs `work` on this thread and `threads - 1` others.
pub(crate) fn on_threads<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(&work)).collect();
        let mut results = vec![work()];
        for other in others {
            match other.join() {
                Ok(result) => results.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    })
}

struct PartsBuilder {
    topics: Vec<Topic>,
    values: Vec<f64>,
    texts: Vec<String>,
    numbers: usize,
    num_texts: usize,
}

impl PartsBuilder {
    fn new(evaluator: &Evaluator, topics: usize) -> Self {
        let Plan { numbers, texts, .. } = *evaluator.plan;
        Self {
            topics: Vec::with_capacity(topics),
            values: Vec::with_capacity(topics * numbers),
            texts: Vec::with_capacity(topics * texts),
            numbers,
            num_texts: texts,
        }
    }

    /// Turns values into z-scores.
    fn scale(&mut self, evaluator: &Evaluator, zscores: &ZScores) -> Unscaled {
        let mut unscaled = Unscaled::default();
        let rows = self.values.chunks_exact_mut(self.numbers.max(1));
        for (topic, row) in self.topics.iter().zip(rows) {
            if !topic.in_run && evaluator.options.compat == Compat::V9 {
                row.fill(0.0); // it adds nothing to any sum
                continue;
            }
            for column in &evaluator.plan.columns {
                let Slot::Number(at) = column.slot else { continue };
                row[at] = zscores.score(&topic.name, &column.name, row[at]).unwrap_or_else(|| {
                    if column.measure.average != Average::NumTopics {
                        unscaled.add(topic, column);
                    }
                    UNKNOWN
                });
            }
        }
        unscaled
    }

    fn push(&mut self, name: &[u8], in_run: bool, scores: &Scores, at: usize) {
        self.topics.push(Topic { name: name.into(), in_run });
        let Self { numbers, num_texts, .. } = *self;
        self.values.extend_from_slice(&scores.values[at * numbers..(at + 1) * numbers]);
        self.texts.extend_from_slice(&scores.texts[at * num_texts..(at + 1) * num_texts]);
    }
}

/// The values of the topics that one thread has scored, in the order it came to them.
#[derive(Debug, Default)]
pub struct Scores {
    topics: Vec<usize>,
    values: Vec<f64>,
    texts: Vec<String>,
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
enum Refused {
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
    fn into_error(self, run: &Run, topic: usize) -> Error {
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
    pub fn score(
        &mut self,
        documents: &Documents,
        topic: usize,
        rows: &[Row],
    ) -> std::result::Result<(), Duplicate> {
        let Evaluator { qrels, plan, options, .. } = self.evaluator;
        let (documents, levels) = (documents.topic(topic), qrels.levels(topic));
        if let Some(subtopics) = qrels.subtopics(topic) {
            return self.score_subtopics(documents, subtopics, topic, rows);
        }
        let ranking = self.joiner.join(documents, levels, rows, options)?;
        self.scores.push(plan, topic, &Joined::Grades(&ranking), &mut self.scratch);
        Ok(())
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
        let Evaluator { qrels, plan, options, .. } = self.evaluator;
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
        let Evaluator { qrels, plan, options, .. } = self.evaluator;
        let ranking = self.joiner.join_pooled(qrels.levels(topic), num_ret, pooled, options);
        self.scores.push(plan, topic, &Joined::Grades(&ranking), &mut self.scratch);
    }

    /// Scores the ranking of a topic with judgments by judgment group.
    fn score_by_group(&mut self, topic: usize, rows: &[Row]) -> std::result::Result<(), Refused> {
        let by_docno = self.evaluator.qrels.kind().by_docno();
        let ranks = Ranks::new(rows, self.evaluator.options.compat, by_docno)?;
        Ok(self.score_ranks(topic, rows.len(), &ranks)?)
    }

    /// Scores a topic that retrieved `num_ret` documents with these ranks.
    fn score_ranks(&mut self, topic: usize, num_ret: usize, ranks: &Ranks) -> Result<()> {
        let Evaluator { qrels, plan, options, .. } = self.evaluator;
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
    fn score_missing(&mut self, topic: usize) -> Result<()> {
        let Evaluator { plan, options, .. } = self.evaluator;
        let num_ret = match options.compat {
            Compat::V9 => 0,
            Compat::V10 => 1,
        };
        self.score_ranks(topic, num_ret, &Ranks::default())?;
        for column in &plan.columns {
            let cleared = is_cleared(column.measure.missing, &column.name, column.measure.name);
            match column.slot {
                Slot::Number(at) => {
                    let adds_nothing = column.average == Average::Mean
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
