//! Help, made from the tables of commands, options, measures and formats.

use std::io::{self, Write};

use super::flags::Flags;
use super::options::FLAGS;
use super::parse::Flag;
use super::{COMMANDS, Failure};
use crate::error::Error;
use crate::formats::{self, Format};
use crate::measures::{MEASURES, Measure, SETS, find};
use crate::presets::{PRESETS, Preset};
use crate::print::FORMATS;
use crate::request::Plan;

const USAGE: &str = "\
Usage: rtreceval [OPTION]... QRELS RUN...
       rtreceval COMMAND [OPTION]... QRELS RUN

Evaluates RUN (lines of 'topic Q0 docno rank score tag'; - is the standard input) against QRELS
(lines of 'topic iteration docno grade') and prints what trec_eval prints, byte for byte. Of several
runs it prints a table with a line for each; if one cannot be evaluated, the others still are, and
the exit status is that of the first that cannot.

A ranking is ordered by score, highest first; documents with equal scores by id, highest bytes
first. The rank column and the order of the lines are not looked at.

";

/// The widest name of an option that stands in one line with its text.
const NAME: usize = 26;

/// Widest line.
const WIDTH: usize = 100;

/// Prints the full texts of the measures and formats asked for; where none is, what `general` has
/// to say.
pub(super) fn write(
    out: &mut dyn Write,
    flags: &Flags,
    general: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let (qrels, run) = (flags.qrels_format()?, flags.run_format()?);
    if flags.measures.is_empty() && qrels.is_none() && run.is_none() && flags.like.is_none() {
        return Ok(general(out)?);
    }
    let mut gap = "";
    if let Some(preset) = flags.like {
        conventions(out, preset)?;
        gap = "\n";
    }
    let texts = qrels.map(format_text).into_iter().chain(run.map(format_text));
    for (name, title, text) in texts {
        write!(out, "{gap}")?;
        full_text(out, name, title, &text)?;
        gap = "\n";
    }
    if flags.measures.is_empty() {
        return Ok(());
    }
    for measure in measures(flags)? {
        write!(out, "{gap}")?;
        full_text(out, measure.name, measure.title, measure.help)?;
        writeln!(out, "\n    Source: {}.", measure.source)?;
        gap = "\n";
    }
    Ok(())
}

/// The measures that help is asked for: by name, or as they would be computed.
fn measures(flags: &Flags) -> Result<Vec<&'static Measure>, Error> {
    let mut measures = Vec::new();
    for text in &flags.measures {
        if let Some(measure) = find(text) {
            measures.push(measure);
        } else {
            let plan = Plan::parse(&[text], flags.options.compat)?;
            measures.extend(plan.instances.iter().map(|instance| instance.measure));
        }
    }
    let place = |measure: &Measure| MEASURES.iter().position(|other| other.name == measure.name);
    measures.sort_by_key(|measure| place(measure));
    measures.dedup_by_key(|measure| measure.name);
    Ok(measures)
}

/// Prints what a preset does, what its names mean, and what it cannot do.
fn conventions(out: &mut dyn Write, preset: &Preset) -> io::Result<()> {
    writeln!(out, "{}: {}\n", preset.name, preset.title)?;
    for point in preset.conventions.describe() {
        writeln!(out, "    {}: {}", point.about, point.what)?;
    }
    if !preset.names.is_empty() {
        writeln!(out, "\n    Its names of measures:\n")?;
    }
    for name in preset.names {
        for (theirs, ours) in name.meanings() {
            writeln!(out, "    {theirs} = {ours}")?;
        }
        if let Some(reason) = name.refused() {
            writeln!(out, "    {}: not to be had: {reason}", name.theirs)?;
        }
    }
    writeln!(out, "\n    Where it is not the same:\n")?;
    for difference in preset.differences {
        writeln!(out, "    {}", difference.text)?;
    }
    Ok(())
}

/// Name, title and text of a file format.
fn format_text<T>(format: &Format<T>) -> (&'static str, &'static str, String) {
    (format.name, format.title, format!("{}\n\n{}", format.line, format.help))
}

fn full_text(out: &mut dyn Write, name: &str, title: &str, help: &str) -> io::Result<()> {
    writeln!(out, "{name}: {title}\n")?;
    for line in help.lines() {
        writeln!(out, "{}{line}", if line.is_empty() { "" } else { "    " })?;
    }
    Ok(())
}

/// Prints how to call the program.
pub(super) fn general(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(USAGE.as_bytes())?;
    options(out, FLAGS.iter().filter(|flag| flag.long != "topic"))?;
    writeln!(out, "\nFormats of the qrels (-R):")?;
    for format in formats::QRELS {
        entry(out, format.name, format.title)?;
    }
    writeln!(out, "\nFormats of the runs (-T):")?;
    for format in formats::RUNS {
        entry(out, format.name, format.title)?;
    }
    writeln!(out, "\nPrograms whose conventions can be followed (--like):")?;
    for preset in PRESETS {
        entry(out, preset.name, preset.title)?;
    }
    writeln!(out, "\nOutput formats (--format):")?;
    for format in FORMATS {
        entry(out, format.name, format.title)?;
    }
    writeln!(out, "\nCommands, as the first argument (a file of that name is ./NAME):")?;
    for command in COMMANDS {
        entry(out, command.name, command.title)?;
    }
    writeln!(
        out,
        "\nSets of measures: {}.\n\
         --list-measures lists all measures, -h -m NAME tells of one, -h -R FORMAT and -h -T FORMAT\n\
         of the files.\n\
         trec_eval's long option names are taken too.",
        SETS.join(", ")
    )
}

/// Prints options and what they do.
pub(super) fn options<S: 'static>(
    out: &mut dyn Write,
    mut flags: impl Iterator<Item = &'static Flag<S>>,
) -> io::Result<()> {
    flags.try_for_each(|flag| entry(out, &flag.usage(), flag.help))
}

/// A name and what it does, in lines that are not too wide.
fn entry(out: &mut dyn Write, name: &str, text: &str) -> io::Result<()> {
    write!(out, "  {name:<NAME$}")?;
    let mut column = NAME.max(name.len()) + 2;
    for word in text.split_whitespace() {
        if column + 1 + word.len() > WIDTH {
            write!(out, "\n{:1$}", "", NAME + 2)?;
            column = NAME + 2;
        }
        write!(out, " {word}")?;
        column += 1 + word.len();
    }
    writeln!(out)
}

/// Prints the names and titles of all measures.
pub(super) fn list(out: &mut dyn Write) -> io::Result<()> {
    for measure in MEASURES {
        writeln!(out, "{:<22} {}", measure.name, measure.title)?;
    }
    Ok(())
}
