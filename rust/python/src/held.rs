//! Numbers in an array of Python, read where they are: all unsafe code of the arrays.

#![allow(unsafe_code)]

use std::ops::Range;

use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;

/// Numbers in a row, which any thread may read.
pub trait Numbers<T>: Send + Sync {
    fn len(&self) -> usize;

    fn at(&self, index: usize) -> T;

    /// Puts the numbers of a range in place of what `to` has.
    fn read(&self, range: Range<usize>, to: &mut Vec<T>);

    /// Where the numbers end that are equal to this one and follow it.
    fn end_of_equal(&self, index: usize) -> usize;
}

/// The numbers of an array with elements of type `E`, row by row, as `T`; `None` if it has others.
pub fn numbers<E, T>(array: &Bound<'_, PyAny>) -> PyResult<Option<Box<dyn Numbers<T>>>>
where
    E: Element + Into<T> + Send + Sync + 'static,
    T: Copy + PartialEq + Send + Sync + 'static,
{
    let Ok(buffer) = PyBuffer::<E>::get(array) else { return Ok(None) };
    if is_foreign(buffer.format().to_bytes()) {
        return Ok(None);
    }
    if buffer.is_c_contiguous() {
        return Ok(Some(Box::new(Held(buffer))));
    }
    let numbers: Vec<T> = buffer.to_vec(array.py())?.into_iter().map(Into::into).collect();
    Ok(Some(Box::new(numbers)))
}

/// Whether numbers of a format have the bytes in another order than this machine. `PyBuffer` takes
/// `>` for any machine's own.
fn is_foreign(format: &[u8]) -> bool {
    let foreign: &[u8] = if cfg!(target_endian = "little") { b">!" } else { b"<" };
    format.len() > 1 && foreign.contains(&format[0])
}

/// Memory of Python without gaps, which the buffer keeps from being freed. Python may write to it
/// while it is read: what then comes out is one number or another, and nothing here or behind it
/// takes a number that was read twice for the same.
struct Held<E: Element>(PyBuffer<E>);

impl<E: Element> Held<E> {
    fn get(&self, index: usize) -> E {
        assert!(index < self.0.item_count(), "a place within the array");
        // SAFETY: the place is within the memory, which is aligned for `E` (a condition of
        // `PyBuffer`), has no gaps (see `numbers`) and lives as long as the buffer. A volatile
        // read takes what is there at the moment, and no reference to it is made.
        unsafe { self.0.buf_ptr().cast::<E>().add(index).read_volatile() }
    }
}

impl<E: Element + Into<T> + Send + Sync, T: PartialEq> Numbers<T> for Held<E> {
    fn len(&self) -> usize {
        self.0.item_count()
    }

    fn at(&self, index: usize) -> T {
        self.get(index).into()
    }

    fn read(&self, range: Range<usize>, to: &mut Vec<T>) {
        to.clear();
        to.extend(range.map(|index| self.get(index).into()));
    }

    fn end_of_equal(&self, index: usize) -> usize {
        let this = self.at(index);
        (index + 1..self.0.item_count())
            .find(|&next| self.at(next) != this)
            .unwrap_or(self.0.item_count())
    }
}

impl<T: Copy + PartialEq + Send + Sync> Numbers<T> for Vec<T> {
    fn len(&self) -> usize {
        self.len()
    }

    fn at(&self, index: usize) -> T {
        self[index]
    }

    fn read(&self, range: Range<usize>, to: &mut Vec<T>) {
        to.clear();
        to.extend_from_slice(&self[range]);
    }

    fn end_of_equal(&self, index: usize) -> usize {
        let rest = &self[index..];
        index + rest.iter().take_while(|&other| *other == rest[0]).count()
    }
}
