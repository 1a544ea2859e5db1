//! Whether a position is well formed. FEN, PDN, protocols and fuzzers all ask this one checker, and
//! get every fault with its reason. It knows no text: callers say what squares are called.

use super::setup::{Color, Setup};
use super::variant::Variant;
use crate::board::{Square, SquareSet};

/// What is wrong with a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A piece stands beyond the last square; the index of that square.
    OffBoard(Square),
    /// Both sides have a piece there.
    Shared(Square),
    /// A king is marked where no piece stands.
    KingOfNobody(Square),
    /// A man stands on the row where men of its colour become kings: it cannot have got there and
    /// stayed a man.
    ManOnFarRow(Color, Square),
    /// Both sides have a king in a game that ends with the first one.
    TwoWinners,
    /// A king-move count that the rules do not know: no limit in this game, above the limit, or on
    /// a square without a king of that side.
    KingWalk(Color),
    /// A side has more captures, or places to be in on the way to them, than can be gone through: by
    /// made-up rules only.
    TooManyCaptures(Color),
}

impl Fault {
    /// The fault in words; `name` says what a square is called.
    pub fn text(&self, name: impl Fn(Square) -> String) -> String {
        match *self {
            Fault::OffBoard(square) => format!("there is no square of index {}", square.0),
            Fault::Shared(square) => format!("both sides have a piece on {}", name(square)),
            Fault::KingOfNobody(square) => format!("a king but no piece on {}", name(square)),
            Fault::ManOnFarRow(color, square) => {
                format!("{} man on its crowning row, on {}", color_name(color), name(square))
            }
            Fault::TwoWinners => {
                "both sides have a king, but the first king ends this game".to_owned()
            }
            Fault::KingWalk(color) => {
                format!("{} king-move count that cannot be", color_name(color))
            }
            Fault::TooManyCaptures(color) => {
                format!("{} side with more ways to capture than can be listed", color_name(color))
            }
        }
    }
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "a white",
        Color::Black => "a black",
    }
}

/// Looks for every fault of a position; whether there are too many captures only if there is no
/// other. A side without pieces, or both, is no fault: the game is
/// over then.
///
/// # Errors
/// All faults found, at least one.
pub fn check(variant: &Variant, setup: &Setup) -> Result<(), Vec<Fault>> {
    let both = SquareSet(setup.white.0 | setup.black.0);
    let board = (1_u128 << variant.layout.squares()) - 1;
    let mut faults = Vec::new();
    faults.extend(SquareSet((both.0 | setup.kings.0) & !board).iter().map(Fault::OffBoard));
    let shared = SquareSet(setup.white.0 & setup.black.0 & board);
    faults.extend(shared.iter().map(Fault::Shared));
    let unborn = SquareSet(setup.kings.0 & !both.0 & board);
    faults.extend(unborn.iter().map(Fault::KingOfNobody));
    for color in Color::BOTH {
        let men = setup.pieces(color).0 & !setup.kings.0;
        let late = SquareSet(men & variant.far_row(color).0 & !shared.0);
        faults.extend(late.iter().map(|square| Fault::ManOnFarRow(color, square)));
        if !walk_is_sound(variant, setup, color) {
            faults.push(Fault::KingWalk(color));
        }
    }
    let crowned = |color| setup.pieces(color).0 & setup.kings.0 != 0;
    if variant.rules.king_ends && crowned(Color::White) && crowned(Color::Black) {
        faults.push(Fault::TwoWinners);
    }
    if faults.is_empty() {
        let crowd =
            Color::BOTH.into_iter().filter(|&color| variant.has_too_many_captures(setup, color));
        faults.extend(crowd.map(Fault::TooManyCaptures));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

fn walk_is_sound(variant: &Variant, setup: &Setup, color: Color) -> bool {
    let walk = setup.walks[color as usize];
    let kings = SquareSet(setup.pieces(color).0 & setup.kings.0);
    walk.moves == 0
        || walk.moves <= variant.rules.king_walk_limit
            && walk.square < variant.layout.squares()
            && kings.contains(Square(walk.square))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::KingWalk;
    use crate::rules::variants::VARIANTS;

    fn empty() -> Setup {
        Setup {
            turn: Color::White,
            white: SquareSet::EMPTY,
            black: SquareSet::EMPTY,
            kings: SquareSet::EMPTY,
            walks: [KingWalk::default(); 2],
        }
    }

    fn set(squares: &[u8]) -> SquareSet {
        squares.iter().copied().map(Square).collect()
    }

    #[test]
    fn every_start_and_the_empty_board_are_sound() {
        for variant in &VARIANTS {
            assert_eq!(check(variant, &variant.start()), Ok(()), "{}", variant.name);
            assert_eq!(check(variant, &empty()), Ok(()), "{}", variant.name);
        }
    }

    #[test]
    fn each_fault_is_found_and_named() {
        let variant = &VARIANTS[0];
        let cases = [
            (Setup { white: set(&[50, 30]), ..empty() }, Fault::OffBoard(Square(50))),
            (Setup { kings: set(&[127]), ..empty() }, Fault::OffBoard(Square(127))),
            (Setup { white: set(&[20]), black: set(&[20]), ..empty() }, Fault::Shared(Square(20))),
            (Setup { kings: set(&[20]), ..empty() }, Fault::KingOfNobody(Square(20))),
            (Setup { white: set(&[4]), ..empty() }, Fault::ManOnFarRow(Color::White, Square(4))),
            (Setup { black: set(&[45]), ..empty() }, Fault::ManOnFarRow(Color::Black, Square(45))),
            (
                Setup {
                    white: set(&[20]),
                    kings: set(&[20]),
                    walks: [KingWalk { moves: 1, square: 20 }, KingWalk::default()],
                    ..empty()
                },
                Fault::KingWalk(Color::White),
            ),
        ];
        for (setup, fault) in cases {
            assert_eq!(check(variant, &setup), Err(vec![fault]));
            assert!(!fault.text(|square| square.0.to_string()).is_empty());
        }
    }

    #[test]
    fn two_kings_are_a_fault_only_where_the_first_ends_the_game() {
        let kings = set(&[10, 30]);
        let setup = Setup { white: set(&[10]), black: set(&[30]), kings, ..empty() };
        let mut variant = VARIANTS[0].clone();
        assert_eq!(check(&variant, &setup), Ok(()));
        variant.rules.king_ends = true;
        assert_eq!(check(&variant, &setup), Err(vec![Fault::TwoWinners]));
    }

    #[test]
    fn king_walks_are_held_against_the_limit_and_the_board() {
        let mut variant = VARIANTS[0].clone();
        variant.rules.king_walk_limit = 3;
        let with = |moves, square| Setup {
            white: set(&[20, 30]),
            kings: set(&[20]),
            walks: [KingWalk { moves, square }, KingWalk::default()],
            ..empty()
        };
        assert_eq!(check(&variant, &with(3, 20)), Ok(()));
        for wrong in [with(4, 20), with(1, 30), with(1, 21), with(1, 200)] {
            assert_eq!(check(&variant, &wrong), Err(vec![Fault::KingWalk(Color::White)]));
        }
    }
}
