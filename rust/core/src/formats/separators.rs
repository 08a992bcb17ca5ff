//! Finds the bytes that can part fields, 64 at a time.

use wide::u8x16;

/// Bytes looked at in one step.
const STEP: usize = 64;

/// Positions found ahead: many, so that finding and using them are two tight loops, but few enough
/// to stay in the processor's nearest cache.
const AHEAD: usize = 512;

/// The positions in a text of all bytes up to the blank (white space, and other control bytes),
/// ascending.
#[derive(Debug, Clone)]
pub struct Separators<'a> {
    text: &'a [u8],
    /// Where the search goes on.
    base: usize,
    /// Positions found; those from `at` to `end` are still to come.
    found: Box<[usize; AHEAD + STEP]>,
    at: usize,
    end: usize,
}

impl<'a> Separators<'a> {
    /// The positions at or after `start`.
    pub fn new(text: &'a [u8], start: usize) -> Self {
        Self { text, base: start, found: Box::new([0; AHEAD + STEP]), at: 0, end: 0 }
    }

    /// Goes on at `position`, before or after where it is.
    pub fn seek(&mut self, position: usize) {
        self.base = position;
        (self.at, self.end) = (0, 0);
    }

    /// The next N positions; `None` if there are not so many.
    #[inline]
    pub fn take<const N: usize>(&mut self) -> Option<&[usize; N]> {
        if self.end - self.at < N {
            self.search();
        }
        let (next, _) = self.found[self.at..self.end].split_first_chunk::<N>()?;
        self.at += N;
        Some(next)
    }

    /// Finds more positions.
    fn search(&mut self) {
        self.found.copy_within(self.at..self.end, 0);
        (self.at, self.end) = (0, self.end - self.at);
        while self.end <= AHEAD - STEP && self.base < self.text.len() {
            let rest = &self.text[self.base..];
            let mut mask = rest.first_chunk().map_or_else(|| last_step(rest), up_to_blank);
            while mask != 0 {
                self.found[self.end] = self.base + mask.trailing_zeros() as usize;
                self.end += 1;
                mask &= mask - 1;
            }
            self.base += STEP;
        }
    }
}

/// The same for the end of a text, shorter than a step.
#[cold]
fn last_step(rest: &[u8]) -> u64 {
    let mut bytes = [u8::MAX; STEP];
    bytes[..rest.len()].copy_from_slice(rest);
    up_to_blank(&bytes)
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
            while let Some(&[position]) = separators.take::<1>() {
                found.push(position);
            }
            assert_eq!(found, expected);
            separators.seek(0);
            assert_eq!(separators.take::<3>().is_some(), expected.len() >= 3);
        }
    }
}
