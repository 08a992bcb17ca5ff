//! A file that changes while it is read in blocks.

use std::fs::{self, OpenOptions};
use std::path::PathBuf;

use rtreceval_core::blocks::Blocks;

/// A file of the test, gone at its end.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn a_file_that_shrinks_is_an_error() {
    let name = format!("rtreceval-shrinking-{}", std::process::id());
    let file = Temporary(std::env::temp_dir().join(name));
    let line = |topic: usize| format!("{topic} Q0 d 1 1 {}\n", "t".repeat(1000));
    fs::write(&file.0, (0..4000).map(line).collect::<String>()).expect("room for 4 MB");
    let blocks = Blocks::new(fs::File::open(&file.0).expect("the file")).expect("its size");
    let blocks = blocks.expect("no pipe");
    let mut buffer = Vec::new();
    let first = blocks.next(&mut buffer).expect("a block").expect("the first");
    assert!(first.start == 0 && buffer.ends_with(b"t\n"));
    OpenOptions::new()
        .write(true)
        .open(&file.0)
        .and_then(|f| f.set_len(first.end + 5))
        .expect("cut");
    let error = loop {
        match blocks.next(&mut buffer) {
            Ok(block) => assert!(block.is_some(), "all read of a file that lacks its end"),
            Err(error) => break error,
        }
    };
    assert_eq!(error.to_string(), "the file shrank while it was read");
}
