//! `rtreceval explain`: how the values of one topic come about.

use std::ffi::OsString;
use std::io::{self, Write};

use super::evaluate::plan;
use super::flags::{Action, Flags};
use super::options::FLAGS;
use super::parse::{Flag, usage};
use super::warnings::{Warnings, names};
use super::{Command, Failure, Status, help, read};
use crate::explain::{Explanation, Topic};
use crate::policies::OrderBy;
use crate::qrels::Kind;
use crate::{formats, print};

pub(super) const COMMAND: Command = Command {
    name: "explain",
    title: "show how the values of one topic come about, document by document",
    is_gate: false,
    run,
};

const USAGE: &str = "\
Usage: rtreceval explain QRELS RUN -m MEASURE --topic ID [OPTION]...

Prints the topic's ranking with rank, document, score and grade (- for a document that the qrels do
not name, . for one in the pool but not judged), what each document adds to the measure, the ideal
ranking beside it where there is one, and the division that ends it. Where a measure is computed in
another way, the relevant documents are counted.

";

/// Options that say how to print or average results, or belong to other actions.
const REFUSED: &[&str] = &["format", "no-relevant", "tie-range", "topics"];

fn run(args: Vec<OsString>, out: &mut dyn Write, err: &mut dyn Write) -> Status {
    let mut flags = Flags::parse(args)?;
    flags.refuse(REFUSED, "it has no meaning for one topic of one run")?;
    flags.refuse(&["zscores"], "values are explained, not z-scores")?;
    match flags.action {
        Action::Help => help::write(out, &flags, write_help)?,
        Action::ListMeasures => help::list(out)?,
        Action::Version => writeln!(out, "rtreceval {}", crate::VERSION)?,
        Action::Evaluate => explain(&mut flags, out, err)?,
    }
    Ok(0)
}

fn write_help(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(USAGE.as_bytes())?;
    let without_meaning =
        ["zscores", "by-topic", "no-summary", "complete", "threads", "Debug_level"];
    let has_meaning = |flag: &&Flag<Flags>| {
        !REFUSED.contains(&flag.long) && !without_meaning.contains(&flag.long)
    };
    help::options(out, FLAGS.iter().filter(has_meaning))
}

fn explain(flags: &mut Flags, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), Failure> {
    let plan = plan(flags);
    if let Ok(plan) = &plan {
        flags.suit(plan);
    }
    let flags = &*flags;
    let (qrels_file, run_file) = flags.two_files()?;
    let Some(topic) = &flags.topic else {
        return Err(usage("expected a topic: --topic ID").into());
    };
    if flags.measures.is_empty() {
        return Err(usage("expected a measure: -m MEASURE").into());
    }
    if flags.order == OrderBy::Rank {
        let like = flags.like.map_or_else(String::new, |like| format!(" (--like {})", like.name));
        let text = format!("explain: rankings are explained by score, not by --order rank{like}");
        return Err(usage(text).into());
    }
    let (plan, threads) = (plan?, flags.threads()?);
    let mut warnings = Warnings::new(err, flags.verbosity);
    warnings.conventions(flags, &plan);
    flags.run_format()?; // before the files
    let (qrels, _) = read::qrels(flags, qrels_file, f64::NEG_INFINITY, threads, &mut warnings)?;
    if !matches!(qrels.kind(), Kind::Grades) {
        let what = qrels.kind().gives().text();
        return Err(
            usage(format!("explain: values are explained for -R qrels, not for {what}")).into()
        );
    }
    let mut run = read::run(flags, run_file, threads, &mut warnings)?;
    let find = |topics: &[Box<[u8]>], file| {
        let found = topics.binary_search_by(|name| (**name).cmp(topic.as_bytes()));
        found.map_err(|_| {
            let (file, have) = (formats::name(file), names(topics));
            usage(format!("--topic {topic}: {file} does not have it; it has {have}"))
        })
    };
    let topic = Topic {
        in_qrels: find(qrels.topics(), qrels_file)?,
        in_run: find(run.topics(), run_file)?,
    };
    let explanation = Explanation::new(&qrels, &mut run, topic, &plan, &flags.options, flags.ties)?;
    Ok(print::explain::write(out, &explanation, flags.digits)?)
}
