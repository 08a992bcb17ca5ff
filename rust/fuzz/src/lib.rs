//! What the targets share: results to compare, a plain reader to compare with.

use std::collections::BTreeMap;
use std::sync::Arc;

use rtreceval_core::{Error, Evaluation, Evaluator, Options, Plan, Qrels, Value};

/// A result in a form that is equal only if every bit is.
#[derive(Debug, PartialEq, Eq)]
pub struct Bits {
    topics: Vec<(Vec<u8>, bool)>,
    values: Vec<Vec<u8>>,
    missing: Vec<Vec<u8>>,
    unjudged: Vec<Vec<u8>>,
    tag: Vec<u8>,
}

impl From<Evaluation> for Bits {
    fn from(result: Evaluation) -> Self {
        let bits = |value: Value| match value {
            Value::Number(number) => number.to_bits().to_be_bytes().to_vec(),
            Value::Text(text) => text.to_vec(),
        };
        let names = |names: &[Box<[u8]>]| names.iter().map(|name| name.to_vec()).collect();
        let mut values = Vec::new();
        for column in 0..result.plan().columns.len() {
            values.extend((0..result.topics().len()).map(|t| bits(result.value(t, column))));
            values.extend(result.summary(column).map(bits));
        }
        Self {
            topics: result.topics().iter().map(|t| (t.name.to_vec(), t.in_run)).collect(),
            values,
            missing: names(result.missing_topics()),
            unjudged: names(result.unjudged_topics()),
            tag: result.run_tag().to_vec(),
        }
    }
}

/// An evaluator; its requests are known to be right.
pub fn evaluator(qrels: Qrels, requests: &[&str], options: Options) -> Evaluator {
    let plan = Plan::parse(requests, options.compat).expect("valid requests");
    Evaluator::new(Arc::new(qrels), plan, options)
}

/// A result, or what the message of the error is.
pub fn outcome<T>(result: Result<T, Error>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}

/// Documents and numbers by topic, in the order of the lines.
pub type Plain = BTreeMap<Vec<u8>, Vec<(Vec<u8>, u64)>>;

/// Reads lines as the formats are described, one at a time and without any haste: the number of
/// the first line that cannot be read, or topic (field 0), document (field 2) and number of each.
pub fn read_plainly(text: &[u8], read: impl Fn(&[&[u8]]) -> Option<f64>) -> Result<Plain, usize> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let mut topics = Plain::new();
    for (number, line) in (1_usize..).zip(text.split(|&byte| byte == b'\n')) {
        let is_space = |byte: &u8| b" \t\x0B\x0C\r".contains(byte);
        let fields: Vec<_> = line.split(is_space).filter(|field| !field.is_empty()).collect();
        if line.starts_with(b"#") || fields.is_empty() {
            continue;
        }
        let value = read(&fields).ok_or(number)?;
        let docs = topics.entry(fields[0].to_vec()).or_default();
        docs.push((fields[2].to_vec(), value.to_bits()));
    }
    Ok(topics)
}

/// A field as a number, if it is one.
pub fn number<T: std::str::FromStr>(field: &[u8]) -> Option<T> {
    std::str::from_utf8(field).ok()?.parse().ok()
}
