//! A hash table over documents that are stored elsewhere: slots of a hash tag and an index.
//!
//! One allocation serves many tables side by side (the topics of a qrels), and a scratch table is
//! cleared and used again for each ranking.

use std::hash::{BuildHasher, Hasher};

/// The state that hashes documents; all tables of one evaluation share it.
pub type HashState = foldhash::fast::RandomState;

/// The hash of a document id.
#[inline]
pub fn hash(state: &HashState, docno: &[u8]) -> u64 {
    let mut hasher = state.build_hasher();
    hasher.write(docno);
    hasher.finish()
}

/// A place in a table: empty, or the upper half of a hash with the index of its document.
#[derive(Debug, Clone, Copy, Default)]
pub struct Slot {
    tag: u32,
    /// Index plus one; 0 is an empty slot.
    index: u32,
}

/// The number of slots for `len` documents: a power of two that leaves at least half of them free.
pub fn slots_for(len: usize) -> usize {
    (len * 2).next_power_of_two()
}

/// The index of the document with this hash for which `is_same` holds.
#[inline]
#[allow(clippy::cast_possible_truncation)] // the two halves of a hash
pub fn find(slots: &[Slot], hash: u64, is_same: impl Fn(u32) -> bool) -> Option<u32> {
    let mask = slots.len() - 1;
    let mut at = hash as usize & mask;
    loop {
        let slot = slots[at];
        if slot.index == 0 {
            return None;
        }
        if slot.tag == (hash >> 32) as u32 && is_same(slot.index - 1) {
            return Some(slot.index - 1);
        }
        at = (at + 1) & mask;
    }
}

/// Enters document `index`, unless there is one with this hash for which `is_same` holds: that
/// one's index is given back.
#[inline]
#[allow(clippy::cast_possible_truncation)]
pub fn insert(
    slots: &mut [Slot],
    hash: u64,
    index: u32,
    is_same: impl Fn(u32) -> bool,
) -> Option<u32> {
    let mask = slots.len() - 1;
    let mut at = hash as usize & mask;
    loop {
        let slot = &mut slots[at];
        if slot.index == 0 {
            *slot = Slot { tag: (hash >> 32) as u32, index: index + 1 };
            return None;
        }
        if slot.tag == (hash >> 32) as u32 && is_same(slot.index - 1) {
            return Some(slot.index - 1);
        }
        at = (at + 1) & mask;
    }
}
