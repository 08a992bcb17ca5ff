//! Compressed files, recognised by their first bytes and decompressed as they are read.

use std::fmt;
use std::io::{self, BufRead, BufReader, Cursor, Read};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use lz4_flex::frame::FrameDecoder as Lz4Decoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder as ZstdDecoder};

/// Compressed data.
type Source<'a> = Box<dyn BufRead + Send + 'a>;

/// What compressed data holds.
pub type Decompressed<'a> = Box<dyn Read + Send + 'a>;

/// A way to compress data.
#[derive(Debug)]
pub struct Compression {
    /// What it is called.
    pub name: &'static str,
    /// The bytes that such data begins with; `?` is any byte.
    pub(super) start: &'static [u8],
    /// Decompresses all of several streams, members or frames that stand one after another.
    decode: for<'a> fn(Source<'a>) -> Decompressed<'a>,
}

/// Bytes at the start of data in which to look for how it is compressed.
pub const HEAD: usize = 10;

/// KiB that the dictionary of xz data may take: no preset of `xz` takes a tenth of it.
const MAX_XZ_MEMORY: u32 = 1 << 20;

/// The ways that are known.
pub(super) static COMPRESSIONS: &[Compression] = &[
    Compression {
        name: "gzip",
        start: b"\x1F\x8B",
        decode: |source| Box::new(MultiGzDecoder::new(source)),
    },
    Compression {
        name: "bzip2",
        start: b"BZh?1AY&SY",
        decode: |source| Box::new(MultiBzDecoder::new(source)),
    },
    Compression {
        name: "bzip2", // of nothing
        start: b"BZh?\x17\x72\x45\x38\x50\x90",
        decode: |source| Box::new(MultiBzDecoder::new(source)),
    },
    Compression {
        name: "xz",
        start: b"\xFD7zXZ\0",
        decode: |source| Box::new(XzReader::new_mem_limit(source, true, MAX_XZ_MEMORY)),
    },
    Compression {
        name: "Zstandard",
        start: b"\x28\xB5\x2F\xFD",
        decode: |source| Box::new(Zstd { decoder: ZstdDecoder::new(), source }),
    },
    Compression {
        name: "Zstandard", // after a frame to be skipped, as parallel programs write it
        start: b"?\x2A\x4D\x18",
        decode: |source| Box::new(Zstd { decoder: ZstdDecoder::new(), source }),
    },
    Compression {
        name: "LZ4",
        start: b"\x04\x22\x4D\x18",
        decode: |source| Box::new(Lz4(Lz4Decoder::new(Whole(source)))),
    },
];

/// How data is compressed that begins with these bytes, if it is.
pub fn of(start: &[u8]) -> Option<&'static Compression> {
    COMPRESSIONS.iter().find(|compression| begins(start, compression.start))
}

/// Whether data begins with these bytes, of which `?` is any.
pub(super) fn begins(data: &[u8], start: &[u8]) -> bool {
    let same = |(byte, known): (&u8, &u8)| byte == known || *known == b'?';
    data.len() >= start.len() && data.iter().zip(start).all(same)
}

impl Compression {
    /// What such data holds.
    pub fn decompress<'a>(&'static self, data: impl Read + Send + 'a) -> Decompressed<'a> {
        let source = Box::new(BufReader::with_capacity(1 << 16, data));
        Box::new(Checked { name: self.name, from: (self.decode)(source) })
    }
}

/// Reads all that there is, decompressed if it is compressed. It is about `size` bytes if not.
///
/// # Errors
///
/// The data cannot be read, or what is compressed in them is damaged.
pub fn read_all(mut data: impl Read + Send, size: usize) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    text.reserve_exact(size.saturating_add(1));
    data.by_ref().take(HEAD as u64).read_to_end(&mut text)?;
    let Some(compression) = of(&text) else {
        data.read_to_end(&mut text)?;
        return Ok(text);
    };
    let mut decompressed = Vec::new();
    compression.decompress(Cursor::new(text).chain(data)).read_to_end(&mut decompressed)?;
    Ok(decompressed)
}

/// Data that cannot be decompressed, as the cause of an [`io::Error`].
#[derive(Debug)]
pub(crate) struct Damaged {
    name: &'static str,
    text: String,
}

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} data that is cut off or damaged ({})", self.name, self.text)
    }
}

impl std::error::Error for Damaged {}

/// Tells what is wrong with the data from what the system refuses.
struct Checked<'a> {
    name: &'static str,
    from: Decompressed<'a>,
}

impl Read for Checked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.from.read(buffer).map_err(|error| {
            if error.raw_os_error().is_some() || error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            io::Error::other(Damaged { name: self.name, text: error.to_string() })
        })
    }
}

/// The frames of Zstandard data. The decoder itself ends with the first, and leaves checksums to
/// be compared.
struct Zstd<'a> {
    decoder: ZstdDecoder,
    source: Source<'a>,
}

impl Zstd<'_> {
    /// Begins with the next frame, of which there is one.
    fn next_frame(&mut self) -> io::Result<()> {
        match self.decoder.reset(&mut self.source) {
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                let length = u64::from(length);
                if io::copy(&mut self.source.by_ref().take(length), &mut io::sink())? < length {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                Ok(())
            }
            result => result.map_err(io::Error::other),
        }
    }

    fn check_frame(&self) -> io::Result<()> {
        match self.decoder.get_checksum_from_data() {
            Some(sum) if self.decoder.get_calculated_checksum() != Some(sum) => {
                Err(io::Error::other("wrong checksum"))
            }
            _ => Ok(()),
        }
    }
}

impl Read for Zstd<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.decoder.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            if !self.decoder.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&mut self.source, one).map_err(io::Error::other)?;
                continue;
            }
            self.check_frame()?;
            if self.source.fill_buf()?.is_empty() {
                return Ok(0);
            }
            self.next_frame()?;
        }
    }
}

/// The frames of LZ4 data. The decoder says that it is at an end after each.
struct Lz4<'a>(Lz4Decoder<Whole<'a>>);

impl Read for Lz4<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.0.read(buffer)?;
            if read > 0 || buffer.is_empty() || self.0.get_mut().0.fill_buf()?.is_empty() {
                return Ok(read);
            }
        }
    }
}

/// Data that a decoder reads only as far as it needs: the end comes as an error, which the decoder
/// of LZ4 would take for the end of a frame.
struct Whole<'a>(Source<'a>);

impl Read for Whole<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 if !buffer.is_empty() => Err(io::Error::other("unexpected end of file")),
            read => Ok(read),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::{COMPRESSIONS, Damaged, begins, of, read_all};

    const TEXT: &[u8] = b"q1 Q0 d1 1 2.5 tag\n";

    fn gzip() -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(TEXT).expect("memory");
        encoder.finish().expect("memory")
    }

    fn bzip2() -> Vec<u8> {
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        encoder.write_all(TEXT).expect("memory");
        encoder.finish().expect("memory")
    }

    fn zstd() -> Vec<u8> {
        ruzstd::encoding::compress_to_vec(TEXT, ruzstd::encoding::CompressionLevel::Fastest)
    }

    fn lz4() -> Vec<u8> {
        let info = lz4_flex::frame::FrameInfo::new().content_checksum(true);
        let mut encoder = lz4_flex::frame::FrameEncoder::with_frame_info(info, Vec::new());
        encoder.write_all(TEXT).expect("memory");
        encoder.finish().expect("memory")
    }

    /// As `xz -9` writes it.
    const XZ: &[u8] =
        b"\xFD7zXZ\0\0\x04\xE6\xD6\xB4F\x02\0!\x01\x16\0\0\0t/\xE5\xA3\x01\0\x12q1 Q0 d1 1 2.5 \
        tag\n\0\0\xB8\x80\xBEH{PSl\0\x01+\x13\x9C\x09H\xD2\x1F\xB6\xF3}\x01\0\0\0\0\x04YZ";

    #[test]
    fn all_parts_of_a_file_are_read() {
        for (name, data) in [
            ("gzip", gzip()),
            ("bzip2", bzip2()),
            ("xz", XZ.to_vec()),
            ("Zstandard", zstd()),
            ("LZ4", lz4()),
        ] {
            assert_eq!(of(&data).map(|compression| compression.name), Some(name));
            for times in 1..4 {
                let text = read_all(&*data.repeat(times), 0).expect(name);
                assert_eq!(text, TEXT.repeat(times), "{name}");
            }
            // Cut anywhere but between two parts.
            let twice = data.repeat(2);
            for end in (super::HEAD..twice.len()).filter(|&end| end != data.len()) {
                let error = read_all(&twice[..end], 0).expect_err(name);
                let cause = error.get_ref().expect("a cause");
                assert!(cause.is::<Damaged>(), "{name} cut at {end}: {error}");
            }
            let mut changed = data.clone();
            changed[data.len() / 2] ^= 1;
            assert!(read_all(&*changed, 0).is_err(), "{name}");
        }
    }

    #[test]
    fn frames_to_be_skipped_are() {
        let skipped = [b"\x50\x2A\x4D\x18\x03\0\0\0abc", &*zstd()].concat();
        assert_eq!(read_all(&*skipped.repeat(2), 0).expect("frames"), TEXT.repeat(2));
        assert!(read_all(&b"\x50\x2A\x4D\x18\x30\0\0\0abc"[..], 0).is_err());
    }

    #[test]
    fn text_is_not_compressed() {
        for text in [TEXT, b"", b"BZh1 0 d 1\n", b"\x1F", b"(\xB5 0 d 1\n"] {
            assert_eq!(read_all(text, 3).expect("text"), text);
        }
        for compression in COMPRESSIONS {
            assert!(begins(compression.start, compression.start));
            assert!(compression.start.len() <= super::HEAD);
        }
    }
}
