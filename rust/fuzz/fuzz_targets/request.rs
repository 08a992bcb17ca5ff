//! Any request is read or refused, and the name that a value prints under is a request for the same
//! value.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use rtreceval_core::formats::{Format, QRELS, trec_results};
use rtreceval_core::{Compat, Evaluation, Evaluator, Options, Plan, Run, Value};

/// Judgments of each kind, of the same documents.
const JUDGMENTS: &[(&str, &str)] = &[
    ("qrels", "1 0 a 1\n1 0 b 0\n1 0 c 3\n1 0 d -1\n2 0 a 2\n2 0 e 0\n3 0 a 1\n"),
    ("subtopics", "1 1 a 1\n1 2 b 1\n1 2 c 3\n1 1 d -1\n2 1 a 2\n2 1 e 0\n3 1 a 1\n"),
    ("qrels_jg", "1 x a 1\n1 y b 0\n1 y c 3\n1 x d -1\n2 x a 2\n2 y e 0\n3 x a 1\n"),
    ("qrels_prefs", "1 x a 1\n1 x b 0\n1 y c 3\n1 y d 2\n2 x a 2\n2 x e 0\n3 x a 1\n"),
];

const RUN: &[u8] = b"1 Q0 x 1 9 t\n1 Q0 a 1 8 t\n1 Q0 b 1 7 t\n1 Q0 c 1 7 t\n1 Q0 d 1 6 t
2 Q0 e 1 3 t\n2 Q0 y 1 2 t\n2 Q0 a 1 1 t\n";

static INPUTS: LazyLock<(Vec<(&str, std::sync::Arc<rtreceval_core::Qrels>)>, Run)> =
    LazyLock::new(|| {
        let qrels = JUDGMENTS.iter().map(|&(name, text)| {
            let format = Format::find(QRELS, name).expect("a format");
            (name, (format.parse)(text.into(), name, 1).expect("judgments").into())
        });
        (qrels.collect(), trec_results::parse(RUN.to_vec(), "run", 1).expect("a run"))
    });

fuzz_target!(|text: &str| {
    let requests: Vec<_> = text.lines().collect();
    for compat in [Compat::V9, Compat::V10] {
        let Ok(plan) = Plan::parse(&requests, compat) else { continue };
        if plan.numbers > 1000 {
            continue; // takes long, and shows nothing more
        }
        let names: Vec<_> = plan.columns.iter().map(|column| column.name.clone()).collect();
        let results = evaluate(plan, compat);
        for (at, name) in names.iter().enumerate() {
            assert_eq!(names.iter().filter(|other| *other == name).count(), 1, "{name}");
            let again = Plan::parse(&[name], compat).expect(name);
            assert_eq!(again.columns.len(), 1, "{name}");
            assert_eq!(&again.columns[0].name, name);
            // With others, a measure may be one that the judgments do not suit.
            for (result, again) in results.iter().zip(evaluate(again, compat)) {
                if let (Some(result), Some(again)) = (result, again) {
                    assert_eq!(values(result, at), values(&again, 0), "{name}");
                }
            }
        }
    }
});

/// The results for each kind of judgments, where the measures suit them.
fn evaluate(plan: Plan, compat: Compat) -> Vec<Option<Evaluation>> {
    let (qrels, run) = &*INPUTS;
    let options = Options { compat, complete: compat == Compat::V10, ..Options::default() };
    let evaluator = Evaluator::new(qrels[0].1.clone(), plan, options);
    qrels.iter().map(|(_, q)| evaluator.with_qrels(q.clone()).evaluate(run, 1).ok()).collect()
}

/// A column, bit by bit.
fn values(result: &Evaluation, column: usize) -> Vec<Vec<u8>> {
    let by_topic = (0..result.topics().len()).map(|topic| result.value(topic, column));
    let bits = |value: Value| match value {
        Value::Number(number) => number.to_bits().to_be_bytes().to_vec(),
        Value::Text(text) => text.to_vec(),
    };
    by_topic.chain(result.summary(column)).map(bits).collect()
}
