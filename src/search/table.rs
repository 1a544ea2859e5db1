//! The transposition table: what has been found out about positions, shared by all threads without
//! locks.
//!
//! An entry is two words, the data and the key xor the data (Hyatt's lockless hashing): a torn pair
//! of writes does not match any key. Four entries fill a cache line. Memory is reserved at once and
//! committed by the system as it is touched, so a large table costs no time at start.

use super::score::{from_root, to_root};
use crate::board::Word;
use crate::rules::Move;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// The table cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a table of {mb} MiB")]
pub struct HashError {
    /// The size asked for.
    pub mb: usize,
}

/// What a score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// At least.
    Lower,
    /// At most.
    Upper,
    /// Exactly.
    Exact,
}

/// A move in 18 bits: from, to, and a digest of the captured set that tells apart captures with the
/// same ends. It is a hint, good only if it fits a generated move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MoveCode(u32);

impl MoveCode {
    const BITS: u32 = 18;

    #[inline(always)]
    pub(super) fn of<W: Word>(mv: Move<W>) -> MoveCode {
        let captured = mv.captured.wide();
        let folded = captured as u64 ^ (captured >> 64) as u64;
        let digest = (folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60) as u32;
        MoveCode(u32::from(mv.from) | u32::from(mv.to) << 7 | digest << 14)
    }

    /// Whether there is a move at all.
    #[inline(always)]
    pub(super) fn is_some(self) -> bool {
        self.0 != 0
    }
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The best move, if any was best.
    pub mv: MoveCode,
    /// The score, counted from the root once unpacked by [`Table::get`].
    pub score: i32,
    /// The static value, if the position has one.
    pub eval: Option<i32>,
    /// How deep it was searched, in plies.
    pub depth: i32,
    /// What the score says.
    pub bound: Bound,
}

/// Stands for no static value; values stay well within 14 bits.
const NO_EVAL: i32 = -8192;

impl Entry {
    /// Packed from the low bit: move 18, score 16, static value 14, depth 8, bound 2, age 6.
    #[inline(always)]
    fn pack(self, age: u8) -> u64 {
        let eval = self.eval.unwrap_or(NO_EVAL);
        u64::from(self.mv.0)
            | u64::from(self.score as u16) << 18
            | (eval as u64 & 0x3FFF) << 34
            | (self.depth.clamp(0, 255) as u64) << 48
            | (self.bound as u64 + 1) << 56
            | u64::from(age) << 58
    }

    #[inline(always)]
    fn unpack(data: u64) -> Option<Entry> {
        let bound = match data >> 56 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let eval = ((data << (64 - 48)) as i64 >> 50) as i32;
        Some(Entry {
            mv: MoveCode(data as u32 & ((1 << MoveCode::BITS) - 1)),
            score: i32::from((data >> 18) as u16 as i16),
            eval: (eval != NO_EVAL).then_some(eval),
            depth: depth_of(data),
            bound,
        })
    }
}

#[inline(always)]
fn depth_of(data: u64) -> i32 {
    (data >> 48 & 0xFF) as i32
}

const AGES: u8 = 64;
const WAYS: usize = 4;
type Slot = [AtomicU64; 2];

/// The table.
pub(super) struct Table {
    slots: Box<[Slot]>,
    /// Slots skipped so that buckets start on cache lines.
    skipped: usize,
    buckets: usize,
    age: AtomicU8,
}

impl Table {
    /// A table of at most `mb` MiB, at least one bucket.
    ///
    /// # Errors
    /// The system has not that much memory.
    pub(super) fn new(mb: usize) -> Result<Table, HashError> {
        let bytes = mb.checked_mul(1 << 20).ok_or(HashError { mb })?;
        let count = (bytes / size_of::<Slot>()).max(2 * WAYS);
        let slots: Box<[Slot]> =
            bytemuck::allocation::try_zeroed_slice_box(count).map_err(|()| HashError { mb })?;
        ask_for_large_pages(&slots);
        // Where alignment cannot be told, buckets straddle lines and nothing else happens.
        let skipped = slots.as_ptr().align_offset(WAYS * size_of::<Slot>());
        let skipped = if skipped < WAYS { skipped } else { 0 };
        // One bucket less than fits, wherever the slots begin: the number of buckets, and with it
        // every search, must not depend on where the system puts the table.
        let buckets = count / WAYS - 1;
        Ok(Table { slots, skipped, buckets, age: AtomicU8::new(0) })
    }

    /// A table of `mb` MiB, or the largest smaller one that can be had, and its size.
    pub(super) fn largest(mut mb: usize) -> (Table, usize) {
        loop {
            match Table::new(mb) {
                Ok(table) => return (table, mb),
                Err(_) => mb /= 2,
            }
        }
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[Slot] {
        let number = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        &self.slots[self.skipped + number * WAYS..][..WAYS]
    }

    /// Asks for the cache line of a key that will be looked up soon: a miss in memory takes longer
    /// than everything else in a node (measured: a third of the time of a search went there).
    #[inline(always)]
    #[cfg_attr(
        target_arch = "x86_64",
        expect(unsafe_code, reason = "prefetching has no effect but speed, whatever the address")
    )]
    pub(super) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let line = self.bucket(key).as_ptr();
            // SAFETY: the instruction reads nothing that can be seen and cannot fault.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(line.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known about the position of this key, `ply` plies below the root.
    #[inline(always)]
    pub(super) fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot[0].load(Ordering::Relaxed);
            if slot[1].load(Ordering::Relaxed) ^ data != key {
                return None;
            }
            let entry = Entry::unpack(data)?;
            Some(Entry { score: to_root(entry.score, ply), ..entry })
        })
    }

    /// Stores what was found out, in place of what the position had or of what is worth least:
    /// old and shallow entries.
    #[inline(always)]
    pub(super) fn put(&self, key: u64, entry: Entry, ply: usize) {
        let age = self.age.load(Ordering::Relaxed);
        let worth = |data: u64| {
            let behind = (age.wrapping_sub((data >> 58) as u8)) % AGES;
            depth_of(data) - 4 * i32::from(behind)
        };
        let bucket = self.bucket(key);
        let (mut place, mut least, mut old_move) = (&bucket[0], i32::MAX, 0);
        for slot in bucket {
            let data = slot[0].load(Ordering::Relaxed);
            if slot[1].load(Ordering::Relaxed) ^ data == key {
                (place, old_move) = (slot, data as u32 & ((1 << MoveCode::BITS) - 1));
                break;
            }
            let worth = if data == 0 { i32::MIN } else { worth(data) };
            if worth < least {
                (place, least) = (slot, worth);
            }
        }
        let mv = if entry.mv.is_some() { entry.mv } else { MoveCode(old_move) };
        let data = Entry { mv, score: from_root(entry.score, ply), ..entry }.pack(age);
        place[0].store(data, Ordering::Relaxed);
        place[1].store(key ^ data, Ordering::Relaxed);
    }

    /// A new search begins: what is there ages.
    pub(super) fn next_age(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths, by a sample.
    pub(super) fn fullness(&self) -> u16 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.slots[..self.slots.len().min(1000)];
        let fresh = |slot: &&Slot| {
            let data = slot[0].load(Ordering::Relaxed);
            data != 0 && (data >> 58) as u8 == age
        };
        (sample.iter().filter(fresh).count() * 1000 / sample.len()) as u16
    }
}

/// Asks the system for large pages: with small ones nearly every look-up also misses the cache of
/// page addresses. A wish only; nothing depends on its being granted.
#[cfg_attr(
    target_os = "linux",
    expect(unsafe_code, reason = "advice on memory of our own that changes no content")
)]
fn ask_for_large_pages(slots: &[Slot]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        const PAGE: usize = 4096;
        let start = slots.as_ptr().addr().next_multiple_of(PAGE);
        let end = (slots.as_ptr().addr() + size_of_val(slots)) / PAGE * PAGE;
        if start < end {
            let first = slots.as_ptr().with_addr(start).cast_mut().cast();
            // SAFETY: the range lies within `slots`, and this advice leaves its content alone.
            let _ = unsafe { madvise(first, end - start, Advice::LinuxHugepage) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = slots;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::WIN;

    fn entry(score: i32, eval: Option<i32>, depth: i32) -> Entry {
        Entry { mv: MoveCode(0x2_1234), score, eval, depth, bound: Bound::Lower }
    }

    #[test]
    fn entries_come_back_as_they_went() {
        let table = Table::new(1).expect("memory");
        for (key, score) in [(1 << 60, -7900), (2 << 60, WIN - 9), (3 << 60, 9 - WIN)] {
            for eval in [None, Some(-7900), Some(7900), Some(0)] {
                table.put(key, entry(score, eval, 17), 4);
                assert_eq!(table.get(key, 4), Some(entry(score, eval, 17)));
            }
            assert_eq!(table.get(key + 1, 4), None);
        }
    }

    #[test]
    fn the_shallowest_entry_goes_first_and_age_outweighs_depth() {
        let table = Table::new(0).expect("memory");
        for key in 0..4 {
            table.put(key, entry(0, None, 10 + key as i32), 0);
        }
        table.put(9, entry(0, None, 1), 0);
        assert_eq!(table.get(0, 0), None);
        assert!(table.get(1, 0).is_some());
        for _ in 0..5 {
            table.next_age();
        }
        table.put(10, entry(0, None, 1), 0);
        table.put(11, entry(0, None, 1), 0);
        table.put(12, entry(0, None, 1), 0);
        assert!(table.get(10, 0).is_some() && table.get(11, 0).is_some());
    }

    #[test]
    fn too_much_memory_is_an_error() {
        assert!(Table::new(usize::MAX).is_err());
        assert!(Table::new(1 << 40).is_err());
    }
}
