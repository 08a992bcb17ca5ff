//! Reads the files that are named on the command line, for all that the program does.

use std::path::Path;

use super::flags::Flags;
use super::parse::usage;
use super::warnings::Warnings;
use crate::error::Result;
use crate::formats::{self, Format};
use crate::policies::{Dropped, Duplicates, Nans, Policies};
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
    let policies = Policies { nans: Nans::default(), ..flags.policies }; // scores only
    read(flags.qrels_format()?, file, policies, threads, warnings)
}

/// Reads a run as the format and the policies say.
pub(super) fn run(
    flags: &Flags,
    file: &Path,
    threads: usize,
    warnings: &mut Warnings,
) -> Result<Run> {
    read(flags.run_format()?, file, flags.policies, threads, warnings)
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
    let mut dropped = Dropped::default();
    let Some(read) = format.read_tolerant(file, policies, &mut dropped) else {
        let option =
            if policies.duplicates == Duplicates::Error { "lenient" } else { "duplicates" };
        let name = format.name;
        return Err(usage(format!("--{option}: the format {name} has no such choice")));
    };
    let read = read?;
    warnings.dropped(&dropped);
    Ok(read)
}
