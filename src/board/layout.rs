//! The geometries as values: how many files and ranks, and where each playing square lies in the
//! word. It knows no rules.

use super::{Square, SquareSet, Word};

/// A board geometry as a value; each has a type of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// 8x8, every second square.
    Diagonal8,
    /// 10 files by 8 ranks, every second square.
    Diagonal10x8,
    /// 10x10, every second square.
    Diagonal10,
    /// 12x12, every second square.
    Diagonal12,
    /// 8x8, every square.
    Orthogonal8,
}

impl Layout {
    /// All layouts.
    pub const ALL: [Layout; 5] = [
        Layout::Diagonal8,
        Layout::Diagonal10x8,
        Layout::Diagonal10,
        Layout::Diagonal12,
        Layout::Orthogonal8,
    ];

    /// The name used in rule files: `8x8`, `10x8`, `10x10`, `12x12`, `8x8-orthogonal`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Layout::Diagonal8 => "8x8",
            Layout::Diagonal10x8 => "10x8",
            Layout::Diagonal10 => "10x10",
            Layout::Diagonal12 => "12x12",
            Layout::Orthogonal8 => "8x8-orthogonal",
        }
    }

    /// Files, left to right.
    #[must_use]
    pub const fn files(self) -> u8 {
        match self {
            Layout::Diagonal8 | Layout::Orthogonal8 => 8,
            Layout::Diagonal10x8 | Layout::Diagonal10 => 10,
            Layout::Diagonal12 => 12,
        }
    }

    /// Ranks, bottom to top.
    #[must_use]
    pub const fn ranks(self) -> u8 {
        match self {
            Layout::Diagonal8 | Layout::Diagonal10x8 | Layout::Orthogonal8 => 8,
            Layout::Diagonal10 => 10,
            Layout::Diagonal12 => 12,
        }
    }

    /// Whether every second square is in play.
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        !matches!(self, Layout::Orthogonal8)
    }

    /// Playing squares in a row.
    #[must_use]
    pub const fn row_len(self) -> u8 {
        if self.is_diagonal() { self.files() / 2 } else { self.files() }
    }

    /// Playing squares on the board: 32, 40, 50, 72 or 64.
    #[must_use]
    pub const fn squares(self) -> u8 {
        self.row_len() * self.ranks()
    }

    /// The row of a square, 0 at the top.
    #[must_use]
    pub const fn row(self, square: Square) -> u8 {
        square.0 / self.row_len()
    }

    /// The column of a square, 0 at the left.
    #[must_use]
    pub const fn column(self, square: Square) -> u8 {
        let place = square.0 % self.row_len();
        if self.is_diagonal() { 2 * place + 1 - self.row(square) % 2 } else { place }
    }

    /// The playing square at a column and row (0, 0 is the upper left corner), if there is one.
    #[must_use]
    pub const fn at(self, column: u8, row: u8) -> Option<Square> {
        if column >= self.files() || row >= self.ranks() {
            return None;
        }
        if !self.is_diagonal() {
            return Some(Square(row * 8 + column));
        }
        if (column + row).is_multiple_of(2) {
            return None;
        }
        Some(Square(row * self.row_len() + column / 2))
    }

    /// The bit that stands for a square in the word of this board.
    #[must_use]
    pub const fn bit(self, square: Square) -> u8 {
        if self.is_diagonal() { square.0 + self.row(square) / 2 } else { square.0 }
    }

    /// The square that a bit stands for; `bit` must not be a ghost.
    #[must_use]
    pub const fn square(self, bit: u8) -> Square {
        if self.is_diagonal() { Square(bit - bit / (self.files() + 1)) } else { Square(bit) }
    }

    /// The word with the bits of the rows `from..to`, counted from the top.
    #[must_use]
    pub const fn rows(self, from: u8, to: u8) -> u128 {
        let mut mask = 0;
        let mut square = from * self.row_len();
        while square < to * self.row_len() {
            mask |= 1 << self.bit(Square(square));
            square += 1;
        }
        mask
    }

    /// The first (`last` = 0) or last (`last` = 1) square of every row.
    pub(super) const fn column_edge(self, last: u8) -> u128 {
        let mut mask = 0;
        let mut row = 0;
        while row < self.ranks() {
            mask |= 1 << self.bit(Square(row * self.row_len() + last * (self.row_len() - 1)));
            row += 1;
        }
        mask
    }

    /// Whether a square lies on the main road: the long diagonal that runs from White's left
    /// corner on an 8x8 or 10x10 board.
    #[must_use]
    pub const fn is_main_road(self, square: Square) -> bool {
        self.column(square) + self.row(square) + 1 == self.ranks()
    }

    /// The main road as a word of this board.
    #[must_use]
    pub const fn main_road(self) -> u128 {
        let mut mask = 0;
        let mut number = 0;
        while number < self.squares() {
            if self.is_main_road(Square(number)) {
                mask |= 1 << self.bit(Square(number));
            }
            number += 1;
        }
        mask
    }

    /// A set of squares as a word of this board.
    #[must_use]
    pub fn word<W: Word>(self, set: SquareSet) -> W {
        W::narrow(set.iter().fold(0, |word, square| word | 1 << self.bit(square)))
    }

    /// A word of this board as a set of squares.
    #[must_use]
    pub fn set<W: Word>(self, word: W) -> SquareSet {
        super::bits(word).map(|bit| self.square(bit.index())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_and_squares_are_each_others_inverse() {
        for layout in Layout::ALL {
            for number in 0..layout.squares() {
                let square = Square(number);
                assert_eq!(layout.square(layout.bit(square)), square, "{layout:?}");
                let here = layout.at(layout.column(square), layout.row(square));
                assert_eq!(here, Some(square), "{layout:?}");
            }
        }
    }
}
