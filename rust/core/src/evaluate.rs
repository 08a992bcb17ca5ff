//! The evaluation: qrels, a plan and options, prepared once, applied to any number of runs.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::{Error, ErrorKind, Result};
use crate::evaluation::{Evaluation, Parts, Topic, Unscaled};
use crate::join::Row;
use crate::measures::{Args, Average, trec_order_differs};
use crate::no_relevant;
use crate::options::{Compat, Options};
use crate::qrels::{Documents, Kind, Qrels};
use crate::request::{Instance, Plan, Slot};
use crate::run::Run;
use crate::scorer::{Refused, Scorer, Scores};
use crate::threads::{first_error, on_threads};
use crate::zscores::{UNKNOWN, ZScores};

/// Fewer documents than this are evaluated before a second thread would have started.
const WORTH_A_THREAD: usize = 20_000;

/// A measure that takes some grades for lower ones.
#[derive(Debug, Clone, PartialEq)]
pub struct Clipped {
    /// The measure, as asked for.
    pub measure: String,
    /// The parameter that has the highest grade it knows.
    pub parameter: &'static str,
    /// That grade.
    pub limit: f64,
    /// The highest grade of the qrels.
    pub highest: f64,
}

impl fmt::Display for Clipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { measure, parameter, limit, highest } = self;
        write!(
            f,
            "{measure}: the qrels have grades up to {highest}, which count as {limit}, the \
                   measure's {parameter}"
        )
    }
}

/// The lowest grade of a document that some value of a plan depends on.
pub fn least_grade(plan: &Plan, options: &Options) -> f64 {
    // A gain may be for grade 0, or negative, so that all others are scaled from it.
    let sets_gains = |args: &Args| matches!(args, Args::Gains(gains, _) if !gains.is_empty());
    let needs_nonrelevant = |i: &Instance| {
        i.measure.needs_nonrelevant || sets_gains(&i.args) || i.view.needs_nonrelevant()
    };
    let needs_all = options.judged_only
        || options.relevance_level <= 0.0
        || plan.instances.iter().any(needs_nonrelevant);
    if needs_all { f64::NEG_INFINITY } else { f64::MIN_POSITIVE }
}

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
    ///
    /// # Errors
    ///
    /// These judgments are by group, or preferences.
    pub fn documents(&self) -> Result<&Documents> {
        let missing = || Error::new(ErrorKind::Usage("these qrels have no documents".to_owned()));
        self.qrels.documents().ok_or_else(missing)
    }

    /// The judgments, the plan and the options.
    pub(crate) fn parts(&self) -> (&Qrels, &Plan, &Options) {
        (&self.qrels, &self.plan, &self.options)
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The lowest grade of a document that some value depends on. A retrieved one with a lower
    /// grade may be handed over as one without a judgment.
    pub fn least_grade(&self) -> f64 {
        least_grade(&self.plan, &self.options)
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

    /// The measures for which some grade of the qrels is above the highest that they know.
    pub fn clipped(&self) -> impl Iterator<Item = Clipped> + '_ {
        let last = |topic| self.qrels.levels(topic).last().map(|level| level.grade);
        let highest = (0..self.qrels.len()).filter_map(last).fold(0.0, f64::max);
        self.plan.instances.iter().filter_map(move |instance| {
            let (parameter, limit) = instance.highest_grade()?;
            let column = &self.plan.columns[instance.columns.start];
            let clipped = Clipped { measure: column.name.clone(), parameter, limit, highest };
            (highest > limit).then_some(clipped)
        })
    }

    /// Evaluates a run on up to `threads` threads. Their number does not change a bit of the
    /// result.
    ///
    /// # Errors
    ///
    /// A topic lists a document twice, no topic is common to qrels and run, or a measure needs
    /// other judgments.
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
                    return Ok(scorer.into_scores());
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
        let scores =
            first_error(on_threads(threads, work)).map_err(|error| match error.kind() {
                // As in a file that is not kept, the first in the input is told.
                ErrorKind::DuplicateDocument { .. } => {
                    run.first_duplicate(common.iter().map(|&(_, in_run)| in_run)).unwrap_or(error)
                }
                _ => error,
            })?;
        self.finish(&scores, run.tag().to_vec(), unjudged)
    }

    /// Puts together what the threads have scored.
    ///
    /// # Errors
    ///
    /// No topic was scored, or a measure needs other judgments.
    pub fn finish(
        &self,
        scores: &[Scores],
        tag: Vec<u8>,
        unjudged: Vec<Box<[u8]>>,
    ) -> Result<Evaluation> {
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
                parts.push(name, false, &scorer.into_scores(), 0);
            }
        }
        let without_relevant = no_relevant::settle(self, &mut parts)?;
        let unscaled = self.zscores.as_deref().map(|zscores| parts.scale(self, zscores));
        let parts = Parts {
            topics: parts.topics,
            values: parts.values,
            texts: parts.texts,
            unscaled,
            tag,
            missing,
            unjudged,
            without_relevant,
            num_positive: self.qrels.num_positive(),
        };
        Ok(Evaluation::new(Arc::clone(&self.plan), &self.options, parts))
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

/// The values of the topics of the result.
pub(crate) struct PartsBuilder {
    pub(crate) topics: Vec<Topic>,
    pub(crate) values: Vec<f64>,
    pub(crate) texts: Vec<String>,
    /// Number of values of a topic.
    pub(crate) numbers: usize,
    /// Number of texts of a topic.
    pub(crate) num_texts: usize,
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
