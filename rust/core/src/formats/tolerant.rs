//! Readers that go on where policies say so.

use super::fields::{Lines, first_line};
use super::trec_results::{LINE, Reader};
use super::{Fault, qrels};
use crate::error::{Error, ErrorKind, Result};
use crate::lists::Builder;
use crate::number;
use crate::policies::{Dropped, Nans, Policies, deduplicate};
use crate::qrels::Qrels;
use crate::run::Run;

/// Reads judgments. `file` is the name that messages give to the text.
///
/// # Errors
///
/// A line cannot be read and may not be skipped, or a document comes twice and none may be dropped.
pub fn parse_qrels(
    text: Vec<u8>,
    file: &str,
    policies: Policies,
    dropped: &mut Dropped,
) -> Result<Qrels> {
    let mut builder = Builder::default();
    let mut lines = Lines::<4>::new(&text, first_line(&text));
    let mut empty = true;
    while let Some(line) = lines.next_line() {
        let [topic, _, docno, _] = line.fields.clone();
        match qrels::judgment(&text, &line, policies.grades, qrels::LINE)
            .and_then(|grade| Fault::check_id(&docno).map(|()| grade))
        {
            Ok(grade) => {
                builder.push_at(&text[topic], docno, grade);
                empty = false;
            }
            Err(fault) => pass_over(fault, file, &text, policies, dropped)?,
        }
    }
    if empty {
        return Err(nothing_left(file, qrels::LINE, dropped));
    }
    let mut lists = builder.finish_with(text, Some(file.to_owned()));
    deduplicate(&mut lists, policies.duplicates, &mut dropped.duplicates);
    Qrels::new(lists)
}

/// Reads a run. `file` is the name that messages give to the text.
///
/// # Errors
///
/// A line cannot be read and may not be skipped.
pub fn parse_run(
    text: Vec<u8>,
    file: &str,
    policies: Policies,
    dropped: &mut Dropped,
) -> Result<Run> {
    let mut builder = Builder::default();
    let mut documents = Reader::new(&text, first_line(&text));
    let (mut tag, mut empty) = (None, true);
    loop {
        match documents.next_document() {
            Ok(Some(doc)) => {
                if let Err(fault) = Fault::check_id(&doc.docno) {
                    pass_over(fault, file, &text, policies, dropped)?;
                    continue;
                }
                builder.push_at(&text[doc.topic], doc.docno, doc.score);
                tag = Some(doc.tag);
                empty = false;
            }
            Ok(None) => break,
            Err(fault) if policies.nans == Nans::Drop && is_nan(&text, &fault) => {
                dropped.nans.note(|| fault.into_error(file, &text).to_string());
            }
            Err(fault) => {
                let untagged = policies.lenient.then(|| untagged(&text, &fault)).flatten();
                let Some(([topic, _, docno, ..], score)) = untagged else {
                    pass_over(fault, file, &text, policies, dropped)?;
                    continue;
                };
                builder.push_at(&text[topic], docno, score);
                empty = false;
                dropped.untagged.note(|| fault.into_error(file, &text).to_string());
            }
        }
    }
    if empty {
        return Err(nothing_left(file, LINE, dropped));
    }
    let tag = tag.map_or_else(Vec::new, |tag| text[tag].to_vec());
    let mut lists = builder.finish_with(text, Some(file.to_owned()));
    deduplicate(&mut lists, policies.duplicates, &mut dropped.duplicates);
    Ok(Run::with_ranks(lists, tag))
}

/// Notes a malformed line and goes on, if it may be skipped. A file of another kind may not: there
/// is no line in it.
pub(super) fn pass_over(
    fault: Fault,
    file: &str,
    text: &[u8],
    policies: Policies,
    dropped: &mut Dropped,
) -> Result<()> {
    if !policies.lenient || fault.of_another_kind(text).is_some() {
        return Err(fault.into_error(file, text));
    }
    dropped.malformed.note(|| fault.into_error(file, text).to_string());
    Ok(())
}

/// The error of a file of which no line is left.
pub(super) fn nothing_left(file: &str, expected: &'static str, dropped: &Dropped) -> Error {
    let first = dropped.malformed.first.first().or(dropped.nans.first.first());
    match first {
        None => Error::new(ErrorKind::Empty { file: file.to_owned(), expected }),
        Some(first) => Error::new(ErrorKind::Malformed {
            found: format!("no line that can be read (the first: {first})"),
            expected: expected.to_owned(),
        }),
    }
}

/// The five or six fields of the line in which a fault is.
fn fields_at(text: &[u8], offset: usize) -> Option<super::fields::Line<6>> {
    let before = &text[..offset];
    let start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
    Lines::new(text, start.max(first_line(text))).next_line()
}

/// Whether a fault is a score that is not a number, in a line that is right but for that.
fn is_nan(text: &[u8], fault: &Fault) -> bool {
    fields_at(text, fault.offset).is_some_and(|line| {
        let score = line.fields[4].clone();
        line.count > 4
            && score.start == fault.offset
            && number::parse(&text[score]).is_some_and(f64::is_nan)
    })
}

/// The fields and the score of a line that lacks nothing but the tag: five fields, of which the
/// fourth is a whole number and the fifth a number.
fn untagged(text: &[u8], fault: &Fault) -> Option<([std::ops::Range<usize>; 6], f64)> {
    let line = fields_at(text, fault.offset).filter(|line| line.count == 5 && !line.has_more)?;
    let rank = &text[line.fields[3].clone()];
    let score = number::parse(&text[line.fields[4].clone()]).filter(|score| !score.is_nan())?;
    rank.iter().all(u8::is_ascii_digit).then_some((line.fields, score))
}

#[cfg(test)]
mod tests {
    use super::{parse_qrels, parse_run};
    use crate::error::Result;
    use crate::policies::{Dropped, Duplicates, Grades, Nans, Policies};

    const LENIENT: Policies = Policies {
        duplicates: Duplicates::Error,
        nans: Nans::Error,
        lenient: true,
        grades: Grades::Whole,
    };

    fn read(text: &str, policies: Policies) -> Result<(String, Dropped)> {
        let mut dropped = Dropped::default();
        let run = parse_run(text.as_bytes().to_vec(), "run", policies, &mut dropped)?;
        let mut docs = Vec::new();
        for topic in 0..run.len() {
            docs.extend(
                run.docs(topic)
                    .map(|(docno, score)| format!("{}={score}", String::from_utf8_lossy(docno))),
            );
        }
        Ok((docs.join(" "), dropped))
    }

    fn error(text: &str, policies: Policies) -> String {
        read(text, policies).expect_err("a refusal").to_string()
    }

    #[test]
    fn malformed_lines_are_skipped_and_noted() {
        let text = "q Q0 a 1 2,5 t\nq Q0 b 2 1 t\n\nq Q0\nq Q0 a b c 3 t u\nq Q0 c 4 x t\n";
        let (docs, dropped) = read(text, LENIENT).expect("a run");
        assert_eq!(docs, "b=1");
        assert_eq!((dropped.malformed.count, dropped.malformed.first.len()), (4, 3));
        assert_eq!(dropped.malformed.first[0], "run:1:10: found score '2,5', expected a number");
        assert!(error(text, Policies::default()).starts_with("run:1:10: "));
        let none = error("q Q0 a 1 x t\n", LENIENT);
        assert!(
            none.starts_with("found no line that can be read (the first: run:1:10: "),
            "{none}"
        );
    }

    #[test]
    fn a_line_may_lack_the_tag_and_nothing_else() {
        let (docs, dropped) =
            read("q Q0 a 1 2\r\nq Q0 b 2 1 t\nq a 1 2 t\n", LENIENT).expect("a run");
        assert_eq!(docs, "a=2 b=1");
        assert_eq!((dropped.untagged.count, dropped.malformed.count), (1, 1));
    }

    #[test]
    fn nan_is_dropped_only_where_it_is_the_score() {
        let drop = Policies { nans: Nans::Drop, ..Policies::default() };
        let (docs, dropped) = read("q Q0 nan 1 NaN t\nq Q0 b 2 1 t\n", drop).expect("a run");
        assert_eq!((docs, dropped.nans.count), ("b=1".to_owned(), 1));
        assert!(error("q Q0 a NaN 1 2 t\n", drop).starts_with("run:1:8: "));
        assert!(error("q Q0 a 1 nan t\n", LENIENT).contains("no line"));
    }

    #[test]
    fn one_mention_of_a_document_is_kept() {
        let text =
            "q Q0 a 1 2 t\nq Q0 b 2 1 t\nq Q0 a 3 5 t\np Q0 a 1 9 t\nq Q0 a 4 5 t\nq Q0 c 9 0 t\n";
        for (duplicates, kept) in [
            (Duplicates::First, "a=9 a=2 b=1 c=0"),
            (Duplicates::Last, "a=9 b=1 a=5 c=0"),
            (Duplicates::Max, "a=9 b=1 a=5 c=0"),
        ] {
            let (docs, dropped) =
                read(text, Policies { duplicates, ..Policies::default() }).expect("a run");
            assert_eq!((&docs[..], dropped.duplicates.count), (kept, 2));
        }
        let mut dropped = Dropped::default();
        let policies = Policies { duplicates: Duplicates::Max, ..Policies::default() };
        let text = b"q 0 a 1\nq 0 a 3\nq 0 a 2\n".to_vec();
        let qrels = parse_qrels(text, "qrels", policies, &mut dropped).expect("judgments");
        assert_eq!((qrels.levels(0)[0].grade, qrels.num_judgments()), (3.0, 1));
        assert_eq!(dropped.duplicates.first[0], "qrels:1:5: document 'a' of topic 'q'");
    }

    #[test]
    fn a_file_of_another_kind_has_no_line_to_skip() {
        let mut dropped = Dropped::default();
        let text = b"PK\x03\x04abc\nq 0 a 1\n".to_vec();
        let error = parse_qrels(text, "qrels", LENIENT, &mut dropped).expect_err("zip");
        assert!(error.to_string().starts_with("qrels:1:1: found a zip archive, expected text"));
        // A topic may begin as JSON does.
        let (docs, _) = read("[q] Q0 a 1 1 t\n[q] Q0 b x t\n", LENIENT).expect("a run");
        assert_eq!(docs, "a=1");
    }
}
