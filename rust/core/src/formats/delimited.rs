//! Tables whose first line names the columns: what `beir` and `csv` have in common.

use std::ops::Range;

use super::columns::{self, Row, Rows};
use super::fields::{first_line, is_space};
use super::header::{CHOOSE, DOCNO, Part, RANK, Role, TOPIC, Unclear};
use super::{Fault, qrels, tolerant};
use crate::error::{Result, counted};
use crate::number;
use crate::policies::{Dropped, Grades, Policies};
use crate::qrels::Qrels;
use crate::run::Run;

/// What parts the fields of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    /// A tab.
    Tab,
    /// Any blanks.
    Blanks,
    /// A comma. A field between quotes may hold one, and the end of a line.
    Comma,
}

/// Whether a text begins with the names of columns: of the topic, the document and the number two
/// at least, for it to be worth while to say what is wrong with the third.
pub(super) fn has_header(text: &[u8], role: Role, separator: Separator) -> bool {
    let Some(start) = header(text) else { return false };
    let mut names = Vec::new();
    if split(text, start, separator, &mut names).is_err() {
        return false;
    }
    let names: Vec<_> = names.into_iter().map(|name| &text[name]).collect();
    match [&TOPIC, &DOCNO, role.number()].iter().filter(|part| part.is_among(&names)).count() {
        3 => true,
        2 => !names.iter().any(|name| number::parse(name).is_some()),
        _ => false,
    }
}

/// Where the first line begins that is not blank and not a comment.
fn header(text: &[u8]) -> Option<usize> {
    let mut start = first_line(text);
    loop {
        start = next_content(text, start)?;
        if text[start] != b'#' {
            return Some(start);
        }
        start = end_of_line(text, start);
    }
}

/// Where the next line begins that is not blank, at or after the line that starts at `start`.
fn next_content(text: &[u8], mut start: usize) -> Option<usize> {
    while start < text.len() {
        let end = end_of_line(text, start);
        if !text[start..end].iter().all(|&byte| is_space(byte)) {
            return Some(start);
        }
        start = end + 1;
    }
    None
}

fn end_of_line(text: &[u8], start: usize) -> usize {
    memchr::memchr(b'\n', &text[start.min(text.len())..]).map_or(text.len(), |at| start + at)
}

/// The fields of the line that starts at `start`, without quotes around them, and where it ends.
fn split(
    text: &[u8],
    start: usize,
    separator: Separator,
    fields: &mut Vec<Range<usize>>,
) -> std::result::Result<usize, Fault> {
    fields.clear();
    if separator == Separator::Comma {
        return split_commas(text, start, fields);
    }
    let end = end_of_line(text, start);
    let line = start..end - usize::from(text[start..end].ends_with(b"\r"));
    let mut start = line.start;
    for at in line.start..=line.end {
        let is_end = at == line.end
            || match separator {
                Separator::Tab => text[at] == b'\t',
                _ => is_space(text[at]),
            };
        if is_end {
            if separator == Separator::Tab || at > start {
                fields.push(match &text[start..at] {
                    [b'"', .., b'"'] => start + 1..at - 1,
                    _ => start..at,
                });
            }
            start = at + 1;
        }
    }
    Ok(end)
}

/// The same of a line of comma-separated values, which may be several where a field has quotes.
fn split_commas(
    text: &[u8],
    mut start: usize,
    fields: &mut Vec<Range<usize>>,
) -> std::result::Result<usize, Fault> {
    loop {
        let mut end = start;
        if text.get(start) == Some(&b'"') {
            end += 1;
            loop {
                let Some(quote) = memchr::memchr(b'"', &text[end..]) else {
                    return Err(Fault::new(start, "a quote".into(), "another one that closes it"));
                };
                end += quote + 1;
                if text.get(end) != Some(&b'"') {
                    break;
                }
                end += 1;
            }
            fields.push(start + 1..end - 1);
            end += usize::from(text[end..].starts_with(b"\r\n"));
            if !matches!(text.get(end), None | Some(b',' | b'\n')) {
                let found = "more of a field after its quotes".to_owned();
                return Err(Fault::new(end, found, "a comma or the end of the line"));
            }
        } else {
            end = memchr::memchr2(b',', b'\n', &text[start..]).map_or(text.len(), |n| start + n);
            let ends_line = text.get(end) != Some(&b',');
            let is_cr = ends_line && text[start..end].ends_with(b"\r");
            fields.push(start..end - usize::from(is_cr));
        }
        match text.get(end) {
            Some(b',') => start = end + 1,
            _ => return Ok(end),
        }
    }
}

/// Reads judgments. `expected` is what the file should hold.
pub(super) fn parse_qrels(
    text: Vec<u8>,
    file: &str,
    is_csv: bool,
    expected: &'static str,
    policies: Policies,
    dropped: &mut Dropped,
) -> Result<Qrels> {
    let mut rows = Rows::new(policies, dropped);
    let text = parse(text, file, Role::Qrels, is_csv, expected, &mut rows)?;
    Qrels::new(rows.finish(text, file, expected)?)
}

/// Reads a run.
pub(super) fn parse_run(
    text: Vec<u8>,
    file: &str,
    is_csv: bool,
    expected: &'static str,
    policies: Policies,
    dropped: &mut Dropped,
) -> Result<Run> {
    let mut rows = Rows::new(policies, dropped);
    let text = parse(text, file, Role::Run, is_csv, expected, &mut rows)?;
    rows.finish_run(text, file, expected)
}

/// Collects the rows of a text.
fn parse(
    mut text: Vec<u8>,
    file: &str,
    role: Role,
    is_csv: bool,
    expected: &'static str,
    rows: &mut Rows,
) -> Result<Vec<u8>> {
    let Some(start) = header(&text) else {
        return Err(tolerant::nothing_left(file, expected, &Dropped::default()));
    };
    let separator = if is_csv {
        Separator::Comma
    } else if text[start..end_of_line(&text, start)].contains(&b'\t') {
        Separator::Tab
    } else {
        Separator::Blanks
    };
    let mut fields = Vec::new();
    let (table, end) = Table::new(&text, start, role, separator, rows.policies(), &mut fields)
        .map_err(|fault| fault.into_error(file, &text))?;
    if next_content(&text, end).is_none() {
        let found = "a header and nothing below it".to_owned();
        return Err(Fault::new(end, found, "rows").placed(file, &text));
    }
    let mut next = end;
    while let Some(start) = next_content(&text, next) {
        let end = split(&text, start, separator, &mut fields);
        next = *end.as_ref().unwrap_or(&end_of_line(&text, start)) + 1;
        let row = end.and_then(|end| table.row(&mut text, &fields, end));
        rows.push(row, file, &text)?;
    }
    Ok(text)
}

/// What the header says of the rows.
struct Table {
    role: Role,
    separator: Separator,
    count: usize,
    places: [usize; 3],
    rank: Option<usize>,
    grades: Grades,
}

impl Table {
    /// Reads the header that starts at `start`. Gives where it ends too.
    fn new(
        text: &[u8],
        start: usize,
        role: Role,
        separator: Separator,
        policies: Policies,
        fields: &mut Vec<Range<usize>>,
    ) -> std::result::Result<(Self, usize), Fault> {
        let end = split(text, start, separator, fields)?;
        let names: Vec<_> = fields.iter().map(|name| &text[name.clone()]).collect();
        let find = |part: &Part| {
            part.find(&names, CHOOSE).map_err(|unclear| {
                let Unclear { place, found, expected } = unclear;
                Fault::new(place.map_or(start, |place| fields[place].start), found, expected)
            })
        };
        let places = [find(&TOPIC)?, find(&DOCNO)?, find(role.number())?];
        let has_rank = role == Role::Run && RANK.is_among(&names);
        let rank = has_rank.then(|| find(&RANK)).transpose()?;
        let table =
            Self { role, separator, count: names.len(), places, rank, grades: policies.grades };
        Ok((table, end))
    }

    fn row(
        &self,
        text: &mut [u8],
        fields: &[Range<usize>],
        end: usize,
    ) -> std::result::Result<Row, Fault> {
        if fields.len() != self.count {
            let found = counted(fields.len(), "field");
            return Err(Fault::new(end, found, format!("{}, as the header has", self.count)));
        }
        let [mut topic, mut docno, number] = self.places.map(|place| fields[place].clone());
        for id in [&mut topic, &mut docno] {
            *id = self.id(text, id.clone())?;
        }
        let value = match self.role {
            Role::Qrels | Role::Subtopics => qrels::grade(text, number.clone(), self.grades)?,
            Role::Run => columns::score(text, number.clone())?,
        };
        let rank = self.rank.map(|place| number::parse(&text[fields[place].clone()]));
        Ok(Row { topic, docno, number, value, rank: rank.map(|rank| rank.unwrap_or(f64::NAN)) })
    }

    /// Where an id stands, once quotes that are doubled in it are not any more.
    fn id(&self, text: &mut [u8], id: Range<usize>) -> std::result::Result<Range<usize>, Fault> {
        let field = &text[id.clone()];
        let refuse = |expected| Err(Fault::field(id.start, "id", field, expected));
        if field.is_empty() {
            return refuse("one that is not empty");
        }
        if field.contains(&b'\n') {
            return refuse("one without the end of a line in it");
        }
        if !field.contains(&b'"') {
            return Ok(id);
        }
        if self.separator != Separator::Comma {
            return refuse("one without quotes in it");
        }
        let is_quoted = text[..id.start].ends_with(b"\"");
        let mut end = id.start;
        let mut at = id.start;
        while at < id.end {
            text[end] = text[at];
            at += if is_quoted && text[at] == b'"' { 2 } else { 1 };
            end += 1;
        }
        Ok(id.start..end)
    }
}
