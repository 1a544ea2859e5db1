//! Formations of men as numbers: the board is covered by overlapping blocks of three by three squares,
//! and each block's men, read as a number to base three, name a weight. The numbers are kept up move
//! by move. It knows geometry, and neither rules nor what a formation is worth.
//!
//! The blocks are taken in the order of their upper left squares, so the last is the first one turned
//! round, and so on: a block of the second half has the weights of its partner in the first half, read
//! with the board turned and the colours exchanged, and they count for Black.

use crate::board::{Board, Layout, Square, Word, bits};
use crate::rules::{BitsOf, Move, Position, Rules};

/// Squares of a block from left to right, as stored, and from top to bottom.
const WIDE: usize = 3;
const HIGH: usize = 3;
/// Squares of a block.
pub(super) const SQUARES: usize = WIDE * HIGH;
/// What can stand in a block: nothing, a white or a black man on each square.
pub(super) const STATES: usize = 3usize.pow(SQUARES as u32);
/// Rounded up to a power of two: a number cut to fewer bits needs no check.
pub(super) const PLACES: usize = STATES.next_power_of_two();
/// The most blocks of any board (12x12).
pub(super) const MOST_BLOCKS: usize = 40;
/// Blocks are counted up to a multiple of this, so that loops over them run in vector lanes.
const LANES: usize = 8;

/// How many blocks cover a board.
pub(super) const fn blocks(layout: Layout) -> usize {
    (layout.row_len() as usize - WIDE + 1) * (layout.ranks() as usize - HIGH + 1)
}

/// The numbers of all blocks.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub(super) struct Blocks([i16; MOST_BLOCKS]);

impl Blocks {
    pub(super) const NONE: Blocks = Blocks([0; MOST_BLOCKS]);

    /// The numbers for a position.
    pub(super) fn of<R: Rules>(position: &Position<BitsOf<R>>) -> Blocks {
        let mut blocks = Blocks::NONE;
        for side in 0..2 {
            blocks.change::<R>(position.sides[side] & !position.kings, side, 1);
        }
        blocks
    }

    /// Follows a move of `side` from `self` to the numbers after it.
    #[inline(always)]
    pub(super) fn after<R: Rules>(
        &self,
        before: &Position<BitsOf<R>>,
        mv: Move<BitsOf<R>>,
    ) -> Blocks {
        let mut blocks = *self;
        let side = before.turn as usize;
        let from = BitsOf::<R>::bit(mv.from);
        if !(before.kings & from).any() {
            blocks.change::<R>(from, side, -1);
            if !mv.promotes {
                blocks.change::<R>(BitsOf::<R>::bit(mv.to), side, 1);
            }
        }
        if mv.is_capture() {
            blocks.change::<R>(mv.captured & !before.kings, 1 - side, -1);
        }
        blocks
    }

    /// Men of a side come or go.
    #[inline(always)]
    fn change<R: Rules>(&mut self, men: BitsOf<R>, side: usize, sign: i16) {
        let shares = &const { shares(R::Board::LAYOUT) };
        for man in bits(men) {
            let share = &shares[usize::from(man.index())].0[side];
            let lanes = const { blocks(R::Board::LAYOUT).next_multiple_of(LANES) };
            for (number, share) in self.0[..lanes].iter_mut().zip(&share[..lanes]) {
                *number += sign * share;
            }
        }
    }

    /// The sum of the weights of all blocks for White, from a table of [`PLACES`] weights for each
    /// block of the first half.
    #[inline(always)]
    pub(super) fn sum<B: Board>(&self, weights: &[i32]) -> i32 {
        let count = const { blocks(B::LAYOUT) };
        let place = |block: usize| self.0[block] as usize % PLACES;
        let (tables, _) = weights.as_chunks::<PLACES>();
        let mut sum = 0;
        for (block, weights) in tables[..count / 2].iter().enumerate() {
            sum += weights[place(block)] - weights[place(count - 1 - block)];
        }
        sum
    }
}

/// What a man of White or Black on one square adds to each block.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct Share([[i16; MOST_BLOCKS]; 2]);

/// The shares by bit index.
#[expect(clippy::large_stack_arrays, reason = "the compiler alone runs it")]
const fn shares(layout: Layout) -> [Share; 128] {
    let mut shares = [Share([[0; MOST_BLOCKS]; 2]); 128];
    let (count, columns) = (blocks(layout), layout.row_len() as usize - WIDE + 1);
    let mut block = 0;
    while block < count {
        let mut place = 0;
        while place < SQUARES {
            let row = block / columns + place / WIDE;
            let square = row * layout.row_len() as usize + block % columns + place % WIDE;
            let bit = layout.bit(Square(square as u8)) as usize;
            let (digit, white) =
                if block < count / 2 { (place, 0) } else { (SQUARES - 1 - place, 1) };
            let power = 3i16.pow(digit as u32);
            shares[bit].0[white][block] = power;
            shares[bit].0[1 - white][block] = 2 * power;
            place += 1;
        }
        block += 1;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_come_in_pairs() {
        for layout in Layout::ALL {
            assert!(blocks(layout).is_multiple_of(2) && blocks(layout) <= MOST_BLOCKS);
        }
    }
}
