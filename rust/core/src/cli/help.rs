//! Help, made from the tables of options and measures.

use std::io::{self, Write};

use super::flags::FLAGS;
use crate::measures::{MEASURES, Measure, SETS};

const USAGE: &str = "\
Usage: rtreceval [OPTION]... QRELS RUN

Evaluates RUN (lines of 'topic Q0 docno rank score tag'; - is the standard input) against QRELS
(lines of 'topic iteration docno grade') and prints what trec_eval prints, byte for byte.

A ranking is ordered by score, highest first; documents with equal scores by id, highest bytes
first. The rank column and the order of the lines are not looked at.

";

/// Prints the full text of measures, or, where there is none, how to call the program.
pub(super) fn write(out: &mut dyn Write, measures: &[&Measure]) -> io::Result<()> {
    if !measures.is_empty() {
        for (at, measure) in measures.iter().enumerate() {
            let gap = if at > 0 { "\n" } else { "" };
            writeln!(out, "{gap}{}: {}\n", measure.name, measure.title)?;
            for line in measure.help.lines() {
                writeln!(out, "{}{line}", if line.is_empty() { "" } else { "    " })?;
            }
            writeln!(out, "\n    Source: {}.", measure.source)?;
        }
        return Ok(());
    }
    out.write_all(USAGE.as_bytes())?;
    for flag in FLAGS {
        let short = flag.short.map_or_else(|| "   ".to_owned(), |short| format!("-{short},"));
        let value = flag.value.map_or_else(String::new, |value| format!(" {value}"));
        writeln!(out, "  {short} --{:<24} {}", format!("{}{value}", flag.long[0]), flag.help)?;
    }
    writeln!(
        out,
        "\nSets of measures: {}. --list-measures lists all measures, -h -m NAME tells of one.\n\
         trec_eval's long option names are taken too.",
        SETS.join(", ")
    )
}

/// Prints the names and titles of all measures.
pub(super) fn list(out: &mut dyn Write) -> io::Result<()> {
    for measure in MEASURES {
        writeln!(out, "{:<22} {}", measure.name, measure.title)?;
    }
    Ok(())
}
