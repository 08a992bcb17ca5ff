//! `2col`: lines of `topic docno`, without a header and without a number.

use super::{Format, columns, guess};
use crate::error::Result;
use crate::policies::{Dropped, Policies};
use crate::qrels::Qrels;
use crate::run::Run;

/// What a line holds.
const LINE: &str = "2 fields: topic docno";

/// The format of judgments.
pub const QRELS: Format<Qrels> = Format {
    name: "2col",
    title: "Topic and relevant document, without a header",
    line: LINE,
    help: "\
Every document that is named has grade 1. Lines are those of qrels otherwise. A file is read so only
where the format is named.",
    recognise: guess::never,
    parse: |text, file, _| parse_qrels(text, file, Policies::default(), &mut Dropped::default()),
    tolerant: Some(parse_qrels),
    choices: &["duplicates", "lenient"],
};

/// The format of runs.
pub const RUN: Format<Run> = Format {
    name: "2col",
    title: "Topic and candidate document, without a header or an order",
    line: LINE,
    help: "\
Candidates to be ranked, as MS MARCO gives them: all have score 0, so that measures of sets
(num_ret, set_recall, set_P) mean something, and others depend on how equal scores are ordered. With
--ties file the order is that of the lines. A file is read so only where the format is named.",
    recognise: guess::never,
    parse: |text, file, _| parse_run(text, file, Policies::default(), &mut Dropped::default()),
    tolerant: Some(parse_run),
    choices: &["duplicates", "nan", "lenient"],
};

/// Reads judgments, all of grade 1.
fn parse_qrels(
    text: Vec<u8>,
    file: &str,
    policies: Policies,
    dropped: &mut Dropped,
) -> Result<Qrels> {
    columns::parse_qrels::<2>(text, file, policies, dropped, LINE, &|_, _| Ok(1.0))
}

/// Reads candidates, all of score 0.
fn parse_run(text: Vec<u8>, file: &str, policies: Policies, dropped: &mut Dropped) -> Result<Run> {
    columns::parse_run::<2>(text, file, policies, dropped, LINE, &|_, _| Ok(0.0))
}
