//! Judgments made in groups (by several people, say), listed by topic: what `qrels_jg` and the
//! preference formats have in common.

use std::ops::Range;

use crate::error::{Place, quote};
use crate::lists::place;
use crate::topics::Topics;

/// One judgment, with the places of its names in the order of their bytes.
#[derive(Debug, Clone, Copy)]
pub struct Judgment {
    topic: usize,
    group: usize,
    subgroup: usize,
    /// Where its document id starts in the text.
    start: usize,
    len: usize,
    /// The grade, or the level of preference.
    pub value: f64,
}

/// Judgments in the order of topic, group, subgroup and document id, by their bytes.
#[derive(Debug)]
pub struct Grouped {
    text: Vec<u8>,
    file: String,
    topics: Vec<Box<[u8]>>,
    groups: Vec<Box<[u8]>>,
    judgments: Vec<Judgment>,
    /// Where each topic's judgments start, and the end of the last.
    starts: Vec<usize>,
}

impl Grouped {
    /// The names of the topics, in order.
    pub fn topics(&self) -> &[Box<[u8]>] {
        &self.topics
    }

    /// All judgments.
    pub fn all(&self) -> &[Judgment] {
        &self.judgments
    }

    /// The judgments of a topic.
    pub fn topic(&self, topic: usize) -> &[Judgment] {
        &self.judgments[self.starts[topic]..self.starts[topic + 1]]
    }

    /// The document of a judgment.
    pub fn docno(&self, judgment: &Judgment) -> &[u8] {
        &self.text[judgment.start..judgment.start + judgment.len]
    }

    /// What is wrong, and where, with the first judgment in the file that names a document again in
    /// its subgroup.
    pub fn duplicate(&self) -> Option<(String, Place)> {
        let same = |pair: &&[Judgment]| {
            pair[0].is_beside(&pair[1]) && self.docno(&pair[0]) == self.docno(&pair[1])
        };
        let pair = self.judgments.windows(2).filter(same).min_by_key(|pair| pair[1].start)?;
        let (document, first) = (self.describe(&pair[1]), self.line(&pair[0]));
        let found = format!("{document} a second time (first in line {first})");
        Some((found, self.place(&pair[1])))
    }

    /// Says of which document, group and topic a judgment is.
    pub fn describe(&self, judgment: &Judgment) -> String {
        format!(
            "document '{}' of group '{}' in topic '{}'",
            quote(self.docno(judgment)),
            quote(&self.groups[judgment.group]),
            quote(&self.topics[judgment.topic])
        )
    }

    /// The line of a judgment.
    pub fn line(&self, judgment: &Judgment) -> usize {
        crate::lists::line(&self.text, judgment.start)
    }

    /// Where the document of a judgment stands.
    pub fn place(&self, judgment: &Judgment) -> Place {
        place(&self.file, &self.text, judgment.start)
    }
}

impl Judgment {
    /// Whether another judgment is of the same topic and group.
    pub fn is_with(&self, other: &Self) -> bool {
        (self.topic, self.group) == (other.topic, other.group)
    }

    /// Whether another judgment is of the same topic, group and subgroup.
    pub fn is_beside(&self, other: &Self) -> bool {
        self.is_with(other) && self.subgroup == other.subgroup
    }
}

/// The fields of a line: where its names stand in the text, and its value.
#[derive(Debug)]
pub struct Fields {
    /// The topic.
    pub topic: Range<usize>,
    /// The judgment group.
    pub group: Range<usize>,
    /// The subgroup, empty in a format without.
    pub subgroup: Range<usize>,
    /// The document.
    pub docno: Range<usize>,
    /// The grade, or the level of preference.
    pub value: f64,
}

/// Collects judgments in any order.
#[derive(Debug, Default)]
pub struct Builder {
    topics: Topics,
    groups: Topics,
    subgroups: Topics,
    judgments: Vec<Judgment>,
}

impl Builder {
    /// Adds the judgment of a line of `text`.
    pub fn push(&mut self, text: &[u8], fields: Fields) {
        let Fields { topic, group, subgroup, docno, value } = fields;
        self.judgments.push(Judgment {
            topic: self.topics.number(&text[topic]),
            group: self.groups.number(&text[group]),
            subgroup: self.subgroups.number(&text[subgroup]),
            start: docno.start,
            len: docno.len(),
            value,
        });
    }

    /// Whether there is no judgment.
    pub fn is_empty(&self) -> bool {
        self.judgments.is_empty()
    }

    /// The judgments, of which `text` is all of `file`.
    pub fn finish(self, text: Vec<u8>, file: &str) -> Grouped {
        let (topics, topic_places) = self.topics.sorted();
        let (groups, group_places) = self.groups.sorted();
        let (_, subgroup_places) = self.subgroups.sorted();
        let mut judgments = self.judgments;
        for judgment in &mut judgments {
            judgment.topic = topic_places[judgment.topic];
            judgment.group = group_places[judgment.group];
            judgment.subgroup = subgroup_places[judgment.subgroup];
        }
        let key = |j: &Judgment| (j.topic, j.group, j.subgroup);
        let docno = |j: &Judgment| &text[j.start..j.start + j.len];
        judgments.sort_unstable_by(|a, b| {
            let documents = || docno(a).cmp(docno(b)).then(a.start.cmp(&b.start));
            key(a).cmp(&key(b)).then_with(documents)
        });
        let first = |topic: usize| judgments.partition_point(|j| j.topic < topic);
        let starts = (0..=topics.len()).map(first).collect();
        Grouped { text, file: file.to_owned(), topics, groups, judgments, starts }
    }
}
