//! Finds the bytes that part fields, 64 at a time.

use wide::u8x16;

/// Bytes looked at in one step.
const STEP: usize = 64;

/// Positions found ahead: many, so that finding and using them are two tight loops, but few enough
/// to stay in the processor's nearest cache.
const AHEAD: usize = 512;

/// Positions in a text, ascending.
#[derive(Debug, Clone)]
struct Positions {
    /// Those from `at` to `end` are still to come.
    found: Box<[usize; AHEAD + STEP]>,
    at: usize,
    end: usize,
}

impl Positions {
    fn new() -> Self {
        Self { found: Box::new([0; AHEAD + STEP]), at: 0, end: 0 }
    }

    #[inline]
    fn coming(&self) -> &[usize] {
        &self.found[self.at..self.end]
    }

    /// Adds one position for each bit of a step that begins at `base`.
    #[inline]
    fn add(&mut self, base: usize, mut mask: u64) {
        while mask != 0 {
            self.found[self.end] = base + mask.trailing_zeros() as usize;
            self.end += 1;
            mask &= mask - 1;
        }
    }

    /// Makes room where positions have been used.
    fn compact(&mut self) {
        self.found.copy_within(self.at..self.end, 0);
        (self.at, self.end) = (0, self.end - self.at);
    }

    fn skip_to(&mut self, position: usize) {
        self.at += self.coming().iter().take_while(|&&found| found < position).count();
    }
}

/// The white space of a text: every byte that parts fields, with the ends of lines and the places
/// where one such byte follows another, or begins the text.
#[derive(Debug, Clone)]
pub struct Separators<'a> {
    text: &'a [u8],
    /// Where the search goes on.
    base: usize,
    /// 1 if the byte before that is white space or there is none.
    follows: u64,
    spaces: Positions,
    newlines: Positions,
    repeated: Positions,
}

impl<'a> Separators<'a> {
    /// The white space at or after `start`.
    pub fn new(text: &'a [u8], start: usize) -> Self {
        let positions = Positions::new;
        let (spaces, newlines, repeated) = (positions(), positions(), positions());
        Self { text, base: start, follows: 1, spaces, newlines, repeated }
    }

    /// The next N separators, if each follows a field and the last of them alone is a newline.
    #[inline]
    pub fn take_line<const N: usize>(&mut self) -> Option<&[usize; N]> {
        if self.spaces.end - self.spaces.at < N {
            self.search();
        }
        let (ends, _) = self.spaces.found[self.spaces.at..self.spaces.end].split_first_chunk()?;
        let end = ends[N - 1];
        let ends_line = self.newlines.coming().first() == Some(&end);
        if !ends_line || self.repeated.coming().first().is_some_and(|&place| place <= end) {
            return None;
        }
        self.spaces.at += N;
        self.newlines.at += 1;
        Some(ends)
    }

    /// Goes on at `position`, the start of a line after those taken.
    pub fn skip_to(&mut self, position: usize) {
        for positions in [&mut self.spaces, &mut self.newlines, &mut self.repeated] {
            positions.skip_to(position);
        }
        if position > self.base {
            (self.base, self.follows) = (position, 1);
        }
    }

    /// Finds more positions.
    fn search(&mut self) {
        for positions in [&mut self.spaces, &mut self.newlines, &mut self.repeated] {
            positions.compact();
        }
        while self.spaces.end <= AHEAD - STEP && self.base < self.text.len() {
            let rest = &self.text[self.base..];
            let Masks { space, newline } = rest.first_chunk().map_or_else(|| last(rest), masks);
            self.spaces.add(self.base, space);
            self.newlines.add(self.base, newline);
            self.repeated.add(self.base, space & (space << 1 | self.follows));
            self.follows = space >> (STEP - 1);
            self.base += STEP;
        }
    }
}

/// One bit for each byte of a step.
#[derive(Debug, Clone, Copy, Default)]
struct Masks {
    space: u64,
    newline: u64,
}

/// The same for the end of a text, shorter than a step.
#[cold]
fn last(rest: &[u8]) -> Masks {
    let mut bytes = [u8::MAX; STEP];
    bytes[..rest.len()].copy_from_slice(rest);
    masks(&bytes)
}

#[inline]
fn masks(bytes: &[u8; STEP]) -> Masks {
    let (vectors, _) = bytes.as_chunks::<16>();
    vectors.iter().rev().fold(Masks::default(), |masks, &vector| {
        let vector = u8x16::new(vector);
        // From the tab to the carriage return: five bytes in a row.
        let control = vector - u8x16::splat(b'\t');
        let space = control.min(u8x16::splat(b'\r' - b'\t')).simd_eq(control)
            | vector.simd_eq(u8x16::splat(b' '));
        let newline = vector.simd_eq(u8x16::splat(b'\n'));
        Masks {
            space: masks.space << 16 | u64::from(space.to_bitmask()),
            newline: masks.newline << 16 | u64::from(newline.to_bitmask()),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::fields::is_space;
    use super::Separators;

    /// Plain lines of one field, byte by byte.
    fn plain(text: &[u8], start: usize) -> Option<usize> {
        let end = start + text[start..].iter().position(|&byte| is_space(byte))?;
        (end > start && text[end] == b'\n').then_some(end)
    }

    #[test]
    fn agrees_with_a_byte_by_byte_search() {
        let mut text = Vec::new();
        for n in 0..600_u32 {
            // All bytes, and many short lines.
            text.push(if n % 3 == 1 { b'\n' } else { (n * n % 251) as u8 });
            let mut separators = Separators::new(&text, 0);
            let mut start = 0;
            while start < text.len() {
                let expected = plain(&text, start);
                assert_eq!(separators.take_line::<1>().copied(), expected.map(|end| [end]));
                let newline = text[start..].iter().position(|&byte| byte == b'\n');
                start = newline.map_or(text.len(), |newline| start + newline + 1);
                if expected.is_none() {
                    separators.skip_to(start);
                }
            }
        }
    }
}
