//! A run that can be read only from its start to its end, cut where its topic changes: what comes
//! out of a compressed file.

use std::io::{self, Read};
use std::ops::Range;

use crate::blocks::BLOCK;
use crate::formats::compression::Decompressed;
use crate::formats::fields::is_space;

/// Text that flows in, in blocks like those of [`Blocks`](crate::blocks::Blocks).
pub(crate) struct Inflow {
    from: Decompressed<'static>,
    /// Where the next block begins, and what of it is already read.
    start: u64,
    rest: Vec<u8>,
    is_at_end: bool,
}

impl std::fmt::Debug for Inflow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Inflow").field("start", &self.start).finish_non_exhaustive()
    }
}

impl Inflow {
    pub(crate) fn new(from: Decompressed<'static>) -> Self {
        Self { from, start: 0, rest: Vec::new(), is_at_end: false }
    }

    /// Reads the next block into `buffer`, and gives where it stands in the text.
    pub(crate) fn next(&mut self, buffer: &mut Vec<u8>) -> io::Result<Option<Range<u64>>> {
        buffer.clear();
        buffer.append(&mut self.rest);
        let mut wanted = BLOCK;
        let end = loop {
            self.fill(buffer, wanted)?;
            if self.is_at_end {
                break buffer.len();
            }
            if let Some(end) = last_change(buffer) {
                break end;
            }
            wanted *= 2;
        };
        self.rest.extend_from_slice(&buffer[end..]);
        buffer.truncate(end);
        let range = self.start..self.start + end as u64;
        self.start = range.end;
        Ok(Some(range).filter(|range| !range.is_empty()))
    }

    /// Reads until there are so many bytes, or no more to come.
    fn fill(&mut self, buffer: &mut Vec<u8>, wanted: u64) -> io::Result<()> {
        let missing = wanted.saturating_sub(buffer.len() as u64);
        if !self.is_at_end {
            let read = self.from.by_ref().take(missing).read_to_end(buffer);
            self.is_at_end = !read.as_ref().is_ok_and(|&read| read as u64 == missing);
            read?;
        }
        Ok(())
    }
}

/// Where the last line starts of those whose topic is not that of the line before. The last line
/// of the text may not be all there, and is not looked at.
fn last_change(text: &[u8]) -> Option<usize> {
    let mut end = memchr::memrchr(b'\n', text)?;
    let mut after: Option<(&[u8], usize)> = None;
    loop {
        let newline = memchr::memrchr(b'\n', &text[..end]);
        let start = newline.map_or(0, |newline| newline + 1);
        if let Some(topic) = topic(&text[start..end]) {
            match after {
                Some((other, line)) if other != topic => return Some(line),
                _ => after = Some((topic, start)),
            }
        }
        end = newline?;
    }
}

/// The topic of a line; nothing if it is blank or a comment.
fn topic(line: &[u8]) -> Option<&[u8]> {
    let field = line.split(|&byte| is_space(byte)).find(|field| !field.is_empty())?;
    (line[0] != b'#').then_some(field)
}

#[cfg(test)]
mod tests {
    use super::{Inflow, last_change};

    #[test]
    fn blocks_begin_where_the_topic_changes() {
        assert_eq!(last_change(b"a 1\na 2\nb 3\nb 4\n"), Some(8));
        assert_eq!(last_change(b"a 1\nb 3\n# c\n\n \tb 4\nc"), Some(4));
        assert_eq!(last_change(b"a 1\nb 3"), None);
        assert_eq!(last_change(b"\xEF\xBB\xBFa 1\na 2\na 3\n"), Some(7));
        assert_eq!(last_change(b"no line"), None);
    }

    #[test]
    fn all_of_a_text_comes_by() {
        let line = |topic: usize| format!("{topic} Q0 {:>60} 0 0.5 tag\n", "d");
        let long = [line(1).repeat(60_000), line(2).repeat(9), line(3).repeat(30_000)].concat();
        for text in [String::new(), line(1), long] {
            let mut inflow = Inflow::new(Box::new(std::io::Cursor::new(text.clone())));
            let (mut all, mut buffer, mut topics) = (String::new(), Vec::new(), Vec::new());
            while let Some(range) = inflow.next(&mut buffer).expect("memory") {
                assert_eq!(range, all.len() as u64..(all.len() + buffer.len()) as u64);
                all.push_str(std::str::from_utf8(&buffer).expect("text"));
                topics.push((buffer[0], buffer[buffer.len() - 76]));
            }
            assert!(all == text);
            assert!(topics.windows(2).all(|pair| pair[0].1 != pair[1].0));
        }
    }
}
