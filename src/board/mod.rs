//! Board geometry: words, directions and layouts. It knows no rules, no colours and no notation.
//!
//! A board is a *type*: its word width and its steps are compile-time constants, so one generator,
//! written once, becomes straight shift-and-mask code for each board.
//!
//! **Diagonal boards** keep playing squares only. Two rows form a period of `FILES + 1` bits: one
//! row, the next row, one ghost bit that is never a square. With that ghost every diagonal step is
//! one constant shift and never wraps: a step off the side lands on a ghost.
//! **The orthogonal board** uses all 64 squares, and masks the files where a step would wrap.
//!
//! All boards are stored with White at the bottom and, if diagonal, with a playing square in the
//! lower left corner. A variant played on the mirrored board ("dark right") is the mirror image of
//! the same game; only the numbering of its squares differs (see [`crate::notation`]).

mod layout;
mod square;
mod word;

pub use layout::Layout;
pub use square::{Square, SquareSet};
pub use word::{Pair, Word, bits};

/// One of the eight neighbours of a square as White sees the board.
///
/// On a diagonal board `N`, `E`, `S`, `W` go to the next *playing* square of the same column or
/// row, two columns or rows away: the straight captures of Frisian draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Dir {
    /// Up the board.
    N,
    /// Up and right.
    NE,
    /// Right.
    E,
    /// Down and right.
    SE,
    /// Down the board.
    S,
    /// Down and left.
    SW,
    /// Left.
    W,
    /// Up and left.
    NW,
}

impl Dir {
    /// All eight directions, clockwise from north.
    pub const ALL: [Dir; 8] = [Dir::N, Dir::NE, Dir::E, Dir::SE, Dir::S, Dir::SW, Dir::W, Dir::NW];

    /// The direction that leads back.
    #[inline(always)]
    #[must_use]
    pub const fn opposite(self) -> Dir {
        Dir::ALL[(self as usize + 4) % 8]
    }

    /// The same direction as the other side sees it: north and south exchanged.
    #[inline(always)]
    #[must_use]
    pub const fn mirrored(self) -> Dir {
        Dir::ALL[(12 - self as usize) % 8]
    }

    /// The change of `(file, rank)` on the full board for one step on the orthogonal board and for
    /// one diagonal step on any board.
    #[must_use]
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Dir::N => (0, 1),
            Dir::NE => (1, 1),
            Dir::E => (1, 0),
            Dir::SE => (1, -1),
            Dir::S => (0, -1),
            Dir::SW => (-1, -1),
            Dir::W => (-1, 0),
            Dir::NW => (-1, 1),
        }
    }
}

/// A board geometry, fixed at compile time.
pub trait Board: Copy + Send + Sync + 'static {
    /// The word that holds one bit a square.
    type Bits: Word;
    /// The same geometry as a value.
    const LAYOUT: Layout;
    /// Every square, no ghost.
    const SQUARES: Self::Bits;
    /// The far row of White: the top row.
    const TOP: Self::Bits;
    /// The far row of Black: the bottom row.
    const BOTTOM: Self::Bits;

    /// Moves every bit one step; bits that leave the board vanish or land on ghosts, which no set
    /// of squares contains.
    fn step(set: Self::Bits, dir: Dir) -> Self::Bits;
}

macro_rules! diagonal_boards {
    ($($(#[$doc:meta])* $name:ident: $word:ty = $layout:ident, $narrow:expr;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl $name {
            const HALF: u32 = (Layout::$layout.files() / 2) as u32;
            const PERIOD: u32 = Layout::$layout.files() as u32 + 1;
            /// Leftmost and rightmost square of each row: a sideways step from there would wrap.
            const LEFTMOST: $word = $narrow(Layout::$layout.column_edge(0));
            const RIGHTMOST: $word = $narrow(Layout::$layout.column_edge(1));
        }

        impl Board for $name {
            type Bits = $word;
            const LAYOUT: Layout = Layout::$layout;
            const SQUARES: $word = $narrow(Layout::$layout.rows(0, Layout::$layout.ranks()));
            const TOP: $word = $narrow(Layout::$layout.rows(0, 1));
            const BOTTOM: $word =
                $narrow(Layout::$layout.rows(Layout::$layout.ranks() - 1, Layout::$layout.ranks()));

            #[inline(always)]
            fn step(set: $word, dir: Dir) -> $word {
                match dir {
                    Dir::N => set >> Self::PERIOD,
                    Dir::NE => set >> Self::HALF,
                    Dir::E => (set & !Self::RIGHTMOST) << 1,
                    Dir::SE => set << (Self::HALF + 1),
                    Dir::S => set << Self::PERIOD,
                    Dir::SW => set << Self::HALF,
                    Dir::W => (set & !Self::LEFTMOST) >> 1,
                    Dir::NW => set >> (Self::HALF + 1),
                }
            }
        }
    )* };
}

/// A wide word with nothing in its high half.
const fn low(wide: u128) -> u64 {
    wide as u64
}

diagonal_boards! {
    /// 8x8, 32 playing squares, 35 bits.
    Diagonal8: u64 = Diagonal8, low;
    /// 10 files by 8 ranks, 40 playing squares, 43 bits (Spantsiretti).
    Diagonal10x8: u64 = Diagonal10x8, low;
    /// 10x10, 50 playing squares, 54 bits.
    Diagonal10: u64 = Diagonal10, low;
    /// 12x12, 72 playing squares, 77 bits.
    Diagonal12: Pair = Diagonal12, Pair::new;
}

/// 8x8 with all 64 squares in play (Turkish draughts).
#[derive(Clone, Copy, Debug)]
pub struct Orthogonal8;

impl Orthogonal8 {
    const LEFT_FILE: u64 = 0x0101_0101_0101_0101;
    const RIGHT_FILE: u64 = Self::LEFT_FILE << 7;
}

impl Board for Orthogonal8 {
    type Bits = u64;
    const LAYOUT: Layout = Layout::Orthogonal8;
    const SQUARES: u64 = u64::MAX;
    const TOP: u64 = 0xFF;
    const BOTTOM: u64 = 0xFF << 56;

    #[inline(always)]
    fn step(set: u64, dir: Dir) -> u64 {
        match dir {
            Dir::N => set >> 8,
            Dir::NE => (set & !Self::RIGHT_FILE) >> 7,
            Dir::E => (set & !Self::RIGHT_FILE) << 1,
            Dir::SE => (set & !Self::RIGHT_FILE) << 9,
            Dir::S => set << 8,
            Dir::SW => (set & !Self::LEFT_FILE) << 7,
            Dir::W => (set & !Self::LEFT_FILE) >> 1,
            Dir::NW => (set & !Self::LEFT_FILE) >> 9,
        }
    }
}
