//! The order in which moves are tried: the table's move, captures by what they take, killers, then
//! by history. Moves are picked one at a time, best first: most nodes need only a few.

use super::history::History;
use super::table::MoveCode;
use crate::board::Word;
use crate::rules::{Color, Move, MoveList};
use smallvec::SmallVec;

/// Two quiet moves that refuted sister nodes.
pub(super) type Killers<W> = [Move<W>; 2];

const TABLE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 20;
const PROMOTION: i32 = 1 << 19;
const KILLER: i32 = 1 << 18;

/// Moves with their ranks.
pub(super) struct Ordered<'a, W> {
    moves: &'a mut MoveList<W>,
    ranks: SmallVec<[i32; 96]>,
    next: usize,
}

impl<'a, W: Word> Ordered<'a, W> {
    /// Ranks the moves of a position.
    #[inline(always)]
    pub(super) fn new(
        moves: &'a mut MoveList<W>,
        side: Color,
        kings: W,
        table: MoveCode,
        killers: &Killers<W>,
        history: &History<W>,
    ) -> Self {
        let mut ranks = SmallVec::new();
        for mv in moves.iter() {
            let rank = if table.is_some() && MoveCode::of(*mv) == table {
                TABLE
            } else if mv.is_capture() {
                CAPTURE + capture_rank(mv.captured, kings) + history.get(side, *mv) / 1024
            } else if mv.promotes {
                PROMOTION
            } else if *mv == killers[0] {
                KILLER + 1
            } else if *mv == killers[1] {
                KILLER
            } else {
                history.get(side, *mv)
            };
            ranks.push(rank);
        }
        Ordered { moves, ranks, next: 0 }
    }

    /// The best move not yet tried.
    #[inline(always)]
    pub(super) fn pick(&mut self) -> Option<Move<W>> {
        let first = self.next;
        if first >= self.ranks.len() {
            return None;
        }
        let mut best = first;
        for at in first + 1..self.ranks.len() {
            if self.ranks[at] > self.ranks[best] {
                best = at;
            }
        }
        self.ranks.swap(first, best);
        self.moves.swap(first, best);
        self.next += 1;
        Some(self.moves[first])
    }

    /// The moves picked so far, in order.
    #[inline(always)]
    pub(super) fn tried(&self) -> &[Move<W>] {
        &self.moves[..self.next]
    }
}

/// Kings count three men each.
#[inline(always)]
pub(super) fn capture_rank<W: Word>(captured: W, kings: W) -> i32 {
    64 * (captured.count() + 2 * (captured & kings).count()) as i32
}
