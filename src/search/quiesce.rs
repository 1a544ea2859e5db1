//! The leaves: captures are compulsory, so a position with a capture is searched through; one
//! without is valued as it stands, after one more ply if the other side threatens to capture.

use super::order::capture_rank;
use super::params::MAX_PLY;
use super::score::loss_at;
use super::worker::Searcher;
use crate::board::Word;
use crate::rules::{BitsOf, MoveList, Position, Rules, can_capture, can_step};

impl<R: Rules> Searcher<'_, R> {
    /// The score of a position once nothing hangs. `heed_threats`: the one extra ply has not been
    /// spent yet.
    pub(super) fn quiesce(
        &mut self,
        position: &Position<BitsOf<R>>,
        alpha: i32,
        beta: i32,
        ply: usize,
        heed_threats: bool,
    ) -> i32 {
        self.visit(ply);
        if self.aborted {
            return 0;
        }
        if ply >= MAX_PLY {
            return self.value(position);
        }
        if self.rules.get().king_ends && position.kings.any() {
            return self.finished(position, ply);
        }
        if can_capture(self.rules, position, position.turn) {
            return self.every_move(position, alpha, beta, ply, heed_threats);
        }
        if !can_step(self.rules, position) {
            return self.finished(position, ply);
        }
        if heed_threats && can_capture(self.rules, position, position.turn.other()) {
            return self.every_move(position, alpha, beta, ply, false);
        }
        self.value(position)
    }

    /// The best of all moves, quietly searched on.
    fn every_move(
        &mut self,
        position: &Position<BitsOf<R>>,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        heed_threats: bool,
    ) -> i32 {
        let mut list = MoveList::new();
        self.generate(position, &mut list);
        self.hurry(list.len() / 8);
        let mut best = loss_at(ply);
        let captures = list.first().is_some_and(|mv| mv.captured.any());
        for first in 0..list.len() {
            if captures {
                bring_forward(&mut list, first, position.kings);
            }
            let mv = list[first];
            let next = self.play(position, mv);
            let score = -self.quiesce(&next, -beta, -alpha, ply + 1, heed_threats);
            self.evaluator.undone();
            if self.aborted {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        best
    }
}

/// Brings the capture that takes most of those from `first` on to that place.
#[inline(always)]
fn bring_forward<W: Word>(list: &mut MoveList<W>, first: usize, kings: W) {
    let mut best = first;
    for at in first + 1..list.len() {
        if capture_rank(list[at].captured, kings) > capture_rank(list[best].captured, kings) {
            best = at;
        }
    }
    list.swap(first, best);
}
