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

/// A place in a table: 0 if it is empty, or else the index of its document plus one, in as many low
/// bits as the table needs, and in all others bits of its hash.
///
/// A plain number, so that a vector of empty ones is memory that the system gives as it is used.
pub type Slot = u32;

/// The number of slots for `len` documents: a power of two that leaves at least half of them free.
pub fn slots_for(len: usize) -> usize {
    (len * 2).next_power_of_two()
}

/// The index of the document with this hash for which `is_same` holds.
#[inline]
pub fn find(slots: &[Slot], hash: u64, is_same: impl Fn(u32) -> bool) -> Option<u32> {
    probe(slots, hash, is_same).ok()
}

/// Enters document `index`, unless there is one with this hash for which `is_same` holds: that
/// one's index is given back.
#[inline]
pub fn insert(
    slots: &mut [Slot],
    hash: u64,
    index: u32,
    is_same: impl Fn(u32) -> bool,
) -> Option<u32> {
    match probe(slots, hash, is_same) {
        Ok(same) => Some(same),
        Err((at, bits_of_hash)) => {
            slots[at] = bits_of_hash | (index + 1);
            None
        }
    }
}

/// The index of the document, or else the slot that it may take and the bits of the hash for it.
#[inline]
#[allow(clippy::cast_possible_truncation)] // two halves of a hash
fn probe(slots: &[Slot], hash: u64, is_same: impl Fn(u32) -> bool) -> Result<u32, (usize, u32)> {
    let mask = slots.len() - 1;
    let bits_of_index = mask as u32;
    let bits_of_hash = (hash >> 32) as u32 & !bits_of_index;
    let mut at = hash as usize & mask;
    loop {
        let slot = slots[at];
        if slot == 0 {
            return Err((at, bits_of_hash));
        }
        let index = (slot & bits_of_index).wrapping_sub(1);
        if slot & !bits_of_index == bits_of_hash && is_same(index) {
            return Ok(index);
        }
        at = (at + 1) & mask;
    }
}

#[cfg(test)]
mod tests {
    use super::{find, hash, insert, slots_for};

    #[test]
    fn what_is_entered_is_found() {
        let state = super::HashState::default();
        for len in [0, 1, 2, 3, 1000, 1024] {
            let ids: Vec<String> = (0..len).map(|n| format!("d{n}")).collect();
            let mut slots = vec![0; slots_for(len)];
            for (index, id) in (0..).zip(&ids) {
                let hash = hash(&state, id.as_bytes());
                let is_same = |other: u32| ids[other as usize] == *id;
                assert_eq!(find(&slots, hash, is_same), None);
                assert_eq!(insert(&mut slots, hash, index, is_same), None);
                assert_eq!(insert(&mut slots, hash, index, is_same), Some(index));
                // With hashes that are all equal, documents still are told apart.
                assert_eq!(find(&slots, hash, |_| false), None);
            }
            for (index, id) in (0..).zip(&ids) {
                let is_same = |other: u32| ids[other as usize] == *id;
                assert_eq!(find(&slots, hash(&state, id.as_bytes()), is_same), Some(index));
            }
        }
    }
}
