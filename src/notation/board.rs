//! A position as Hub's `pos` writes it: `W` or `B` for the side to move, then a letter for every
//! square as one reads a page, White at the bottom: `w`, `b` men, `W`, `B` kings, `e` empty. It
//! knows no moves.
//!
//! Frisian king-move counts (art. 17) stand beside it as `W32=2 B5=1`: the king on that square has
//! made so many moves in a row.

use super::{SquareNames, fen};
use crate::board::{Square, SquareSet};
use crate::rules::{Color, KingWalk, Setup, Variant};

/// What is wrong with the picture of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// It does not begin with `W` or `B`.
    #[error("a position must begin with the side to move, W or B")]
    NoTurn,
    /// Not a letter for each square.
    #[error("{variant} has {wanted} squares, and the position has {found} letters after the first")]
    Length {
        /// The variant.
        variant: String,
        /// Its squares.
        wanted: u8,
        /// Letters found.
        found: usize,
    },
    /// A letter that stands for nothing.
    #[error("'{letter}' (letter {place} of the position) is none of w, b, W, B and e")]
    Letter {
        /// The letter.
        letter: char,
        /// Its place, the side to move being the first.
        place: usize,
    },
    /// A king-move count that is none.
    #[error("a king-move count is a side, a square and up to {limit} moves, not '{part}'")]
    KingMoves {
        /// What was read.
        part: String,
        /// The greatest count.
        limit: u8,
    },
    /// The text is fine but the position is not: every fault of it.
    #[error("impossible position: {0}")]
    Position(String),
}

/// Reads a position; `names` says how the squares in `king_moves` are called. Only sound positions
/// come back: see [`crate::rules::validity::check`].
///
/// # Errors
/// Names the first fault of the text, or every fault of the position.
pub fn parse(
    variant: &Variant,
    names: &SquareNames,
    text: &str,
    king_moves: Option<&str>,
) -> Result<Setup, BoardError> {
    let mut letters = text.chars();
    let turn = match letters.next() {
        Some('W' | 'w') => Color::White,
        Some('B' | 'b') => Color::Black,
        _ => return Err(BoardError::NoTurn),
    };
    let (wanted, found) = (variant.layout.squares(), letters.clone().count());
    if found != usize::from(wanted) {
        return Err(BoardError::Length { variant: variant.name.clone().into(), wanted, found });
    }
    let mut setup = Setup {
        turn,
        white: SquareSet::EMPTY,
        black: SquareSet::EMPTY,
        kings: SquareSet::EMPTY,
        walks: [KingWalk::default(); 2],
    };
    for (place, (square, letter)) in names.reading_order().zip(letters).enumerate() {
        put(&mut setup, square, letter)
            .ok_or(BoardError::Letter { letter: shown(letter), place: place + 2 })?;
    }
    if let Some(text) = king_moves {
        set_king_moves(variant, names, &mut setup, text)?;
    }
    fen::check(variant, names, &setup).map_err(BoardError::Position)?;
    Ok(setup)
}

/// Puts what a letter stands for on a square; `None` if it stands for nothing.
fn put(setup: &mut Setup, square: Square, letter: char) -> Option<()> {
    let color = match letter {
        'w' | 'W' => Color::White,
        'b' | 'B' => Color::Black,
        'e' | 'E' => return Some(()),
        _ => return None,
    };
    setup.pieces_mut(color).insert(square);
    if letter.is_ascii_uppercase() {
        setup.kings.insert(square);
    }
    Some(())
}

fn shown(letter: char) -> char {
    if letter.is_control() { '?' } else { letter }
}

/// Reads `W32=2 B5=1`. Games without a limit have no use for it, and a side with only kings has
/// none.
fn set_king_moves(
    variant: &Variant,
    names: &SquareNames,
    setup: &mut Setup,
    text: &str,
) -> Result<(), BoardError> {
    let limit = variant.rules.king_walk_limit;
    if limit == 0 {
        return Ok(());
    }
    for part in text.split([' ', ',']).filter(|part| !part.is_empty()) {
        let (color, square, moves) =
            king_moves_of(names, part).filter(|(.., moves)| *moves <= limit).ok_or_else(|| {
                BoardError::KingMoves { part: part.chars().take(20).collect(), limit }
            })?;
        let own = setup.pieces(color);
        let has_men = own.0 & !setup.kings.0 != 0;
        if moves > 0 && has_men {
            setup.walks[color as usize] = KingWalk { moves, square: square.0 };
        }
    }
    Ok(())
}

fn king_moves_of(names: &SquareNames, part: &str) -> Option<(Color, Square, u8)> {
    let color = match part.chars().next()? {
        'W' | 'w' => Color::White,
        'B' | 'b' => Color::Black,
        _ => return None,
    };
    let (square, moves) = part.get(1..)?.split_once(['=', ':'])?;
    Some((color, names.parse_number(square)?, moves.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variants::{self, VARIANTS};

    /// The picture of a position.
    fn picture(names: &SquareNames, setup: &Setup) -> String {
        let letter = |square| match setup.piece(square) {
            None => 'e',
            Some((Color::White, false)) => 'w',
            Some((Color::White, true)) => 'W',
            Some((Color::Black, false)) => 'b',
            Some((Color::Black, true)) => 'B',
        };
        std::iter::once(setup.turn.letter()).chain(names.reading_order().map(letter)).collect()
    }

    #[test]
    fn every_start_position_is_read_from_its_picture() {
        for variant in &VARIANTS {
            let (names, start) = (SquareNames::of(variant).numeric(), variant.start());
            let text = picture(&names, &start);
            assert_eq!(parse(variant, &names, &text, None), Ok(start), "{}", variant.name);
        }
    }

    #[test]
    fn king_moves_belong_to_the_king_named() {
        let variant = variants::find("frisian").expect("it is in the table");
        let names = SquareNames::of(variant);
        let text = format!("W{}Bb{}Ww{}", "e".repeat(4), "e".repeat(25), "e".repeat(17));
        let setup = parse(variant, &names, &text, Some("W32=2 B5=1")).expect("sound");
        let [white, black] = setup.walks;
        assert_eq!((white.moves, names.number(Square(white.square))), (2, 32));
        assert_eq!((black.moves, names.number(Square(black.square))), (1, 5));
        for wrong in ["W32", "W32=9", "X32=1", "W=1", "W99=1", "\u{e9}=1"] {
            let read = parse(variant, &names, &text, Some(wrong));
            assert!(matches!(read, Err(BoardError::KingMoves { .. })), "{wrong}: {read:?}");
        }
        // Nothing stands on 33 but a man.
        let read = parse(variant, &names, &text, Some("W33=1"));
        assert!(matches!(read, Err(BoardError::Position(_))), "{read:?}");
    }

    #[test]
    fn faults_are_named() {
        let variant = &VARIANTS[0];
        let names = SquareNames::of(variant);
        let read = |text: &str| parse(variant, &names, text, None).map_err(|e| e.to_string());
        let blank = "e".repeat(48);
        for (text, message) in [
            (String::new(), "a position must begin with the side to move, W or B"),
            ("Xe".into(), "a position must begin with the side to move, W or B"),
            (
                "We".into(),
                "international has 50 squares, and the position has 1 letters after the first",
            ),
            (format!("Wbx{blank}"), "'x' (letter 3 of the position) is none of w, b, W, B and e"),
        ] {
            assert_eq!(read(&text), Err(message.into()));
        }
        assert!(read(&format!("Wwb{blank}")).is_err(), "a white man on the last row");
    }
}
