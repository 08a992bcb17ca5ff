//! How a command line is read: the shape of a table of options, and arguments by it.

use std::ffi::OsString;
use std::path::PathBuf;

use lexopt::Arg;

use crate::choice::{Choice, Names};
use crate::error::{Error, ErrorKind, Result};

/// An option: its names and what it does to settings of type `S`.
pub(super) struct Flag<S> {
    pub(super) short: Option<char>,
    pub(super) long: &'static str,
    /// The long name that `trec_eval` has, if it has the option.
    pub(super) trec: Option<&'static str>,
    pub(super) help: &'static str,
    pub(super) set: Set<S>,
}

/// What an option does.
pub(super) enum Set<S> {
    /// It stands alone.
    On(fn(&mut S)),
    /// It takes a value, which the help calls so. What is wrong with one is said without the
    /// option's name.
    To(&'static str, fn(&mut S, &str) -> std::result::Result<(), String>),
}

impl<S> Flag<S> {
    /// The long names.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.long).chain(self.trec)
    }

    /// The names and what the value is called, as the help has them.
    pub(super) fn usage(&self) -> String {
        let short = self.short.map_or_else(|| "   ".to_owned(), |short| format!("-{short},"));
        let value = match self.set {
            Set::On(_) => String::new(),
            Set::To(value, _) => format!(" {value}"),
        };
        format!("{short} --{}{value}", self.long)
    }
}

/// An option that was given.
pub(super) struct Given<S: 'static> {
    pub(super) flag: &'static Flag<S>,
    /// The name that it was given by.
    name: String,
    /// Empty for one that takes none.
    value: String,
}

impl<S> Given<S> {
    /// Does what the option does.
    pub(super) fn set(&self, settings: &mut S) -> Result<()> {
        match self.flag.set {
            Set::On(set) => set(settings),
            Set::To(_, set) => {
                let set = set(settings, &self.value);
                set.map_err(|text| usage(format!("{}: {text}", self.name)))?;
            }
        }
        Ok(())
    }
}

/// Reads arguments, options and files in any order: the files, and the options of these tables.
pub(super) fn read<S>(
    args: impl IntoIterator<Item = OsString>,
    tables: &[&'static [Flag<S>]],
) -> Result<(Vec<PathBuf>, Vec<Given<S>>)> {
    let (mut files, mut options) = (Vec::new(), Vec::new());
    let mut parser = lexopt::Parser::from_args(args);
    while let Some(arg) = parser.next().map_err(|error| usage(error.to_string()))? {
        let (flag, name) = match arg {
            Arg::Value(file) => {
                files.push(file.into());
                continue;
            }
            Arg::Short(short) => {
                let flag = tables.iter().copied().flatten().find(|flag| flag.short == Some(short));
                (flag, format!("-{short}"))
            }
            Arg::Long(long) => (find_long(tables, long)?, format!("--{long}")),
        };
        let flag = flag.ok_or_else(|| unknown(tables, &name))?;
        let value = match flag.set {
            Set::On(_) => String::new(),
            Set::To(..) => {
                let value = parser.value().map_err(|error| usage(error.to_string()))?;
                value.into_string().map_err(|_| usage(format!("{name}: a value not in UTF-8")))?
            }
        };
        options.push(Given { flag, name, value });
    }
    Ok((files, options))
}

/// The flag with this long name, or the only one that starts with it: among the names that
/// `trec_eval` has, as it does, else among all.
fn find_long<S>(tables: &[&'static [Flag<S>]], name: &str) -> Result<Option<&'static Flag<S>>> {
    let all = || tables.iter().copied().flatten();
    if let Some(flag) = all().find(|flag| flag.names().any(|long| long == name)) {
        return Ok(Some(flag));
    }
    let starts = |long: &str| long.starts_with(name);
    for only_trec in [true, false] {
        let mut flags = all().filter(|flag| {
            if only_trec { flag.trec.is_some_and(starts) } else { flag.names().any(starts) }
        });
        if let Some(first) = flags.next() {
            return match flags.next() {
                None => Ok(Some(first)),
                Some(_) if only_trec => continue,
                Some(_) => Err(usage(format!("option '--{name}' could be several"))),
            };
        }
    }
    Ok(None)
}

/// An unknown option, with the long name nearest to it.
fn unknown<S>(tables: &[&'static [Flag<S>]], name: &str) -> Error {
    let distance = |long: &str| strsim::damerau_levenshtein(name.trim_start_matches('-'), long);
    let longs = tables.iter().copied().flatten().map(|flag| flag.long);
    let nearest = longs.min_by_key(|long| distance(long)).filter(|long| distance(long) < 3);
    let hint = nearest.map_or_else(String::new, |long| format!("; did you mean --{long}?"));
    usage(format!("unknown option '{name}'{hint}"))
}

/// Reads a whole number.
pub(super) fn whole(value: &str, least: i64) -> std::result::Result<i64, String> {
    let number = value.parse::<i64>().ok().filter(|&number| number >= least);
    number.ok_or_else(|| format!("found '{value}', expected a whole number of at least {least}"))
}

/// Reads a whole number above 0.
pub(super) fn count(value: &str) -> std::result::Result<usize, String> {
    Ok(usize::try_from(whole(value, 1)?).unwrap_or(usize::MAX))
}

/// Reads the name of a choice.
pub(super) fn choose<T: Choice>(value: &str) -> std::result::Result<T, String> {
    T::find(value).map_err(|names| unexpected(value, &names))
}

/// What is said of a name that is none of these.
pub(super) fn unexpected(value: &str, names: &Names) -> String {
    format!("found '{value}', expected {names}")
}

/// The error of a command line that cannot be carried out.
pub(super) fn usage(text: impl Into<String>) -> Error {
    Error::new(ErrorKind::Usage(text.into()))
}
