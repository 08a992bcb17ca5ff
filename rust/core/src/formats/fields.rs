//! Lines and the fields in them, by the rules of `trec_eval`: a line ends at a newline, and any
//! run of white space (blank, tab, vertical tab, form feed, carriage return) parts two fields.

use std::ops::Range;

/// The byte order mark that some editors put in front of UTF-8.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Where the content of a file begins: after a byte order mark.
#[must_use]
pub fn content_start(text: &[u8]) -> usize {
    if text.starts_with(BOM) { BOM.len() } else { 0 }
}

/// Whether a byte parts fields.
#[inline]
#[must_use]
pub fn is_space(byte: u8) -> bool {
    byte == b' ' || (b'\t'..=b'\r').contains(&byte)
}

/// A line with content: not blank, not a comment.
#[derive(Debug, Clone, Copy)]
pub struct Line<const N: usize> {
    fields: [(usize, usize); N],
    count: usize,
    /// Whether there are more fields than N.
    pub has_more: bool,
    /// The end of the line.
    pub end: usize,
}

impl<const N: usize> Line<N> {
    /// Number of fields, N at most.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The place of a field in the text.
    #[must_use]
    pub fn range(&self, field: usize) -> Range<usize> {
        self.fields[field].0..self.fields[field].1
    }

    /// The end of the last field.
    #[must_use]
    pub fn last_end(&self) -> usize {
        self.fields[self.count - 1].1
    }
}

/// The next line with content at or after `*at`, which moves past it. A line that starts with `#`
/// is a comment.
#[inline]
pub fn next_line<const N: usize>(text: &[u8], at: &mut usize) -> Option<Line<N>> {
    loop {
        let start = *at;
        if start >= text.len() {
            return None;
        }
        if text[start] == b'#' {
            *at = memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |n| start + n + 1);
            continue;
        }
        let line = split_line(text, start);
        *at = line.end + 1;
        if line.count > 0 {
            return Some(line);
        }
    }
}

fn split_line<const N: usize>(text: &[u8], start: usize) -> Line<N> {
    let mut line = Line { fields: [(0, 0); N], count: 0, has_more: false, end: start };
    let mut at = start;
    loop {
        while at < text.len() && text[at] != b'\n' && is_space(text[at]) {
            at += 1;
        }
        if at >= text.len() || text[at] == b'\n' {
            line.end = at;
            return line;
        }
        if line.count == N {
            line.has_more = true;
            line.end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |n| at + n);
            return line;
        }
        let field = at;
        while at < text.len() && !is_space(text[at]) {
            at += 1;
        }
        line.fields[line.count] = (field, at);
        line.count += 1;
    }
}
