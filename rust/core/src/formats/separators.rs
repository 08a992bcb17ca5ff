//! Finds the bytes that can part fields, 64 at a time.

use wide::u8x16;

/// Bytes looked at in one step.
const STEP: usize = 64;

/// The positions in a text of all bytes up to the blank (white space, and other control bytes),
/// ascending.
#[derive(Debug, Clone)]
pub struct Separators<'a> {
    text: &'a [u8],
    /// Where the current step begins.
    base: usize,
    /// The positions in the current step that are still to come, one bit each.
    mask: u64,
}

impl<'a> Separators<'a> {
    /// The positions at or after `start`.
    pub fn new(text: &'a [u8], start: usize) -> Self {
        let mut this = Self { text, base: 0, mask: 0 };
        this.seek(start);
        this
    }

    /// Goes on at `position`, before or after where it is.
    pub fn seek(&mut self, position: usize) {
        self.base = position;
        self.mask = self.step();
    }

    /// The next position; the length of the text past the last.
    #[inline]
    pub fn next_position(&mut self) -> usize {
        while self.mask == 0 {
            self.base += STEP;
            if self.base >= self.text.len() {
                self.base = self.text.len();
                return self.base;
            }
            self.mask = self.step();
        }
        let position = self.base + self.mask.trailing_zeros() as usize;
        self.mask &= self.mask - 1;
        position
    }

    #[inline]
    fn step(&self) -> u64 {
        match self.text.get(self.base..).and_then(|rest| rest.first_chunk::<STEP>()) {
            Some(bytes) => up_to_blank(bytes),
            None => self.last_step(),
        }
    }

    #[cold]
    fn last_step(&self) -> u64 {
        let rest = self.text.get(self.base..).unwrap_or_default();
        let mut bytes = [u8::MAX; STEP];
        bytes[..rest.len()].copy_from_slice(rest);
        up_to_blank(&bytes)
    }
}

/// One bit for each byte that is at most a blank.
#[inline]
fn up_to_blank(bytes: &[u8; STEP]) -> u64 {
    let blank = u8x16::splat(b' ');
    let (vectors, _) = bytes.as_chunks::<16>();
    vectors.iter().rev().fold(0, |mask, &vector| {
        let vector = u8x16::new(vector);
        mask << 16 | u64::from(vector.min(blank).simd_eq(vector).to_bitmask())
    })
}

#[cfg(test)]
mod tests {
    use super::Separators;

    #[test]
    fn agrees_with_a_byte_by_byte_search() {
        let mut text = Vec::new();
        for n in 0..300_u32 {
            text.push((n * n % 251) as u8);
            let expected: Vec<_> = (0..text.len()).filter(|&at| text[at] <= b' ').collect();
            let mut separators = Separators::new(&text, 0);
            let mut found = Vec::new();
            loop {
                match separators.next_position() {
                    end if end == text.len() => break,
                    at => found.push(at),
                }
            }
            assert_eq!(found, expected);
            assert_eq!(separators.next_position(), text.len());
        }
    }
}
