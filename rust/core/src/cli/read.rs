//! Reads the files that are named on the command line, for all that the program does.

use std::path::Path;

use super::flags::Flags;
use super::parse::usage;
use super::warnings::Warnings;
use crate::error::{Error, Result};
use crate::formats::qrels::Grades;
use crate::formats::{self, Format, subtopics};
use crate::order::order_by_rank;
use crate::policies::{Dropped, Duplicates, Nans, OrderBy, Policies};
use crate::qrels::Qrels;
use crate::run::Run;
use crate::zscores::ZScores;

/// Reads judgments as the format and the policies say.
pub(super) fn qrels(
    flags: &Flags,
    file: &Path,
    threads: usize,
    warnings: &mut Warnings,
) -> Result<Qrels> {
    // Scores alone are not a number.
    let mut policies = Policies { nans: Nans::default(), grades: flags.grades, ..flags.policies };
    let format = flags.qrels_format()?;
    let is_by_subtopic = format.name == subtopics::FORMAT.name;
    if (is_by_subtopic || format.tolerant.is_none()) && !flags.is_given("duplicates") {
        policies.duplicates = Duplicates::default(); // a preset's, which is not for this format
    }
    read(format, file, policies, threads, warnings)
}

/// Reads a run as the format and the policies say.
pub(super) fn run(
    flags: &Flags,
    file: &Path,
    threads: usize,
    warnings: &mut Warnings,
) -> Result<Run> {
    let mut run = read(flags.run_format()?, file, flags.policies, threads, warnings)?;
    if flags.order == OrderBy::Rank {
        order_by_rank(&mut run)?;
    }
    if flags.ignore_identical_ids {
        run.drop_identical_ids();
    }
    Ok(run)
}

/// Reads the means that make values z-scores, if they are asked for.
pub(super) fn zscores(flags: &Flags) -> Result<Option<ZScores>> {
    let Some(file) = &flags.zscores else { return Ok(None) };
    let text = formats::read_file(file)?;
    formats::zscores::parse(&text, &formats::name(file)).map(Some)
}

fn read<T>(
    format: &Format<T>,
    file: &Path,
    policies: Policies,
    threads: usize,
    warnings: &mut Warnings,
) -> Result<T> {
    if policies == Policies::default() {
        return format.read(file, threads);
    }
    if format.name == subtopics::FORMAT.name
        && (Policies { grades: Grades::default(), ..policies }) != Policies::default()
    {
        return Err(no_choice(format.name, strictness(policies)));
    }
    let mut dropped = Dropped::default();
    let Some(read) = format.read_tolerant(file, policies, &mut dropped) else {
        let option =
            if policies.grades == Grades::Decimal { "float-grades" } else { strictness(policies) };
        return Err(no_choice(format.name, option));
    };
    let read = read?;
    warnings.dropped(&dropped);
    Ok(read)
}

/// The option that asks for another treatment of lines.
fn strictness(policies: Policies) -> &'static str {
    if policies.duplicates == Duplicates::Error { "lenient" } else { "duplicates" }
}

fn no_choice(format: &str, option: &str) -> Error {
    usage(format!("--{option}: the format {format} has no such choice"))
}
