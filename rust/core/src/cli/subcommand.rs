//! What the sub-commands share: their options, how a report gets out, and the gate.

use std::ffi::OsString;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use super::parse::Set::{On, To};
use super::parse::{self, Flag, choose, count, usage};
use super::{Failure, help, message};
use crate::error::Error;
use crate::formats;
use crate::rag::baseline::Baseline;
use crate::rag::facets;
use crate::rag::gate::{Comparison, Limits, parse_limit};
use crate::rag::report::{Kind, Report};
use crate::rag::write::{Format, write};
use crate::threads::default_threads;

/// A sub-command.
pub(super) struct Subcommand {
    /// How to call it, and what it does.
    pub(super) usage: &'static str,
    /// Its own options; [`COMMON`] come after them.
    pub(super) flags: &'static [Flag<Flags>],
    /// What its reports are about.
    pub(super) kind: &'static Kind,
    /// Does what it is for; gives a report where there is one.
    pub(super) run: fn(&Flags, &mut Streams) -> Result<Option<Report>, Failure>,
}

/// Where results and messages go.
pub(super) struct Streams<'s> {
    pub(super) out: &'s mut dyn Write,
    pub(super) err: &'s mut dyn Write,
}

/// What to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    /// What the sub-command is for.
    Evaluate,
    /// Print how to call it.
    Help,
    /// Print the fields of results that are looked into.
    ListFields,
    /// Print how many results each case needs.
    RequiredDepth,
}

/// What the command line asks for. Each sub-command has options for some of it.
pub(super) struct Flags {
    pub(super) files: Vec<PathBuf>,
    pub(super) k: usize,
    pub(super) facets: Vec<String>,
    threads: Option<usize>,
    pub(super) to_trec: Option<PathBuf>,
    pub(super) whole_words: bool,
    pub(super) evidence: Vec<String>,
    pub(super) documents: Vec<String>,
    pub(super) action: Action,
    pub(super) quiet: bool,
    format: Format,
    output: Option<PathBuf>,
    baseline: Option<PathBuf>,
    max_drop: Vec<String>,
    max_facet_drop: Vec<String>,
}

/// The options of all sub-commands, in the order of the help.
static COMMON: &[Flag<Flags>] = &[
    Flag {
        short: None,
        long: "facet",
        trec: None,
        help: "average by the values of this field too; may be given again",
        set: To("FIELD", |flags, value| {
            flags.facets.push(value.to_owned());
            Ok(())
        }),
    },
    Flag {
        short: Some('f'),
        long: "format",
        trec: None,
        help: "table (the default), json, jsonl or csv",
        set: To("FORMAT", |flags, value| {
            flags.format = choose(value)?;
            Ok(())
        }),
    },
    Flag {
        short: Some('o'),
        long: "output",
        trec: None,
        help: "write the report to this file",
        set: To("FILE", |flags, value| {
            flags.output = Some(value.into());
            Ok(())
        }),
    },
    Flag {
        short: None,
        long: "baseline",
        trec: None,
        help: "compare with this earlier report (in JSON), and print what moved",
        set: To("FILE", |flags, value| {
            flags.baseline = Some(value.into());
            Ok(())
        }),
    },
    Flag {
        short: None,
        long: "max-drop",
        trec: None,
        help: "exit with 1 if this mean fell by more than DROP; may be given again",
        set: To("NAME=DROP", |flags, value| {
            flags.max_drop.push(value.to_owned());
            Ok(())
        }),
    },
    Flag {
        short: None,
        long: "max-facet-drop",
        trec: None,
        help: "the same for the mean of each facet's value",
        set: To("NAME=DROP", |flags, value| {
            flags.max_facet_drop.push(value.to_owned());
            Ok(())
        }),
    },
    Flag {
        short: None,
        long: "threads",
        trec: None,
        help: "threads to use (default: RTRECEVAL_THREADS, or one for each processor); changes no digit",
        set: To("N", |flags, value| {
            flags.threads = Some(count(value)?);
            Ok(())
        }),
    },
    Flag {
        short: None,
        long: "quiet",
        trec: None,
        help: "print no warnings",
        set: On(|flags| flags.quiet = true),
    },
    Flag {
        short: Some('h'),
        long: "help",
        trec: None,
        help: "print this help",
        set: On(|flags| flags.action = Action::Help),
    },
];

/// Runs a sub-command with the arguments after its name. Gives the exit status: 1 where the gate
/// has found a regression. Any error is 2, so that the two can be told apart.
pub(super) fn run(
    command: &Subcommand,
    args: impl Iterator<Item = OsString>,
    streams: &mut Streams,
) -> Result<u8, Failure> {
    let flags = Flags::parse(command, args)?;
    if flags.action == Action::Help {
        write_help(command, streams.out)?;
        return Ok(0);
    }
    let limits = flags.limits(command.kind)?;
    let baseline = flags.baseline.as_deref().map(|file| Baseline::read(file, command.kind));
    let baseline = baseline.transpose()?;
    let Some(report) = (command.run)(&flags, streams)? else {
        return Ok(0);
    };
    if !flags.quiet {
        for text in &report.warnings {
            message(streams.err, &format_args!("warning: {text}"));
        }
    }
    let comparison = baseline.map(|baseline| Comparison::new(&report, &baseline, &limits));
    let comparison = comparison.transpose()?;
    if let Some(file) = &flags.output {
        write_file(file, |out| write(out, &report, flags.format))?;
    }
    match comparison {
        None if flags.output.is_none() => write(streams.out, &report, flags.format)?,
        None => {}
        Some(comparison) => {
            comparison.write(streams.out)?;
            if comparison.regressions().next().is_some() {
                return Ok(1);
            }
        }
    }
    Ok(0)
}

/// Writes a file, all of it or with an error that names it.
pub(super) fn write_file(
    file: &Path,
    content: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), Error> {
    let written = File::create(file).and_then(|file| {
        let mut out = BufWriter::new(file);
        content(&mut out)?;
        out.flush()
    });
    written.map_err(|error| Error::io(&formats::name(file), &error))
}

fn write_help(command: &Subcommand, out: &mut dyn Write) -> std::io::Result<()> {
    out.write_all(command.usage.as_bytes())?;
    help::options(out, command.flags.iter().chain(COMMON))?;
    let names: Vec<_> = command.kind.columns.iter().map(|column| column.of_mean).collect();
    writeln!(
        out,
        "\nThe means are called {}.\n\
         The exit status is 0, 1 for a mean that fell by more than it may, 2 for an error.",
        names.join(", ")
    )
}

impl Flags {
    fn parse(command: &Subcommand, args: impl Iterator<Item = OsString>) -> Result<Self, Error> {
        let mut flags = Self {
            files: Vec::new(),
            k: 10,
            facets: Vec::new(),
            threads: None,
            to_trec: None,
            whole_words: false,
            evidence: Vec::new(),
            documents: Vec::new(),
            action: Action::Evaluate,
            quiet: false,
            format: Format::Table,
            output: None,
            baseline: None,
            max_drop: Vec::new(),
            max_facet_drop: Vec::new(),
        };
        let (files, options) = parse::read(args, &[command.flags, COMMON])?;
        flags.files = files;
        options.iter().try_for_each(|option| option.set(&mut flags))?;
        flags.facets = facets::unique(flags.facets);
        Ok(flags)
    }

    /// Threads to use.
    pub(super) fn threads(&self) -> Result<usize, Error> {
        self.threads.map_or_else(default_threads, Ok)
    }

    /// The limits, which need something to compare with.
    fn limits(&self, kind: &Kind) -> Result<Limits, Error> {
        let read = |name: &str, texts: &[String]| {
            let limits = texts.iter().map(|text| parse_limit(text, kind));
            limits.collect::<Result<Vec<_>, _>>().map_err(|text| usage(format!("{name}: {text}")))
        };
        let summary = read("--max-drop", &self.max_drop)?;
        let groups = read("--max-facet-drop", &self.max_facet_drop)?;
        if self.baseline.is_none() && !(summary.is_empty() && groups.is_empty()) {
            return Err(usage("found a largest drop, expected --baseline too"));
        }
        if self.facets.is_empty() && !groups.is_empty() {
            return Err(usage("found --max-facet-drop, expected --facet too"));
        }
        Ok(Limits { summary, groups })
    }
}
