//! Positions between DXP's letters and the rules: square by square from the top left, as White sees
//! the board.

use crate::notation::SquareNames;
use crate::protocol::dxp::Placement;
use crate::rules::{Color, KingWalk, Setup, Variant, validity};
use thiserror::Error;

/// Why a position cannot be played from.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum PlacementError {
    /// It is one of another board.
    #[error("a position of {found} squares; the board has {wanted}")]
    Squares { found: usize, wanted: u8 },
    /// It breaks the rules.
    #[error("{0}")]
    Fault(String),
}

/// The position as it is sent. King-move counts have no place in DXP.
pub(super) fn of_setup(variant: &Variant, setup: &Setup) -> Placement {
    let squares = SquareNames::of(variant).reading_order().map(|square| {
        let color = Color::BOTH.into_iter().find(|&side| setup.pieces(side).contains(square))?;
        Some((color, setup.kings.contains(square)))
    });
    Placement { turn: setup.turn, squares: squares.collect() }
}

/// The position that was sent.
pub(super) fn to_setup(variant: &Variant, sent: &Placement) -> Result<Setup, PlacementError> {
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
