//! What a position is worth: one [`Evaluator`] for each search thread, told of every move made and
//! taken back, so that whatever it keeps up incrementally stays in step. It knows nothing of the
//! search that asks, and of variants only their rules.
//!
//! Games of a kind that has a table of weights are valued by fitted terms (`fitted`, `pattern`), the
//! others by guessed ones (`hand`).

mod fitted;
mod hand;
mod masks;
mod pattern;
mod rates;
mod weights;

use crate::board::{Board, Word};
use crate::rules::{BitsOf, Color, Game, Move, Position, Rules, Visitor, position};
use pattern::Blocks;
use weights::Weights;

/// The largest value in hundredths of a man: hosts take more than 80 men for a proven win.
pub const MAX_VALUE: i32 = 7_900;
/// Moves of a line that fit before the line's memory grows.
const LINE: usize = 256;

/// Values positions of one game for one search thread.
pub struct Evaluator<R: Rules> {
    rules: R,
    giveaway: bool,
    /// For games of a kind that has fitted weights.
    weights: Option<&'static Weights>,
    /// The numbers of the blocks along the line, the last position's at `top`; not kept up where no
    /// weights ask for them.
    line: Vec<Blocks>,
    top: usize,
}

impl<R: Rules> Evaluator<R> {
    /// An evaluator for these rules; `giveaway` if losing is the aim. Call [`Self::reset`] next.
    #[must_use]
    pub fn new(rules: R, giveaway: bool) -> Self {
        let weights = weights::nearest(R::Board::LAYOUT, &rules.get(), giveaway);
        let line = vec![Blocks::NONE; LINE];
        Evaluator { rules, giveaway, weights, line, top: 0 }
    }

    /// Starts a line at this position.
    #[inline(always)]
    pub fn reset(&mut self, position: &Position<BitsOf<R>>) {
        self.top = 0;
        self.line[0] = Blocks::of::<R>(position);
    }

    /// The line goes on with a move.
    #[inline(always)]
    pub fn played(
        &mut self,
        before: &Position<BitsOf<R>>,
        mv: Move<BitsOf<R>>,
        _after: &Position<BitsOf<R>>,
    ) {
        if self.weights.is_none() {
            return;
        }
        if self.top + 1 == self.line.len() {
            self.line.push(Blocks::NONE);
        }
        self.line[self.top + 1] = self.line[self.top].after::<R>(before, mv);
        self.top += 1;
    }

    /// The last move of the line is taken back.
    #[inline(always)]
    pub fn undone(&mut self) {
        // Without weights the line never grew.
        self.top = self.top.saturating_sub(1);
    }

    /// The value of the line's last position in hundredths of a man for the side to move, within
    /// +-[`MAX_VALUE`].
    #[inline(always)]
    #[must_use]
    pub fn value(&self, position: &Position<BitsOf<R>>) -> i32 {
        let value = match self.weights {
            Some(weights) => fitted::value::<R>(weights, &self.line[self.top], position),
            None if self.giveaway => -hand::value(self.rules, position),
            None => hand::value(self.rules, position),
        };
        let value = if position.kings.any() { self.drawish(position, value) } else { value };
        value.clamp(-MAX_VALUE, MAX_VALUE)
    }

    #[inline(always)]
    fn drawish(&self, position: &Position<BitsOf<R>>, value: i32) -> i32 {
        if self.giveaway {
            return value;
        }
        let white = if position.turn == Color::White { value } else { -value };
        let white = hand::drawish(self.rules, position, white);
        if position.turn == Color::White { white } else { -white }
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
            // The move is worth more where men want to be taken.
            let most = if row.giveaway { 40 } else { 20 };
            assert!(first.abs() <= most, "{}: {first}", row.name);
            start.turn = start.turn.other();
            assert_eq!(value(start), first, "{}", row.name);
        }
    }

    #[test]
    fn a_man_more_is_better_only_if_winning_is_the_aim() {
        for row in &variants::VARIANTS {
            let mut setup = row.start();
            let victim = setup.black.iter().next().expect("men");
            setup.pieces_mut(Color::Black).remove(victim);
            setup.turn = Color::White;
            let value = evaluate(&Game::from(Arc::new(row.clone()), setup));
            // In giveaway a man less at the start is hardly worth anything: whose men can be made to
            // take counts for more than how many there are.
            assert!(if row.giveaway { value < 10 } else { value > 50 }, "{}: {value}", row.name);
        }
    }
}
