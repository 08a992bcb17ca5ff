//! The evaluation of one or more runs.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use super::flags::{Action, Flags};
use super::parse::usage;
use super::warnings::Warnings;
use super::{Status, help, read};
use crate::error::Result;
use crate::evaluate::{Evaluator, least_grade};
use crate::formats::{self, trec_results};
use crate::policies::Policies;
use crate::print::{Report, RunResult, default_format};
use crate::qrels::Kind;
use crate::request::Plan;
use crate::threads;

/// Runs the program without a sub-command.
pub(super) fn run(args: Vec<OsString>, out: &mut dyn Write, err: &mut dyn Write) -> Status {
    let mut flags = Flags::parse(args)?;
    flags.refuse(&["topic"], "it is an option of 'rtreceval explain'")?;
    if flags.zscores.is_some() {
        flags.refuse(&["tie-range"], "ranges are found for values, not for z-scores (-Z)")?;
    }
    match flags.action {
        Action::Version => writeln!(out, "rtreceval {}", crate::VERSION)?,
        Action::ListMeasures => help::list(out)?,
        Action::Help => help::write(out, &flags, help::general)?,
        Action::Evaluate => return evaluate(&mut flags, out, err),
    }
    Ok(0)
}

/// Evaluates each run and prints the results of those that can be evaluated. The exit status is
/// that of the first that cannot.
fn evaluate(flags: &mut Flags, out: &mut dyn Write, err: &mut dyn Write) -> Status {
    flags.files()?;
    let plan = plan(flags)?;
    flags.suit(&plan);
    let flags = &*flags;
    let (qrels_file, run_files) = flags.files()?;
    let mut warnings = Warnings::new(err, flags.verbosity);
    warnings.conventions(flags, &plan);
    let threads = flags.threads()?;
    flags.run_format()?; // before the files
    let takes_some = flags.conventions().take_runs_as_they_are() && !flags.tie_range;
    let least_grade =
        if takes_some { least_grade(&plan, &flags.options) } else { f64::NEG_INFINITY };
    let (qrels, qrels_format) =
        read::qrels(flags, qrels_file, least_grade, threads, &mut warnings)?;
    refuse_for(flags, qrels.kind())?;
    let mut evaluator = Evaluator::new(Arc::new(qrels), plan, flags.options.clone());
    if let Some(zscores) = read::zscores(flags)? {
        evaluator = evaluator.with_zscores(zscores);
    }
    warnings.gains(&evaluator);
    warnings.clipped(&evaluator);
    let is_one = run_files.len() == 1;
    let workers = threads.min(run_files.len());
    let evaluated = threads::map(workers, run_files, |file| {
        let mut said = Vec::new();
        let mut warnings = Warnings::new(&mut said, flags.verbosity);
        if !is_one {
            warnings.about(&formats::name(file));
        }
        let result = evaluate_run(flags, &evaluator, file, threads / workers, &mut warnings);
        if let (false, Err(error)) = (is_one, &result) {
            warnings.error(error);
        }
        (said, result)
    });
    let (mut runs, mut status) = (Vec::new(), 0);
    for (said, result) in evaluated {
        err.write_all(&said)?;
        match result {
            Ok(result) => runs.push(result),
            Err(error) if is_one => return Err(error.into()),
            Err(error) if status == 0 => status = error.exit_status(),
            Err(_) => {}
        }
    }
    if !runs.is_empty() {
        let report = Report {
            qrels: formats::name(qrels_file),
            qrels_format,
            zscores: flags.zscores.as_deref().map(formats::name),
            num_topics: evaluator.qrels().len(),
            options: evaluator.options(),
            policies: flags.policies,
            like: flags.like,
            conventions: flags.conventions(),
            runs,
            parts: flags.parts,
            digits: flags.digits,
        };
        let format = flags.format.unwrap_or_else(|| default_format(run_files.len()));
        (format.write)(out, &report)?;
    }
    Ok(status)
}

/// Refuses what needs one grade for each document.
fn refuse_for(flags: &Flags, kind: &Kind) -> Result<()> {
    if matches!(kind, Kind::Grades) {
        return Ok(());
    }
    let what = kind.gives().text();
    if flags.tie_range {
        return Err(usage(format!("--tie-range: ranges are found for -R qrels, not for {what}")));
    }
    match flags.conventions().unsuited(kind) {
        None => Ok(()),
        Some((option, text)) => Err(usage(format!("--{option}: {text}"))),
    }
}

/// Evaluates a run: as it is read, or in memory where an option needs that.
fn evaluate_run(
    flags: &Flags,
    evaluator: &Evaluator,
    file: &Path,
    threads: usize,
    warnings: &mut Warnings,
) -> Result<RunResult> {
    let (name, conventions) = (formats::name(file), flags.conventions());
    let is_plain = flags.policies == Policies::default() && conventions.take_runs_as_they_are();
    let named = flags.run_format()?;
    let is_streamed = named.is_none_or(|format| format.name == trec_results::FORMAT.name);
    let (evaluation, range) = if is_plain && is_streamed && !flags.tie_range {
        let (evaluation, guess) = match named {
            Some(_) => (evaluator.evaluate_file(file, threads)?, None),
            None => evaluator.evaluate_any_file(file, threads)?,
        };
        warnings.guess(file, guess);
        (evaluation, None)
    } else {
        let run = read::run(flags, file, threads, warnings)?;
        conventions.evaluate(evaluator, run, flags.tie_range, threads)?
    };
    let result = RunResult { name, evaluation, range };
    warnings.result(evaluator, &result, conventions.topics);
    Ok(result)
}

/// The measures asked for.
pub(super) fn plan(flags: &Flags) -> Result<Plan> {
    let official = ["official".to_owned()];
    let measures = if flags.measures.is_empty() { &official[..] } else { &flags.measures };
    Plan::parse_like(measures, flags.options.compat, flags.like)
}
