//! What a position is worth: one [`Evaluator`] for each search thread, told of every move made and
//! taken back, so that whatever it keeps up incrementally stays in step. It knows nothing of the
//! search that asks, and of variants only their rules.
//!
//! Today the value is computed afresh by hand-made terms (`hand`); the calls that a learned,
//! incrementally updated evaluation needs are in their places and cost nothing.

mod hand;
mod masks;
mod weights;

use crate::board::Board;
use crate::rules::{BitsOf, Game, Move, Position, Rules, Visitor, position};

/// The largest value in hundredths of a man: hosts take more than 80 men for a proven win.
pub const MAX_VALUE: i32 = 7_900;

/// Values positions of one game for one search thread.
pub struct Evaluator<R: Rules> {
    rules: R,
    giveaway: bool,
}

impl<R: Rules> Evaluator<R> {
    /// An evaluator for these rules; `giveaway` if losing is the aim. Call [`Self::reset`] next.
    #[must_use]
    pub fn new(rules: R, giveaway: bool) -> Self {
        Evaluator { rules, giveaway }
    }

    /// Starts a line at this position.
    #[inline(always)]
    pub fn reset(&mut self, _position: &Position<BitsOf<R>>) {}

    /// The line goes on with a move.
    #[inline(always)]
    pub fn played(
        &mut self,
        _before: &Position<BitsOf<R>>,
        _mv: Move<BitsOf<R>>,
        _after: &Position<BitsOf<R>>,
    ) {
    }

    /// The last move of the line is taken back.
    #[inline(always)]
    pub fn undone(&mut self) {}

    /// The value of the line's last position in hundredths of a man for the side to move, within
    /// +-[`MAX_VALUE`].
    #[inline(always)]
    #[must_use]
    pub fn value(&self, position: &Position<BitsOf<R>>) -> i32 {
        let value = hand::value(self.rules, position).clamp(-MAX_VALUE, MAX_VALUE);
        if self.giveaway { -value } else { value }
    }
}

/// The static value of a game's position in hundredths of a man for the side to move. Finished
/// games have one too: who has won is the rules' business.
#[must_use]
pub fn evaluate(game: &Game) -> i32 {
    struct Evaluate<'a>(&'a Game);
    impl Visitor for Evaluate<'_> {
        type Out = i32;
        fn visit<R: Rules>(self, rules: R) -> i32 {
            let position = position::of_setup::<R>(self.0.setup());
            debug_assert_eq!(R::Board::LAYOUT, self.0.variant().layout);
            let mut evaluator = Evaluator::new(rules, self.0.variant().giveaway);
            evaluator.reset(&position);
            evaluator.value(&position)
        }
    }
    game.variant().visit(Evaluate(game))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Color, Setup, variants};
    use std::sync::Arc;

    #[test]
    fn start_positions_are_level_and_symmetric() {
        for row in &variants::VARIANTS {
            let mut start = row.start();
            let value = |setup: Setup| evaluate(&Game::from(Arc::new(row.clone()), setup));
            let first = value(start);
            assert!(first.abs() <= 20, "{}: {first}", row.name);
            start.turn = start.turn.other();
            assert_eq!(value(start), first, "{}", row.name);
        }
    }

    #[test]
    fn a_man_more_is_better_unless_losing_is_the_aim() {
        for row in &variants::VARIANTS {
            let mut setup = row.start();
            let victim = setup.black.iter().next().expect("men");
            setup.pieces_mut(Color::Black).remove(victim);
            setup.turn = Color::White;
            let value = evaluate(&Game::from(Arc::new(row.clone()), setup));
            assert!(if row.giveaway { value < -50 } else { value > 50 }, "{}: {value}", row.name);
        }
    }
}
