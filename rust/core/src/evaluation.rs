//! The result of an evaluation.

use std::sync::Arc;

use crate::measures::{Average, MIN_GEOMETRIC, Missing};
use crate::options::{Compat, Options};
use crate::request::{Column, Plan, Slot};

/// The values of all topics and their averages.
#[derive(Debug, Clone)]
pub struct Evaluation {
    plan: Arc<Plan>,
    compat: Compat,
    kept: Kept,
    unscaled: Option<Unscaled>,
}

impl PartialEq for Evaluation {
    /// Whether both show the same: names, topics, and all values bit by bit.
    fn eq(&self, other: &Self) -> bool {
        let (columns, others) = (&self.plan.columns, &other.plan.columns);
        columns.iter().map(|column| &column.name).eq(others.iter().map(|column| &column.name))
            && self.compat == other.compat
            && self.kept == other.kept
            && self.unscaled == other.unscaled
    }
}

/// A topic of the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topic {
    /// Its name.
    pub name: Box<[u8]>,
    /// Whether the run has a ranking for it. If not, it is here because of `-c`.
    pub in_run: bool,
}

/// A value of the result.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'a> {
    /// A number.
    Number(f64),
    /// A text, such as the run's tag: bytes, since the run's are.
    Text(&'a [u8]),
}

/// The values for which a z-score cannot be told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unscaled {
    /// How many there are.
    pub count: usize,
    /// Topic and column of the first.
    pub first: Option<(Box<[u8]>, String)>,
}

impl Unscaled {
    pub(crate) fn add(&mut self, topic: &Topic, column: &Column) {
        self.count += 1;
        self.first.get_or_insert_with(|| (topic.name.clone(), column.name.clone()));
    }
}

/// What an evaluation holds but for its plan, to be kept elsewhere and put together again.
#[derive(Debug, Clone)]
pub struct Kept {
    /// The topics, in order.
    pub topics: Vec<Topic>,
    /// The numbers, topic by topic.
    pub values: Vec<f64>,
    /// The texts, topic by topic.
    pub texts: Vec<String>,
    /// The averages of the numbers.
    pub summary: Vec<f64>,
    /// The tag of the run.
    pub tag: Vec<u8>,
    /// Topics of the qrels that the run lacks.
    pub missing: Vec<Box<[u8]>>,
    /// Topics of the run that the qrels lack.
    pub unjudged: Vec<Box<[u8]>>,
    /// Topics left out since they have no relevant document.
    pub without_relevant: Vec<Box<[u8]>>,
}

impl PartialEq for Kept {
    /// Numbers are compared bit by bit, so that not-a-number is equal to itself.
    fn eq(&self, other: &Self) -> bool {
        let same = |a: &[f64], b: &[f64]| {
            a.iter().map(|number| number.to_bits()).eq(b.iter().map(|number| number.to_bits()))
        };
        // All fields by name, so that none is forgotten.
        let Self { topics, values, texts, summary, tag, missing, unjudged, without_relevant } =
            self;
        *topics == other.topics
            && same(values, &other.values)
            && *texts == other.texts
            && same(summary, &other.summary)
            && *tag == other.tag
            && *missing == other.missing
            && *unjudged == other.unjudged
            && *without_relevant == other.without_relevant
    }
}

/// What the topic loop hands over.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) topics: Vec<Topic>,
    pub(crate) values: Vec<f64>,
    pub(crate) texts: Vec<String>,
    /// If the values are z-scores, those that are not.
    pub(crate) unscaled: Option<Unscaled>,
    pub(crate) tag: Vec<u8>,
    /// Topics of the qrels that the run lacks.
    pub(crate) missing: Vec<Box<[u8]>>,
    /// Topics of the run that the qrels lack.
    pub(crate) unjudged: Vec<Box<[u8]>>,
    /// Topics left out since they have no relevant document.
    pub(crate) without_relevant: Vec<Box<[u8]>>,
    /// Number of judgments with a grade above 0 in all of the qrels.
    pub(crate) num_positive: usize,
}

impl Evaluation {
    pub(crate) fn new(plan: Arc<Plan>, options: &Options, parts: Parts) -> Self {
        let summary = summarize(&plan, options, &parts);
        let Parts { topics, values, texts, tag, missing, unjudged, without_relevant, .. } = parts;
        let kept =
            Kept { topics, values, texts, summary, tag, missing, unjudged, without_relevant };
        Self { plan, compat: options.compat, kept, unscaled: parts.unscaled }
    }

    /// The same, where the judgments were given topics of the run that they lack.
    pub(crate) fn with_unjudged(mut self, unjudged: Vec<Box<[u8]>>) -> Self {
        self.kept.unjudged = unjudged;
        self
    }

    /// Puts together what an evaluation of the same plan held; `None` if it is of another.
    pub fn restore(plan: Arc<Plan>, compat: Compat, kept: Kept) -> Option<Self> {
        let topics = kept.topics.len();
        let fits = kept.values.len() == topics * plan.numbers
            && kept.texts.len() == topics * plan.texts
            && kept.summary.len() == plan.numbers;
        fits.then_some(Self { plan, compat, kept, unscaled: None })
    }

    /// What it holds but for its plan.
    pub fn kept(&self) -> &Kept {
        &self.kept
    }

    /// The version of `trec_eval` that it agrees with.
    pub fn compat(&self) -> Compat {
        self.compat
    }

    /// What was computed.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The topics averaged over, in the order of their bytes.
    pub fn topics(&self) -> &[Topic] {
        &self.kept.topics
    }

    /// The topics of the qrels that the run lacks, in the order of their bytes. They are left out
    /// of the averages, but for `-c`.
    pub fn missing_topics(&self) -> &[Box<[u8]>] {
        &self.kept.missing
    }

    /// The topics of the run that the qrels lack, in the order of their bytes. They are left out.
    pub fn unjudged_topics(&self) -> &[Box<[u8]>] {
        &self.kept.unjudged
    }

    /// The topics left out since they have no relevant document, in the order of their bytes.
    pub fn topics_without_relevant(&self) -> &[Box<[u8]>] {
        &self.kept.without_relevant
    }

    /// If the values are z-scores, those for which it cannot be told.
    pub fn unscaled(&self) -> Option<&Unscaled> {
        self.unscaled.as_ref()
    }

    /// The tag of the run; empty where it has none.
    pub fn run_tag(&self) -> &[u8] {
        &self.kept.tag
    }

    /// The index of the column of this name.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.plan.columns.iter().position(|column| column.name == name)
    }

    /// The value of a topic. Of a column that has no value by topic this is what is averaged: 1
    /// for `num_q`, a logarithm for a geometric mean.
    pub fn value(&self, topic: usize, column: usize) -> Value<'_> {
        match self.plan.columns[column].slot {
            Slot::Number(at) => Value::Number(self.kept.values[topic * self.plan.numbers + at]),
            Slot::Text(at) => Value::Text(self.kept.texts[topic * self.plan.texts + at].as_bytes()),
            Slot::RunTag => Value::Text(&self.kept.tag),
        }
    }

    /// The average of a column; `None` for one that has values by topic only.
    pub fn summary(&self, column: usize) -> Option<Value<'_>> {
        match self.plan.columns[column].slot {
            Slot::Number(at) => Some(Value::Number(self.kept.summary[at])),
            Slot::Text(_) => None,
            Slot::RunTag => Some(Value::Text(&self.kept.tag)),
        }
    }

    /// Whether `trec_eval` prints a topic with `-q`: 9.0.8 leaves out those the run lacks.
    pub fn is_printed(&self, topic: &Topic) -> bool {
        topic.in_run || self.compat == Compat::V10
    }
}

/// The averages, as `trec_eval` takes them: sums in the order of the topics, then one division.
fn summarize(plan: &Plan, options: &Options, parts: &Parts) -> Vec<f64> {
    let topics = parts.topics.len() as f64;
    let mut summary = vec![0.0; plan.numbers];
    for (topic, row) in parts.topics.iter().zip(parts.values.chunks_exact(plan.numbers.max(1))) {
        // 9.0.8 divides by the missing topics, but has nothing of theirs to add.
        if topic.in_run || options.compat == Compat::V10 {
            for (sum, value) in summary.iter_mut().zip(row) {
                *sum += value;
            }
        }
    }
    let of_missing = |at: usize| {
        let rows = parts.values.chunks_exact(plan.numbers.max(1));
        let missing = parts.topics.iter().zip(rows).filter(|(topic, _)| !topic.in_run);
        missing.map(|(_, row)| row[at]).sum::<f64>()
    };
    let all = if options.complete { 0 } else { parts.missing.len() } + parts.topics.len();
    let absent = parts.topics.iter().filter(|topic| !topic.in_run).count() as f64;
    for column in &plan.columns {
        let Slot::Number(at) = column.slot else { continue };
        let sum = summary[at];
        summary[at] = match column.average {
            Average::Mean => sum / topics,
            Average::MeanOfQrels => sum / all as f64,
            Average::NumTopics => topics,
            Average::SumOfAll if options.compat == Compat::V9 => sum + of_missing(at),
            Average::SumOfRelevant if options.complete => parts.num_positive as f64,
            Average::GeometricMean => {
                let patched = match options.compat {
                    Compat::V9 => absent * MIN_GEOMETRIC.ln(),
                    Compat::V10 => 0.0,
                };
                ((sum + patched) / topics).exp()
            }
            Average::Sum
            | Average::SumOfRelevant
            | Average::SumOfAll
            | Average::None
            | Average::RunTag => sum,
        };
    }
    summary
}

/// Whether a column of a topic that the run lacks is 0 whatever its measure says.
pub(crate) fn is_cleared(missing: Missing, name: &str, measure: &str) -> bool {
    match missing {
        Missing::Computed => false,
        Missing::Cleared => true,
        Missing::ClearedByDefault => name == measure,
    }
}
