//! A variant as a value: the rule set that the generator reads and the cold columns beside it
//! (names, start, numbering, draw rules), and the one dispatch from values to types.

use super::draws::DrawRule;
use super::ruleset::{
    Custom, DiagonalShape, EightShape, ForwardShape, FrisianShape, QueenShape, RuleSet, Rules,
    Shape, StraightShape,
};
use super::setup::{Color, KingWalk, Setup};
use super::variants;
use crate::board::{
    Board, Diagonal8, Diagonal10, Diagonal10x8, Diagonal12, Layout, Orthogonal8, Square, SquareSet,
};
use std::borrow::Cow;

/// A corner of the board as White sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Corner {
    /// Lower left.
    BottomLeft,
    /// Lower right.
    BottomRight,
    /// Upper left.
    TopLeft,
    /// Upper right.
    TopRight,
}

/// How squares are named and moves are written (PDN 3.0 `GameType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Notation {
    /// PDN `GameType` number; 99 if the game has none.
    pub game_type: u8,
    /// Whether FEN and moves use `a1` names; numbers are understood all the same.
    pub algebraic: bool,
    /// Where square number 1 is; numbers run along the rows, away from that corner.
    pub first_square: Corner,
    /// Where a1 is: lower left, or lower right with files running leftwards.
    pub a1: Corner,
    /// Between from and to of a capture: `x` or `:`.
    pub separator: char,
    /// Whether results are written 2-0, 1-1, 0-2 (`GameType` 20 and 27).
    pub points: bool,
}

/// A draughts game: one row of the table, or a rule file read.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The name used everywhere: `international`.
    pub name: Cow<'static, str>,
    /// Other names understood, in lower case.
    pub aliases: &'static [&'static str],
    /// Where the game comes from, in one line.
    pub title: Cow<'static, str>,
    /// The board.
    pub layout: Layout,
    /// Whether the lower right corner is a playing square: the stored board is the mirror image.
    pub mirrored: bool,
    /// What the generator reads.
    pub rules: RuleSet,
    /// Whether losing is the aim: a side that is to move and cannot has won.
    pub giveaway: bool,
    /// Rows of men at the start, for each side.
    pub rows: u8,
    /// Empty rows behind the men at the start (Turkish: 1).
    pub back_rows: u8,
    /// A start position that no rows describe; the two numbers above are 0 then, and `first` is
    /// its side to move.
    pub start: Option<Setup>,
    /// Who moves first.
    pub first: Color,
    /// When a game is drawn.
    pub draws: Cow<'static, [DrawRule]>,
    /// How it is written.
    pub notation: Notation,
}

/// Something to be done with the variant's types: the hot code is reached through this, once a
/// command, never once a node.
pub trait Visitor {
    /// What comes back.
    type Out;
    /// Runs with the rules as a type.
    fn visit<R: Rules>(self, rules: R) -> Self::Out;
}

impl Variant {
    /// The start position.
    #[must_use]
    pub fn start(&self) -> Setup {
        if let Some(start) = self.start {
            return start;
        }
        let (row_len, ranks) = (self.layout.row_len(), self.layout.ranks());
        let rows = |from: u8, to: u8| -> SquareSet {
            (from * row_len..to * row_len).map(Square).collect()
        };
        let front = self.back_rows + self.rows;
        Setup {
            turn: self.first,
            white: rows(ranks - front, ranks - self.back_rows),
            black: rows(self.back_rows, front),
            kings: SquareSet::EMPTY,
            walks: [KingWalk::default(); 2],
        }
    }

    /// The row of squares where a side's men become kings.
    #[must_use]
    pub fn far_row(&self, color: Color) -> SquareSet {
        let row = match color {
            Color::White => 0,
            Color::Black => self.layout.ranks() - 1,
        };
        let row_len = self.layout.row_len();
        (row * row_len..(row + 1) * row_len).map(Square).collect()
    }

    /// Runs `visitor` with the compile-time type of this variant's rules if the table has one, or
    /// with the rules as a run-time value.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Out {
        match variants::visit_family(self.layout, &self.rules, visitor) {
            Ok(out) => out,
            Err(visitor) => self.visit_as_custom(visitor),
        }
    }

    /// Runs `visitor` with the rules as a run-time value even if they are built in. A shape that
    /// fits makes it faster; each is another copy of the code, so there are only those that many
    /// games have.
    pub fn visit_as_custom<V: Visitor>(&self, visitor: V) -> V::Out {
        let rules = &self.rules;
        let shaped = match self.layout {
            Layout::Diagonal8 => on::<Diagonal8, DiagonalShape, V>(rules, visitor)
                .or_else(|visitor| on::<Diagonal8, ForwardShape, V>(rules, visitor)),
            Layout::Diagonal10x8 => on::<Diagonal10x8, DiagonalShape, V>(rules, visitor),
            Layout::Diagonal10 => on::<Diagonal10, DiagonalShape, V>(rules, visitor)
                .or_else(|visitor| on::<Diagonal10, FrisianShape, V>(rules, visitor))
                .or_else(|visitor| on::<Diagonal10, EightShape, V>(rules, visitor)),
            Layout::Diagonal12 => on::<Diagonal12, DiagonalShape, V>(rules, visitor),
            Layout::Orthogonal8 => on::<Orthogonal8, StraightShape, V>(rules, visitor)
                .or_else(|visitor| on::<Orthogonal8, QueenShape, V>(rules, visitor)),
        };
        shaped.unwrap_or_else(|visitor| self.visit_cold(visitor))
    }

    /// Runs `visitor` with the rules as a run-time value of no shape: for questions asked so seldom
    /// that few copies of the code matter more than speed.
    pub fn visit_cold<V: Visitor>(&self, visitor: V) -> V::Out {
        let rules = &self.rules;
        match self.layout {
            Layout::Diagonal8 => visitor.visit(Custom::<Diagonal8>::any(rules)),
            Layout::Diagonal10x8 => visitor.visit(Custom::<Diagonal10x8>::any(rules)),
            Layout::Diagonal10 => visitor.visit(Custom::<Diagonal10>::any(rules)),
            Layout::Diagonal12 => visitor.visit(Custom::<Diagonal12>::any(rules)),
            Layout::Orthogonal8 => visitor.visit(Custom::<Orthogonal8>::any(rules)),
        }
    }
}

/// Runs `visitor` with the rules as a value of a shape, or hands it back if they have another.
fn on<B: Board, S: Shape, V: Visitor>(rules: &RuleSet, visitor: V) -> Result<V::Out, V> {
    match Custom::<B, S>::new(rules) {
        Some(custom) => Ok(visitor.visit(custom)),
        None => Err(visitor),
    }
}
