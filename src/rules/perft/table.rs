//! The table of counts already known. It knows positions and depths, no rules.

use crate::board::Word;
use crate::rules::position::Position;
use std::sync::atomic::{AtomicU64, Ordering};

/// 2^64 divided by the golden ratio: its multiples are spread evenly.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Entries that one position can be in: a cache line of them.
const WAYS: usize = 4;

/// A count and its check word xor the count, so that a torn pair of writes does not match.
type Entry = [AtomicU64; 2];

/// Counts of subtrees by position and depth, shared by all threads without locks.
///
/// The check word is a second 64-bit digest of the whole position (side to move and king-move counts
/// included) and the depth, independent of the one that picks the bucket. A wrong count needs a
/// position of the same bucket with the same 64 bits of check: with four entries to compare, one
/// look in 2^62 finds a stranger.
pub(super) struct Table {
    entries: Box<[Entry]>,
    /// Entries before the first one that begins a cache line.
    skipped: usize,
    buckets: usize,
}

/// The system has no memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a table of {mb} MiB")]
pub struct NoMemory {
    /// The size asked for in MiB.
    pub mb: usize,
}

impl Table {
    /// A table of `mb` MiB; `None` for 0.
    ///
    /// # Errors
    /// The system has not that much memory.
    pub(super) fn new(mb: usize) -> Result<Option<Table>, NoMemory> {
        if mb == 0 {
            return Ok(None);
        }
        let bytes = mb.checked_mul(1 << 20).ok_or(NoMemory { mb })?;
        // Zeroed pages come from the system when they are first used: a short count stays short.
        let entries: Box<[Entry]> =
            bytemuck::allocation::try_zeroed_slice_box(bytes / size_of::<Entry>())
                .map_err(|()| NoMemory { mb })?;
        // Where alignment cannot be told, buckets straddle lines and nothing else happens.
        let skipped = entries.as_ptr().align_offset(WAYS * size_of::<Entry>());
        let skipped = if skipped < WAYS { skipped } else { 0 };
        let buckets = (entries.len() - skipped) / WAYS;
        Ok(Some(Table { entries, skipped, buckets }))
    }

    #[inline]
    fn place<W: Word>(&self, position: &Position<W>, depth: u32) -> (&[Entry], u64) {
        let (spread, check) = digests(position, depth);
        let bucket = ((u128::from(spread) * self.buckets as u128) >> 64) as usize;
        let first = self.skipped + bucket * WAYS;
        (&self.entries[first..first + WAYS], check)
    }

    /// The count below a position, if it is known.
    #[inline]
    pub(super) fn get<W: Word>(&self, position: &Position<W>, depth: u32) -> Option<u64> {
        let (bucket, check) = self.place(position, depth);
        bucket.iter().find_map(|entry| {
            let count = entry[0].load(Ordering::Relaxed);
            (entry[1].load(Ordering::Relaxed) ^ count == check).then_some(count)
        })
    }

    /// Remembers a count, in place of the smallest of the bucket: large counts cost the most to find
    /// again. The last entry takes what is smaller than all.
    #[inline]
    pub(super) fn put<W: Word>(&self, position: &Position<W>, depth: u32, count: u64) {
        let (bucket, check) = self.place(position, depth);
        let (mut victim, mut smallest) = (WAYS - 1, count);
        for (way, entry) in bucket.iter().enumerate() {
            let held = entry[0].load(Ordering::Relaxed);
            if held < smallest {
                (victim, smallest) = (way, held);
            }
        }
        bucket[victim][0].store(count, Ordering::Relaxed);
        bucket[victim][1].store(check ^ count, Ordering::Relaxed);
    }
}

/// What picks the bucket, and the check word.
#[inline]
fn digests<W: Word>(position: &Position<W>, depth: u32) -> (u64, u64) {
    let key = position.key();
    // The depths of one position must not fight for one bucket: with few pieces on the board the
    // same positions come up at every depth.
    let spread = key.wrapping_add(u64::from(depth).wrapping_mul(GOLDEN));
    let salt = u64::from(depth) << 1 | position.turn as u64;
    let check = W::mix(position.kings, position.sides[0], position.sides[1], key ^ salt);
    (spread, check)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::setup::{Color, KingWalk};
    use std::collections::HashSet;

    /// Positions that differ in little, as those of one tree do, and depths.
    fn neighbours() -> impl Iterator<Item = (Position<u64>, u32)> {
        let sparse = |count: u64| (0..count).map(|bits| bits << 3 | (bits & 1) << 40);
        sparse(64).flat_map(move |white| {
            sparse(32).flat_map(move |black| {
                (0..32_u32).map(move |rest| {
                    let walk = KingWalk { moves: (rest >> 1 & 1) as u8, square: 5 };
                    let position = Position {
                        sides: [white, black << 9],
                        kings: if rest & 4 > 0 { white } else { 0 },
                        turn: if rest & 1 > 0 { Color::White } else { Color::Black },
                        walks: [walk, KingWalk::default()],
                    };
                    (position, 4 + (rest >> 3))
                })
            })
        })
    }

    /// Any 32 bits of the two digests together tell positions apart as well as chance does: of n
    /// positions about n^2 / 2^33 pairs are alike.
    #[test]
    fn the_check_is_independent_of_the_bucket() {
        let all: Vec<_> = neighbours().collect();
        let different: HashSet<_> = all
            .iter()
            .map(|(p, depth)| (p.sides, p.kings, p.turn as u8, p.walks[0].moves, depth))
            .collect();
        let pairs = (different.len() as f64).powi(2) / 2_f64.powi(33);
        let slices: [fn(u64, u64) -> u32; 5] = [
            |_, check| check as u32,
            |_, check| (check >> 32) as u32,
            |spread, _| (spread >> 32) as u32,
            |spread, check| (spread >> 48 << 16) as u32 | (check >> 48) as u32,
            |spread, check| (spread ^ check) as u32,
        ];
        for (index, slice) in slices.into_iter().enumerate() {
            let seen: HashSet<u32> = all
                .iter()
                .map(|(position, depth)| digests(position, *depth))
                .map(|(spread, check)| slice(spread, check))
                .collect();
            let alike = different.len() - seen.len();
            assert!(
                (alike as f64) < pairs + 6.0 * pairs.sqrt().max(1.0),
                "{index}: {alike} of {pairs}"
            );
        }
    }

    #[test]
    fn what_was_put_is_got_by_position_and_depth_alone() {
        let table = Table::new(8).expect("memory").expect("a table");
        let all: HashSet<_> = neighbours()
            .map(|(p, depth)| (p.sides, p.kings, p.turn == Color::White, p.walks[0].moves, depth))
            .collect();
        let position = |&(sides, kings, white, moves, depth): &([u64; 2], u64, bool, u8, u32)| {
            let turn = if white { Color::White } else { Color::Black };
            let walks = [KingWalk { moves, square: 5 }, KingWalk::default()];
            (Position { sides, kings, turn, walks }, depth)
        };
        let known: Vec<_> = all.iter().map(position).collect();
        let (put, others) = known.split_at(known.len() / 2);
        for ((position, depth), count) in put.iter().zip(1..) {
            table.put(position, *depth, count);
        }
        let mut kept = 0;
        for ((position, depth), count) in put.iter().zip(1..) {
            let found = table.get(position, *depth);
            assert!(found.is_none_or(|found| found == count));
            kept += usize::from(found.is_some());
        }
        assert!(kept * 10 > put.len() * 9, "{kept} of {}", put.len());
        assert!(others.iter().all(|(position, depth)| table.get(position, *depth).is_none()));
    }
}
