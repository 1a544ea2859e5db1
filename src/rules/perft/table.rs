//! The table of counts already known. It knows positions and depths, no rules.

use crate::board::Word;
use crate::rules::position::Position;
use std::sync::atomic::{AtomicU64, Ordering};

/// 2^64 divided by the golden ratio: its multiples are spread evenly.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Counts of subtrees by position and depth, shared by all threads without locks.
///
/// An entry is two words: the count, and the check word xor the count, so that a torn pair of
/// writes does not match. The check is a second 64-bit digest of position and depth, independent of
/// the one that picks the slot: a false hit needs both to agree by chance.
pub(super) struct Table {
    slots: Box<[[AtomicU64; 2]]>,
}

impl Table {
    /// A table of `mb` MiB; `None` for 0.
    pub(super) fn new(mb: usize) -> Option<Table> {
        let slots = (mb << 20) / size_of::<[AtomicU64; 2]>();
        (slots > 0).then(|| Table {
            slots: (0..slots).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect(),
        })
    }

    #[inline]
    fn place<W: Word>(&self, position: &Position<W>, depth: u32) -> (&[AtomicU64; 2], u64) {
        let key = position.key();
        // The depths of one position must not fight for one slot: with few pieces on the board the
        // same positions come up at every depth.
        let spread = key.wrapping_add(u64::from(depth).wrapping_mul(GOLDEN));
        let slot = ((u128::from(spread) * self.slots.len() as u128) >> 64) as usize;
        let salt = u64::from(depth) << 1 | position.turn as u64;
        let check = W::mix(position.kings, position.sides[0], position.sides[1], key ^ salt);
        (&self.slots[slot], check)
    }

    /// The count below a position, if it is known.
    #[inline]
    pub(super) fn get<W: Word>(&self, position: &Position<W>, depth: u32) -> Option<u64> {
        let (slot, check) = self.place(position, depth);
        let count = slot[0].load(Ordering::Relaxed);
        (slot[1].load(Ordering::Relaxed) ^ count == check).then_some(count)
    }

    /// Remembers a count.
    #[inline]
    pub(super) fn put<W: Word>(&self, position: &Position<W>, depth: u32, count: u64) {
        let (slot, check) = self.place(position, depth);
        slot[0].store(count, Ordering::Relaxed);
        slot[1].store(check ^ count, Ordering::Relaxed);
    }
}
