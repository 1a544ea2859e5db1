//! A list of moves that lives on the stack.

use super::position::Move;
use smallvec::SmallVec;
use std::ops::Deref;

/// Moves kept on the stack; only freak positions have more, and those spill to the heap.
pub const INLINE_MOVES: usize = 96;

/// A list of moves of one position.
#[derive(Clone, Debug)]
pub struct MoveList<W>(SmallVec<[Move<W>; INLINE_MOVES]>);

impl<W: Copy + Eq> MoveList<W> {
    /// The empty list.
    #[inline(always)]
    #[must_use]
    pub fn new() -> Self {
        MoveList(SmallVec::new())
    }

    /// Adds a move.
    #[inline(always)]
    pub fn push(&mut self, mv: Move<W>) {
        self.0.push(mv);
    }

    /// Forgets all moves.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Exchanges two moves: the search orders by it.
    #[inline(always)]
    pub fn swap(&mut self, a: usize, b: usize) {
        self.0.swap(a, b);
    }
}

impl<W: Copy + Eq> Default for MoveList<W> {
    fn default() -> Self {
        MoveList::new()
    }
}

impl<W> Deref for MoveList<W> {
    type Target = [Move<W>];
    #[inline(always)]
    fn deref(&self) -> &[Move<W>] {
        &self.0
    }
}
