//! What people call the squares: numbers along the rows from one corner, or `a1` names, as PDN 3.0
//! gives them for each game type. The one place that knows about mirrored boards. It knows no pieces.

use crate::board::{Layout, Square};
use crate::rules::variant::{Corner, Notation, Variant};

/// The square names of one variant. Everything is said as White sees the real board, which for a
/// mirrored variant is the mirror image of the stored one.
#[derive(Clone, Copy, Debug)]
pub struct SquareNames {
    layout: Layout,
    mirrored: bool,
    notation: Notation,
}

impl SquareNames {
    /// The names used in this variant's own FEN and moves.
    #[must_use]
    pub fn of(variant: &Variant) -> SquareNames {
        SquareNames {
            layout: variant.layout,
            mirrored: variant.mirrored,
            notation: variant.notation,
        }
    }

    /// The same squares, always called by number.
    #[must_use]
    pub fn numeric(mut self) -> SquareNames {
        self.notation.algebraic = false;
        self
    }

    /// The same squares, called by number as a host counts them.
    #[must_use]
    pub fn numbered(self, numbering: Numbering) -> SquareNames {
        let mut names = self.numeric();
        if let Numbering::From(corner) = numbering {
            names.notation.first_square = corner;
        }
        names
    }

    /// The numbers that DXP sends: the variant's own, but counted from a1 on in games whose squares
    /// have `a1` names (as pydraughts 0.6.7 does; its players are the ones met there).
    #[must_use]
    pub fn dxp(mut self) -> SquareNames {
        if self.notation.algebraic {
            self.notation.first_square = self.notation.a1;
        }
        self.numeric()
    }

    /// Whether squares are called `a1` rather than by number.
    #[must_use]
    pub fn is_algebraic(&self) -> bool {
        self.notation.algebraic
    }

    /// The name of a square: `32` or `c3`.
    #[must_use]
    pub fn name(&self, square: Square) -> String {
        if self.notation.algebraic {
            self.algebraic(square)
        } else {
            self.number(square).to_string()
        }
    }

    /// The number of a square, from 1.
    #[must_use]
    pub fn number(&self, square: Square) -> u8 {
        let row_len = self.layout.row_len();
        let row = self.layout.row(square);
        let from_left = flip(self.mirrored, square.0 % row_len, row_len);
        let place = flip(is_right(self.notation.first_square), from_left, row_len);
        let line = flip(is_bottom(self.notation.first_square), row, self.layout.ranks());
        line * row_len + place + 1
    }

    /// The square of a number.
    #[must_use]
    pub fn by_number(&self, number: u8) -> Option<Square> {
        let index = number.checked_sub(1).filter(|&index| index < self.layout.squares())?;
        let row_len = self.layout.row_len();
        let (line, place) = (index / row_len, index % row_len);
        let row = flip(is_bottom(self.notation.first_square), line, self.layout.ranks());
        let from_left = flip(is_right(self.notation.first_square), place, row_len);
        Some(Square(row * row_len + flip(self.mirrored, from_left, row_len)))
    }

    /// The `a1` name of a square.
    #[must_use]
    pub fn algebraic(&self, square: Square) -> String {
        let (column, row) = self.seen(square);
        format!("{}{}", self.file_letter(column), self.rank_number(row))
    }

    /// The square of a text: a number with or without leading zeros, or an `a1` name in any case,
    /// whatever the variant itself uses.
    #[must_use]
    pub fn parse(&self, text: &str) -> Option<Square> {
        self.parse_number(text).or_else(|| self.parse_algebraic(text))
    }

    /// The square of a text in the variant's own way of naming squares only.
    #[must_use]
    pub fn parse_own(&self, text: &str) -> Option<Square> {
        if self.notation.algebraic { self.parse_algebraic(text) } else { self.parse_number(text) }
    }

    /// The first and the last name, for messages: `1 to 50`, `a1 to h8`.
    #[must_use]
    pub fn range(&self) -> String {
        if self.notation.algebraic {
            let files = self.layout.files();
            format!("a1 to {}{}", char::from(b'a' + files - 1), self.layout.ranks())
        } else {
            format!("1 to {}", self.layout.squares())
        }
    }

    /// The square of a number in text, leading zeros allowed.
    #[must_use]
    pub fn parse_number(&self, text: &str) -> Option<Square> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if digits { self.by_number(text.parse().ok()?) } else { None }
    }

    fn parse_algebraic(&self, text: &str) -> Option<Square> {
        let letter = text.chars().next()?.to_ascii_lowercase();
        let digits = text.get(1..)?;
        if !letter.is_ascii_lowercase() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let file = letter as u8 - b'a';
        let rank = digits.parse::<u8>().ok()?.checked_sub(1)?;
        if file >= self.layout.files() || rank >= self.layout.ranks() {
            return None;
        }
        let column = flip(is_right(self.notation.a1), file, self.layout.files());
        let row = flip(is_bottom(self.notation.a1), rank, self.layout.ranks());
        self.at_seen(column, row)
    }

    /// Every square as one reads a page: row by row from the top, each from the left.
    pub fn reading_order(&self) -> impl Iterator<Item = Square> + use<> {
        let own = *self;
        let row_len = own.layout.row_len();
        (0..own.layout.squares()).map(move |index| {
            let place = flip(own.mirrored, index % row_len, row_len);
            Square(index - index % row_len + place)
        })
    }

    /// Column (0 at the left) and row (0 at the top) as White sees them.
    #[must_use]
    pub fn seen(&self, square: Square) -> (u8, u8) {
        let column = self.layout.column(square);
        (flip(self.mirrored, column, self.layout.files()), self.layout.row(square))
    }

    /// The playing square at a column and row as White sees them.
    #[must_use]
    pub fn at_seen(&self, column: u8, row: u8) -> Option<Square> {
        if column >= self.layout.files() {
            return None;
        }
        self.layout.at(flip(self.mirrored, column, self.layout.files()), row)
    }

    /// The letter of a column as White sees it.
    #[must_use]
    pub fn file_letter(&self, column: u8) -> char {
        char::from(b'a' + flip(is_right(self.notation.a1), column, self.layout.files()))
    }

    /// The number of the rank that a row is.
    #[must_use]
    pub fn rank_number(&self, row: u8) -> u8 {
        flip(is_bottom(self.notation.a1), row, self.layout.ranks()) + 1
    }
}

/// How a host numbers the squares. Programs do not agree on it for 8x8 boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// As the variant's own game records do (PDN 3.0).
    Own,
    /// Along the rows, away from this corner as White sees it.
    From(Corner),
}

impl Numbering {
    /// What each is called.
    pub const NAMED: [(&'static str, Numbering); 5] = [
        ("top-left", Numbering::From(Corner::TopLeft)),
        ("top-right", Numbering::From(Corner::TopRight)),
        ("bottom-left", Numbering::From(Corner::BottomLeft)),
        ("bottom-right", Numbering::From(Corner::BottomRight)),
        ("variant", Numbering::Own),
    ];

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        let named = Self::NAMED.iter().find(|(_, known)| *known == self);
        named.map_or("variant", |(name, _)| name)
    }

    /// The numbering of a name, in any case.
    #[must_use]
    pub fn named(name: &str) -> Option<Numbering> {
        let found = Self::NAMED.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, numbering)| *numbering)
    }
}

/// The same place counted from the other end if `turned`.
fn flip(turned: bool, place: u8, len: u8) -> u8 {
    if turned { len - 1 - place } else { place }
}

fn is_right(corner: Corner) -> bool {
    matches!(corner, Corner::BottomRight | Corner::TopRight)
}

fn is_bottom(corner: Corner) -> bool {
    matches!(corner, Corner::BottomLeft | Corner::BottomRight)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variants::VARIANTS;

    const CORNERS: [Corner; 4] =
        [Corner::BottomLeft, Corner::BottomRight, Corner::TopLeft, Corner::TopRight];

    fn names(layout: Layout, mirrored: bool, first_square: Corner, a1: Corner) -> SquareNames {
        let notation = Notation { first_square, a1, ..VARIANTS[0].notation };
        SquareNames { layout, mirrored, notation }
    }

    #[test]
    fn every_square_has_one_number_and_one_name() {
        for layout in Layout::ALL {
            for corner in CORNERS {
                for mirrored in [false, true] {
                    let names = names(layout, mirrored, corner, corner);
                    for square in (0..layout.squares()).map(Square) {
                        assert_eq!(names.by_number(names.number(square)), Some(square));
                        let name = names.algebraic(square);
                        assert_eq!(names.parse(&name.to_uppercase()), Some(square), "{name}");
                        let (column, row) = names.seen(square);
                        assert_eq!(names.at_seen(column, row), Some(square));
                    }
                    assert_eq!(names.reading_order().count(), usize::from(layout.squares()));
                }
            }
        }
    }

    /// PDN 3.0 game types 20, 22, 24, 31, 30 and 23 in Jamaica: where squares lie as White sees them,
    /// column and row from the upper left.
    #[test]
    fn corners_are_where_pdn_puts_them() {
        use Corner::{BottomLeft, BottomRight, TopLeft};
        let cases = [
            (Layout::Diagonal10, false, TopLeft, BottomLeft, 1, (1, 0), "b10"),
            (Layout::Diagonal10, false, TopLeft, BottomLeft, 46, (0, 9), "a1"),
            (Layout::Diagonal8, true, TopLeft, BottomLeft, 1, (0, 0), "a8"),
            (Layout::Diagonal8, true, TopLeft, BottomLeft, 32, (7, 7), "h1"),
            (Layout::Diagonal8, true, BottomRight, BottomLeft, 1, (7, 7), "h1"),
            (Layout::Diagonal8, true, BottomRight, BottomLeft, 32, (0, 0), "a8"),
            (Layout::Diagonal8, false, BottomRight, BottomLeft, 1, (6, 7), "g1"),
            (Layout::Orthogonal8, false, BottomLeft, BottomLeft, 9, (0, 6), "a2"),
            (Layout::Diagonal8, true, BottomRight, BottomRight, 1, (7, 7), "a1"),
            (Layout::Diagonal8, true, BottomRight, BottomRight, 5, (6, 6), "b2"),
        ];
        for (layout, mirrored, first, a1, number, seen, name) in cases {
            let names = names(layout, mirrored, first, a1);
            let square = names.by_number(number).expect("on the board");
            assert_eq!((names.seen(square), &*names.algebraic(square)), (seen, name));
        }
    }

    #[test]
    fn only_squares_are_read() {
        let names = SquareNames::of(&VARIANTS[0]);
        assert_eq!(names.parse("007"), Some(Square(6)));
        for text in
            ["", "0", "51", "300", "-1", "+1", " 1", "a", "a0", "a2", "a11", "k1", "1a", "\u{e9}1"]
        {
            assert_eq!(names.parse(text), None, "{text}");
        }
    }

    #[test]
    fn reading_order_runs_as_white_sees_the_board() {
        let names = names(Layout::Diagonal8, true, Corner::TopLeft, Corner::BottomLeft);
        let numbers: Vec<u8> = names.reading_order().map(|square| names.number(square)).collect();
        assert_eq!(numbers, (1..=32).collect::<Vec<u8>>());
    }
}
