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
const KNOWN_JSON: &str = "lines of fields, or JSON in a format that -h lists";

/// Kinds that begin as no text does. What they hold can look like lines that can be read.
const BINARY: &[Kind] = &[
    Kind { name: "a zip archive", start: b"PK\x03\x04", expected: "text, as 'unzip -p' gives it" },
    Kind { name: "an Arrow file", start: b"ARROW1\0\0", expected: LINES },
    Kind {
        name: "LZ4 data in the legacy format",
        start: b"\x02\x21\x4C\x18",
        expected: "LZ4 frames, as 'lz4' writes them without -l",
    },
];

/// Kinds of text, with the byte order marks that they begin with.
const ENCODINGS: &[Kind] = &[
    Kind { name: "UTF-32 text", start: b"\xFF\xFE\0\0", expected: UTF_8 },
    Kind { name: "UTF-32 text", start: b"\0\0\xFE\xFF", expected: UTF_8 },
    Kind { name: "UTF-16 text", start: b"\xFF\xFE", expected: UTF_8 },
    Kind { name: "UTF-16 text", start: b"\xFE\xFF", expected: UTF_8 },
];

/// Kinds that begin as a topic could, but have no first line that can be read, and are in no format
/// that is recognised.
const OTHER: &[Kind] = &[
    Kind { name: "a Parquet file", start: b"PAR1", expected: LINES },
    Kind { name: "JSON", start: b"{", expected: KNOWN_JSON },
    Kind { name: "JSON", start: b"[", expected: KNOWN_JSON },
];

/// What a text is, and what it should be.
pub(super) type Found = (&'static str, &'static str);

/// What a text is that begins as none does.
pub(super) fn binary(text: &[u8]) -> Option<Found> {
    // What a file holds has been decompressed.
    let twice = compression::of(text).map(|_| ("data that was compressed twice", COMPRESSED));
    let tar = ("a tar archive", "text, as 'tar -xO' gives it");
    twice.or_else(|| kind(BINARY, text)).or_else(|| is_tar(text).then_some(tar))
}

/// Whether a text begins with the name of a file in an archive, filled up with zeros.
fn is_tar(text: &[u8]) -> bool {
    let magic = text.get(257..265);
    magic.is_some_and(|magic| magic.starts_with(b"ustar\0") || magic == b"ustar  \0")
        && text[..100].contains(&0)
}

/// The encoding of a text in which ASCII is not one byte a character.
pub(super) fn encoding(text: &[u8]) -> Option<Found> {
    kind(ENCODINGS, text).or_else(|| {
        // Without a byte order mark: ASCII beside zeros.
        match text.first_chunk::<4>()?.map(|byte| byte != 0) {
            [false, false, false, true] | [true, false, false, false] => {
                Some(("UTF-32 text", UTF_8))
            }
            [false, true, false, true] | [true, false, true, false] => Some(("UTF-16 text", UTF_8)),
            _ => None,
        }
    })
}

/// What a text is whose first line cannot be read, if it begins like a kind of file that people
/// have.
pub(super) fn unreadable(text: &[u8]) -> Option<Found> {
    binary(text).or_else(|| encoding(text)).or_else(|| kind(OTHER, text))
}

fn kind(kinds: &[Kind], text: &[u8]) -> Option<Found> {
    let kind = kinds.iter().find(|kind| begins(text, kind.start))?;
    Some((kind.name, kind.expected))
}

#[cfg(test)]
mod tests {
    use super::{BINARY, ENCODINGS, OTHER, binary, unreadable};

    #[test]
    fn kinds_are_told_apart() {
        for kind in BINARY {
            assert_eq!(binary(kind.start), Some((kind.name, kind.expected)));
        }
        for kind in ENCODINGS.iter().chain(OTHER) {
            let text = [kind.start, b"x\n"].concat();
            assert_eq!(binary(&text), None);
            assert_eq!(unreadable(&text), Some((kind.name, kind.expected)));
        }
        let name = |text| unreadable(text).map(|(name, _)| name);
        assert_eq!(name(b"BZh11AY&SY"), Some("data that was compressed twice"));
        assert_eq!(name(b"q\x001\x00 \x00"), Some("UTF-16 text"));
        assert_eq!(name(b"\x00q\x001\x00 "), Some("UTF-16 text"));
        assert_eq!(name(b"q\0\0\x001\0\0\0"), Some("UTF-32 text"));
        assert_eq!(name(b"\0\0\0q\0\0\x001"), Some("UTF-32 text"));
        let mut tar = [0; 512];
        tar[..3].copy_from_slice(b"run");
        tar[257..263].copy_from_slice(b"ustar\0");
        assert_eq!(name(&tar), Some("a tar archive"));
        for text in [&b""[..], b"q1 0 d1 1\n", b"PK 0 d 1\n", b"BZh1 0 d 1\n", b"\x1F"] {
            assert_eq!(name(text), None);
        }
    }
}
