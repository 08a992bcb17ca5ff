//! Lines of few columns without a header: topic, document and mostly a number.

use std::ops::Range;

use super::fields::{Line, Lines, first_line};
use super::guess::Recognised;
use super::{Fault, tolerant};
use crate::error::Result;
use crate::lists::{Builder, Lists};
use crate::number;
use crate::policies::{Dropped, Nans, Policies, deduplicate};
use crate::qrels::Qrels;
use crate::run::Run;

/// Reads the number of a line.
type Number = dyn Fn(&[u8], Range<usize>) -> std::result::Result<f64, Fault>;

/// Reads judgments in lines of N fields, as [`parse`] does.
pub(super) fn parse_qrels<const N: usize>(
    text: Vec<u8>,
    file: &str,
    policies: Policies,
    dropped: &mut Dropped,
    expected: &'static str,
    number: &Number,
) -> Result<Qrels> {
    Qrels::new(parse::<N>(text, file, policies, dropped, expected, number)?)
}

/// Reads a run in lines of N fields, as [`parse`] does.
pub(super) fn parse_run<const N: usize>(
    text: Vec<u8>,
    file: &str,
    policies: Policies,
    dropped: &mut Dropped,
    expected: &'static str,
    number: &Number,
) -> Result<Run> {
    Ok(Run::new(parse::<N>(text, file, policies, dropped, expected, number)?, Vec::new()))
}

/// Reads lines of N fields, of which the first is the topic, the second the document and the last
/// is given to `number`. `expected` says what a line holds.
pub(super) fn parse<const N: usize>(
    text: Vec<u8>,
    file: &str,
    policies: Policies,
    dropped: &mut Dropped,
    expected: &'static str,
    number: &Number,
) -> Result<Lists> {
    let mut rows = Rows::new(policies, dropped);
    let mut lines = Lines::<N>::new(&text, first_line(&text));
    while let Some(line) = lines.next_line() {
        rows.push(row(&text, &line, expected, number), file, &text)?;
    }
    rows.finish(text, file, expected)
}

fn row<const N: usize>(
    text: &[u8],
    line: &Line<N>,
    expected: &'static str,
    number: &Number,
) -> std::result::Result<Row, Fault> {
    if !line.is_exact() {
        return Err(Fault::count(line, expected));
    }
    let [topic, docno] = [line.fields[0].clone(), line.fields[1].clone()];
    let at = line.fields[N - 1].clone();
    Ok(Row { topic, docno, value: number(text, at.clone())?, number: at, rank: None })
}

/// Where a document stands in a text, and its number.
pub(super) struct Row {
    pub(super) topic: Range<usize>,
    pub(super) docno: Range<usize>,
    pub(super) number: Range<usize>,
    pub(super) value: f64,
    /// What stands in the column of ranks, if there is one: NaN if it is no number.
    pub(super) rank: Option<f64>,
}

/// Collects the rows of a text as policies say.
pub(super) struct Rows<'d> {
    builder: Builder,
    /// The ranks of the same documents.
    ranks: Builder,
    policies: Policies,
    dropped: &'d mut Dropped,
    is_empty: bool,
}

impl<'d> Rows<'d> {
    pub(super) fn new(policies: Policies, dropped: &'d mut Dropped) -> Self {
        let (builder, ranks) = (Builder::default(), Builder::default());
        Self { builder, ranks, policies, dropped, is_empty: true }
    }

    pub(super) fn policies(&self) -> Policies {
        self.policies
    }

    /// Adds a row, or what is wrong with it.
    pub(super) fn push(
        &mut self,
        row: std::result::Result<Row, Fault>,
        file: &str,
        text: &[u8],
    ) -> Result<()> {
        let checked = row.and_then(|row| Fault::check_id(&row.docno).map(|()| row));
        let fault = match checked {
            Ok(Row { number, value, .. }) if value.is_nan() => {
                let fault = Fault::field(number.start, "score", &text[number], "a number");
                if self.policies.nans == Nans::Drop {
                    self.dropped.nans.note(|| fault.placed(file, text).to_string());
                    return Ok(());
                }
                fault
            }
            Ok(Row { topic, docno, value, rank, .. }) => {
                if let Some(rank) = rank {
                    self.ranks.push(&text[topic.clone()], b"", rank);
                }
                self.builder.push_at(&text[topic], docno, value);
                self.is_empty = false;
                return Ok(());
            }
            Err(fault) => fault,
        };
        tolerant::pass_over(fault, file, text, self.policies, self.dropped)
    }

    /// The rows of the whole text.
    pub(super) fn finish(self, text: Vec<u8>, file: &str, expected: &'static str) -> Result<Lists> {
        if self.is_empty {
            return Err(tolerant::nothing_left(file, expected, self.dropped));
        }
        let mut lists = self.builder.finish_with(text, Some(file.to_owned()));
        deduplicate(&mut lists, self.policies.duplicates, &mut self.dropped.duplicates);
        Ok(lists)
    }

    /// The run that the rows of the whole text are.
    pub(super) fn finish_run(
        self,
        text: Vec<u8>,
        file: &str,
        expected: &'static str,
    ) -> Result<Run> {
        if self.is_empty {
            return Err(tolerant::nothing_left(file, expected, self.dropped));
        }
        let lists = self.builder.finish_with(text, Some(file.to_owned()));
        let mut run = Run::with_rank_column(lists, self.ranks.finish());
        run.deduplicate(self.policies.duplicates, &mut self.dropped.duplicates);
        Ok(run)
    }
}

/// Reads a score, which may be no number.
pub(super) fn score(text: &[u8], range: Range<usize>) -> std::result::Result<f64, Fault> {
    let field = &text[range.clone()];
    number::parse(field).ok_or_else(|| Fault::field(range.start, "score", field, "a number"))
}

/// Whether all lines have N fields with a number last, of which the second is not always what TREC
/// has there: then they lack a field.
pub(super) fn are_columns<const N: usize>(
    text: &[u8],
    mut is_number: impl FnMut(&[u8], &Line<N>) -> bool,
) -> bool {
    let mut lines = Lines::<N>::new(text, first_line(text));
    let mut has_documents = false;
    while let Some(line) = lines.next_line() {
        if !line.is_exact() || !is_number(text, &line) {
            return false;
        }
        has_documents |= !matches!(&text[line.fields[1].clone()], b"0" | b"Q0" | b"q0");
    }
    has_documents
}

/// What the last of three columns of a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    /// No number, or there are not three columns.
    Nothing,
    /// Numbers that are not all whole.
    Scores,
    /// In each topic all whole numbers from 1 on, or in each from 0.
    Ranks,
    /// Other whole numbers.
    Whole,
}

/// What the last of three columns of a run is.
pub(super) fn last_of_run(text: &[u8]) -> Last {
    let mut builder = Builder::default();
    let mut are_whole = true;
    let is_run = are_columns::<3>(text, |text, line| {
        let field = &text[line.fields[2].clone()];
        let Some(number) = number::parse(field) else { return false };
        are_whole &= field.iter().all(u8::is_ascii_digit); // `2.0` is no rank
        if are_whole {
            builder.push(&text[line.fields[0].clone()], b"", number);
        }
        true
    });
    if !is_run || !are_whole {
        return if is_run { Last::Scores } else { Last::Nothing };
    }
    let lists = builder.finish();
    // A topic that counts from 0 beside one that counts from 1 makes it doubtful that they are ranks.
    let first = usize::from(lists.values().all(|rank| rank > 0.0));
    let are_ranks = |topic: usize| {
        let mut ranks: Vec<f64> = lists.docs(topic).iter().map(|doc| doc.value).collect();
        ranks.sort_unstable_by(f64::total_cmp);
        (first..).zip(&ranks).all(|(rank, &have)| rank as f64 == have)
    };
    if (0..lists.len()).all(are_ranks) { Last::Ranks } else { Last::Whole }
}

/// Whether a run has three columns, and the last are scores.
pub(super) fn recognise_scores(text: &[u8]) -> Recognised {
    (last_of_run(text) == Last::Scores).into()
}
