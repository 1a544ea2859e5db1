//! The principal variation as it grows: one line for each ply, in one array.

use super::params::{MAX_PLY, MAX_PV};
use crate::board::Word;
use crate::rules::Move;

/// The best lines found from each ply of the current path on.
pub(super) struct Pv<W> {
    moves: Box<[Move<W>]>,
    lengths: [u8; MAX_PLY + 2],
}

impl<W: Word> Pv<W> {
    /// No lines.
    pub(super) fn new() -> Self {
        let moves = vec![Move::default(); (MAX_PLY + 2) * MAX_PV].into_boxed_slice();
        Pv { moves, lengths: [0; MAX_PLY + 2] }
    }

    /// The line from a ply on.
    pub(super) fn line(&self, ply: usize) -> &[Move<W>] {
        &self.moves[ply * MAX_PV..][..self.lengths[ply].into()]
    }

    /// No line from this ply on.
    pub(super) fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// The line from this ply on is `mv` and the line of the next ply.
    pub(super) fn set(&mut self, ply: usize, mv: Move<W>) {
        let below = usize::from(self.lengths[ply + 1]).min(MAX_PV - 1);
        let (here, next) = (ply * MAX_PV, (ply + 1) * MAX_PV);
        self.moves[here] = mv;
        self.moves.copy_within(next..next + below, here + 1);
        self.lengths[ply] = below as u8 + 1;
    }
}
