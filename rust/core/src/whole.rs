//! Reads a file whole, a large one on several threads.

use std::fs::File;
use std::io;
use std::ops::Range;

use crate::formats::compression::{self, HEAD};
use crate::threads;

/// A file smaller than this is read before a second thread would have started.
const WORTH_A_THREAD: usize = 1 << 20;

/// Reads what is in a file, decompressed if it is compressed, on up to `threads` threads.
///
/// # Errors
///
/// What the system says, data that cannot be decompressed, or a file that gets shorter meanwhile.
pub fn read(file: File, threads: usize) -> io::Result<Vec<u8>> {
    let meta = file.metadata()?;
    let size = usize::try_from(meta.len()).map_err(io::Error::other)?;
    let threads = threads.min(size / WORTH_A_THREAD);
    if !meta.is_file() || threads < 2 || is_compressed(&file)? {
        return compression::read_all(file, size);
    }
    let mut text = vec![0; size];
    let share = size.div_ceil(threads);
    let shares = text.chunks_mut(share).enumerate();
    let read_share = |(number, part): (usize, &mut [u8])| at(&file, part, (number * share) as u64);
    threads::each(shares, read_share).into_iter().collect::<io::Result<()>>()?;
    Ok(text)
}

fn is_compressed(file: &File) -> io::Result<bool> {
    let mut head = [0; HEAD];
    at(file, &mut head, 0)?;
    Ok(compression::of(&head).is_some())
}

/// Reads a part of a file into a buffer, which gets its size.
///
/// # Errors
///
/// What the system says, or a file that has become shorter.
pub fn part(file: &File, range: Range<u64>, buffer: &mut Vec<u8>) -> io::Result<()> {
    buffer.resize(usize::try_from(range.end - range.start).map_err(io::Error::other)?, 0);
    at(file, buffer, range.start)
}

fn at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    read_exact_at(file, buffer, offset).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => io::Error::other("the file shrank while it was read"),
        _ => error,
    })
}

#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, buffer, offset)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                buffer = &mut buffer[read..];
                offset += read as u64;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use super::{WORTH_A_THREAD, part, read};

    #[test]
    fn any_number_of_threads_reads_the_same() {
        let path = std::env::temp_dir().join(format!("rtreceval-whole-{}", std::process::id()));
        let open = || File::open(&path).expect("it was written");
        for size in [0, 9, WORTH_A_THREAD * 3 + 1] {
            let text: Vec<u8> = (0..=250).cycle().take(size).collect();
            fs::write(&path, &text).expect("a temporary file");
            for threads in 1..5 {
                assert!(read(open(), threads).expect("it is there") == text);
            }
        }
        let size = open().metadata().expect("it is there").len();
        let beyond = part(&open(), size - 5..size + 1, &mut Vec::new());
        assert_eq!(beyond.expect_err("too far").to_string(), "the file shrank while it was read");
        fs::remove_file(&path).expect("it is there");
    }
}
