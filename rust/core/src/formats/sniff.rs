//! Files of another kind, given by mistake: recognised by how they begin.

use super::compression::{self, begins};

/// A kind of file that is not the text expected.
struct Kind {
    /// What the file is.
    name: &'static str,
    /// The bytes it begins with.
    start: &'static [u8],
    /// What it has to be instead.
    expected: &'static str,
}

const UTF_8: &str = "text in UTF-8, or another encoding in which ASCII is one byte a character";
const COMPRESSED: &str = "text, compressed once at most";
const LINES: &str = "lines of fields parted by white space";

/// Kinds that begin as no text does. What they hold can look like lines that can be read.
const BINARY: &[Kind] = &[
    Kind { name: "a zip archive", start: b"PK\x03\x04", expected: "text, as 'unzip -p' gives it" },
    Kind { name: "an Arrow file", start: b"ARROW1\0\0", expected: LINES },
];

/// Kinds that begin as a topic could, but have no first line that can be read.
const OTHER: &[Kind] = &[
    Kind { name: "a Parquet file", start: b"PAR1", expected: LINES },
    Kind { name: "UTF-16 text", start: b"\xFF\xFE", expected: UTF_8 },
    Kind { name: "UTF-16 text", start: b"\xFE\xFF", expected: UTF_8 },
    Kind { name: "JSON", start: b"{", expected: LINES },
    Kind { name: "JSON", start: b"[", expected: LINES },
];

/// What a text is, and what it should be.
pub(super) type Found = (&'static str, &'static str);

/// What a text is that begins as none does.
pub(super) fn binary(text: &[u8]) -> Option<Found> {
    // What a file holds has been decompressed.
    let twice = compression::of(text).map(|_| ("data that was compressed twice", COMPRESSED));
    twice.or_else(|| kind(BINARY, text))
}

/// What a text is whose first line cannot be read, if it begins like a kind of file that people
/// have.
pub(super) fn unreadable(text: &[u8]) -> Option<Found> {
    // Every second byte of ASCII in UTF-16 is 0.
    let is_utf_16 =
        matches!(text, [0, 1..=u8::MAX, 0, 1..=u8::MAX, ..] | [1..=u8::MAX, 0, 1..=u8::MAX, 0, ..]);
    binary(text).or_else(|| kind(OTHER, text)).or(is_utf_16.then_some(("UTF-16 text", UTF_8)))
}

fn kind(kinds: &[Kind], text: &[u8]) -> Option<Found> {
    let kind = kinds.iter().find(|kind| begins(text, kind.start))?;
    Some((kind.name, kind.expected))
}

#[cfg(test)]
mod tests {
    use super::{BINARY, OTHER, binary, unreadable};

    #[test]
    fn kinds_are_told_apart() {
        for kind in BINARY {
            assert_eq!(binary(kind.start), Some((kind.name, kind.expected)));
        }
        for kind in OTHER {
            assert_eq!(binary(kind.start), None);
            assert_eq!(unreadable(kind.start), Some((kind.name, kind.expected)));
        }
        let name = |text| unreadable(text).map(|(name, _)| name);
        assert_eq!(name(b"BZh11AY&SY"), Some("data that was compressed twice"));
        assert_eq!(name(b"q\x001\x00 \x00"), Some("UTF-16 text"));
        assert_eq!(name(b"\x00q\x001\x00 "), Some("UTF-16 text"));
        for text in [&b""[..], b"q1 0 d1 1\n", b"PK 0 d 1\n", b"BZh1 0 d 1\n", b"\x1F"] {
            assert_eq!(name(text), None);
        }
    }
}
