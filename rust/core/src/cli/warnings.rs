//! What the numbers alone would not say.

use std::io::Write;
use std::path::Path;

use super::flags::{Flags, Verbosity};
use super::message;
use crate::conventions::DEFAULT;
use crate::error::{Error, counted};
use crate::evaluate::Evaluator;
use crate::evaluation::{Unscaled, Value};
use crate::formats;
use crate::formats::guess::Guess;
use crate::measures::Average;
use crate::policies::{Dropped, Topics};
use crate::print::RunResult;
use crate::request::Plan;
use crate::zscores::UNKNOWN;

/// How many names a warning shows.
const SHOWN: usize = 5;

/// Says things on the standard error.
pub(super) struct Warnings<'a> {
    err: &'a mut dyn Write,
    verbosity: Verbosity,
    /// The run that is spoken of, where there are several.
    about: Option<String>,
}

impl<'a> Warnings<'a> {
    pub(super) fn new(err: &'a mut dyn Write, verbosity: Verbosity) -> Self {
        Self { err, verbosity, about: None }
    }

    /// From here on all is about this run.
    pub(super) fn about(&mut self, run: &str) {
        self.about = Some(run.to_owned());
    }

    /// An error of one of several runs, with its name if it does not begin with that.
    pub(super) fn error(&mut self, error: &Error) {
        let text = error.to_string();
        match &self.about {
            Some(run) if !text.starts_with(&format!("{run}:")) => {
                message(self.err, &format!("{run}: {text}"))
            }
            _ => message(self.err, &text),
        }
    }

    fn warn(&mut self, text: &str) {
        if self.verbosity == Verbosity::Quiet {
            return;
        }
        let about = self.about.as_ref().map_or_else(String::new, |run| format!("{run}: "));
        message(self.err, &format!("warning: {about}{text}"));
    }

    /// In which format a file was read: always where it could be in another, else on request.
    pub(super) fn guess(&mut self, file: &Path, guess: Option<Guess>) {
        let Some(guess) = guess else { return };
        let text = format!("{}: {guess}", formats::name(file));
        if guess.doubt.is_some() {
            self.warn(&text);
        } else if self.verbosity == Verbosity::Verbose {
            message(self.err, &text);
        }
    }

    /// What policies have left out of a file.
    pub(super) fn dropped(&mut self, dropped: &Dropped) {
        for text in dropped.texts() {
            self.warn(&text);
        }
    }

    /// The conventions of a preset, as options, and what it cannot reproduce of the measures asked
    /// for. On request all conventions in words, and all that it cannot reproduce.
    pub(super) fn conventions(&mut self, flags: &Flags, plan: &Plan) {
        let Some(preset) = flags.like.filter(|_| self.verbosity != Verbosity::Quiet) else {
            return;
        };
        let is_verbose = self.verbosity == Verbosity::Verbose;
        let (held, theirs) = (flags.conventions().describe(), preset.conventions.describe());
        let (mut options, mut lines) = (Vec::new(), Vec::new());
        for ((here, there), default) in held.iter().zip(&theirs).zip(DEFAULT.describe()) {
            let is_theirs = here.option == there.option;
            let by = if is_theirs { "" } else { " (by option)" };
            let told = here.option.as_ref().filter(|_| !is_theirs || here.option != default.option);
            options.extend(told.map(|option| format!("{option}{by}")));
            if is_verbose {
                lines.push(format!("{}: {}{by}", here.about, here.what));
            }
        }
        let (told, other): (Vec<_>, Vec<_>) =
            preset.differences.iter().partition(|d| is_verbose || d.concerns(plan));
        lines.extend(told.iter().map(|difference| format!("not the same: {}", difference.text)));
        if !other.is_empty() {
            let (count, name) = (other.len(), preset.name);
            lines.push(format!("{count} more: rtreceval -h --like {name}"));
        }
        let options =
            if options.is_empty() { "the defaults".to_owned() } else { options.join(" ") };
        message(self.err, &format!("like {} ({}): {options}", preset.name, preset.title));
        for line in lines {
            message(self.err, &format!("  {line}"));
        }
    }

    /// Grades above the highest that a measure knows.
    pub(super) fn clipped(&mut self, evaluator: &Evaluator) {
        for clipped in evaluator.clipped() {
            self.warn(&clipped.to_string());
        }
    }

    /// Measures whose ideal ranking is out of order.
    pub(super) fn gains(&mut self, evaluator: &Evaluator) {
        for measure in evaluator.misordered() {
            self.warn(&format!(
                "{measure}: gains less than 1 apart are out of order in trec_eval's ideal \
                 ranking, and so they are here"
            ));
        }
    }

    /// Topics that are left out, means that are no number, ranges that are not known.
    pub(super) fn result(&mut self, evaluator: &Evaluator, run: &RunResult, topics: Topics) {
        let result = &run.evaluation;
        let missing = result.missing_topics();
        if !missing.is_empty() && topics != Topics::Qrels {
            let columns = &result.plan().columns;
            let over_qrels: Vec<_> = columns
                .iter()
                .filter(|column| column.average == Average::MeanOfQrels)
                .map(|column| column.name.as_str())
                .collect();
            let what = if over_qrels.len() == columns.len() {
                "count as 0".to_owned()
            } else if topics == Topics::Run {
                "are left out".to_owned()
            } else if over_qrels.is_empty() {
                "are left out (-c counts them as 0)".to_owned()
            } else {
                let others = over_qrels.join(", ");
                format!("are left out (-c counts them as 0, as these do: {others})")
            };
            self.warn(&format!(
                "{} of {} of the qrels are not in the run and {what}: {}",
                missing.len(),
                counted(evaluator.qrels().len(), "topic"),
                names(missing)
            ));
        }
        let unjudged = result.unjudged_topics();
        if !unjudged.is_empty() {
            let count = unjudged.len();
            let are = if count == 1 { "is" } else { "are" };
            let what = match topics {
                Topics::Run => "counted as without a relevant document",
                _ => "left out",
            };
            self.warn(&format!(
                "{} of the run {are} not in the qrels and {are} {what}: {}",
                counted(count, "topic"),
                names(unjudged)
            ));
        }
        let without = result.topics_without_relevant();
        if !without.is_empty() {
            self.warn(&format!(
                "left out {} without a relevant document: {}",
                counted(without.len(), "topic"),
                names(without)
            ));
        }
        if let Some(Unscaled { count, first: Some((topic, name)) }) = result.unscaled() {
            let topic = String::from_utf8_lossy(topic);
            self.warn(&format!(
                "{} without a mean to go by, or with a deviation of 0, given as {UNKNOWN} as in \
                 trec_eval: {name} of topic {topic} is the first",
                counted(*count, "value")
            ));
        }
        let columns = result.plan().columns.iter().enumerate();
        let is_nan =
            |index: usize| matches!(result.summary(index), Some(Value::Number(v)) if v.is_nan());
        let nan: Vec<_> = columns
            .filter(|&(index, column)| column.measure.average == Average::Mean && is_nan(index))
            .map(|(_, column)| column.name.as_str())
            .collect();
        if let Some(first) = nan.first() {
            self.warn(&format!(
                "{} with {} for a topic, and so for the mean, as in trec_eval: {first} is the first",
                counted(nan.len(), "measure"),
                if result.unscaled().is_some() { "NaN" } else { "0/0" }
            ));
        }
        let mut unknown = run.range.as_ref().map_or(&[][..], |range| &range.unknown).to_vec();
        unknown.sort_by_key(|&(measure, _)| measure); // stable: topics stay in order
        for of_measure in unknown.chunk_by(|a, b| a.0 == b.0) {
            let topics: Vec<_> = of_measure.iter().map(|(_, topic)| topic.clone()).collect();
            self.warn(&format!(
                "{}: the range is not known, because of too many orders of equal scores to look at \
                 in {}: {}",
                of_measure[0].0,
                counted(topics.len(), "topic"),
                names(&topics)
            ));
        }
    }
}

/// The first few names of topics.
pub(super) fn names(topics: &[Box<[u8]>]) -> String {
    let shown: Vec<_> =
        topics.iter().take(SHOWN).map(|name| String::from_utf8_lossy(name)).collect();
    let more = if topics.len() > SHOWN { ", ..." } else { "" };
    shown.join(", ") + more
}
