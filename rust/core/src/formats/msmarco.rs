//! `msmarco`: a run as `topic docno rank` a line, without scores.

use std::ops::Range;

use super::columns::{self, Last};
use super::guess::Recognised;
use super::{Fault, Format};
use crate::error::{ErrorKind, Result, quote};
use crate::lists::{Doc, Lists};
use crate::number;
use crate::policies::{Dropped, Policies};
use crate::run::Run;

/// What a line holds.
const LINE: &str = "3 fields: topic docno rank";

/// The format.
pub const FORMAT: Format<Run> = Format {
    name: "msmarco",
    title: "Topic, document and rank, without a score",
    line: LINE,
    help: "\
The rank is a whole number, mostly from 1. Lines come in any order: a document's score is -rank, so
that the lowest rank comes first, and a topic has no rank twice. Where no format is named, a file is
read so if all of its lines have three fields, and the last are, in each topic, all numbers from 1
on, or in each all from 0; that is said. Other whole numbers, and topics of which some count from 0
and some from 1, could be scores or ranks, and have to be called by the name of the format: -T
msmarco or -T 3col.",
    recognise: |text| match columns::last_of_run(text) {
        Last::Nothing | Last::Scores => Recognised::No,
        Last::Ranks => Recognised::Likely(
            "its third column is taken for ranks, since in each topic it has all numbers from the \
             first on; '3col' takes it for scores",
        ),
        Last::Whole => Recognised::Either(
            "3 fields, of which the last is a rank or a score",
            "6 fields: topic Q0 docno rank score tag; or the format named: 'msmarco' takes the \
             last for a rank, '3col' for a score",
        ),
    },
    parse: |text, file, _| parse(text, file, Policies::default(), &mut Dropped::default()),
    tolerant: Some(parse),
    choices: &["duplicates", "nan", "lenient"],
};

/// The highest rank: as 32-bit numbers, which 9.0.8 compares, all up to it are different.
const MAX_RANK: f64 = 16_777_216.0;

/// Reads a run. `file` is the name that messages give to the text.
fn parse(text: Vec<u8>, file: &str, policies: Policies, dropped: &mut Dropped) -> Result<Run> {
    let lists = columns::parse::<3>(text, file, policies, dropped, LINE, &minus_rank)?;
    check_ranks(&lists)?;
    Ok(Run::with_ranks(lists, Vec::new()))
}

fn minus_rank(text: &[u8], range: Range<usize>) -> std::result::Result<f64, Fault> {
    let field = &text[range.clone()];
    let are_digits = field.iter().all(u8::is_ascii_digit);
    let is_rank = |rank: &f64| are_digits && *rank <= MAX_RANK;
    match number::parse(field).filter(is_rank) {
        Some(rank) => Ok(-rank),
        None => Err(Fault::field(range.start, "rank", field, "a whole number from 1, or from 0")),
    }
}

/// Refuses a rank that a topic gives to two documents: the first such line of the file.
fn check_ranks(lists: &Lists) -> Result<()> {
    let twice = (0..lists.len()).flat_map(|topic| {
        let mut docs: Vec<&Doc> = lists.docs(topic).iter().collect();
        docs.sort_by(|a, b| b.value.total_cmp(&a.value)); // stable
        let equal = docs.windows(2).filter(|pair| pair[0].value == pair[1].value);
        equal.map(|pair| (topic, pair[1])).collect::<Vec<_>>()
    });
    let Some((topic, doc)) = twice.min_by_key(|(_, doc)| doc.start()) else { return Ok(()) };
    let topic = quote(&lists.names()[topic]);
    lists.next_field(doc, |field| {
        Err(ErrorKind::Malformed {
            found: format!("rank {} of topic '{topic}' a second time", quote(field)),
            expected: "each rank once".to_owned(),
        })
    })
}
