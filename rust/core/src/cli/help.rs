//! Help, made from the tables of options and measures.

use std::io::{self, Write};

use super::flags::FLAGS;
use crate::formats::Format;
use crate::measures::{MEASURES, Measure, SETS};
use crate::qrels::Qrels;
use crate::request::{Instance, Plan};
use crate::run::Run;

const USAGE: &str = "\
Usage: rtreceval [OPTION]... QRELS RUN

Evaluates RUN (lines of 'topic Q0 docno rank score tag'; - is the standard input) against QRELS
(lines of 'topic iteration docno grade') and prints what trec_eval prints, byte for byte.

A ranking is ordered by score, highest first; documents with equal scores by id, highest bytes
first. The rank column and the order of the lines are not looked at.

";

/// What help is asked for. With nothing it is how to call the program.
pub(super) struct Topics {
    pub(super) qrels: Option<&'static Format<Qrels>>,
    pub(super) run: Option<&'static Format<Run>>,
    pub(super) plan: Option<Plan>,
}

/// Prints the texts that are asked for.
pub(super) fn write(out: &mut dyn Write, topics: &Topics) -> io::Result<()> {
    let Topics { qrels, run, plan } = topics;
    let mut texts = Vec::new();
    texts.extend(run.map(text_of));
    texts.extend(qrels.map(text_of));
    let instances = plan.iter().flat_map(|plan| &plan.instances);
    texts.extend(instances.map(|Instance { measure, .. }| {
        let Measure { name, title, help, source, .. } = measure;
        format!("{name}: {title}\n\n{}\n    Source: {source}.\n", indented(help))
    }));
    if texts.is_empty() {
        return write_usage(out);
    }
    out.write_all(texts.join("\n").as_bytes())
}

fn text_of<T>(format: &Format<T>) -> String {
    let Format { name, title, line, help, .. } = format;
    format!("{name}: {title}\n\n    {line}\n\n{}", indented(help))
}

fn indented(text: &str) -> String {
    let indent =
        |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") };
    text.lines().map(indent).collect()
}

fn write_usage(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(USAGE.as_bytes())?;
    for flag in FLAGS {
        let short = flag.short.map_or_else(|| "   ".to_owned(), |short| format!("-{short},"));
        let value = flag.value.map_or_else(String::new, |value| format!(" {value}"));
        writeln!(out, "  {short} --{:<24} {}", format!("{}{value}", flag.long[0]), flag.help)?;
    }
    writeln!(
        out,
        "\nSets of measures: {}.\n\
         --list-measures lists all measures, -h -m NAME tells of one, -h -R FORMAT of a format.\n\
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
