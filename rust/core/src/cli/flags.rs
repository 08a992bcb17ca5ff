//! The options: a table of them, and what they were set to.

use std::path::PathBuf;

use crate::conventions::Conventions;
use crate::formats::qrels::Grades;
use crate::options::{Compat, Options};
use crate::policies::{Choice, OrderBy, Policies, Ties, Topics};
use crate::presets::{PRESETS, Preset};
use crate::print::{self, FORMATS, Parts};

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

/// How much to say beside the results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verbosity {
    /// Errors only.
    Quiet,
    /// Warnings too.
    Usual,
    /// What files are taken to be too.
    Verbose,
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
    /// The format of the qrels, if one is named (`-R`).
    pub(super) qrels_format: Option<String>,
    /// The format of the runs, if one is named (`-T`).
    pub(super) run_format: Option<String>,
    /// The file of means that make values z-scores (`-Z`).
    pub zscores: Option<PathBuf>,
    /// What to print (`-q`, `-n`).
    pub parts: Parts,
    /// How to print; `None` for the default, which depends on the number of runs.
    pub format: Option<&'static print::Format>,
    /// Decimal places.
    pub digits: Option<usize>,
    /// What to do with input that is refused by default.
    pub policies: Policies,
    /// The program whose conventions to follow, if one is named. What it does stands in the other
    /// fields, which options may have changed since.
    pub like: Option<&'static Preset>,
    /// What rankings are ordered by.
    pub order: OrderBy,
    /// The order of equal scores.
    pub ties: Ties,
    /// Drop a document with the id of its topic.
    pub ignore_identical_ids: bool,
    /// The topics to average over, if asked for by `--topics`.
    pub topics: Option<Topics>,
    /// Print the lowest and the highest value over all orders of equal scores.
    pub tie_range: bool,
    /// The topic to explain.
    pub topic: Option<String>,
    /// What a grade can be (`--float-grades`: any number).
    pub grades: Grades,
    /// How much to say beside the results.
    pub verbosity: Verbosity,
    /// Threads to use, if it says.
    pub threads: Option<usize>,
    /// The files, the qrels first.
    pub files: Vec<PathBuf>,
    /// The first long name of each option that was given.
    pub given: Vec<&'static str>,
}

/// The option that comes before all others, so that these can change what it sets.
pub(super) const LIKE: &str = "like";

impl Flags {
    /// Sets all conventions.
    fn follow(&mut self, conventions: &Conventions) {
        let &Conventions { compat, order, ties, topics, no_relevant, relevance_level, .. } =
            conventions;
        self.options.compat = compat;
        self.options.complete = topics == Topics::Qrels;
        self.options.no_relevant = no_relevant;
        self.options.relevance_level = relevance_level;
        self.order = order;
        self.ties = ties;
        self.ignore_identical_ids = conventions.ignore_identical_ids;
        self.policies.duplicates = conventions.duplicates;
        self.digits = conventions.digits;
    }

    /// The conventions that hold.
    pub fn conventions(&self) -> Conventions {
        Conventions {
            compat: self.options.compat,
            order: self.order,
            ties: self.ties,
            topics: self.topics(),
            no_relevant: self.options.no_relevant,
            relevance_level: self.options.relevance_level,
            ignore_identical_ids: self.ignore_identical_ids,
            duplicates: self.policies.duplicates,
            digits: self.digits,
        }
    }
}

/// An option: its names and what it does.
pub(super) struct Flag {
    pub(super) short: Option<char>,
    /// The long names.
    pub(super) long: &'static [&'static str],
    /// The one that `trec_eval` has, if it has the option.
    pub(super) trec: Option<&'static str>,
    /// What to call the value, for an option that takes one.
    pub(super) value: Option<&'static str>,
    pub(super) help: &'static str,
    /// Sets it. What is wrong with a value is said without the option's name.
    pub(super) set: fn(&mut Flags, &str) -> Result<(), String>,
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
            flags.parts.topics = true;
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
            flags.parts.summary = false;
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
        help: "format of the qrels file (default: qrels, or what the file shows to be)",
        set: |flags, value| {
            flags.qrels_format = Some(value.to_owned());
            Ok(())
        },
    },
    Flag {
        short: Some('T'),
        long: &["run-format", "Results_format"],
        trec: Some("Results_format"),
        value: Some("FORMAT"),
        help: "format of the run file (default: trec_results, or what the file shows to be)",
        set: |flags, value| {
            flags.run_format = Some(value.to_owned());
            Ok(())
        },
    },
    Flag {
        short: Some('Z'),
        long: &["zscores", "Zscore"],
        trec: Some("Zscore"),
        value: Some("FILE"),
        help: "print z-scores: FILE has lines of 'topic measure mean deviation'",
        set: |flags, value| {
            flags.zscores = Some(value.into());
            Ok(())
        },
    },
    Flag {
        short: None,
        long: &[LIKE],
        trec: None,
        value: Some("PROGRAM"),
        help: "follow the conventions of another program and say which options these are; options \
               beside it, such as --ties, change single ones",
        set: |flags, value| {
            let preset = find(PRESETS, |preset| preset.name, value)?;
            if let Some(before) = flags.like.replace(preset) {
                return Err(format!("found '{value}' after '{}', expected one", before.name));
            }
            flags.follow(&preset.conventions);
            Ok(())
        },
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
        long: &["format"],
        trec: None,
        value: Some("FORMAT"),
        help: "how to print: trec (default for one run), markdown (for several), tsv, csv, json, \
               jsonl, latex",
        set: |flags, value| {
            flags.format = Some(*find(FORMATS, |format| format.name, value)?);
            Ok(())
        },
    },
    Flag {
        short: None,
        long: &["digits"],
        trec: None,
        value: Some("N"),
        help: "decimal places (default: 4; all that a value has in tsv, csv, json and jsonl)",
        set: |flags, value| {
            let digits = usize::try_from(whole(value, 0)?).unwrap_or(usize::MAX);
            if digits > MOST_DIGITS {
                return Err(format!("found '{value}', expected at most {MOST_DIGITS}"));
            }
            flags.digits = Some(digits);
            Ok(())
        },
    },
    Flag {
        short: None,
        long: &["topics"],
        trec: None,
        value: Some("WHICH"),
        help: "average over the topics of the intersection (default), the qrels (as -c) or the run",
        set: |flags, value| {
            flags.topics = Some(choose(value)?);
            Ok(())
        },
    },
    Flag {
        short: None,
        long: &["ties"],
        trec: None,
        value: Some("RULE"),
        help: "order equal scores by docno (default, highest bytes first), file (as the lines come) \
               or rank (the rank column)",
        set: |flags, value| {
            flags.ties = choose(value)?;
            Ok(())
        },
    },
    Flag {
        short: None,
        long: &["order"],
        trec: None,
        value: Some("WHAT"),
        help: "order rankings by score (default) or by rank (the rank column, whatever the scores)",
        set: |flags, value| {
            flags.order = choose(value)?;
            Ok(())
        },
    },
    Flag {
        short: None,
        long: &["no-relevant"],
        trec: None,
        value: Some("RULE"),
        help: "a topic without a relevant document: zero (default, it counts as 0), skip (leave it \
               out) or one (count it as 1)",
        set: |flags, value| {
            flags.options.no_relevant = choose(value)?;
            Ok(())
        },
    },
    Flag {
        short: None,
        long: &["ignore-identical-ids"],
        trec: None,
        value: None,
        help: "drop a document with the id of its topic, which is the query itself",
        set: |flags, _| {
            flags.ignore_identical_ids = true;
            Ok(())
        },
    },
    Flag {
        short: None,
        long: &["tie-range"],
        trec: None,
        value: None,
        help: "print the lowest and the highest value that any order of equal scores could give too",
        set: |flags, _| {
            flags.tie_range = true;
            Ok(())
        },
    },
    Flag {
        short: None,
        long: &["duplicates"],
        trec: None,
        value: Some("RULE"),
        help: "a document that a topic lists twice: error (default), or keep the first, the last \
               or the one with max, the highest score or grade",
        set: |flags, value| {
            flags.policies.duplicates = choose(value)?;
            Ok(())
        },
    },
    Flag {
        short: None,
        long: &["nan"],
        trec: None,
        value: Some("RULE"),
        help: "a score that is not a number: error (default), or drop the document",
        set: |flags, value| {
            flags.policies.nans = choose(value)?;
            Ok(())
        },
    },
    Flag {
        short: None,
        long: &["lenient"],
        trec: None,
        value: None,
        help: "skip lines that cannot be read; take a line of a run that lacks but the tag",
        set: |flags, _| {
            flags.policies.lenient = true;
            Ok(())
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
            flags.verbosity = Verbosity::Quiet;
            Ok(())
        },
    },
    Flag {
        short: None,
        long: &["verbose"],
        trec: None,
        value: None,
        help: "say in which formats files are read, where none is named, and all that --like sets",
        set: |flags, _| {
            flags.verbosity = Verbosity::Verbose;
            Ok(())
        },
    },
    Flag {
        short: None,
        long: &["topic"],
        trec: None,
        value: Some("ID"),
        help: "the topic to explain",
        set: |flags, value| {
            flags.topic = Some(value.to_owned());
            Ok(())
        },
    },
    Flag {
        short: Some('D'),
        long: &["Debug_level"],
        trec: Some("Debug_level"),
        value: Some("N"),
        help: "refused: 'rtreceval explain' shows how a value comes about",
        set: |_, _| {
            let instead = "rtreceval explain QRELS RUN -m MEASURE --topic ID";
            Err(format!(
                "trec_eval's traces are not printed; '{instead}' shows how a value comes about"
            ))
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
        help: "print this help; with -m, -R, -T the full text of those measures and formats",
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

/// More decimal places than any float has.
const MOST_DIGITS: usize = 20;

fn whole(value: &str, least: i64) -> Result<i64, String> {
    let number = value.parse::<i64>().ok().filter(|&number| number >= least);
    number.ok_or_else(|| format!("found '{value}', expected a whole number of at least {least}"))
}

/// The row of a table that has this name.
fn find<T>(
    table: &'static [T],
    name: impl Fn(&T) -> &'static str,
    value: &str,
) -> Result<&'static T, String> {
    table
        .iter()
        .find(|row| name(row) == value)
        .ok_or_else(|| unexpected(value, table.iter().map(name)))
}

/// The choice of this name.
fn choose<T: Choice>(value: &str) -> Result<T, String> {
    T::find(value).ok_or_else(|| unexpected(value, T::VALUES.iter().map(|(name, _)| *name)))
}

fn unexpected(value: &str, names: impl Iterator<Item = &'static str>) -> String {
    format!("found '{value}', expected {}", names.collect::<Vec<_>>().join(" or "))
}
