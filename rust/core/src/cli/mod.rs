//! The command line: options in, one evaluation, `trec_eval`'s lines out.

mod flags;
mod help;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;

use crate::error::Error;
use crate::evaluate::Evaluator;
use crate::evaluation::{Evaluation, Value};
use crate::formats;
use crate::measures::{Average, MEASURES, Measure, find};
use crate::print::trec;
use crate::request::Plan;

pub use flags::{Action, Flags, QrelsFormat};

/// How many names a warning shows.
const SHOWN: usize = 5;

/// Runs the program with the arguments after its name. Results go to `out`, messages to `err`.
/// Gives the exit status.
pub fn run(
    args: impl IntoIterator<Item = OsString>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> u8 {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let result = try_run(args, &mut out, err).and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => 0,
        // The reader has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(Failure::Output(error)) => {
            message(err, &Error::io("standard output", &error));
            2
        }
        Err(Failure::Error(error)) => {
            message(err, &error);
            if error.exit_status() == 1 {
                message(err, &"'rtreceval -h' tells how to call it");
            }
            error.exit_status()
        }
    }
}

/// Why there is no result.
enum Failure {
    Error(Error),
    Output(io::Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

fn try_run(
    args: impl IntoIterator<Item = OsString>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Failure> {
    let flags = Flags::parse(args)?;
    match flags.action {
        Action::Version => writeln!(out, "rtreceval {}", crate::VERSION)?,
        Action::ListMeasures => help::list(out)?,
        Action::Help => {
            help::write(out, &explained(&flags)?)?;
        }
        Action::Evaluate => {
            let result = evaluate(&flags, err)?;
            let parts = trec::Parts { topics: flags.by_topic, summary: flags.summary };
            trec::write(out, &result, parts)?;
        }
    }
    Ok(())
}

/// The measures that help is asked for: by name, or as they would be computed.
fn explained(flags: &Flags) -> Result<Vec<&'static Measure>, Error> {
    let mut measures = Vec::new();
    for text in &flags.measures {
        if let Some(measure) = find(text) {
            measures.push(measure);
        } else {
            let plan = Plan::parse(&[text], flags.options.compat)?;
            measures.extend(plan.instances.iter().map(|instance| instance.measure));
        }
    }
    let place = |measure: &Measure| MEASURES.iter().position(|other| other.name == measure.name);
    measures.sort_by_key(|measure| place(measure));
    measures.dedup_by_key(|measure| measure.name);
    Ok(measures)
}

fn evaluate(flags: &Flags, err: &mut dyn Write) -> Result<Evaluation, Error> {
    let (qrels, run) = flags.files()?;
    let threads = flags.threads()?;
    let measures: &[String] =
        if flags.measures.is_empty() { &["official".to_owned()] } else { &flags.measures };
    let plan = Plan::parse(measures, flags.options.compat)?;
    let read = match flags.qrels_format {
        Some(QrelsFormat::Subtopics) => formats::read_subtopics,
        None if plan.needs_subtopics() => formats::read_subtopics,
        Some(QrelsFormat::Qrels) | None => formats::read_qrels,
    };
    let qrels = read(qrels, flags.grades, threads)?;
    let evaluator = Evaluator::new(Arc::new(qrels), plan, flags.options.clone());
    let result = evaluator.evaluate_file(run, threads)?;
    if !flags.quiet {
        warn(err, &evaluator, &result);
    }
    Ok(result)
}

/// Says what the numbers alone would not.
fn warn(err: &mut dyn Write, evaluator: &Evaluator, result: &Evaluation) {
    let missing = result.missing_topics();
    if !missing.is_empty() && !evaluator.options().complete {
        let all = evaluator.qrels().len();
        let text = format!(
            "warning: {} of {all} topics of the qrels are not in the run and are left out \
             (-c counts them as 0): {}",
            missing.len(),
            names(missing)
        );
        message(err, &text);
    }
    let unjudged = result.unjudged_topics();
    if !unjudged.is_empty() {
        let text = format!(
            "warning: {} topics of the run are not in the qrels and are left out: {}",
            unjudged.len(),
            names(unjudged)
        );
        message(err, &text);
    }
    for measure in evaluator.misordered() {
        let text = format!(
            "warning: {measure}: gains less than 1 apart are out of order in trec_eval's ideal \
             ranking, and so they are here"
        );
        message(err, &text);
    }
    let columns = result.plan().columns.iter().enumerate();
    let is_nan =
        |index: usize| matches!(result.summary(index), Some(Value::Number(v)) if v.is_nan());
    let nan: Vec<_> = columns
        .filter(|&(index, column)| column.average == Average::Mean && is_nan(index))
        .map(|(_, column)| column.name.as_str())
        .collect();
    if let Some(first) = nan.first() {
        let text = format!(
            "warning: {} measures are 0/0 for a topic, and so is their mean, as in trec_eval: \
             {first} is the first",
            nan.len()
        );
        message(err, &text);
    }
}

fn names(topics: &[Box<[u8]>]) -> String {
    let shown: Vec<_> =
        topics.iter().take(SHOWN).map(|name| String::from_utf8_lossy(name)).collect();
    let more = if topics.len() > SHOWN { ", ..." } else { "" };
    shown.join(", ") + more
}

/// The one way a message gets out. Where it cannot, there is nobody to tell.
fn message(err: &mut dyn Write, text: &dyn std::fmt::Display) {
    let _ = writeln!(err, "rtreceval: {text}");
}
