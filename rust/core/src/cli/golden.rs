//! `rtreceval golden`: a golden set of questions and the results that a system gave.

use super::parse::Set::{On, To};
use super::parse::{Flag, usage};
use super::subcommand::{self, Action, Flags, Streams, Subcommand};
use crate::error::Error;
use crate::rag::evidence::{DEFAULT, DOCUMENT, EVIDENCE, Fields};
use crate::rag::golden::{CASE_LINE, GOLDEN, Golden, RESULT_LINE, Settings};
use crate::rag::jsonl::Lines;

pub(super) const COMMAND: super::Command = super::Command {
    name: "golden",
    title: "evaluate the results of a golden set",
    is_gate: true,
    run: |args, out, err| subcommand::run(&SUBCOMMAND, args.into_iter(), &mut Streams { out, err }),
};

static SUBCOMMAND: Subcommand = Subcommand {
    usage: "\
Usage: rtreceval golden [OPTION]... CASES RESULTS
       rtreceval golden --required-depth CASES

Evaluates the results of a golden set: hit@K and reciprocal rank by document, content recall@5 and
content MRR@10 by term. Both files have a JSON object on each line (- is the standard input):

  {\"id\": \"c1\", \"query\": \"...\", \"topK\": 5, \"expectedDocumentSubstrings\": [\"handbook\"],
   \"expectedContentTerms\": [\"30 days\", [\"refund\", \"money back\"]], \"type\": \"policy\"}
  {\"id\": \"c1\", \"results\": [{\"title\": \"...\", \"content\": \"...\"}, ...]}

",
    flags: &[
        Flag {
            short: None,
            long: "whole-words",
            trec: None,
            help: "find a term only where no letter or digit stands beside it",
            set: On(|flags| flags.whole_words = true),
        },
        Flag {
            short: None,
            long: "evidence-field",
            trec: None,
            help: "look for terms in this field only; may be given again, also with 'default'",
            set: To("PATH", |flags, value| {
                flags.evidence.push(value.to_owned());
                Ok(())
            }),
        },
        Flag {
            short: None,
            long: "document-field",
            trec: None,
            help: "look for documents in this field only; may be given again, also with 'default'",
            set: To("PATH", |flags, value| {
                flags.documents.push(value.to_owned());
                Ok(())
            }),
        },
        Flag {
            short: None,
            long: "list-fields",
            trec: None,
            help: "print the fields that are looked into",
            set: On(|flags| flags.action = Action::ListFields),
        },
        Flag {
            short: None,
            long: "required-depth",
            trec: None,
            help: "print how many results to ask for, for each case",
            set: On(|flags| flags.action = Action::RequiredDepth),
        },
    ],
    kind: &GOLDEN,
    run: |flags, streams| {
        let settings = settings(flags)?;
        if flags.action == Action::ListFields {
            for (what, fields) in
                [("evidence", &settings.evidence), ("document", &settings.documents)]
            {
                for name in fields.names() {
                    writeln!(streams.out, "{what}\t{name}")?;
                }
            }
            return Ok(None);
        }
        match (&flags.files[..], flags.action == Action::RequiredDepth) {
            ([cases], true) => {
                let cases = Lines::read(cases, CASE_LINE)?;
                for case in Golden::read(&cases, settings, flags.threads()?)?.cases() {
                    writeln!(streams.out, "{}\t{}", case.id, case.required_depth())?;
                }
                Ok(None)
            }
            ([cases, results], false) => {
                let threads = flags.threads()?;
                let golden = Golden::read(&Lines::read(cases, CASE_LINE)?, settings, threads)?;
                let results = Lines::read(results, RESULT_LINE)?;
                Ok(Some(golden.evaluate(&results, threads)?))
            }
            (files, depth) => {
                let expected = if depth { "one: the cases" } else { "two: cases and results" };
                let text = format!("found {} files, expected {expected}", files.len());
                Err(usage(text).into())
            }
        }
    },
};

fn settings(flags: &Flags) -> Result<Settings, Error> {
    let fields = |option: &str, paths: &[String], defaults| {
        Fields::new(paths, defaults)
            .map_err(|text| usage(format!("{option}: {text}, or '{DEFAULT}'")))
    };
    Ok(Settings {
        facets: flags.facets.clone(),
        whole_words: flags.whole_words,
        evidence: fields("--evidence-field", &flags.evidence, EVIDENCE)?,
        documents: fields("--document-field", &flags.documents, DOCUMENT)?,
    })
}
