//! FEN as PDN 3.0 defines it, and as programs and sites really write it.
//!
//! Written: `W:W31-...` without ranges, blanks or a final dot, White's list first, squares in
//! numbering order. Read besides: ranges (also of kings), blanks, a final dot, any case, leading
//! zeros, lists in either order, the tag `[FEN "..."]` around it, numbers in games that write `a1`
//! and the other way round, and what lidraughts adds: `:H0:F1` counters, king-move counts, and
//! ghosts (`G`, `P`: pieces already taken in a capture still being played).
//!
//! King-move counts (Frisian art. 17) are `:+b+w`, **Black's first**, as lidraughts writes and reads
//! them. A count may carry the square of its king, as in that site's game events: `+0+247` is two
//! moves of White's king on 47. Without it the king is known only if the side has no other.

use super::SquareNames;
use crate::board::{Square, SquareSet};
use crate::rules::{Color, KingWalk, Setup, Variant, validity};

/// What is wrong with a FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// No text.
    #[error("the FEN is empty; expected something like W:W31,K32:B1-5")]
    Empty,
    /// It does not begin with `W:` or `B:`.
    #[error("the FEN must begin with the side to move, W: or B:, not with \"{0}\"")]
    NoTurn(String),
    /// A side has no list.
    #[error("the FEN has no list for {0}; a side without pieces is written {1}")]
    NoList(&'static str, char),
    /// A side has two lists.
    #[error("the FEN has two lists for {0}")]
    TwoLists(&'static str),
    /// A part that is no list and no known counter.
    #[error("the FEN has a part that is neither a list of W or B nor a counter: \"{0}\"")]
    Part(String),
    /// Two commas in a row, or one at an end.
    #[error("the FEN has an empty place between commas in \"{0}\"")]
    Gap(String),
    /// No square of this board.
    #[error("\"{item}\" is no square of this board; squares are {range}")]
    NoSquare {
        /// What was read.
        item: String,
        /// The first and last name.
        range: String,
    },
    /// A range from a higher to a lower number.
    #[error("the range \"{0}\" runs backwards")]
    Backwards(String),
    /// A square named twice for one side.
    #[error("square {0} is named twice")]
    Twice(String),
    /// A king-move count that is no count.
    #[error("king-move counts look like +0+2 and go up to {limit}, not \"{part}\"")]
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

/// Reads a FEN. Only sound positions come back: see [`validity::check`].
///
/// # Errors
/// Names the first fault of the text, or every fault of the position.
pub fn parse(variant: &Variant, text: &str) -> Result<Setup, FenError> {
    let bare = unwrap(text);
    let mut parts = bare.split(':');
    let turn = match parts.next() {
        None | Some("") => return Err(FenError::Empty),
        Some("W") => Color::White,
        Some("B") => Color::Black,
        Some(other) => return Err(FenError::NoTurn(excerpt(other))),
    };
    let mut reader = Reader::new(variant, turn);
    for part in parts {
        reader.part(part)?;
    }
    reader.finish()
}

/// Writes a FEN in the variant's own square names. King-move counts, in games that limit them, are
/// added if there are any.
#[must_use]
pub fn write(variant: &Variant, setup: &Setup) -> String {
    write_with(&SquareNames::of(variant), setup)
}

/// Writes a FEN in other names: [`SquareNames::numeric`] gives numbers for every game.
#[must_use]
pub fn write_with(names: &SquareNames, setup: &Setup) -> String {
    let list = |color: Color| {
        let mut squares: Vec<Square> = setup.pieces(color).iter().collect();
        squares.sort_by_key(|&square| names.number(square));
        let item = |&square: &Square| {
            let king = if setup.kings.contains(square) { "K" } else { "" };
            format!("{king}{}", names.name(square))
        };
        squares.iter().map(item).collect::<Vec<_>>().join(",")
    };
    let [white, black] = Color::BOTH.map(list);
    let mut text = format!("{}:W{white}:B{black}", setup.turn.letter());
    if setup.walks.iter().any(|walk| walk.moves > 0) {
        let [white, black] = Color::BOTH.map(|color| king_moves(names, setup, color));
        text = format!("{text}:+{black}+{white}");
    }
    text
}

/// A king-move count, with the king's square if the side has several kings.
fn king_moves(names: &SquareNames, setup: &Setup, color: Color) -> String {
    let walk = setup.walks[color as usize];
    let kings = SquareSet(setup.pieces(color).0 & setup.kings.0);
    if walk.moves == 0 || kings.len() == 1 {
        return walk.moves.to_string();
    }
    format!("{}{:02}", walk.moves, names.number(Square(walk.square)))
}

/// The FEN itself: blanks, tag, quotes and final dot taken away, in upper case. Letters outside
/// ASCII stay as they are, for the messages.
fn unwrap(text: &str) -> String {
    let dense: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && !c.is_control())
        .map(|c| c.to_ascii_uppercase())
        .collect();
    let mut bare = dense.as_str();
    if let Some(inside) = bare.strip_prefix("[FEN") {
        bare = inside.strip_suffix(']').unwrap_or(inside);
    }
    bare.trim_matches('"').trim_end_matches('.').to_owned()
}

/// As much of a faulty text as a message can bear.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain("...".chars()).collect()
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Whether a position is sound; if not, every fault of it in one text.
pub(super) fn check(variant: &Variant, names: &SquareNames, setup: &Setup) -> Result<(), String> {
    validity::check(variant, setup).map_err(|faults| {
        let texts = faults.iter().map(|fault| fault.text(|square| names.name(square)));
        texts.collect::<Vec<_>>().join("; ")
    })
}

/// What a piece letter stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Man,
    King,
    Ghost,
}

struct Reader<'a> {
    variant: &'a Variant,
    names: SquareNames,
    setup: Setup,
    seen: [bool; 2],
    king_moves: [(u8, Option<Square>); 2],
}

impl<'a> Reader<'a> {
    fn new(variant: &'a Variant, turn: Color) -> Reader<'a> {
        let setup = Setup {
            turn,
            white: SquareSet::EMPTY,
            black: SquareSet::EMPTY,
            kings: SquareSet::EMPTY,
            walks: [KingWalk::default(); 2],
        };
        let names = SquareNames::of(variant);
        Reader { variant, names, setup, seen: [false; 2], king_moves: [(0, None); 2] }
    }

    fn part(&mut self, part: &str) -> Result<(), FenError> {
        let counter = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if let Some(list) = part.strip_prefix('W') {
            self.list(Color::White, list)
        } else if let Some(list) = part.strip_prefix('B') {
            self.list(Color::Black, list)
        } else if part.starts_with('+') {
            self.read_king_moves(part)
        } else if part.strip_prefix(['H', 'F']).is_some_and(counter) {
            Ok(())
        } else {
            Err(FenError::Part(excerpt(part)))
        }
    }

    fn list(&mut self, color: Color, list: &str) -> Result<(), FenError> {
        if std::mem::replace(&mut self.seen[color as usize], true) {
            return Err(FenError::TwoLists(color_name(color)));
        }
        if list.is_empty() {
            return Ok(());
        }
        for item in list.split(',') {
            if item.is_empty() {
                return Err(FenError::Gap(excerpt(list)));
            }
            let (mark, squares) = self.item(item)?;
            for square in squares {
                self.place(color, mark, square)?;
            }
        }
        Ok(())
    }

    /// Reads `32`, `K32`, `K1-3`, `c3`, `Kc3`. In a game that writes `a1` names, `g7` is a square
    /// and `gg7` a ghost; where squares are numbers, `g7` is a ghost.
    fn item(&self, item: &str) -> Result<(Mark, Vec<Square>), FenError> {
        if let Some(square) = self.names.parse_own(item) {
            return Ok((Mark::Man, vec![square]));
        }
        let (mark, place) = match item.as_bytes()[0] {
            b'K' => (Mark::King, &item[1..]),
            b'G' | b'P' => (Mark::Ghost, &item[1..]),
            _ => (Mark::Man, item),
        };
        if let Some(square) = self.names.parse(place) {
            return Ok((mark, vec![square]));
        }
        let (first, last) = place.split_once('-').ok_or_else(|| self.no_square(place, item))?;
        let number = |text| {
            let square = self.names.parse_number(text);
            square.map(|square| self.names.number(square)).ok_or_else(|| self.no_square(text, item))
        };
        let (first, last) = (number(first)?, number(last)?);
        if first > last {
            return Err(FenError::Backwards(excerpt(item)));
        }
        Ok((mark, (first..=last).filter_map(|number| self.names.by_number(number)).collect()))
    }

    fn no_square(&self, place: &str, item: &str) -> FenError {
        let item = excerpt(if place.is_empty() { item } else { place });
        FenError::NoSquare { item, range: self.names.range() }
    }

    fn place(&mut self, color: Color, mark: Mark, square: Square) -> Result<(), FenError> {
        if mark == Mark::Ghost {
            return Ok(());
        }
        if !self.setup.pieces_mut(color).insert(square) {
            return Err(FenError::Twice(self.names.name(square)));
        }
        if mark == Mark::King {
            self.setup.kings.insert(square);
        }
        Ok(())
    }

    /// Reads `+1+2` or `+105+247`. Games without a limit have no use for it.
    fn read_king_moves(&mut self, part: &str) -> Result<(), FenError> {
        let limit = self.variant.rules.king_walk_limit;
        if limit == 0 {
            return Ok(());
        }
        let wrong = || FenError::KingMoves { part: excerpt(part), limit };
        let (black, white) =
            part.strip_prefix('+').and_then(|rest| rest.split_once('+')).ok_or_else(wrong)?;
        let count = |text: &str| {
            let (moves, place) = text.split_at_checked(1).ok_or_else(wrong)?;
            let moves = moves.parse().ok().filter(|&moves| moves <= limit).ok_or_else(wrong)?;
            if place.is_empty() {
                return Ok((moves, None));
            }
            let square = self.names.parse_number(place).ok_or_else(wrong)?;
            Ok((moves, Some(square)))
        };
        self.king_moves = [count(white)?, count(black)?];
        Ok(())
    }

    fn finish(mut self) -> Result<Setup, FenError> {
        for color in Color::BOTH {
            if !self.seen[color as usize] {
                return Err(FenError::NoList(color_name(color), color.letter()));
            }
            self.setup.walks[color as usize] = self.walk(color);
        }
        check(self.variant, &self.names, &self.setup).map_err(FenError::Position)?;
        Ok(self.setup)
    }

    /// If the text does not say which king has moved and the side has several, the count is let go:
    /// it must not bind a king that is free. A side with only kings has no limit.
    fn walk(&self, color: Color) -> KingWalk {
        let own = self.setup.pieces(color);
        let kings = SquareSet(own.0 & self.setup.kings.0);
        let (moves, named) = self.king_moves[color as usize];
        let only = kings.iter().next().filter(|_| kings.len() == 1);
        match named.or(only) {
            Some(king) if moves > 0 && own.len() > kings.len() => {
                KingWalk { moves, square: king.0 }
            }
            _ => KingWalk::default(),
        }
    }
}
