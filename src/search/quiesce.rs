//! The leaves: captures are compulsory, so a position with a capture is searched through; one
//! without is valued as it stands. One more ply where the other side threatens to capture does not
//! pay: at equal nodes it loses to going without, clearly so with flying kings.

use super::order::capture_rank;
use super::params::MAX_PLY;
use super::score::loss_at;
use super::worker::Searcher;
use crate::board::Word;
use crate::rules::{BitsOf, MoveList, Position, Rules, can_step};

impl<R: Rules> Searcher<'_, R> {
    /// The score of a position once nothing can be captured.
    pub(super) fn quiesce(
        &mut self,
        position: &Position<BitsOf<R>>,
        alpha: i32,
        beta: i32,
        ply: usize,
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
        if self.can_capture(position, position.turn) {
            return self.captures(position, alpha, beta, ply);
        }
        if !can_step(self.rules, position) {
            return self.finished(position, ply);
        }
        self.judged(self.faded(self.evaluator.value(position)), position)
    }

    /// The best of the captures.
    fn captures(
        &mut self,
        position: &Position<BitsOf<R>>,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        let mut list = MoveList::new();
        self.generate(position, &mut list);
        self.hurry(list.len() / 8);
        let mut best = loss_at(ply);
        for first in 0..list.len() {
            bring_forward(&mut list, first, position.kings);
            let mv = list[first];
            let next = self.play(position, mv);
            let score = -self.quiesce(&next, -beta, -alpha, ply + 1);
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
