//! The table of the options of an evaluation.

use super::flags::{Action, Flags, LIKE, Verbosity};
use super::parse::Set::{On, To};
use super::parse::{Flag, choose, count, unexpected, whole};
use crate::choice::by_name;
use crate::policies::Grades;
use crate::presets::Preset;
use crate::print::FORMATS;

/// All options, in the order of the help.
pub(super) static FLAGS: &[Flag<Flags>] = &[
    Flag {
        short: Some('m'),
        long: "measure",
        trec: Some("measure"),
        help: "compute this measure or set of measures; may be given again (default: official)",
        set: To("MEASURE", |flags, value| {
            flags.measures.push(value.to_owned());
            Ok(())
        }),
    },
    Flag {
        short: Some('q'),
        long: "by-topic",
        trec: Some("query_eval_wanted"),
        help: "print the values of each topic too",
        set: On(|flags| flags.parts.topics = true),
    },
    Flag {
        short: Some('n'),
        long: "no-summary",
        trec: Some("nosummary"),
        help: "print no averages",
        set: On(|flags| flags.parts.summary = false),
    },
    Flag {
        short: Some('c'),
        long: "complete",
        trec: Some("complete_rel_info_wanted"),
        help: "average over all topics of the qrels; one that the run lacks counts as 0",
        set: On(|flags| flags.options.complete = true),
    },
    Flag {
        short: Some('l'),
        long: "relevance-level",
        trec: Some("level_for_rel"),
        help: "lowest grade that the binary measures count as relevant (default: 1)",
        set: To("N", |flags, value| {
            flags.options.relevance_level = whole(value, 0)? as f64;
            Ok(())
        }),
    },
    Flag {
        short: Some('J'),
        long: "judged-only",
        trec: Some("Judged_docs_only"),
        help: "drop documents without a judgment from each ranking first",
        set: On(|flags| flags.options.judged_only = true),
    },
    Flag {
        short: Some('M'),
        long: "max-depth",
        trec: Some("Max_retrieved_per_topic"),
        help: "look at the first N documents of each ranking only",
        set: To("N", |flags, value| {
            flags.options.max_depth = count(value)?;
            Ok(())
        }),
    },
    Flag {
        short: Some('N'),
        long: "num-docs",
        trec: Some("Number_docs_in_coll"),
        help: "number of documents in the collection, which utility may need",
        set: To("N", |flags, value| {
            flags.options.num_docs = whole(value, 0)?;
            Ok(())
        }),
    },
    Flag {
        short: Some('R'),
        long: "qrels-format",
        trec: Some("Rel_info_format"),
        help: "format of the qrels file (default: qrels, or what the file shows to be)",
        set: To("FORMAT", |flags, value| {
            flags.qrels_format = Some(value.to_owned());
            Ok(())
        }),
    },
    Flag {
        short: Some('T'),
        long: "run-format",
        trec: Some("Results_format"),
        help: "format of the run file (default: trec_results, or what the file shows to be)",
        set: To("FORMAT", |flags, value| {
            flags.run_format = Some(value.to_owned());
            Ok(())
        }),
    },
    Flag {
        short: Some('Z'),
        long: "zscores",
        trec: Some("Zscore"),
        help: "print z-scores: FILE has lines of 'topic measure mean deviation'",
        set: To("FILE", |flags, value| {
            flags.zscores = Some(value.into());
            Ok(())
        }),
    },
    Flag {
        short: None,
        long: LIKE,
        trec: None,
        help: "follow the conventions of another program and say which options these are; options \
               beside it, such as --ties, change single ones",
        set: To("PROGRAM", |flags, value| {
            let preset = Preset::find(value).map_err(|names| unexpected(value, &names))?;
            if let Some(before) = flags.like.replace(preset) {
                return Err(format!("found '{value}' after '{}', expected one", before.name));
            }
            flags.follow(&preset.conventions);
            Ok(())
        }),
    },
    Flag {
        short: None,
        long: "compat",
        trec: None,
        help: "agree with trec_eval 9.0.8 or with 10.0 (default: 9)",
        set: To("9|10", |flags, value| {
            flags.options.compat = choose(value)?;
            Ok(())
        }),
    },
    Flag {
        short: None,
        long: "format",
        trec: None,
        help: "how to print: trec (default for one run), markdown (for several), tsv, csv, json, \
               jsonl, latex",
        set: To("FORMAT", |flags, value| {
            let format = by_name(FORMATS, |format| format.name, value);
            flags.format = Some(*format.map_err(|names| unexpected(value, &names))?);
            Ok(())
        }),
    },
    Flag {
        short: None,
        long: "digits",
        trec: None,
        help: "decimal places (default: 4; all that a value has in tsv, csv, json and jsonl)",
        set: To("N", |flags, value| {
            let digits = usize::try_from(whole(value, 0)?).unwrap_or(usize::MAX);
            if digits > MOST_DIGITS {
                return Err(format!("found '{value}', expected at most {MOST_DIGITS}"));
            }
            flags.digits = Some(digits);
            Ok(())
        }),
    },
    Flag {
        short: None,
        long: "topics",
        trec: None,
        help: "average over the topics of the intersection (default), the qrels (as -c) or the run",
        set: To("WHICH", |flags, value| {
            flags.topics = Some(choose(value)?);
            Ok(())
        }),
    },
    Flag {
        short: None,
        long: "ties",
        trec: None,
        help: "order equal scores by docno (default, highest bytes first), file (as the lines come) \
               or rank (the rank column)",
        set: To("RULE", |flags, value| {
            flags.ties = choose(value)?;
            Ok(())
        }),
    },
    Flag {
        short: None,
        long: "order",
        trec: None,
        help: "order rankings by score (default) or by rank (the rank column, whatever the scores)",
        set: To("WHAT", |flags, value| {
            flags.order = choose(value)?;
            Ok(())
        }),
    },
    Flag {
        short: None,
        long: "no-relevant",
        trec: None,
        help: "a topic without a relevant document: zero (default, it counts as 0), skip (leave it \
               out) or one (count it as 1)",
        set: To("RULE", |flags, value| {
            flags.options.no_relevant = choose(value)?;
            Ok(())
        }),
    },
    Flag {
        short: None,
        long: "ignore-identical-ids",
        trec: None,
        help: "drop a document with the id of its topic, which is the query itself",
        set: On(|flags| flags.ignore_identical_ids = true),
    },
    Flag {
        short: None,
        long: "tie-range",
        trec: None,
        help: "print the lowest and the highest value that any order of equal scores could give too",
        set: On(|flags| flags.tie_range = true),
    },
    Flag {
        short: None,
        long: "duplicates",
        trec: None,
        help: "a document that a topic lists twice: error (default), or keep the first, the last \
               or the one with max, the highest score or grade",
        set: To("RULE", |flags, value| {
            flags.policies.duplicates = choose(value)?;
            Ok(())
        }),
    },
    Flag {
        short: None,
        long: "nan",
        trec: None,
        help: "a score that is not a number: error (default), or drop the document",
        set: To("RULE", |flags, value| {
            flags.policies.nans = choose(value)?;
            Ok(())
        }),
    },
    Flag {
        short: None,
        long: "lenient",
        trec: None,
        help: "skip lines that cannot be read; take a line of a run that lacks but the tag",
        set: On(|flags| flags.policies.lenient = true),
    },
    Flag {
        short: None,
        long: "float-grades",
        trec: None,
        help: "take grades with a fraction, of which trec_eval would drop what follows the point",
        set: On(|flags| flags.grades = Grades::Decimal),
    },
    Flag {
        short: None,
        long: "threads",
        trec: None,
        help: "threads to use (default: RTRECEVAL_THREADS, or one for each processor); changes no digit",
        set: To("N", |flags, value| {
            flags.threads = Some(count(value)?);
            Ok(())
        }),
    },
    Flag {
        short: None,
        long: "quiet",
        trec: None,
        help: "print no warnings",
        set: On(|flags| flags.verbosity = Verbosity::Quiet),
    },
    Flag {
        short: None,
        long: "verbose",
        trec: None,
        help: "say in which formats files are read, where none is named, and all that --like sets",
        set: On(|flags| flags.verbosity = Verbosity::Verbose),
    },
    Flag {
        short: None,
        long: "topic",
        trec: None,
        help: "the topic to explain",
        set: To("ID", |flags, value| {
            flags.topic = Some(value.to_owned());
            Ok(())
        }),
    },
    Flag {
        short: Some('D'),
        long: "Debug_level",
        trec: Some("Debug_level"),
        help: "0, as without it; else refused: 'rtreceval explain' shows how a value comes about",
        set: To("N", |_, value| {
            if value == "0" {
                return Ok(());
            }
            let instead = "rtreceval explain QRELS RUN -m MEASURE --topic ID";
            Err(format!(
                "trec_eval's traces are not printed; '{instead}' shows how a value comes about"
            ))
        }),
    },
    Flag {
        short: Some('o'),
        long: "old-format",
        trec: None,
        help: "changes nothing, as in trec_eval",
        set: On(|_| {}),
    },
    Flag {
        short: None,
        long: "list-measures",
        trec: None,
        help: "print the names and titles of all measures",
        set: On(|flags| flags.action = Action::ListMeasures),
    },
    Flag {
        short: Some('h'),
        long: "help",
        trec: Some("help"),
        help: "print this help; with -m, -R, -T the full text of those measures and formats",
        set: On(|flags| flags.action = Action::Help),
    },
    Flag {
        short: Some('v'),
        long: "version",
        trec: Some("version"),
        help: "print the version",
        set: On(|flags| flags.action = Action::Version),
    },
];

/// More decimal places than any float has.
const MOST_DIGITS: usize = 20;
