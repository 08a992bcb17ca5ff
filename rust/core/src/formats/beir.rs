//! `beir`: a table whose first line names its columns; and the names that columns have.

use std::ops::Range;

use super::columns::{self, Row, Rows};
use super::fields::{first_line, is_space};
use super::guess::Recognised;
use super::{Fault, Format, qrels, tolerant};
use crate::error::{Result, counted};
use crate::lists::Lists;
use crate::policies::{Dropped, Grades, Policies};
use crate::qrels::{Qrels, check_grade};
use crate::run::{Run, check_score};

/// The names of a topic's column: of TREC, ir_measures, BEIR, ranx, PyTerrier and Pyserini.
pub const TOPIC: &[&str] =
    &["topic", "topic_id", "qid", "query_id", "query-id", "q_id", "query", "topic_ids", "qids"];

/// The names of a document's column.
pub const DOCNO: &[&str] =
    &["docno", "doc_id", "docid", "corpus-id", "corpus_id", "pid", "doc", "document_id", "doc_ids"];

/// The names of a grade's column, the least ambiguous first.
pub const GRADE: &[&str] =
    &["grade", "relevance", "rel", "label", "relevance_grade", "judgment", "score"];

/// The names of a subtopic's column: of TREC, pyndeval and ir_measures.
pub const SUBTOPIC: &[&str] = &["subtopic", "subtopic_id", "intent", "iteration", "iter"];

/// The names of a score's column.
pub const SCORE: &[&str] = &["score", "sim", "scores"];

/// What a table is given for. Its columns do not say: BEIR and ranx call a grade `score`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Judgments.
    Qrels,
    /// Judgments by subtopic.
    Subtopics,
    /// A run.
    Run,
}

impl Role {
    /// What an argument of this role is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Qrels | Self::Subtopics => "qrels",
            Self::Run => "run",
        }
    }

    /// The error of a number that cannot be a grade or a score.
    ///
    /// # Errors
    ///
    /// The number is none, or not finite where it is a grade.
    pub fn check(self, topic: &[u8], docno: &[u8], number: f64) -> Result<()> {
        match self {
            Self::Qrels | Self::Subtopics => check_grade(topic, docno, number),
            Self::Run => check_score(topic, docno, number),
        }
    }

    /// The names of the column that holds the number.
    pub fn number_names(self) -> &'static [&'static str] {
        match self {
            Self::Qrels | Self::Subtopics => GRADE,
            Self::Run => SCORE,
        }
    }
}

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
relevance_grade); other columns are not looked at. A # begins no comment below the header. Where no
format is named, a file is read so if its first line has all three names. Grades are those of qrels.
A field may stand between double quotes.",
    recognise: |text| recognise(text, Role::Qrels),
    parse: |text, file, _| parse_qrels(text, file, Policies::default(), &mut Dropped::default()),
    tolerant: Some(parse_qrels),
    choices: &["duplicates", "lenient", "float-grades"],
};

/// The format of runs.
pub const RUN: Format<Run> = Format {
    name: "beir",
    title: "A table with a header, as BEIR and MTEB have it",
    line: LINE,
    help: "\
As for qrels (-h -R beir), but the third column is the score: query-id corpus-id score, query_id
doc_id score, qid docno score, q_id doc_id score or topic docid score.",
    recognise: |text| recognise(text, Role::Run),
    parse: |text, file, _| parse_run(text, file, Policies::default(), &mut Dropped::default()),
    tolerant: Some(parse_run),
    choices: &["duplicates", "nan", "lenient"],
};

/// Whether the first line of a text names columns that are parted by this byte, or by any blanks.
pub(super) fn names_columns(text: &[u8], role: Role, separator: Option<u8>) -> bool {
    header(text).is_some_and(|line| places(text, &split(text, line, separator), role).is_ok())
}

fn recognise(text: &[u8], role: Role) -> Recognised {
    let mut separators = [Some(b'\t'), None].into_iter();
    separators.any(|separator| names_columns(text, role, separator)).into()
}

/// The first line that is not blank and not a comment.
pub(super) fn header(text: &[u8]) -> Option<Range<usize>> {
    lines(text, first_line(text)).find(|line| text[line.start] != b'#')
}

/// The lines of a text that are not blank, without what ends them.
fn lines(text: &[u8], start: usize) -> impl Iterator<Item = Range<usize>> {
    let mut start = start;
    std::iter::from_fn(move || {
        while start < text.len() {
            let newline = memchr::memchr(b'\n', &text[start..]);
            let end = newline.map_or(text.len(), |newline| start + newline);
            let line = start..end - usize::from(text[start..end].ends_with(b"\r"));
            start = end + 1;
            if !text[line.clone()].iter().all(|&byte| is_space(byte)) {
                return Some(line);
            }
        }
        None
    })
}

/// The fields of a line, parted by `separator` or by any blanks, without quotes around them.
fn split(text: &[u8], line: Range<usize>, separator: Option<u8>) -> Vec<Range<usize>> {
    let mut fields = Vec::new();
    let mut start = line.start;
    for at in line.start..=line.end {
        let is_end = at == line.end
            || separator.map_or_else(|| is_space(text[at]), |separator| text[at] == separator);
        if is_end {
            if separator.is_some() || at > start {
                fields.push(match &text[start..at] {
                    [b'"', .., b'"'] => start + 1..at - 1,
                    _ => start..at,
                });
            }
            start = at + 1;
        }
    }
    fields
}

/// The places of topic, document and number among the names of columns, or what is missing.
fn places(
    text: &[u8],
    names: &[Range<usize>],
    role: Role,
) -> std::result::Result<[usize; 3], String> {
    let find = |known: &'static [&'static str]| {
        let place =
            |name: &str| names.iter().position(|have| text[have.clone()] == *name.as_bytes());
        known.iter().find_map(|name| place(name)).ok_or_else(|| known.join(", "))
    };
    Ok([find(TOPIC)?, find(DOCNO)?, find(role.number_names())?])
}

fn parse_qrels(
    text: Vec<u8>,
    file: &str,
    policies: Policies,
    dropped: &mut Dropped,
) -> Result<Qrels> {
    Qrels::new(parse(text, file, Role::Qrels, policies, dropped)?)
}

fn parse_run(text: Vec<u8>, file: &str, policies: Policies, dropped: &mut Dropped) -> Result<Run> {
    Ok(Run::new(parse(text, file, Role::Run, policies, dropped)?, Vec::new()))
}

fn parse(
    text: Vec<u8>,
    file: &str,
    role: Role,
    policies: Policies,
    dropped: &mut Dropped,
) -> Result<Lists> {
    let Some(header) = header(&text) else {
        return Err(tolerant::nothing_left(file, LINE, dropped));
    };
    let separator = text[header.clone()].contains(&b'\t').then_some(b'\t');
    let names = split(&text, header.clone(), separator);
    let table = match places(&text, &names, role) {
        Ok(places) => {
            Table { role, separator, count: names.len(), places, grades: policies.grades }
        }
        Err(missing) => {
            let found = format!("a header without any of {missing}");
            return Err(Fault::new(header.start, found, LINE).placed(file, &text));
        }
    };
    if lines(&text, header.end).next().is_none() {
        let found = "a header and nothing below it".to_owned();
        return Err(Fault::new(header.end, found, "rows").placed(file, &text));
    }
    let mut rows = Rows::new(policies, dropped);
    for line in lines(&text, header.end) {
        rows.push(table.row(&text, line), file, &text)?;
    }
    rows.finish(text, file, LINE)
}

/// What the header says of the rows.
struct Table {
    role: Role,
    separator: Option<u8>,
    count: usize,
    places: [usize; 3],
    grades: Grades,
}

impl Table {
    fn row(&self, text: &[u8], line: Range<usize>) -> std::result::Result<Row, Fault> {
        let end = line.end;
        let fields = split(text, line, self.separator);
        if fields.len() != self.count {
            let found = counted(fields.len(), "field");
            return Err(Fault::new(end, found, format!("{}, as the header has", self.count)));
        }
        let [topic, docno, number] = self.places.map(|place| fields[place].clone());
        for id in [&topic, &docno] {
            if id.is_empty() || text[id.clone()].contains(&b'"') {
                let expected = "one that is not empty and has no quotes in it";
                return Err(Fault::field(id.start, "id", &text[id.clone()], expected));
            }
        }
        let value = match self.role {
            Role::Qrels | Role::Subtopics => qrels::grade(text, number.clone(), self.grades)?,
            Role::Run => columns::score(text, number.clone())?,
        };
        Ok(Row { topic, docno, number, value })
    }
}
