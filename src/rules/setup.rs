//! A position, a move and a colour as the cold side of the program sees them: plain data in
//! [`Square`]s, the same for every board, comparable and hashable. FEN, protocols, games and
//! referees speak in these; the generator has [`super::Position`] and [`super::Move`] instead.

use crate::board::{Square, SquareSet};

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// At the bottom, moving up.
    White,
    /// At the top, moving down.
    Black,
}

impl Color {
    /// Both sides, White first: index with `color as usize`.
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// `W` or `B`, as in FEN.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'W',
            Color::Black => 'B',
        }
    }
}

/// How many quiet moves in a row a side has made with one king (Frisian art. 17).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KingWalk {
    /// Moves made, 0 when no king is counted.
    pub moves: u8,
    /// Where that king stands; meaningless if `moves` is 0, and then 0.
    pub square: u8,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Who is to move.
    pub turn: Color,
    /// White's pieces.
    pub white: SquareSet,
    /// Black's pieces.
    pub black: SquareSet,
    /// The kings of both sides.
    pub kings: SquareSet,
    /// King-move counts, White's and Black's, in dense squares; all zero in games without a limit.
    pub walks: [KingWalk; 2],
}

impl Setup {
    /// The pieces of one side.
    #[must_use]
    pub const fn pieces(&self, color: Color) -> SquareSet {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// The pieces of one side, to change them.
    pub const fn pieces_mut(&mut self, color: Color) -> &mut SquareSet {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }

    /// What stands on a square: its colour and whether it is a king.
    #[must_use]
    pub const fn piece(&self, square: Square) -> Option<(Color, bool)> {
        let king = self.kings.contains(square);
        if self.white.contains(square) {
            Some((Color::White, king))
        } else if self.black.contains(square) {
            Some((Color::Black, king))
        } else {
            None
        }
    }
}

/// A move: from, to, the set of captured squares, and whether a man becomes a king. Two moves
/// with the same from, to and captured set are the same move, whatever the way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Play {
    /// Where the piece starts.
    pub from: Square,
    /// Where it ends; a capture may end where it began.
    pub to: Square,
    /// What it takes.
    pub captured: SquareSet,
    /// Whether a man becomes a king by it.
    pub promotes: bool,
}

/// One way to make a move: the squares it touches down on, in order, the last one being `to`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The move.
    pub play: Play,
    /// Every landing square in order; a quiet move has one.
    pub landings: Vec<Square>,
}
