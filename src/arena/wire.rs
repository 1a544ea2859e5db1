//! Positions and moves as DXP carries them: letters square by square from the top left, as White sees
//! the board, and square numbers. It knows no connection and no order of messages.

use crate::board::SquareSet;
use crate::notation::{SquareNames, movetext};
use crate::protocol::dxp::{Move, Placement};
use crate::rules::{Color, Game, KingWalk, Play, Setup, Variant, validity};
use std::time::Duration;
use thiserror::Error;

/// Why a position cannot be played from.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlacementError {
    /// It is one of another board.
    #[error("a position of {found} squares; the board has {wanted}")]
    Squares {
        /// Letters sent.
        found: usize,
        /// Squares of the board.
        wanted: u8,
    },
    /// It breaks the rules.
    #[error("{0}")]
    Fault(String),
}

/// The position as it is sent. King-move counts have no place in DXP.
#[must_use]
pub fn of_setup(variant: &Variant, setup: &Setup) -> Placement {
    let squares = SquareNames::of(variant).reading_order().map(|square| {
        let color = Color::BOTH.into_iter().find(|&side| setup.pieces(side).contains(square))?;
        Some((color, setup.kings.contains(square)))
    });
    Placement { turn: setup.turn, squares: squares.collect() }
}

/// The position that was sent.
///
/// # Errors
/// It is one of another board or breaks the rules.
pub fn to_setup(variant: &Variant, sent: &Placement) -> Result<Setup, PlacementError> {
    let (found, wanted) = (sent.squares.len(), variant.layout.squares());
    if found != usize::from(wanted) {
        return Err(PlacementError::Squares { found, wanted });
    }
    let names = SquareNames::of(variant);
    let mut setup = Setup { turn: sent.turn, ..variant.start() };
    (setup.white.0, setup.black.0, setup.kings.0) = (0, 0, 0);
    setup.walks = [KingWalk::default(); 2];
    for (square, occupant) in names.reading_order().zip(&sent.squares) {
        let Some((color, king)) = *occupant else { continue };
        setup.pieces_mut(color).insert(square);
        if king {
            setup.kings.insert(square);
        }
    }
    let in_words = |faults: Vec<validity::Fault>| {
        let texts: Vec<_> =
            faults.iter().map(|fault| fault.text(|square| names.name(square))).collect();
        PlacementError::Fault(texts.join("; "))
    };
    validity::check(variant, &setup).map_err(in_words)?;
    Ok(setup)
}

/// The legal move that was sent; `names` are the numbers of [`SquareNames::dxp`]. Captured squares may
/// come in any order.
#[must_use]
pub fn play_of(game: &Game, names: &SquareNames, sent: &Move) -> Option<Play> {
    let square = |number| names.by_number(number);
    let (from, to) = (square(sent.from)?, square(sent.to)?);
    let mut captured = SquareSet::EMPTY;
    for &number in &sent.captured {
        captured.insert(square(number)?);
    }
    let same = |play: &&Play| play.from == from && play.to == to && play.captured == captured;
    game.legal().iter().find(same).copied()
}

/// A move as it is sent, with the time that its player used.
#[must_use]
pub fn of_play(names: &SquareNames, play: &Play, used: Duration) -> Move {
    let number = |square| names.number(square);
    let captured = movetext::in_order(names, play.captured);
    Move {
        seconds: u32::try_from(used.as_secs()).unwrap_or(u32::MAX),
        from: number(play.from),
        to: number(play.to),
        captured: captured.into_iter().map(number).collect(),
    }
}

/// A move as it was sent, for people.
#[must_use]
pub fn in_words(sent: &Move) -> String {
    let squares = [sent.from, sent.to].into_iter().chain(sent.captured.iter().copied());
    let squares: Vec<String> = squares.map(|number| number.to_string()).collect();
    squares.join(if sent.captured.is_empty() { "-" } else { "x" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variants::VARIANTS;

    #[test]
    fn a_position_comes_back_as_it_was_sent() {
        for variant in &VARIANTS {
            let start = variant.start();
            assert_eq!(
                to_setup(variant, &of_setup(variant, &start)),
                Ok(start),
                "{}",
                variant.name
            );
        }
    }

    #[test]
    fn a_position_of_another_board_or_against_the_rules_is_refused() {
        let [international, english] = [0, 1].map(|at| &VARIANTS[at]);
        let mut sent = of_setup(english, &english.start());
        let error = to_setup(international, &sent).map_err(|error| error.to_string());
        assert_eq!(error, Err("a position of 32 squares; the board has 50".into()));
        sent.squares.swap(0, 31);
        assert!(matches!(to_setup(english, &sent), Err(PlacementError::Fault(_))));
    }
}
