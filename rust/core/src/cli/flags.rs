//! The options: a table of them, and what they were set to.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use lexopt::Arg;

use crate::error::{Error, ErrorKind, Result};
use crate::evaluate::default_threads;
use crate::formats::qrels::Grades;
use crate::options::{Compat, Options};

/// What to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Evaluate a run.
    Evaluate,
    /// Print how to call the program, or what measures mean.
    Help,
    /// Print the version.
    Version,
    /// Print the names and titles of all measures.
    ListMeasures,
}

/// A format of qrels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QrelsFormat {
    /// One grade for each document.
    Qrels,
    /// One for each document and subtopic.
    Subtopics,
}

/// What the command line asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Flags {
    /// What to do.
    pub action: Action,
    /// The options of the evaluation.
    pub options: Options,
    /// The measures asked for; none means `official`.
    pub measures: Vec<String>,
    /// Print the values of each topic (`-q`).
    pub by_topic: bool,
    /// Print the averages (all but with `-n`).
    pub summary: bool,
    /// What a grade can be (`--float-grades`: any number).
    pub grades: Grades,
    /// The format of the qrels, where it is told (`-R`).
    pub qrels_format: Option<QrelsFormat>,
    /// Print no warnings.
    pub quiet: bool,
    /// Threads to use, if it says.
    threads: Option<usize>,
    files: Vec<PathBuf>,
}

/// An option: its names and what it does.
pub(super) struct Flag {
    pub(super) short: Option<char>,
    /// The long names.
    pub(super) long: &'static [&'static str],
    /// The one that `trec_eval` has, if it has the option.
    trec: Option<&'static str>,
    /// What to call the value, for an option that takes one.
    pub(super) value: Option<&'static str>,
    pub(super) help: &'static str,
    /// Sets it. What is wrong with a value is said without the option's name.
    set: fn(&mut Flags, &str) -> std::result::Result<(), String>,
}

/// All options, in the order of the help.
pub(super) static FLAGS: &[Flag] = &[
    Flag {
        short: Some('m'),
        long: &["measure"],
        trec: Some("measure"),
        value: Some("MEASURE"),
        help: "compute this measure or set of measures; may be given again (default: official)",
        set: |flags, value| {
            flags.measures.push(value.to_owned());
            Ok(())
        },
    },
    Flag {
        short: Some('q'),
        long: &["by-topic", "query_eval_wanted"],
        trec: Some("query_eval_wanted"),
        value: None,
        help: "print the values of each topic too",
        set: |flags, _| {
            flags.by_topic = true;
            Ok(())
        },
    },
    Flag {
        short: Some('n'),
        long: &["no-summary", "nosummary"],
        trec: Some("nosummary"),
        value: None,
        help: "print no averages",
        set: |flags, _| {
            flags.summary = false;
            Ok(())
        },
    },
    Flag {
        short: Some('c'),
        long: &["complete", "complete_rel_info_wanted"],
        trec: Some("complete_rel_info_wanted"),
        value: None,
        help: "average over all topics of the qrels; one that the run lacks counts as 0",
        set: |flags, _| {
            flags.options.complete = true;
            Ok(())
        },
    },
    Flag {
        short: Some('l'),
        long: &["relevance-level", "level_for_rel"],
        trec: Some("level_for_rel"),
        value: Some("N"),
        help: "lowest grade that the binary measures count as relevant (default: 1)",
        set: |flags, value| {
            flags.options.relevance_level = whole(value, 0)? as f64;
            Ok(())
        },
    },
    Flag {
        short: Some('J'),
        long: &["judged-only", "Judged_docs_only"],
        trec: Some("Judged_docs_only"),
        value: None,
        help: "drop documents without a judgment from each ranking first",
        set: |flags, _| {
            flags.options.judged_only = true;
            Ok(())
        },
    },
    Flag {
        short: Some('M'),
        long: &["max-depth", "Max_retrieved_per_topic"],
        trec: Some("Max_retrieved_per_topic"),
        value: Some("N"),
        help: "look at the first N documents of each ranking only",
        set: |flags, value| {
            flags.options.max_depth = usize::try_from(whole(value, 1)?).unwrap_or(usize::MAX);
            Ok(())
        },
    },
    Flag {
        short: Some('N'),
        long: &["num-docs", "Number_docs_in_coll"],
        trec: Some("Number_docs_in_coll"),
        value: Some("N"),
        help: "number of documents in the collection, which utility may need",
        set: |flags, value| {
            flags.options.num_docs = whole(value, 0)?;
            Ok(())
        },
    },
    Flag {
        short: Some('R'),
        long: &["qrels-format", "Rel_info_format"],
        trec: Some("Rel_info_format"),
        value: Some("FORMAT"),
        help: "format of the qrels file: qrels, or subtopics: its second column is the subtopic",
        set: |flags, value| {
            flags.qrels_format = Some(match value {
                "qrels" => QrelsFormat::Qrels,
                "subtopics" => QrelsFormat::Subtopics,
                _ => return Err(format!("found '{value}', expected qrels or subtopics")),
            });
            Ok(())
        },
    },
    Flag {
        short: Some('T'),
        long: &["run-format", "Results_format"],
        trec: Some("Results_format"),
        value: Some("FORMAT"),
        help: "format of the run file: trec_results",
        set: |_, value| only(value, "trec_results"),
    },
    Flag {
        short: None,
        long: &["compat"],
        trec: None,
        value: Some("9|10"),
        help: "agree with trec_eval 9.0.8 or with 10.0 (default: 9)",
        set: |flags, value| match Compat::parse(value) {
            Some(compat) => {
                flags.options.compat = compat;
                Ok(())
            }
            None => Err(format!("found '{value}', expected 9 or 10")),
        },
    },
    Flag {
        short: None,
        long: &["float-grades"],
        trec: None,
        value: None,
        help: "take grades with a fraction, of which trec_eval would drop what follows the point",
        set: |flags, _| {
            flags.grades = Grades::Decimal;
            Ok(())
        },
    },
    Flag {
        short: None,
        long: &["threads"],
        trec: None,
        value: Some("N"),
        help: "threads to use (default: RTRECEVAL_THREADS, or one for each processor); changes no digit",
        set: |flags, value| {
            flags.threads = Some(usize::try_from(whole(value, 1)?).unwrap_or(usize::MAX));
            Ok(())
        },
    },
    Flag {
        short: None,
        long: &["quiet"],
        trec: None,
        value: None,
        help: "print no warnings",
        set: |flags, _| {
            flags.quiet = true;
            Ok(())
        },
    },
    Flag {
        short: None,
        long: &["list-measures"],
        trec: None,
        value: None,
        help: "print the names and titles of all measures",
        set: |flags, _| {
            flags.action = Action::ListMeasures;
            Ok(())
        },
    },
    Flag {
        short: Some('h'),
        long: &["help"],
        trec: Some("help"),
        value: None,
        help: "print this help; with -m the full text of those measures",
        set: |flags, _| {
            flags.action = Action::Help;
            Ok(())
        },
    },
    Flag {
        short: Some('v'),
        long: &["version"],
        trec: Some("version"),
        value: None,
        help: "print the version",
        set: |flags, _| {
            flags.action = Action::Version;
            Ok(())
        },
    },
];

impl Flags {
    fn new() -> Self {
        Self {
            action: Action::Evaluate,
            options: Options::default(),
            measures: Vec::new(),
            by_topic: false,
            summary: true,
            grades: Grades::Whole,
            qrels_format: None,
            quiet: false,
            threads: None,
            files: Vec::new(),
        }
    }

    /// Reads the arguments after the program's name: options and files in any order.
    pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Self> {
        let mut flags = Self::new();
        let mut parser = lexopt::Parser::from_args(args);
        while let Some(arg) = parser.next().map_err(|error| usage(error.to_string()))? {
            let (flag, name) = match arg {
                Arg::Value(file) => {
                    flags.files.push(file.into());
                    continue;
                }
                Arg::Short(short) => {
                    let flag = FLAGS.iter().find(|flag| flag.short == Some(short));
                    (flag, format!("-{short}"))
                }
                Arg::Long(long) => (find_long(long)?, format!("--{long}")),
            };
            let Some(flag) = flag else {
                return Err(usage(format!("unknown option '{name}'")));
            };
            let value = if flag.value.is_some() {
                let value = parser.value().map_err(|error| usage(error.to_string()))?;
                value.into_string().map_err(|_| usage(format!("{name}: a value not in UTF-8")))?
            } else {
                String::new()
            };
            (flag.set)(&mut flags, &value).map_err(|text| usage(format!("{name}: {text}")))?;
        }
        Ok(flags)
    }

    /// Threads to use.
    pub fn threads(&self) -> Result<usize> {
        self.threads.map_or_else(default_threads, Ok)
    }

    /// The qrels and the run.
    pub fn files(&self) -> Result<(&Path, &Path)> {
        match &self.files[..] {
            [qrels, run] => Ok((qrels, run)),
            files => {
                let found = match files.len() {
                    0 => "no file".to_owned(),
                    1 => "one file".to_owned(),
                    n => format!("{n} files"),
                };
                Err(usage(format!("found {found}, expected two: the qrels and the run")))
            }
        }
    }
}

/// The flag with this long name, or the only one that starts with it: among the names that
/// `trec_eval` has, as it does, else among all.
fn find_long(name: &str) -> Result<Option<&'static Flag>> {
    let all = || FLAGS.iter().flat_map(|flag| flag.long.iter().map(move |&long| (flag, long)));
    if let Some((flag, _)) = all().find(|&(_, long)| long == name) {
        return Ok(Some(flag));
    }
    let starting = |only_trec: bool| {
        let names = all().filter(move |(flag, long)| !only_trec || flag.trec == Some(long));
        names.filter(|(_, long)| long.starts_with(name)).map(|(flag, _)| flag)
    };
    for only_trec in [true, false] {
        let mut flags = starting(only_trec);
        if let Some(first) = flags.next() {
            return match flags.find(|flag| flag.long != first.long) {
                None => Ok(Some(first)),
                Some(_) if only_trec => continue,
                Some(_) => Err(usage(format!("option '--{name}' could be several"))),
            };
        }
    }
    Ok(None)
}

fn usage(text: String) -> Error {
    Error::new(ErrorKind::Usage(text))
}

fn whole(value: &str, least: i64) -> std::result::Result<i64, String> {
    let number = value.parse::<i64>().ok().filter(|&number| number >= least);
    number.ok_or_else(|| format!("found '{value}', expected a whole number of at least {least}"))
}

fn only(value: &str, expected: &str) -> std::result::Result<(), String> {
    if value == expected { Ok(()) } else { Err(format!("found '{value}', expected {expected}")) }
}
