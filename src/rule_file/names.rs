//! What rule files call the values of the rule columns.

use crate::board::{Dir, Layout};
use crate::rules::Color;
use crate::rules::draws::By;
use crate::rules::ruleset::{DirSet, FarRow, Key, Landing, Range, Removal};
use crate::rules::variant::{Corner, Variant};

/// A column whose values have names.
pub(super) trait Named: Copy + PartialEq + 'static {
    /// Every value with its name.
    const NAMES: &'static [(&'static str, Self)];

    /// The name of this value.
    fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, value)| *value == self).map_or("", |(name, _)| name)
    }
}

macro_rules! named {
    ($($type:ty { $($name:expr => $value:expr),* $(,)? })*) => { $(
        impl Named for $type {
            const NAMES: &'static [(&'static str, Self)] = &[$(($name, $value)),*];
        }
    )* };
}

/// What a game is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    Normal,
    Giveaway,
    FirstKing,
}

impl Aim {
    pub(super) fn of(variant: &Variant) -> Aim {
        match (variant.rules.king_ends, variant.giveaway) {
            (true, _) => Aim::FirstKing,
            (false, true) => Aim::Giveaway,
            (false, false) => Aim::Normal,
        }
    }
}

/// Which lower corner of the board, as White sees it, is a playing square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DarkRight(pub(super) bool);

/// How squares are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Algebraic(pub(super) bool);

/// What stands between the squares of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Separator(pub(super) char);

named! {
    Layout {
        Layout::Diagonal8.name() => Layout::Diagonal8,
        Layout::Diagonal10x8.name() => Layout::Diagonal10x8,
        Layout::Diagonal10.name() => Layout::Diagonal10,
        Layout::Diagonal12.name() => Layout::Diagonal12,
        Layout::Orthogonal8.name() => Layout::Orthogonal8,
    }
    DarkRight { "dark-left" => DarkRight(false), "dark-right" => DarkRight(true) }
    Color { "white" => Color::White, "black" => Color::Black }
    Aim { "normal" => Aim::Normal, "giveaway" => Aim::Giveaway, "first-king" => Aim::FirstKing }
    Range { "short" => Range::Short, "flying" => Range::Flying }
    Landing {
        "any" => Landing::AnyBehind,
        "directly-behind" => Landing::DirectlyBehind,
        "killer" => Landing::KillerEnd,
    }
    Removal { "end-of-move" => Removal::EndOfMove, "at-once" => Removal::Immediate }
    FarRow {
        "goes-on-as-man" => FarRow::GoesOnAsMan,
        "goes-on-as-king" => FarRow::GoesOnAsKing,
        "stops" => FarRow::StopsThere,
    }
    Key {
        "pieces" => Key::Pieces,
        "with-king" => Key::WithKing,
        "kings" => Key::Kings,
        "king-first" => Key::KingFirst,
        "value" => Key::Value,
    }
    Algebraic { "numbers" => Algebraic(false), "letters" => Algebraic(true) }
    Corner {
        "bottom-left" => Corner::BottomLeft,
        "bottom-right" => Corner::BottomRight,
        "top-left" => Corner::TopLeft,
        "top-right" => Corner::TopRight,
    }
    Separator { "x" => Separator('x'), ":" => Separator(':') }
    By { "each" => By::Each, "stronger" => By::Stronger }
    Dir {
        "N" => Dir::N,
        "NE" => Dir::NE,
        "E" => Dir::E,
        "SE" => Dir::SE,
        "S" => Dir::S,
        "SW" => Dir::SW,
        "W" => Dir::W,
        "NW" => Dir::NW,
    }
}

/// Sets of directions that have a name of their own.
pub(super) const DIRECTIONS: [(&str, DirSet); 6] = [
    ("forward-diagonal", DirSet::FORWARD_DIAGONAL),
    ("diagonal", DirSet::DIAGONAL),
    ("straight", DirSet::ORTHOGONAL),
    ("all", DirSet::ALL),
    ("forward-and-sideways", DirSet::FORWARD_AND_SIDEWAYS),
    ("forward-half", DirSet::FORWARD_HALF),
];
