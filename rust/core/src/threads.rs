//! Threads: how many, and work for them.

use std::num::NonZero;
use std::ops::Range;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::ScopedJoinHandle;

use crate::error::{Error, ErrorKind, Result};

/// The environment variable with the number of threads to use where none is asked for.
pub const THREADS_VARIABLE: &str = "RTRECEVAL_THREADS";

/// The number of threads where none is asked for: what the environment says, or one for each
/// processor.
///
/// # Errors
///
/// `RTRECEVAL_THREADS` is no number of threads.
pub fn default_threads() -> Result<usize> {
    // Asking the system reads its files, which takes longer than a small evaluation.
    static DEFAULT: LazyLock<std::result::Result<usize, String>> =
        LazyLock::new(|| match std::env::var_os(THREADS_VARIABLE) {
            None => Ok(std::thread::available_parallelism().map_or(1, NonZero::get)),
            Some(value) => {
                let threads = value.to_str().and_then(|value| value.parse().ok());
                threads.filter(|&threads| threads > 0).ok_or_else(|| {
                    let value = value.to_string_lossy();
                    format!("{THREADS_VARIABLE}: found '{value}', expected a whole number above 0")
                })
            }
        });
    DEFAULT.clone().map_err(|text| Error::new(ErrorKind::Usage(text)))
}

/// Runs `work` on this thread and `threads - 1` others.
pub(crate) fn on_threads<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    each(0..threads.max(1), |_| work())
}

/// Runs `work` on each part, on a thread of its own but for the first. Gives the results in the
/// order of the parts.
pub(crate) fn each<P: Send, T: Send>(
    parts: impl IntoIterator<Item = P>,
    work: impl Fn(P) -> T + Sync,
) -> Vec<T> {
    let work = &work;
    let mut parts = parts.into_iter();
    let Some(first) = parts.next() else { return Vec::new() };
    std::thread::scope(|scope| {
        let others: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
        std::iter::once(work(first)).chain(others.into_iter().map(join)).collect()
    })
}

/// Runs `work` on each item, on so many threads. Gives the results in the order of the items.
pub(crate) fn map<I: Sync, T: Send>(
    threads: usize,
    items: &[I],
    work: impl Fn(&I) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done = on_threads(threads, || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return done };
            done.push((index, work(item)));
        }
    });
    let mut done: Vec<_> = done.into_iter().flatten().collect();
    done.sort_unstable_by_key(|&(index, _)| index);
    done.into_iter().map(|(_, result)| result).collect()
}

fn join<T>(thread: ScopedJoinHandle<T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Shares the rows of neighbouring topics among threads, about the same number for each. Topic t has
/// the rows from `starts[t]` to `starts[t + 1]`. Gives the topics and the rows of each share.
pub(crate) fn shares<'a, R>(
    rows: &'a mut [R],
    starts: &[usize],
    threads: usize,
) -> Vec<(Range<usize>, &'a mut [R])> {
    let (topics, share) = (starts.len() - 1, rows.len() / threads);
    let (mut shares, mut rest, mut start) = (Vec::with_capacity(threads), rows, 0);
    for number in 1..=threads {
        let end = starts.partition_point(|&at| at < share * number).clamp(start, topics);
        let end = if number == threads { topics } else { end };
        let these;
        (these, rest) = rest.split_at_mut(starts[end] - starts[start]);
        shares.push((start..end, these));
        start = end;
    }
    shares
}

/// What all threads give, or the error that comes first in the input: each says where it stands.
pub(crate) fn first_error<T>(
    results: impl IntoIterator<Item = std::result::Result<T, (usize, Error)>>,
) -> Result<Vec<T>> {
    let mut first: Option<(usize, Error)> = None;
    let mut given = Vec::new();
    for result in results {
        match result {
            Ok(result) => given.push(result),
            Err(error) if first.as_ref().is_none_or(|first| error.0 < first.0) => {
                first = Some(error);
            }
            Err(_) => {}
        }
    }
    first.map_or(Ok(given), |(_, error)| Err(error))
}
