//! Reads a large file of qrels and keeps the judgments that values depend on: most are of documents
//! that are not relevant, and to keep them takes longer than to read them.
//!
//! Of the others the grades are counted, and it is made sure that none is there twice. Where that,
//! or anything else, needs a second look, nothing is given, and the file is to be read whole.

use std::collections::HashSet;
use std::fs::File;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::blocks::Blocks;
use crate::formats::Fault;
use crate::formats::fields::first_line;
use crate::formats::qrels::read;
use crate::levels::Levels;
use crate::lists::Builder;
use crate::policies::Grades;
use crate::qrels::Qrels;
use crate::table::{self, HashState, Slot};
use crate::threads::on_threads;

/// Bytes of a file that is worth it.
const WORTH_IT: u64 = if cfg!(fuzzing) { 1 } else { 1 << 20 };

/// Qrels of TREC without the documents that have a grade below `least_grade`, read on up to
/// `threads` threads. Gives nothing for a file that is small, compressed or not of that format, has
/// an error, or in which the lines of a topic stand apart.
pub fn read_needed(file: &Path, least_grade: f64, threads: usize) -> Option<Qrels> {
    if least_grade == f64::NEG_INFINITY || file == Path::new("-") {
        return None;
    }
    let file = File::open(file).ok()?;
    if file.metadata().ok()?.len() < WORTH_IT {
        return None;
    }
    let blocks = Blocks::new(file).ok()?.ok().filter(|blocks| !blocks.are_compressed())?;
    let (state, is_over) = (HashState::default(), AtomicBool::new(false));
    let parts = on_threads(threads.min(blocks.count()), || {
        let part = Part::new(&state, least_grade).read(&blocks, &is_over);
        is_over.fetch_or(part.is_none(), Ordering::Relaxed);
        part
    });
    gathered(parts.into_iter().collect::<Option<_>>()?)
}

/// What one thread has read.
struct Part<'s> {
    state: &'s HashState,
    least_grade: f64,
    /// Hashes of the topics that have come.
    topics: HashSet<u64, HashState>,
    /// These topics, with the levels of their grades and the documents that are kept.
    names: Vec<Box<[u8]>>,
    levels: Levels,
    kept: Builder,
    // Of the topic that comes by: the hash of each document and its grade, and which to keep.
    hashes: Vec<u64>,
    grades: Vec<f64>,
    needed: Vec<(Range<usize>, f64)>,
    slots: Vec<Slot>,
}

impl<'s> Part<'s> {
    fn new(state: &'s HashState, least_grade: f64) -> Self {
        Self {
            state,
            least_grade,
            topics: HashSet::default(),
            names: Vec::new(),
            levels: Levels::default(),
            kept: Builder::default(),
            hashes: Vec::new(),
            grades: Vec::new(),
            needed: Vec::new(),
            slots: Vec::new(),
        }
    }

    fn read(mut self, blocks: &Blocks, is_over: &AtomicBool) -> Option<Self> {
        let mut buffer = Vec::new();
        while let Some(range) = blocks.next(&mut buffer).ok()? {
            if is_over.load(Ordering::Relaxed) {
                return None;
            }
            self.block(&buffer, range.start == 0)?;
        }
        Some(self)
    }

    fn block(&mut self, text: &[u8], is_first: bool) -> Option<()> {
        if is_first && Fault::of_binary(text).is_some() {
            return None;
        }
        let start = if is_first { first_line(text) } else { 0 };
        let (mut topic, mut is_good): (&[u8], bool) = (b"", true);
        read(text, start, Grades::Whole, |this, docno, grade| {
            let this = &text[this];
            if this != topic {
                is_good &= self.topic(topic, text).is_some();
                topic = this;
            }
            self.hashes.push(table::hash(self.state, &text[docno.clone()]));
            self.grades.push(grade);
            if grade >= self.least_grade {
                self.needed.push((docno, grade));
            }
        })
        .ok()?;
        is_good &= self.topic(topic, text).is_some();
        is_good.then_some(())
    }

    /// Takes the topic that has come by, if one has.
    fn topic(&mut self, name: &[u8], text: &[u8]) -> Option<()> {
        if self.hashes.is_empty() {
            return Some(());
        }
        if !self.topics.insert(table::hash(self.state, name)) {
            return None; // it may be the same topic
        }
        let Self { hashes, slots, .. } = self;
        slots.clear();
        slots.resize(table::slots_for(hashes.len()), 0);
        for (index, &hash) in (0..).zip(&*hashes) {
            // They may be the same document.
            let is_same = |other: u32| hashes[other as usize] == hash;
            if table::insert(slots, hash, index, is_same).is_some() {
                return None;
            }
        }
        hashes.clear();
        self.names.push(name.into());
        self.levels.push(self.grades.drain(..));
        for (docno, grade) in self.needed.drain(..) {
            self.kept.push(name, &text[docno], grade);
        }
        Some(())
    }
}

/// The qrels of all parts, which have different topics.
fn gathered(parts: Vec<Part>) -> Option<Qrels> {
    let (mut levels, mut names, mut kept) = (Levels::default(), Vec::new(), Builder::default());
    for part in parts {
        levels.append(&part.levels);
        names.extend(part.names);
        let lists = part.kept.finish();
        for (topic, name) in lists.names().iter().enumerate() {
            for doc in lists.docs(topic) {
                kept.push(name, lists.docno(doc), doc.value);
            }
        }
    }
    for name in &names {
        kept.push_topic(name);
    }
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_unstable_by(|&a, &b| names[a].cmp(&names[b]));
    if order.is_empty() || order.windows(2).any(|pair| names[pair[0]] == names[pair[1]]) {
        return None;
    }
    let levels = levels.in_order(order.iter().copied());
    let names = order.iter().map(|&at| std::mem::take(&mut names[at])).collect();
    let qrels = Qrels::of_levels(names, levels);
    qrels.set_documents(kept.finish()).ok()?;
    Some(qrels)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::path::PathBuf;

    use super::{WORTH_IT, read_needed};
    use crate::formats::qrels::parse;
    use crate::qrels::Qrels;

    /// A file that is gone at the end of the test.
    struct Temporary(PathBuf);

    impl Temporary {
        fn new(name: &str, text: &str) -> Self {
            let name = format!("rtreceval-needed-{name}-{}", std::process::id());
            let this = Self(std::env::temp_dir().join(name));
            std::fs::write(&this.0, text).expect("a temporary file");
            this
        }
    }

    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    /// Topics of several sizes, larger than a block together.
    fn text() -> String {
        let mut text = String::from("\u{FEFF}# qrels\n\n");
        for topic in (0..90).rev() {
            for n in 0..=topic * 13 {
                let grade = (n * n % 7) - 3;
                let line = format!("t{topic} 0 document-{:06} {grade}", n * 37 % 100_000);
                writeln!(text, "{line}{}", if n % 11 == 5 { " \r" } else { "" }).expect("memory");
            }
        }
        assert!(text.len() as u64 > WORTH_IT);
        text
    }

    fn judgments(qrels: &Qrels, least: f64) -> Vec<Vec<(&[u8], f64)>> {
        let documents = qrels.documents().expect("they are set");
        let of_topic = |topic| documents.topic(topic).judgments().filter(|j| j.1 >= least);
        (0..qrels.len()).map(|topic| of_topic(topic).collect()).collect()
    }

    #[test]
    fn what_is_left_out_is_counted() {
        let text = text();
        let file = Temporary::new("whole", &text);
        let whole = parse(text.into_bytes(), "qrels", 1).expect("qrels");
        for threads in [1, 2, 3] {
            for least in [1.0, 3.0, -1.0] {
                let needed = read_needed(&file.0, least, threads).expect("qrels");
                assert_eq!(needed.topics(), whole.topics());
                assert_eq!(needed.num_judgments(), whole.num_judgments());
                for topic in 0..whole.len() {
                    assert_eq!(needed.levels(topic), whole.levels(topic));
                }
                assert_eq!(judgments(&needed, f64::MIN), judgments(&whole, least));
            }
        }
    }

    #[test]
    fn what_needs_a_second_look_is_left() {
        let text = text();
        assert!(read_needed(&Temporary::new("small", "t 0 d 1\n").0, 1.0, 2).is_none());
        let whole = Temporary::new("all", &text);
        assert!(read_needed(&whole.0, f64::NEG_INFINITY, 2).is_none());
        assert!(read_needed(&whole.0.with_extension("absent"), 1.0, 2).is_none());
        for (name, line) in [
            ("twice", "t0 0 document-000000 0"),
            ("apart", "t70 0 other 0"),
            ("fields", "t100 0 d"),
            ("grade", "t100 0 d 0.5"),
            ("json", "{}"),
        ] {
            let file = Temporary::new(name, &format!("{text}{line}\n"));
            assert!(read_needed(&file.0, 1.0, 2).is_none(), "{name}");
        }
    }
}
