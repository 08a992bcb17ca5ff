//! What the command line of an evaluation asks for.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::options::FLAGS;
use super::parse::{self, usage};
use crate::choice::Choice;
use crate::conventions::Conventions;
use crate::error::Result;
use crate::formats::{self, Format, subtopics};
use crate::options::Options;
use crate::policies::{Grades, OrderBy, Policies, Ties, Topics};
use crate::presets::Preset;
use crate::print::{self, Parts};
use crate::qrels::Qrels;
use crate::request::Plan;
use crate::run::Run;
use crate::threads::default_threads;

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
    /// The long name of each option that was given.
    pub given: Vec<&'static str>,
}

/// The option that comes before all others, so that these can change what it sets.
pub(super) const LIKE: &str = "like";

impl Flags {
    fn new() -> Self {
        Self {
            action: Action::Evaluate,
            options: Options::default(),
            measures: Vec::new(),
            grades: Grades::default(),
            qrels_format: None,
            run_format: None,
            zscores: None,
            parts: Parts { topics: false, summary: true },
            format: None,
            digits: None,
            policies: Policies::default(),
            like: None,
            order: OrderBy::default(),
            ties: Ties::default(),
            ignore_identical_ids: false,
            topics: None,
            tie_range: false,
            topic: None,
            verbosity: Verbosity::Usual,
            threads: None,
            files: Vec::new(),
            given: Vec::new(),
        }
    }

    /// Reads the arguments after the program's name: options and files in any order.
    ///
    /// # Errors
    ///
    /// The command line cannot be carried out: an option is unknown, or its value none that it
    /// takes.
    pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Self> {
        let mut flags = Self::new();
        let (files, mut options) = parse::read(args, &[FLAGS])?;
        flags.files = files;
        options.sort_by_key(|option| option.flag.long != LIKE); // which is stable
        for option in options {
            option.set(&mut flags)?;
            flags.given.push(option.flag.long);
        }
        if flags.is_given("quiet") && flags.is_given("verbose") {
            return Err(usage("found --quiet and --verbose, expected one of them"));
        }
        if let Some(topics) = flags.topics {
            if flags.is_given("complete") && topics != Topics::Qrels {
                let name = topics.name();
                return Err(usage(format!("-c averages over other topics than --topics {name}")));
            }
            flags.options.complete = topics == Topics::Qrels;
        }
        Ok(flags)
    }

    /// Sets all conventions.
    pub(super) fn follow(&mut self, conventions: &Conventions) {
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

    /// Threads to use.
    ///
    /// # Errors
    ///
    /// `RTRECEVAL_THREADS` is no number of threads.
    pub fn threads(&self) -> Result<usize> {
        self.threads.map_or_else(default_threads, Ok)
    }

    /// Takes the qrels to be by subtopic where measures need that and no format is named.
    pub(super) fn suit(&mut self, plan: &Plan) {
        if plan.needs_subtopics() {
            self.qrels_format.get_or_insert_with(|| subtopics::FORMAT.name.to_owned());
        }
    }

    /// The format of the qrels, if one is named.
    ///
    /// # Errors
    ///
    /// There is no format of this name.
    pub fn qrels_format(&self) -> Result<Option<&'static Format<Qrels>>> {
        self.qrels_format.as_deref().map(|name| Format::find(formats::QRELS, name)).transpose()
    }

    /// The format of the runs, if one is named.
    ///
    /// # Errors
    ///
    /// There is no format of this name.
    pub fn run_format(&self) -> Result<Option<&'static Format<Run>>> {
        self.run_format.as_deref().map(|name| Format::find(formats::RUNS, name)).transpose()
    }

    /// The topics to average over.
    pub fn topics(&self) -> Topics {
        let complete = if self.options.complete { Topics::Qrels } else { Topics::Intersection };
        self.topics.unwrap_or(complete)
    }

    /// Whether an option is on the command line, by its long name.
    pub(super) fn is_given(&self, option: &str) -> bool {
        self.given.contains(&option)
    }

    /// Refuses options that mean nothing here, whatever they were set to.
    pub(super) fn refuse(&self, options: &[&str], reason: &str) -> Result<()> {
        match self.given.iter().find(|given| options.contains(given)) {
            Some(name) => Err(usage(format!("--{name}: {reason}"))),
            None => Ok(()),
        }
    }

    /// The qrels and the runs, of which there is at least one.
    ///
    /// # Errors
    ///
    /// There are fewer than two, or the standard input is named twice.
    pub fn files(&self) -> Result<(&Path, &[PathBuf])> {
        let found = match &self.files[..] {
            [] => "no file",
            [_] => "one file",
            [qrels, runs @ ..] => {
                if self
                    .files
                    .iter()
                    .chain(&self.zscores)
                    .filter(|file| file.as_os_str() == "-")
                    .count()
                    > 1
                {
                    return Err(usage("-: the standard input can be read once"));
                }
                return Ok((qrels, runs));
            }
        };
        Err(usage(format!("found {found}, expected two: the qrels and the run")))
    }

    /// The qrels and the only run.
    ///
    /// # Errors
    ///
    /// There are not two, or the standard input is named twice.
    pub fn two_files(&self) -> Result<(&Path, &Path)> {
        match self.files()? {
            (qrels, [run]) => Ok((qrels, run)),
            (_, runs) => {
                let found = runs.len() + 1;
                Err(usage(format!("found {found} files, expected two: the qrels and the run")))
            }
        }
    }
}
