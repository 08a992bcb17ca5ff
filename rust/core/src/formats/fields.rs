//! Lines and the fields in them, by the rules of `trec_eval`: a line ends at a newline, and any
//! run of white space (blank, tab, vertical tab, form feed, carriage return) parts two fields.

use std::ops::Range;

use super::separators::Separators;

/// The byte order mark that some editors put in front of UTF-8.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Where the lines of a file begin: after a byte order mark.
pub fn first_line(text: &[u8]) -> usize {
    if text.starts_with(BOM) { BOM.len() } else { 0 }
}

/// Whether a byte parts fields.
#[inline]
pub fn is_space(byte: u8) -> bool {
    byte == b' ' || (b'\t'..=b'\r').contains(&byte)
}

/// A line with content: not blank, not a comment.
#[derive(Debug, Clone)]
pub struct Line<const N: usize> {
    /// The places of the first N fields.
    pub fields: [Range<usize>; N],
    /// How many of them there are.
    pub count: usize,
    /// Whether there are more than N.
    pub has_more: bool,
}

impl<const N: usize> Line<N> {
    /// The end of the last of the first N fields.
    pub fn end(&self) -> usize {
        self.fields[self.count - 1].end
    }

    /// Whether there are N fields, no more and no less.
    pub fn is_exact(&self) -> bool {
        self.count == N && !self.has_more
    }
}

/// A line of N fields with one separator after each.
#[derive(Debug, Clone, Copy)]
pub struct Plain<const N: usize> {
    start: usize,
    ends: [usize; N],
}

impl<const N: usize> Plain<N> {
    /// The place of a field in the text.
    #[inline]
    pub fn field(&self, index: usize) -> Range<usize> {
        let start = if index == 0 { self.start } else { self.ends[index - 1] + 1 };
        start..self.ends[index]
    }
}

/// The lines of a text that have content, split into their first N fields.
#[derive(Debug, Clone)]
pub struct Lines<'a, const N: usize> {
    text: &'a [u8],
    /// Where the next line starts.
    start: usize,
    separators: Separators<'a>,
}

impl<'a, const N: usize> Lines<'a, N> {
    /// The lines from `start` on, where one begins.
    pub fn new(text: &'a [u8], start: usize) -> Self {
        Self { text, start, separators: Separators::new(text, start) }
    }

    /// The next line with content.
    #[inline]
    pub fn next_line(&mut self) -> Option<Line<N>> {
        match self.next_plain() {
            Some(plain) => {
                let fields = std::array::from_fn(|index| plain.field(index));
                Some(Line { fields, count: N, has_more: false })
            }
            None => self.next_any(),
        }
    }

    /// Where the line after the one last given starts.
    pub fn position(&self) -> usize {
        self.start
    }

    /// The next line, if it is N fields with one separator after each, the last a newline, as
    /// nearly all are. Any other is left for [`Lines::next_any`].
    #[inline]
    pub fn next_plain(&mut self) -> Option<Plain<N>> {
        if self.text.get(self.start) == Some(&b'#') {
            return None;
        }
        let ends = *self.separators.take_line::<N>()?;
        let plain = Plain { start: self.start, ends };
        self.start = ends[N - 1] + 1;
        Some(plain)
    }

    /// The next line with content, split by the full rules.
    #[cold]
    pub fn next_any(&mut self) -> Option<Line<N>> {
        while self.start < self.text.len() {
            let rest = &self.text[self.start..];
            let end = memchr::memchr(b'\n', rest).map_or(self.text.len(), |n| self.start + n);
            let line = split(self.text, self.start..end);
            let is_comment = rest[0] == b'#';
            self.start = end + 1;
            if !is_comment && line.count > 0 {
                self.separators.skip_to(self.start);
                return Some(line);
            }
        }
        None
    }
}

fn split<const N: usize>(text: &[u8], line: Range<usize>) -> Line<N> {
    let mut split = Line { fields: [const { 0..0 }; N], count: 0, has_more: false };
    let mut at = line.start;
    loop {
        let skip = |at: usize, space: bool| {
            let run = text[at..line.end].iter().take_while(|&&byte| is_space(byte) == space);
            at + run.count()
        };
        at = skip(at, true);
        if at == line.end {
            return split;
        }
        if split.count == N {
            split.has_more = true;
            return split;
        }
        let end = skip(at, false);
        split.fields[split.count] = at..end;
        split.count += 1;
        at = end;
    }
}
