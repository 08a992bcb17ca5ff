//! `rtreceval rag`: items, or qrels and a run, to retrieval metrics.

use std::ffi::OsString;
use std::path::Path;

use super::parse::Set::To;
use super::parse::{Flag, count, usage};
use super::subcommand::{self, Flags, Streams, Subcommand, write_file};
use super::{Failure, message};
use crate::error::{Error, counted};
use crate::formats::{self, Format, tables};
use crate::policies::Policies;
use crate::rag::items::{ITEMS, LINE, Settings};
use crate::rag::jsonl::Lines;
use crate::rag::report::{Report, shown};
use crate::rag::trec::{Trec, items, without_ranking};

pub(super) const COMMAND: super::Command = super::Command {
    name: "rag",
    title: "evaluate rankings of ids that were made for RAG",
    is_gate: true,
    run: |args, out, err| subcommand::run(&SUBCOMMAND, args.into_iter(), &mut Streams { out, err }),
};

static SUBCOMMAND: Subcommand = Subcommand {
    usage: "\
Usage: rtreceval rag [OPTION]... ITEMS
       rtreceval rag [OPTION]... QRELS RUN

Evaluates rankings of ids: recall@k, precision@k, hit@k, MRR and nDCG@10 with exponential gain.
ITEMS has a JSON object on each line (- is the standard input):

  {\"resultId\": \"q1\", \"ranked\": [\"B\", \"X\", \"A\"], \"qrels\": {\"A\": 3, \"B\": 2}, \"type\": \"fact\"}

Items without judgments are left out and counted. QRELS and RUN are files of TREC; a topic that
the run lacks counts as an empty ranking.

",
    flags: &[
        Flag {
            short: Some('k'),
            long: "cutoff",
            trec: None,
            help: "look at the first K ids for recall, precision and hit (default: 10)",
            set: To("K", |flags, value| {
                flags.k = count(value)?;
                Ok(())
            }),
        },
        Flag {
            short: None,
            long: "to-trec",
            trec: None,
            help: "write the items as PREFIX.qrels and PREFIX.run instead",
            set: To("PREFIX", |flags, value| {
                flags.to_trec = Some(value.into());
                Ok(())
            }),
        },
    ],
    kind: &ITEMS,
    run: |flags, streams| match (&flags.files[..], &flags.to_trec) {
        ([items], None) => {
            let lines = Lines::read(items, LINE)?;
            Ok(Some(settings(flags).evaluate(&lines, flags.threads()?)?))
        },
        ([items], Some(prefix)) => {
            to_trec(flags, items, prefix, streams)?;
            Ok(None)
        }
        ([qrels, run], None) => Ok(Some(of_trec(flags, qrels, run)?)),
        ([_, _], Some(_)) => Err(usage("--to-trec: found two files, expected the items").into()),
        (files, _) => {
            let found = format!("found {} files", files.len());
            Err(usage(format!("{found}, expected the items, or qrels and a run")).into())
        }
    },
};

fn settings(flags: &Flags) -> Settings {
    Settings { k: flags.k, facets: flags.facets.clone() }
}

fn of_trec(flags: &Flags, qrels: &Path, run: &Path) -> Result<Report, Error> {
    if !flags.facets.is_empty() {
        return Err(usage("--facet: found qrels and a run, expected items, which have fields"));
    }
    let threads = flags.threads()?;
    let (qrels, qrels_guess) = match tables::dataset(qrels, Policies::default()) {
        Some(dataset) => (dataset?, None),
        None => read(formats::QRELS, qrels, threads)?,
    };
    let (run, run_guess) = read(formats::RUNS, run, threads)?;
    let settings = settings(flags);
    let Some(documents) = qrels.documents() else {
        return Err(usage("these qrels have no documents"));
    };
    let mut scored = Vec::new();
    for item in items(&qrels, documents, &run)? {
        // An item that was made here has the shape of one.
        scored.push(settings.score(&item).map_err(|wrong| usage(wrong.found()))?);
    }
    let mut report = settings.finish(scored)?;
    report.warnings.extend([qrels_guess, run_guess].into_iter().flatten());
    let missing = without_ranking(&qrels, &run);
    if !missing.is_empty() {
        report.warnings.push(format!(
            "{} of {} of the qrels are not in the run and count as 0: {}",
            missing.len(),
            counted(qrels.len(), "topic"),
            shown(missing.iter().map(|topic| &**topic))
        ));
    }
    Ok(report)
}

/// Reads a file of TREC, or of another format; and tells which, if that could be another.
fn read<T>(
    formats: &'static [Format<T>],
    file: &Path,
    threads: usize,
) -> Result<(T, Option<String>), Error> {
    let name = formats::name(file);
    let (read, guess) =
        formats::read_any(formats, formats::read_file(file, threads)?, &name, threads)?;
    let guess = guess.filter(|guess| guess.doubt.is_some());
    Ok((read, guess.map(|guess| format!("{name}: {guess}"))))
}

fn to_trec(
    flags: &Flags,
    file: &Path,
    prefix: &Path,
    streams: &mut Streams,
) -> Result<(), Failure> {
    let parts = Trec::read(&Lines::read(file, LINE)?, flags.threads()?)?;
    let with = |ending: &str| {
        let mut name: OsString = prefix.into();
        name.push(ending);
        name
    };
    write_file(with(".qrels").as_ref(), |out| {
        parts.iter().try_for_each(|part| out.write_all(part.qrels.as_bytes()))
    })?;
    write_file(with(".run").as_ref(), |out| {
        parts.iter().try_for_each(|part| out.write_all(part.run.as_bytes()))
    })?;
    let count = |is: fn(&Trec) -> bool| parts.iter().filter(|part| is(part)).count();
    let texts = [
        (count(|part| part.qrels.is_empty()), "item", "without judgments, in the run only"),
        (
            count(|part| part.run.is_empty()),
            "item",
            "with an empty ranking, in the qrels only and counted with -c",
        ),
        (
            parts.iter().map(|part| part.copies).sum(),
            "repeated id",
            "written as 'copy-of-RANK', to keep the places below",
        ),
    ];
    for (count, what, text) in texts {
        if count > 0 && !flags.quiet {
            message(streams.err, &format_args!("warning: {} {text}", counted(count, what)));
        }
    }
    Ok(())
}
