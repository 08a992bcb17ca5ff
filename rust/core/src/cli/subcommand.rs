//! What the sub-commands share: their options, how a report gets out, and the gate.

use std::ffi::OsString;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use lexopt::Arg;

use super::{Failure, message};
use crate::error::{Error, ErrorKind};
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
    pub(super) flags: &'static [Flag],
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

type Set = fn(&mut Flags, &str) -> Result<(), String>;

/// An option: its names and what it does.
pub(super) struct Flag {
    pub(super) short: Option<char>,
    pub(super) long: &'static str,
    /// What to call the value, for an option that takes one.
    pub(super) value: Option<&'static str>,
    pub(super) help: &'static str,
    /// Sets it. What is wrong with a value is said without the option's name.
    pub(super) set: Set,
}

/// The options of all sub-commands, in the order of the help.
static COMMON: &[Flag] = &[
    Flag {
        short: None,
        long: "facet",
        value: Some("FIELD"),
        help: "average by the values of this field too; may be given again",
        set: |flags, value| {
            flags.facets.push(value.to_owned());
            Ok(())
        },
    },
    Flag {
        short: Some('f'),
        long: "format",
        value: Some("FORMAT"),
        help: "table (the default), json, jsonl or csv",
        set: |flags, value| match Format::parse(value) {
            Some(format) => {
                flags.format = format;
                Ok(())
            }
            None => Err(format!("found '{value}', expected one of {}", Format::NAMES.join(", "))),
        },
    },
    Flag {
        short: Some('o'),
        long: "output",
        value: Some("FILE"),
        help: "write the report to this file",
        set: |flags, value| {
            flags.output = Some(value.into());
            Ok(())
        },
    },
    Flag {
        short: None,
        long: "baseline",
        value: Some("FILE"),
        help: "compare with this earlier report (in JSON), and print what moved",
        set: |flags, value| {
            flags.baseline = Some(value.into());
            Ok(())
        },
    },
    Flag {
        short: None,
        long: "max-drop",
        value: Some("NAME=DROP"),
        help: "exit with 1 if this mean fell by more than DROP; may be given again",
        set: |flags, value| {
            flags.max_drop.push(value.to_owned());
            Ok(())
        },
    },
    Flag {
        short: None,
        long: "max-facet-drop",
        value: Some("NAME=DROP"),
        help: "the same for the mean of each facet's value",
        set: |flags, value| {
            flags.max_facet_drop.push(value.to_owned());
            Ok(())
        },
    },
    Flag {
        short: None,
        long: "threads",
        value: Some("N"),
        help: "threads to use (default: RTRECEVAL_THREADS, or one for each processor); changes no digit",
        set: |flags, value| {
            flags.threads = Some(count(value)?);
            Ok(())
        },
    },
    Flag {
        short: None,
        long: "quiet",
        value: None,
        help: "print no warnings",
        set: |flags, _| {
            flags.quiet = true;
            Ok(())
        },
    },
    Flag {
        short: Some('h'),
        long: "help",
        value: None,
        help: "print this help",
        set: |flags, _| {
            flags.action = Action::Help;
            Ok(())
        },
    },
];

/// Reads a whole number above 0.
pub(super) fn count(value: &str) -> Result<usize, String> {
    let count = value.parse::<usize>().ok().filter(|&count| count > 0);
    count.ok_or_else(|| format!("found '{value}', expected a whole number of at least 1"))
}

/// Runs a sub-command with the arguments after its name. Gives the exit status: 1 where the gate
/// has found a regression. Any error is 2, so that the two can be told apart.
pub(super) fn run(
    command: &Subcommand,
    args: impl Iterator<Item = OsString>,
    streams: &mut Streams,
) -> Result<u8, Failure> {
    let flags = Flags::parse(command, args)?;
    if flags.action == Action::Help {
        help(command, streams.out)?;
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

fn help(command: &Subcommand, out: &mut dyn Write) -> std::io::Result<()> {
    out.write_all(command.usage.as_bytes())?;
    for flag in command.flags.iter().chain(COMMON) {
        let short = flag.short.map_or_else(|| "   ".to_owned(), |short| format!("-{short},"));
        let value = flag.value.map_or_else(String::new, |value| format!(" {value}"));
        writeln!(out, "  {short} --{:<24} {}", format!("{}{value}", flag.long), flag.help)?;
    }
    let names: Vec<_> = command.kind.columns.iter().map(|column| column.of_mean).collect();
    writeln!(
        out,
        "\nThe means are called {}.\n\
         The exit status is 0, 1 for a mean that fell by more than it may, 2 for an error.",
        names.join(", ")
    )
}

/// The error of a command line that cannot be carried out.
pub(super) fn usage(text: impl Into<String>) -> Error {
    Error::new(ErrorKind::Usage(text.into()))
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
        let all = || command.flags.iter().chain(COMMON);
        let mut parser = lexopt::Parser::from_args(args);
        while let Some(arg) = parser.next().map_err(|error| usage(error.to_string()))? {
            let (flag, name) = match arg {
                Arg::Value(file) => {
                    flags.files.push(file.into());
                    continue;
                }
                Arg::Short(short) => {
                    (all().find(|flag| flag.short == Some(short)), format!("-{short}"))
                }
                Arg::Long(long) => (all().find(|flag| flag.long == long), format!("--{long}")),
            };
            let flag = flag.ok_or_else(|| usage(format!("unknown option '{name}'")))?;
            let value = if flag.value.is_some() {
                let value = parser.value().map_err(|error| usage(error.to_string()))?;
                value.into_string().map_err(|_| usage(format!("{name}: a value not in UTF-8")))?
            } else {
                String::new()
            };
            (flag.set)(&mut flags, &value).map_err(|text| usage(format!("{name}: {text}")))?;
        }
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
