//! The fitted evaluation: men and kings, where the kings stand, and the formations of men, each with
//! a middle game and an endgame weight. It knows no variant by name.

use super::pattern::Blocks;
use super::weights::{Pair, Weights, blend};
use crate::board::{Word, bits};
use crate::rules::{BitsOf, Color, Position, Rules};

/// The value for the side to move, in hundredths of a man.
#[inline(always)]
pub(super) fn value<R: Rules>(
    weights: &Weights,
    blocks: &Blocks,
    position: &Position<BitsOf<R>>,
) -> i32 {
    let [white, black] = position.sides;
    let men = [white & !position.kings, black & !position.kings].map(|men| men.count() as i32);
    let mut pieces = men[0] + men[1];
    let mut sum = weights.man * (men[0] - men[1]) + blocks.sum::<R::Board>(&weights.blocks);
    if position.kings.any() {
        pieces += position.kings.count() as i32;
        sum +=
            kings(weights, white & position.kings, 0) - kings(weights, black & position.kings, 1);
    }
    sum += if position.turn == Color::White { weights.tempo } else { -weights.tempo };
    let value = blend(sum, weights.shares[pieces as usize]);
    if position.turn == Color::White { value } else { -value }
}

#[inline(always)]
fn kings<W: Word>(weights: &Weights, kings: W, side: usize) -> Pair {
    if !kings.any() {
        return 0;
    }
    let mut sum = weights.king + weights.more_kings * (kings.count() as i32 - 1);
    for king in bits(kings) {
        sum += weights.king_squares[side][usize::from(king.index())];
    }
    sum
}
