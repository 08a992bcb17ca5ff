//! A text in memory, read by several threads.

use std::ops::Range;

use super::Fault;
use super::fields::first_line;
use crate::lists::Builder;
use crate::threads;

/// A text smaller than this is read before a second thread would have started.
const WORTH_A_THREAD: usize = if cfg!(fuzzing) { 1 << 5 } else { 1 << 18 };

/// What a part of a text holds: its documents, and what `read` gives.
type Part<T> = Result<(Builder, T), Fault>;

/// Cuts a text at ends of lines, and lists the documents of each part with `read`, which gets the
/// text up to the end of its part, and where the part starts.
///
/// Gives the documents of the parts, and what `read` gave of them, in the order of the text.
///
/// # Errors
///
/// The first fault of `read`, in the order of the text.
pub fn list<T: Send>(
    text: &[u8],
    threads: usize,
    read: impl Fn(&[u8], usize, &mut Builder) -> Result<T, Fault> + Sync,
) -> Result<(Vec<Builder>, Vec<T>), Fault> {
    let read_part = |part: Range<usize>| -> Part<T> {
        let mut builder = Builder::default();
        let result = read(&text[..part.end], part.start, &mut builder)?;
        Ok((builder, result))
    };
    threads::each(cut(text, threads), read_part).into_iter().collect()
}

/// Parts of a text that begin with a line, of about the same size, one for each thread.
fn cut(text: &[u8], threads: usize) -> Vec<Range<usize>> {
    let start = first_line(text);
    let count = threads.min(text.len() / WORTH_A_THREAD).max(1);
    let mut cuts = vec![start];
    for part in 1..count {
        let from = (text.len() / count * part).max(start);
        cuts.push(memchr::memchr(b'\n', &text[from..]).map_or(text.len(), |at| from + at + 1));
    }
    cuts.push(text.len());
    cuts.windows(2).map(|pair| pair[0]..pair[1]).collect()
}
