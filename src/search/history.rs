//! What quiet moves have done elsewhere in the tree: a score for each side, from and to. It orders
//! moves and knows nothing of positions.

use crate::board::Word;
use crate::rules::{Color, Move};
use std::marker::PhantomData;

/// Scores stay within this.
const LIMIT: i32 = 16_000;

/// The scores of one thread.
pub(super) struct History<W> {
    scores: Box<[i16]>,
    word: PhantomData<W>,
}

impl<W: Word> History<W> {
    const SQUARES: usize = W::WIDTH as usize;

    /// No experience.
    pub(super) fn new() -> Self {
        let scores = vec![0; 2 * Self::SQUARES * Self::SQUARES].into_boxed_slice();
        History { scores, word: PhantomData }
    }

    #[inline(always)]
    fn place(side: Color, mv: Move<W>) -> usize {
        (side as usize * Self::SQUARES + usize::from(mv.from)) * Self::SQUARES + usize::from(mv.to)
    }

    /// How well the move has done, within +-16000.
    #[inline(always)]
    pub(super) fn get(&self, side: Color, mv: Move<W>) -> i32 {
        self.scores[Self::place(side, mv)].into()
    }

    /// The move refuted a position searched to `depth` (`good`), or was tried before the one that
    /// did. The pull towards the limit makes new experience count more than old.
    #[inline(always)]
    pub(super) fn learn(&mut self, side: Color, mv: Move<W>, depth: i32, good: bool) {
        let step = (depth * depth * 16).min(2_000);
        let score = &mut self.scores[Self::place(side, mv)];
        let old = i32::from(*score);
        let signed = if good { step } else { -step };
        *score = (old + signed - old * step / LIMIT) as i16;
    }
}
