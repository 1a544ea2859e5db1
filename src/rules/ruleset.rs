//! What a rule set is: the columns of the variant table that the move generator reads.
//!
//! A rule set is a *value*, [`RuleSet`]. The generator asks for it through [`Rules::get`]; for the
//! built-in variants that is a constant, so every question is answered by the compiler, and for a
//! rule set from a file ([`Custom`]) it is a load. It knows no names, no notation and no draw rules.

use crate::board::{Board, Dir};
use std::marker::PhantomData;

/// A set of directions, as White sees them; Black's are mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DirSet(u8);

impl DirSet {
    /// Diagonally forward: how men move in most games.
    pub const FORWARD_DIAGONAL: DirSet = DirSet::of(&[Dir::NW, Dir::NE]);
    /// The four diagonals.
    pub const DIAGONAL: DirSet = DirSet::of(&[Dir::NW, Dir::NE, Dir::SE, Dir::SW]);
    /// The four straight directions.
    pub const ORTHOGONAL: DirSet = DirSet::of(&[Dir::N, Dir::E, Dir::S, Dir::W]);
    /// All eight.
    pub const ALL: DirSet = DirSet(0xFF);
    /// Forward, left and right: how men move in Turkish draughts.
    pub const FORWARD_AND_SIDEWAYS: DirSet = DirSet::of(&[Dir::N, Dir::E, Dir::W]);
    /// The three forward directions, left and right (Armenian men).
    pub const FORWARD_HALF: DirSet = DirSet::of(&[Dir::N, Dir::E, Dir::W, Dir::NE, Dir::NW]);

    /// The set of the given directions.
    #[must_use]
    pub const fn of(dirs: &[Dir]) -> DirSet {
        let mut mask = 0;
        let mut i = 0;
        while i < dirs.len() {
            mask |= 1 << dirs[i] as u8;
            i += 1;
        }
        DirSet(mask)
    }

    /// Whether `dir` is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn has(self, dir: Dir) -> bool {
        self.0 >> dir as u8 & 1 != 0
    }

    /// Whether `dir` is in the set for a side: White reads it as it is, Black mirrored.
    #[inline(always)]
    #[must_use]
    pub const fn has_for<const WHITE: bool>(self, dir: Dir) -> bool {
        self.has(if WHITE { dir } else { dir.mirrored() })
    }

    /// Whether the set looks the same from both sides.
    #[must_use]
    pub const fn is_symmetric(self) -> bool {
        let mut i = 0;
        while i < 8 {
            if self.has(Dir::ALL[i]) != self.has(Dir::ALL[i].mirrored()) {
                return false;
            }
            i += 1;
        }
        true
    }

    /// The directions of either set.
    #[inline(always)]
    #[must_use]
    pub const fn union(self, other: DirSet) -> DirSet {
        DirSet(self.0 | other.0)
    }

    /// Whether the set has both straight and diagonal directions.
    #[inline(always)]
    #[must_use]
    pub const fn is_mixed(self) -> bool {
        self.0 & DirSet::DIAGONAL.0 != 0 && self.0 & DirSet::ORTHOGONAL.0 != 0
    }

    /// The directions, clockwise from north.
    pub fn iter(self) -> impl Iterator<Item = Dir> {
        Dir::ALL.into_iter().filter(move |&dir| self.has(dir))
    }
}

/// How far a king goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Range {
    /// One step (English 1.17, Italian 4.4).
    Short,
    /// Any distance over empty squares (FMJD 3.9).
    Flying,
}

/// Where a flying king may land behind the piece it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Landing {
    /// On any empty square behind (FMJD 4.6).
    AnyBehind,
    /// On the first square behind, always (Thai).
    DirectlyBehind,
    /// On any, but directly behind if the last piece taken is a king (killer draughts, mindsports.nl).
    KillerEnd,
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Removal {
    /// After the whole move; till then they block and may not be jumped twice (FMJD 4.8, 4.9).
    EndOfMove,
    /// At once, jump by jump (Turkish, Thai).
    Immediate,
}

/// What happens to a man that reaches the far row inside a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FarRow {
    /// It goes on as a man and is crowned only if it ends there (FMJD 4.15).
    GoesOnAsMan,
    /// It is crowned at once and goes on as a king (FMJD-64 1.5.8).
    GoesOnAsKing,
    /// It is crowned and the move is over (WCDF 1.19).
    StopsThere,
}

/// One key of a majority rule. Captures are compared key by key; the greatest are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// How many pieces are taken (FMJD 4.13, FID 6.6).
    Pieces,
    /// Whether a king takes (FID 6.7, Czech, Frisian art. 12).
    WithKing,
    /// How many kings are taken (FID 6.8, the Spanish law of quality).
    Kings,
    /// Where kings are met, the earlier the better (FID 6.9).
    KingFirst,
    /// Frisian value: n kings are worth more than 2n - 1 and less than 2n men (art. 11).
    Value,
}

/// A majority rule: up to four keys in order; none means free choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Priority {
    keys: [Option<Key>; 4],
    /// One bit a key, for questions that inner loops ask of run-time rules.
    mask: u8,
}

impl Priority {
    /// Any complete capture will do.
    pub const FREE: Priority = Priority::of([None; 4]);
    /// The most pieces.
    pub const MOST: Priority = Priority::of([Some(Key::Pieces), None, None, None]);
    /// The most pieces, then the most kings.
    pub const QUALITY: Priority = Priority::of([Some(Key::Pieces), Some(Key::Kings), None, None]);
    /// The Italian order.
    pub const ITALIAN: Priority = Priority::of([
        Some(Key::Pieces),
        Some(Key::WithKing),
        Some(Key::Kings),
        Some(Key::KingFirst),
    ]);
    /// The Frisian order.
    pub const FRISIAN: Priority = Priority::of([Some(Key::Value), Some(Key::WithKing), None, None]);
    /// A king takes before a man; else free (Czech).
    pub const KING_BEFORE_MAN: Priority = Priority::of([Some(Key::WithKing), None, None, None]);

    const fn of(keys: [Option<Key>; 4]) -> Priority {
        let mut mask = 0;
        let mut place = 0;
        while place < keys.len() {
            if let Some(key) = keys[place] {
                mask |= 1 << key as u8;
            }
            place += 1;
        }
        Priority { keys, mask }
    }

    /// The rule with these keys; `None` if there are more than four.
    #[must_use]
    pub fn new(keys: &[Key]) -> Option<Priority> {
        let mut own = [None; 4];
        for (i, &key) in keys.iter().enumerate() {
            *own.get_mut(i)? = Some(key);
        }
        Some(Priority::of(own))
    }

    /// The keys in order.
    pub fn keys(self) -> impl Iterator<Item = Key> {
        self.keys.into_iter().flatten()
    }

    /// The key at a place, 0 to 3.
    #[inline(always)]
    #[must_use]
    pub const fn key(self, place: usize) -> Option<Key> {
        self.keys[place]
    }

    /// Whether every complete capture is legal.
    #[inline(always)]
    #[must_use]
    pub const fn is_free(self) -> bool {
        self.mask == 0
    }

    /// Whether `key` decides anything.
    #[inline(always)]
    #[must_use]
    pub const fn has(self, key: Key) -> bool {
        self.mask >> key as u8 & 1 != 0
    }

    /// Whether `key` decides alone.
    #[inline(always)]
    #[must_use]
    pub const fn is_only(self, key: Key) -> bool {
        self.mask == 1 << key as u8
    }

    /// Whether taking more pieces counts for more.
    #[inline(always)]
    #[must_use]
    pub const fn prefers_many(self) -> bool {
        self.mask & (1 << Key::Pieces as u8 | 1 << Key::Value as u8) != 0
    }

    /// Whether it matters which of the captured pieces are kings.
    #[inline(always)]
    #[must_use]
    pub const fn tells_kings_apart(self) -> bool {
        self.mask & (1 << Key::Kings as u8 | 1 << Key::KingFirst as u8 | 1 << Key::Value as u8) != 0
    }
}

/// Everything the move generator needs to know about a game. Capturing is compulsory in all of
/// them, and a capture must be complete: a landing square from which nothing more can be taken is
/// allowed only if no landing square behind the same piece lets the capture go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet {
    /// Where a man moves, one step.
    pub man_moves: DirSet,
    /// Where a man takes, jumping over an adjacent piece.
    pub man_takes: DirSet,
    /// Where a king moves; Black's kings too look the other way.
    pub king_moves: DirSet,
    /// Where a king takes.
    pub king_takes: DirSet,
    /// How far a king goes, moving and taking.
    pub king_range: Range,
    /// Where a flying king lands.
    pub landing: Landing,
    /// When captured pieces come off.
    pub removal: Removal,
    /// Whether a piece may turn by 180 degrees between two jumps. It matters only if captured
    /// pieces come off at once: otherwise the piece just taken bars the way back.
    pub reversal: bool,
    /// What the far row does to a man inside a capture.
    pub far_row: FarRow,
    /// Which captures are legal.
    pub priority: Priority,
    /// Whether a man may take a king (not in Italian, FID 5.3).
    pub man_takes_king: bool,
    /// Whether having a king ends the game (breakthrough): such a position has no moves.
    pub king_ends: bool,
    /// How many quiet moves in a row the same king may make while its side also has men (Frisian
    /// art. 17: 3); 0 for no limit.
    pub king_walk_limit: u8,
}

/// A rule set and its board as the generator takes them. Implementors are small and `Copy`: a
/// zero-sized type for each built-in rule set, a reference for [`Custom`] ones.
pub trait Rules: Copy + Send + Sync {
    /// The board the game is played on.
    type Board: Board;
    /// Where men take, if that is known at compile time: code for each direction can then be left
    /// out instead of asked for.
    const MAN_TAKES: Option<DirSet>;
    /// The rules; a constant for the built-in variants.
    fn get(self) -> RuleSet;
}

/// The word of a rule set's board.
pub type BitsOf<R> = <<R as Rules>::Board as Board>::Bits;

/// A rule set known only at run time, on board `B`, but for the columns that the shape `S` fixes.
#[derive(Clone, Copy, Debug)]
pub struct Custom<'a, B, S = AnyShape>(&'a RuleSet, PhantomData<(B, S)>);

impl<'a, B: Board, S: Shape> Custom<'a, B, S> {
    /// Takes the rules by reference: they are read in hot loops and stay where they are. `None` if
    /// they do not have the shape.
    #[must_use]
    pub fn new(rules: &'a RuleSet) -> Option<Self> {
        (S::fix(*rules) == *rules).then_some(Custom(rules, PhantomData))
    }
}

impl<'a, B: Board> Custom<'a, B> {
    /// Takes rules of any shape.
    #[must_use]
    pub const fn any(rules: &'a RuleSet) -> Self {
        Custom(rules, PhantomData)
    }
}

impl<B: Board, S: Shape> Rules for Custom<'_, B, S> {
    type Board = B;
    const MAN_TAKES: Option<DirSet> = S::MAN_TAKES;
    #[inline(always)]
    fn get(self) -> RuleSet {
        S::fix(*self.0)
    }
}

/// The columns of directions, known at compile time for those that many rule sets have. They are
/// asked for in the innermost loops: known directions make run-time rules twice as fast.
pub trait Shape: Copy + Send + Sync {
    /// Where men take, if the shape knows.
    const MAN_TAKES: Option<DirSet>;
    /// The rules with the columns of the shape put in.
    fn fix(rules: RuleSet) -> RuleSet;
}

macro_rules! shapes {
    ($($(#[$doc:meta])* $name:ident, men take $takes:expr => {
        $($column:ident: $value:expr),* $(,)?
    })*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl Shape for $name {
            const MAN_TAKES: Option<DirSet> = $takes;
            #[inline(always)]
            fn fix(rules: RuleSet) -> RuleSet {
                RuleSet {
                    man_takes: match Self::MAN_TAKES {
                        Some(takes) => takes,
                        None => rules.man_takes,
                    },
                    $($column: $value,)*
                    ..rules
                }
            }
        }
    )* };
}

shapes! {
    /// Nothing is known.
    AnyShape, men take None => {}
    /// Men take on all diagonals: international, Russian.
    DiagonalShape, men take Some(DirSet::DIAGONAL) => {
        man_moves: DirSet::FORWARD_DIAGONAL,
        king_moves: DirSet::DIAGONAL,
        king_takes: DirSet::DIAGONAL,
        king_walk_limit: 0,
    }
    /// Men take forward only: English, Italian, Spanish.
    ForwardShape, men take Some(DirSet::FORWARD_DIAGONAL) => {
        man_moves: DirSet::FORWARD_DIAGONAL,
        king_moves: DirSet::DIAGONAL,
        king_takes: DirSet::DIAGONAL,
        king_walk_limit: 0,
    }
    /// Straight captures beside diagonal ones, by men that stay men on the way: Frisian.
    FrisianShape, men take Some(DirSet::ALL) => {
        man_moves: DirSet::FORWARD_DIAGONAL,
        king_moves: DirSet::DIAGONAL,
        king_takes: DirSet::ALL,
        far_row: FarRow::GoesOnAsMan,
        removal: Removal::EndOfMove,
    }
    /// Straight captures beside diagonal ones, whatever else.
    EightShape, men take Some(DirSet::ALL) => {
        man_moves: DirSet::FORWARD_DIAGONAL,
        king_moves: DirSet::DIAGONAL,
        king_takes: DirSet::ALL,
    }
    /// Turkish captures, and moves in every direction: Armenian.
    QueenShape, men take Some(DirSet::FORWARD_AND_SIDEWAYS) => {
        man_moves: DirSet::FORWARD_HALF,
        king_moves: DirSet::ALL,
        king_takes: DirSet::ORTHOGONAL,
        king_walk_limit: 0,
    }
    /// Rows and columns: Turkish.
    StraightShape, men take Some(DirSet::FORWARD_AND_SIDEWAYS) => {
        man_moves: DirSet::FORWARD_AND_SIDEWAYS,
        king_moves: DirSet::ORTHOGONAL,
        king_takes: DirSet::ORTHOGONAL,
        king_walk_limit: 0,
    }
}
