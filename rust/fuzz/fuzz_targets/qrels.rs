//! Judgments of every format are read or refused, on one thread as on several, and then any run
//! can be evaluated: of each topic the documents named, and one that is not. Plain judgments are
//! what a plain reader reads.

#![no_main]

use std::collections::{BTreeMap, BTreeSet};

use libfuzzer_sys::fuzz_target;
use rtreceval_core::error::ErrorKind;
use rtreceval_core::formats::{QRELS, zscores};
use rtreceval_core::policies::{Dropped, Policies};
use rtreceval_core::{Options, Qrels, Run, RunBuilder};
use rtreceval_fuzz::{Bits, Plain, evaluator, number, outcome, read_plainly};

fuzz_target!(|text: &[u8]| {
    let run = run(text);
    for format in QRELS {
        let qrels = (format.parse)(text.to_vec(), "qrels", 1);
        if format.name == "qrels" {
            check_reading(text, &qrels);
        }
        let requests: &[&str] = match format.name {
            "qrels" => &["all_trec"],
            "subtopics" => &["alpha_ndcg.5", "ap_ia", "strec.3", "map", "ndcg"],
            "qrels_jg" => &["qrels_jg"],
            _ => &["all_prefs"],
        };
        for options in [
            Options::default(),
            Options { judged_only: true, complete: true, max_depth: 3, ..Options::default() },
        ] {
            let evaluate = |qrels: rtreceval_core::Result<Qrels>| {
                let qrels = qrels.map_err(|error| error.to_string())?;
                let evaluator = evaluator(qrels, requests, options.clone());
                outcome(evaluator.evaluate(&run, 1).map(Bits::from))
            };
            let first = evaluate((format.parse)(text.to_vec(), "qrels", 1));
            assert_eq!(first, evaluate((format.parse)(text.to_vec(), "qrels", 4)));
            let Some(tolerant) = format.tolerant else { continue };
            let read =
                |policies| tolerant(text.to_vec(), "qrels", policies, &mut Dropped::default());
            assert_eq!(first, evaluate(read(Policies::default())));
            let lenient = evaluate(read(Policies { lenient: true, ..Policies::default() }));
            assert!(first.is_err() || first == lenient);
        }
    }
    let _ = zscores::parse(text, "means");
});

/// Checks against the plain reader.
fn check_reading(text: &[u8], qrels: &rtreceval_core::Result<Qrels>) {
    let plain = read_plainly(text, |fields| match fields {
        [_, _, _, grade] => number::<i64>(grade).map(|grade| grade as f64),
        _ => None,
    });
    let line = qrels.as_ref().err().and_then(|error| error.place()).and_then(|place| place.line());
    match (plain, qrels) {
        (Ok(plain), Ok(qrels)) => assert_eq!(plain, rows(qrels)),
        (Ok(plain), Err(error)) => match error.kind() {
            ErrorKind::Empty { .. } => assert!(plain.is_empty()),
            ErrorKind::DuplicateDocument { .. } => {
                let is_twice = |docs: &Vec<(Vec<u8>, u64)>| {
                    docs.iter().map(|(d, _)| d).collect::<BTreeSet<_>>().len() < docs.len()
                };
                assert!(plain.values().any(is_twice));
            }
            _ => panic!("{error}"),
        },
        (Err(first), _) => assert!(line == Some(first) || line == Some(1), "{line:?} not {first}"),
    }
}

/// All that has been read.
fn rows(qrels: &Qrels) -> Plain {
    let documents = qrels.documents().expect("plain judgments");
    let docs = |topic| documents.topic(topic).judgments().map(|(d, g)| (d.to_vec(), g.to_bits()));
    qrels.topics().iter().enumerate().map(|(t, name)| (name.to_vec(), docs(t).collect())).collect()
}

/// A run of what may be the topics and the documents.
fn run(text: &[u8]) -> Run {
    let mut topics: BTreeMap<&[u8], BTreeSet<&[u8]>> = BTreeMap::new();
    for line in text.split(|&byte| byte == b'\n') {
        let mut fields = line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty());
        if let Some(topic) = fields.next() {
            topics.entry(topic).or_default().extend(fields.skip(1));
        }
    }
    let mut run = RunBuilder::default();
    for (topic, docs) in topics {
        run.push(topic, b"not judged", 0.5).expect("a score");
        for (rank, docno) in docs.into_iter().enumerate() {
            run.push(topic, docno, -((rank / 2) as f64)).expect("a score");
        }
    }
    run.finish()
}
