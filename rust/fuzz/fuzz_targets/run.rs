//! A run gives the same bits, or the same error, whichever path reads it: from a file in blocks on
//! several threads, in memory on one or several, by the reader that can skip lines. And what has
//! been read is what a plain reader reads.

#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use rtreceval_core::error::ErrorKind;
use rtreceval_core::formats::tolerant;
use rtreceval_core::formats::trec_results::parse;
use rtreceval_core::policies::{Dropped, Policies};
use rtreceval_core::{Options, Qrels, QrelsBuilder, Run};
use rtreceval_fuzz::{Bits, Plain, evaluator, number, outcome, read_plainly};

/// A file of this process.
static FILE: LazyLock<PathBuf> =
    LazyLock::new(|| std::env::temp_dir().join(format!("rtreceval-fuzz-{}", std::process::id())));

/// Measures that look at all of a ranking.
const MEASURES: &[&str] =
    &["num_ret", "map", "bpref", "ndcg", "ndcg_cut.3", "relstring.20", "runid"];

fuzz_target!(|text: &[u8]| {
    let name = FILE.display().to_string();
    let run = parse(text.to_vec(), &name, 1);
    check_reading(text, &run);
    let others = [
        parse(text.to_vec(), &name, 4),
        tolerant::parse_run(text.to_vec(), &name, Policies::default(), &mut Dropped::default()),
    ];
    for other in &others {
        assert_eq!(rows(&run), rows(other));
    }
    let lenient = Policies { lenient: true, ..Policies::default() };
    let any = tolerant::parse_run(text.to_vec(), &name, lenient, &mut Dropped::default());
    let evaluator = evaluator(judgments(any.as_ref().ok()), MEASURES, Options::default());
    fs::write(&*FILE, text).expect("room for a small file");
    let in_memory = run.and_then(|run| evaluator.evaluate(&run, 1));
    let is_twice =
        |error: &rtreceval_core::Error| matches!(error.kind(), ErrorKind::DuplicateDocument { .. });
    for threads in [1, 3] {
        let from_file = evaluator.evaluate_file(&FILE, threads);
        match (&in_memory, from_file) {
            // Where several topics list a document twice, any of them may be named.
            (Err(a), Err(b)) if is_twice(a) && is_twice(&b) => {}
            (Err(a), b) => assert_eq!(Err(a.to_string()), outcome(b.map(Bits::from))),
            (Ok(a), b) => assert_eq!(Ok(Bits::from(a.clone())), outcome(b.map(Bits::from))),
        }
    }
});

/// Judgments of every second document.
fn judgments(run: Option<&Run>) -> Qrels {
    let mut qrels = QrelsBuilder::default();
    qrels.push(b"missing", b"d", 1.0).expect("a grade");
    for (topic, name) in run.iter().flat_map(|run| run.topics().iter().enumerate()) {
        let docs: std::collections::BTreeSet<_> =
            run.iter().flat_map(|run| run.docs(topic)).map(|(docno, _)| docno).collect();
        for (number, docno) in docs.iter().enumerate().step_by(2) {
            qrels.push(name, docno, f64::from(number as u32 % 6) - 1.0).expect("a grade");
        }
    }
    qrels.finish().expect("each document once")
}

/// All that has been read.
fn rows(run: &rtreceval_core::Result<Run>) -> Result<(Plain, &[u8]), String> {
    let Ok(run) = run else {
        return Err(run.as_ref().expect_err("an error").to_string());
    };
    let docs = |topic| run.docs(topic).map(|(d, score)| (d.to_vec(), score.to_bits())).collect();
    let names = run.topics().iter().enumerate();
    Ok((names.map(|(topic, name)| (name.to_vec(), docs(topic))).collect(), run.tag()))
}

/// Checks against the plain reader.
fn check_reading(text: &[u8], run: &rtreceval_core::Result<Run>) {
    let plain = read_plainly(text, |fields| {
        let has_digit = |field: &[u8]| field.iter().any(u8::is_ascii_digit);
        let is_line = fields.len() == 6 || fields.len() > 6 && has_digit(fields[3]);
        let score = is_line.then(|| number::<f64>(fields[4])).flatten()?;
        (!score.is_nan()).then_some(score)
    });
    match (plain, run) {
        (Ok(plain), Ok(_)) => assert_eq!(Ok(&plain), rows(run).as_ref().map(|(rows, _)| rows)),
        (Ok(plain), Err(error)) if matches!(error.kind(), ErrorKind::Empty { .. }) => {
            assert!(plain.is_empty());
        }
        (plain, run) => {
            let place = run.as_ref().err().and_then(|error| error.place());
            let is_binary = place.is_some_and(|place| place.to_string().ends_with(":1:1"));
            assert!(is_binary || plain.err() == place.and_then(|place| place.line()), "{place:?}");
        }
    }
}
