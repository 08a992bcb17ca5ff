//! Reads the files that are named on the command line, for all that the program does.

use std::path::Path;

use super::flags::Flags;
use super::parse::usage;
use super::warnings::Warnings;
use crate::error::Result;
use crate::formats::{self, Format, guess, lent};
use crate::needed::read_needed;
use crate::policies::{Dropped, Duplicates, Nans, OrderBy, Policies, Ties};
use crate::qrels::Qrels;
use crate::run::Run;
use crate::zscores::ZScores;

/// Reads judgments as the format and the policies say. Gives the name of the format too. Documents
/// with a grade below `least_grade` may be left out, but for the count of their grades.
pub(super) fn qrels(
    flags: &Flags,
    file: &Path,
    least_grade: f64,
    threads: usize,
    warnings: &mut Warnings,
) -> Result<(Qrels, &'static str)> {
    // Scores alone are not a number.
    let policies = Policies { nans: Nans::default(), grades: flags.grades, ..flags.policies };
    let named = flags.qrels_format()?;
    let plain = &formats::qrels::FORMAT;
    if policies == Policies::default()
        && named.is_none_or(|format| format.name == plain.name)
        && let Some(qrels) = read_needed(file, least_grade, threads)
    {
        return Ok((qrels, plain.name));
    }
    if let Some(dataset) = lent::dataset(file, policies) {
        let Some(format) = named else { return dataset.map(|qrels| (qrels, lent::DATASETS)) };
        let text = "a data set has judgments of a form of its own";
        return Err(usage(format!("--qrels-format {}: {text}", format.name)));
    }
    let (qrels, format, dropped) =
        read(flags, formats::QRELS, named, file, policies, threads, warnings)?;
    warnings.dropped(&dropped);
    Ok((qrels, format))
}

/// Reads a run as the format and the policies say.
pub(super) fn run(
    flags: &Flags,
    file: &Path,
    threads: usize,
    warnings: &mut Warnings,
) -> Result<Run> {
    let (named, conventions) = (flags.run_format()?, flags.conventions());
    // Conventions leave each document once, for all formats.
    let policies = Policies { duplicates: Duplicates::default(), ..flags.policies };
    let (mut run, format, mut dropped) =
        read(flags, formats::RUNS, named, file, policies, threads, warnings)?;
    let by_rank = flags.order == OrderBy::Rank;
    if (by_rank || flags.ties == Ties::Rank) && !run.has_ranks() {
        let option = if by_rank { "order" } else { "ties" };
        let file = formats::name(file);
        let text = format!("{file}: the run, in the format {format}, has no rank column");
        return Err(usage(format!("--{option} rank: {text}")));
    }
    let prepared = conventions.prepare(&mut run, &mut dropped);
    warnings.dropped(&dropped);
    prepared.map(|()| run)
}

/// Reads the means that make values z-scores, if they are asked for.
pub(super) fn zscores(flags: &Flags) -> Result<Option<ZScores>> {
    let Some(file) = &flags.zscores else { return Ok(None) };
    let text = formats::read_file(file, 1)?;
    formats::zscores::parse(&text, &formats::name(file)).map(Some)
}

fn read<T>(
    flags: &Flags,
    formats: &'static [Format<T>],
    named: Option<&'static Format<T>>,
    file: &Path,
    mut policies: Policies,
    threads: usize,
    warnings: &mut Warnings,
) -> Result<(T, &'static str, Dropped)> {
    let (text, name) = (formats::read_file(file, threads)?, formats::name(file));
    let (format, guess) = match named {
        Some(format) => (format, None),
        None => guess::format(formats, &text, &name)?,
    };
    if !flags.is_given("duplicates") && !format.choices.contains(&"duplicates") {
        policies.duplicates = Duplicates::default(); // a preset's, which is not for this format
    }
    let mut dropped = Dropped::default();
    let read = format.read(text, &name, policies, threads, &mut dropped)?;
    warnings.guess(file, guess);
    Ok((read, format.name, dropped))
}
