//! What to do with input that is refused by default, and with equal scores: chosen by option,
//! never by default.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::choice::Choice;
use crate::error::counted;
use crate::lists::Lists;

/// What to do with a document that a topic lists twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Duplicates {
    /// Refuse the file.
    #[default]
    Error,
    /// Keep the first mention.
    First,
    /// Keep the last mention.
    Last,
    /// Keep the mention with the highest score or grade, the first of equal ones.
    Max,
}

/// What to do with a score that is not a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Nans {
    /// Refuse the run.
    #[default]
    Error,
    /// Leave the document out.
    Drop,
}

/// What a grade can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Grades {
    /// A whole number. `trec_eval` takes a fraction too, and drops what follows the point.
    #[default]
    Whole,
    /// Any number.
    Decimal,
}

/// How documents with equal scores are ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ties {
    /// By document id, highest bytes first.
    #[default]
    Docno,
    /// As the lines of the run.
    File,
    /// By the rank column, lowest first; equal ranks by document id.
    Rank,
}

/// The topics to average over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Topics {
    /// Those that both the qrels and the run have.
    #[default]
    Intersection,
    /// All of the qrels.
    Qrels,
    /// All of the run. One that the qrels lack has no relevant document.
    Run,
}

/// What a ranking is ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OrderBy {
    /// Scores, highest first.
    #[default]
    Score,
    /// The rank column, lowest first. Scores are not looked at.
    Rank,
}

/// What becomes of a topic without a relevant document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NoRelevant {
    /// It has the value that its measures compute, which is 0.
    #[default]
    Zero,
    /// It is left out.
    Skip,
    /// It counts as 1, a perfect ranking, in the measures of which 1 is the highest value.
    One,
}

impl Choice for Duplicates {
    const VALUES: &'static [(&'static str, Self)] =
        &[("error", Self::Error), ("first", Self::First), ("last", Self::Last), ("max", Self::Max)];
}

impl Choice for Nans {
    const VALUES: &'static [(&'static str, Self)] = &[("error", Self::Error), ("drop", Self::Drop)];
}

impl Choice for Ties {
    const VALUES: &'static [(&'static str, Self)] =
        &[("docno", Self::Docno), ("file", Self::File), ("rank", Self::Rank)];
}

impl Choice for OrderBy {
    const VALUES: &'static [(&'static str, Self)] = &[("score", Self::Score), ("rank", Self::Rank)];
}

impl Choice for NoRelevant {
    const VALUES: &'static [(&'static str, Self)] =
        &[("zero", Self::Zero), ("skip", Self::Skip), ("one", Self::One)];
}

impl Choice for Topics {
    const VALUES: &'static [(&'static str, Self)] =
        &[("intersection", Self::Intersection), ("qrels", Self::Qrels), ("run", Self::Run)];
}

/// All that can be chosen about reading files. The defaults refuse what is not right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Policies {
    /// A document that a topic lists twice.
    pub duplicates: Duplicates,
    /// A score that is not a number.
    pub nans: Nans,
    /// Skip lines that cannot be read.
    pub lenient: bool,
    /// What a grade can be.
    pub grades: Grades,
}

impl Policies {
    /// The options that ask for other than the defaults.
    pub fn asked(&self) -> impl Iterator<Item = &'static str> {
        let Self { duplicates, nans, lenient, grades } = *self;
        let options = [
            ("lenient", lenient),
            ("duplicates", duplicates != Duplicates::default()),
            ("nan", nans != Nans::default()),
            ("float-grades", grades != Grades::default()),
        ];
        options.into_iter().filter(|&(_, is_asked)| is_asked).map(|(option, _)| option)
    }
}

/// What the policies have left out of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Dropped {
    /// Lines that cannot be read.
    pub malformed: Noted,
    /// Lines of a run that lack the tag; they are read.
    pub untagged: Noted,
    /// Documents with a score that is not a number.
    pub nans: Noted,
    /// Mentions of a document that the topic has in another line.
    pub duplicates: Noted,
}

impl Dropped {
    /// What was left out, in words: one text for each kind.
    pub fn texts(&self) -> Vec<String> {
        let kinds = [
            (&self.malformed, ["skipped", "line", ""]),
            (&self.untagged, ["took", "line", " without a tag"]),
            (&self.nans, ["dropped", "document", " with a score that is not a number"]),
            (&self.duplicates, ["dropped", "more mention", " of a document"]),
        ];
        let noted = kinds.into_iter().filter(|(noted, _)| noted.count > 0);
        let texts = noted.map(|(Noted { count, first }, [did, what, which])| {
            let more = if first.len() < *count { "; ..." } else { "" };
            let (what, first) = (counted(*count, what), first.join("; "));
            format!("{did} {what}{which}: {first}{more}")
        });
        texts.collect()
    }
}

/// A number of things, the first few of them in words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Noted {
    /// How many.
    pub count: usize,
    /// The first few.
    pub first: Vec<String>,
}

impl Noted {
    /// How many are kept in words.
    const SHOWN: usize = 3;

    /// Counts one.
    pub(crate) fn note(&mut self, text: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.len() < Self::SHOWN {
            self.first.push(text());
        }
    }
}

/// Leaves one mention of each document in each topic, as the policy says. The default leaves all,
/// for the evaluation to find.
pub fn deduplicate(lists: &mut Lists, policy: Duplicates, dropped: &mut Noted) {
    if let Some(keep) = mentions(lists, policy, dropped) {
        lists.retain(&keep);
    }
}

/// Whether each document of lists is the mention to be left; nothing if all are.
pub(crate) fn mentions(
    lists: &Lists,
    policy: Duplicates,
    dropped: &mut Noted,
) -> Option<Vec<bool>> {
    if policy == Duplicates::Error {
        return None;
    }
    let mut keep = Vec::with_capacity(lists.num_docs());
    for topic in 0..lists.len() {
        let mut kept: HashMap<&[u8], usize, foldhash::fast::RandomState> = HashMap::default();
        let docs = lists.docs(topic);
        let start = keep.len();
        keep.resize(start + docs.len(), true);
        for (index, doc) in docs.iter().enumerate() {
            let mut before = match kept.entry(lists.docno(doc)) {
                Entry::Vacant(entry) => {
                    entry.insert(index);
                    continue;
                }
                Entry::Occupied(entry) => entry,
            };
            let first = *before.get();
            let replaces = match policy {
                Duplicates::Error | Duplicates::First => false,
                Duplicates::Last => true,
                Duplicates::Max => doc.value > docs[first].value,
            };
            let out = if replaces { before.insert(index) } else { index };
            keep[start + out] = false;
            dropped.note(|| lists.mention(topic, &docs[out]));
        }
    }
    Some(keep)
}
