//! Reads the command line into [`Flags`].

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use lexopt::Arg;

use super::flags::{Action, FLAGS, Flag, Flags, LIKE, Verbosity};
use crate::error::{Error, ErrorKind, Result};
use crate::formats::qrels::Grades;
use crate::formats::{self, Format, subtopics};
use crate::options::Options;
use crate::policies::{Choice, OrderBy, Policies, Ties, Topics};
use crate::print::Parts;
use crate::qrels::Qrels;
use crate::request::Plan;
use crate::run::Run;
use crate::threads::default_threads;

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
    pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Self> {
        let mut flags = Self::new();
        let mut parser = lexopt::Parser::from_args(args);
        let mut set = Vec::new();
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
                return Err(unknown(&name));
            };
            let value = if flag.value.is_some() {
                let value = parser.value().map_err(|error| usage(error.to_string()))?;
                value.into_string().map_err(|_| usage(format!("{name}: a value not in UTF-8")))?
            } else {
                String::new()
            };
            set.push((flag, name, value));
        }
        let is_other = |(flag, ..): &(&Flag, String, String)| flag.long[0] != LIKE;
        set.sort_by_key(is_other); // which is stable
        for (flag, name, value) in set {
            (flag.set)(&mut flags, &value).map_err(|text| usage(format!("{name}: {text}")))?;
            flags.given.push(flag.long[0]);
        }
        if flags.is_given("quiet") && flags.is_given("verbose") {
            return Err(usage("found --quiet and --verbose, expected one of them".to_owned()));
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

    /// Threads to use.
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
    pub fn qrels_format(&self) -> Result<Option<&'static Format<Qrels>>> {
        self.qrels_format.as_deref().map(|name| Format::find(formats::QRELS, name)).transpose()
    }

    /// The format of the runs, if one is named.
    pub fn run_format(&self) -> Result<Option<&'static Format<Run>>> {
        self.run_format.as_deref().map(|name| Format::find(formats::RUNS, name)).transpose()
    }

    /// The topics to average over.
    pub fn topics(&self) -> Topics {
        let complete = if self.options.complete { Topics::Qrels } else { Topics::Intersection };
        self.topics.unwrap_or(complete)
    }

    /// Whether an option is on the command line, by its first long name.
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
                    return Err(usage("-: the standard input can be read once".to_owned()));
                }
                return Ok((qrels, runs));
            }
        };
        Err(usage(format!("found {found}, expected two: the qrels and the run")))
    }

    /// The qrels and the only run.
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

/// An unknown option, with the long name nearest to it.
fn unknown(name: &str) -> Error {
    let distance = |long: &str| strsim::damerau_levenshtein(name.trim_start_matches('-'), long);
    let longs = FLAGS.iter().map(|flag| flag.long[0]);
    let nearest = longs.min_by_key(|long| distance(long)).filter(|long| distance(long) < 3);
    let hint = nearest.map_or_else(String::new, |long| format!("; did you mean --{long}?"));
    usage(format!("unknown option '{name}'{hint}"))
}

pub(super) fn usage(text: String) -> Error {
    Error::new(ErrorKind::Usage(text))
}
