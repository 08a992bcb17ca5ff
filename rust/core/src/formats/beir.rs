//! `beir`: a table whose first line names its columns, which are parted by tabs or blanks.

use super::Format;
use super::delimited::{Separator, has_header, parse_qrels, parse_run};
use super::guess::Recognised;
use super::header::Role;
use crate::policies::{Dropped, Policies};
use crate::qrels::Qrels;
use crate::run::Run;

/// What a file holds.
const LINE: &str =
    "a header that names the columns (as query-id corpus-id score), and rows below it";

/// The format of judgments.
pub const QRELS: Format<Qrels> = Format {
    name: "beir",
    title: "A table with a header, as BEIR and MTEB have it",
    line: LINE,
    help: "\
The first line names the columns, which are parted by tabs (or blanks, if it has no tab) in all
lines. Known names are those of BEIR (query-id corpus-id score), ir_measures (query_id doc_id
relevance), PyTerrier (qid docno label), ranx (q_id doc_id score) and Pyserini (topic docid
relevance_grade); other columns are not looked at. Two columns for the same are refused, but that
beside another name docid, doc, query and score mean something else, as they do in PyTerrier. A #
begins no comment below the header. Where no format is named, a file is read so if its first line
has two of the three names. Grades are those of qrels. A field may stand between double quotes.",
    recognise: |text| recognise(text, Role::Qrels),
    parse: |text, file, _| {
        parse_qrels(text, file, false, LINE, Policies::default(), &mut Dropped::default())
    },
    tolerant: Some(|text, file, policies, dropped| {
        parse_qrels(text, file, false, LINE, policies, dropped)
    }),
    choices: &["duplicates", "lenient", "float-grades"],
};

/// The format of runs.
pub const RUN: Format<Run> = Format {
    name: "beir",
    title: "A table with a header, as BEIR and MTEB have it",
    line: LINE,
    help: "\
As for qrels (-h -R beir), but the third column is the score: query-id corpus-id score, query_id
doc_id score, qid docno score, q_id doc_id score or topic docid score. A column rank is looked at
where ranks are asked for (--ties rank, --order rank).",
    recognise: |text| recognise(text, Role::Run),
    parse: |text, file, _| {
        parse_run(text, file, false, LINE, Policies::default(), &mut Dropped::default())
    },
    tolerant: Some(|text, file, policies, dropped| {
        parse_run(text, file, false, LINE, policies, dropped)
    }),
    choices: &["duplicates", "nan", "lenient"],
};

fn recognise(text: &[u8], role: Role) -> Recognised {
    let separators = [Separator::Tab, Separator::Blanks];
    separators.iter().any(|&separator| has_header(text, role, separator)).into()
}
