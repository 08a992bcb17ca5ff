//! A large run file, cut where its topic changes, for threads to read one part at a time.

use std::fs::File;
use std::io::{self, Seek};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use crate::formats::compression;
use crate::formats::fields::Lines;
use crate::inflow::Inflow;
use crate::whole;

/// Bytes in a block, up to the next change of topic: large enough that cutting costs nothing,
/// small enough that a few of them stay in the processor's cache.
pub(crate) const BLOCK: u64 = if cfg!(fuzzing) { 1 << 6 } else { 1 << 19 };

/// Bytes read at once to find where to cut.
const WINDOW: u64 = if cfg!(fuzzing) { 1 << 5 } else { 1 << 14 };

/// Bytes before the end of a block in which to find a line and its topic.
const LOOK_BACK: u64 = if cfg!(fuzzing) { 1 << 4 } else { 1 << 12 };

/// How many times its size a compressed file holds, about.
const EXPANSION: u64 = 4;

/// A file that is read in blocks. Every block begins with the first line of a topic, and a topic
/// whose lines stand together is in one block.
#[derive(Debug)]
pub struct Blocks {
    file: File,
    size: u64,
    /// Where the next block begins, and a buffer to look for its end.
    next: Mutex<(u64, Vec<u8>)>,
    /// What the file holds, where it is compressed.
    inflow: Option<Mutex<Inflow>>,
}

impl Blocks {
    /// The blocks of a file, if it is one that can be read at any place; a pipe is given back.
    ///
    /// # Errors
    ///
    /// The operating system says nothing of the file.
    pub fn new(file: File) -> io::Result<Result<Self, File>> {
        let meta = file.metadata()?;
        if !meta.is_file() {
            return Ok(Err(file));
        }
        let next = Mutex::new((0, Vec::new()));
        let mut blocks = Self { file, size: meta.len(), next, inflow: None };
        let mut head = Vec::new();
        whole::part(&blocks.file, 0..blocks.size.min(compression::HEAD as u64), &mut head)?;
        if let Some(compression) = compression::of(&head) {
            let mut file = blocks.file.try_clone()?;
            file.rewind()?;
            blocks.inflow = Some(Mutex::new(Inflow::new(compression.decompress(file))));
            blocks.size = blocks.size.saturating_mul(EXPANSION);
        }
        Ok(Ok(blocks))
    }

    /// Whether the file is compressed.
    pub fn are_compressed(&self) -> bool {
        self.inflow.is_some()
    }

    /// The number of blocks, about.
    pub fn count(&self) -> usize {
        usize::try_from(self.size / BLOCK + 1).unwrap_or(usize::MAX)
    }

    /// Reads the next block into `buffer`, and gives where it stands in the file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or its compressed data are damaged.
    pub fn next(&self, buffer: &mut Vec<u8>) -> io::Result<Option<Range<u64>>> {
        if let Some(inflow) = &self.inflow {
            return inflow.lock().unwrap_or_else(PoisonError::into_inner).next(buffer);
        }
        let range = {
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            let start = next.0;
            if start >= self.size {
                return Ok(None);
            }
            next.0 = self.cut(start + BLOCK, &mut next.1)?;
            start..next.0
        };
        whole::part(&self.file, range.clone(), buffer)?;
        Ok(Some(range))
    }

    /// The start of the first line at or after `from` whose topic is not that of the line before.
    fn cut(&self, from: u64, buffer: &mut Vec<u8>) -> io::Result<u64> {
        // A little earlier, to see the topic of the line before.
        let mut at = from.saturating_sub(LOOK_BACK);
        let mut inside_line = true;
        let mut topic: Option<Vec<u8>> = None;
        let mut window = WINDOW;
        while from < self.size && at < self.size {
            let end = (at + window).min(self.size);
            whole::part(&self.file, at..end, buffer)?;
            let after_last_line = if end == self.size {
                buffer.len()
            } else if let Some(newline) = memchr::memrchr(b'\n', buffer) {
                newline + 1
            } else {
                window *= 2;
                continue;
            };
            let first_line = match memchr::memchr(b'\n', buffer) {
                Some(newline) if inside_line => newline + 1,
                None if inside_line => after_last_line,
                _ => 0,
            };
            let text = &buffer[..after_last_line];
            let mut lines = Lines::<6>::new(text, first_line);
            loop {
                let start = lines.position();
                let Some(line) = lines.next_line() else { break };
                let this = &text[line.fields[0].clone()];
                match &topic {
                    Some(topic) if topic == this => {}
                    Some(_) if at + start as u64 >= from => return Ok(at + start as u64),
                    _ => topic = Some(this.to_vec()),
                }
            }
            inside_line = false;
            at += after_last_line as u64;
            window = WINDOW;
        }
        Ok(self.size)
    }
}
