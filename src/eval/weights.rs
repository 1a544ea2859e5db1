//! The weights of the fitted terms: one table for each kind of game, and the row of the kind that a
//! rule set is nearest to. It knows rule sets only as rows of values.
//!
//! The tables were fitted to the results of the program's games against itself (logistic regression
//! on quiet positions; docs/search-tests.md says how many). A later, learned evaluation will take
//! their place.

use super::pattern::{PLACES, STATES, blocks};
use crate::board::{Layout, Square};
use crate::rules::ruleset::{DirSet, Range, RuleSet};
use std::sync::OnceLock;

/// A middle game and an endgame value in one word, added and subtracted together: see [`blend`].
pub(super) type Pair = i32;

/// Two values in hundredths of a man as one pair.
const fn pair(middle: i16, end: i16) -> Pair {
    ((middle as i32) << 16) + end as i32
}

/// The value of a pair where `share` of [`WHOLE`] parts of the pieces are on the board.
#[inline(always)]
pub(super) fn blend(pair: Pair, share: i32) -> i32 {
    let (middle, end) = ((pair + 0x8000) >> 16, i32::from(pair as i16));
    (middle * share + end * (WHOLE - share)) / WHOLE
}

/// See [`blend`].
const WHOLE: i32 = 256;

/// The weights of one kind of game, ready for use.
pub(super) struct Weights {
    /// By the number of pieces on the board: which share of those at the start they are.
    pub(super) shares: [i32; 129],
    /// A man.
    pub(super) man: Pair,
    /// The first king of a side.
    pub(super) king: Pair,
    /// Every other king.
    pub(super) more_kings: Pair,
    /// Having the move.
    pub(super) tempo: Pair,
    /// A king of White by bit index, and one of Black.
    pub(super) king_squares: [[Pair; 128]; 2],
    /// What stands in each block of the first half, [`PLACES`] for each.
    pub(super) blocks: Box<[Pair]>,
}

/// A kind of game with a table of its own.
struct Row {
    layout: Layout,
    giveaway: bool,
    man_takes: DirSet,
    king_range: Range,
    /// Header: the pieces at the start, then pairs of little-endian 16-bit numbers for the rows of [`Weights`]; then
    /// pairs of bytes: king squares as White sees them, then block by block.
    bytes: &'static [u8],
    ready: OnceLock<Weights>,
}

macro_rules! rows {
    ($($file:literal: $layout:ident, $giveaway:literal, $takes:ident, $range:ident;)*) => {
        static ROWS: [Row; [$($file),*].len()] = [$(Row {
            layout: Layout::$layout,
            giveaway: $giveaway,
            man_takes: DirSet::$takes,
            king_range: Range::$range,
            bytes: include_bytes!(concat!("tables/", $file, ".weights")),
            ready: OnceLock::new(),
        }),*];
    };
}

rows! {
    "international": Diagonal10, false, DIAGONAL, Flying;
    "russian": Diagonal8, false, DIAGONAL, Flying;
    "english": Diagonal8, false, FORWARD_DIAGONAL, Short;
    "turkish": Orthogonal8, false, FORWARD_AND_SIDEWAYS, Flying;
    "poddavki": Diagonal8, true, DIAGONAL, Flying;
}

/// The weights for a game on a board: of the kind with the same board and aim that has most in
/// common with it, if there is one.
pub(super) fn nearest(layout: Layout, rules: &RuleSet, giveaway: bool) -> Option<&'static Weights> {
    let likeness = |row: &&Row| {
        2 * u8::from(row.king_range == rules.king_range)
            + u8::from(row.man_takes == rules.man_takes)
    };
    ROWS.iter()
        .filter(|row| row.layout == layout && row.giveaway == giveaway)
        .rev()
        .max_by_key(likeness)
        .map(|row| row.ready.get_or_init(|| read(row.layout, row.bytes)))
}

/// Unpacks a table.
fn read(layout: Layout, bytes: &[u8]) -> Weights {
    let (header, squares) = bytes.split_at(18);
    let word = |at: usize| i16::from_le_bytes([header[2 * at], header[2 * at + 1]]);
    let row = |number: usize| pair(word(2 * number + 1), word(2 * number + 2));
    let mut pairs =
        squares.chunks_exact(2).map(|two| pair(i16::from(two[0] as i8), i16::from(two[1] as i8)));
    let mut king_squares = [[0; 128]; 2];
    for number in 0..layout.squares() {
        let value = pairs.next().unwrap_or(0);
        let turned = layout.squares() - 1 - number;
        king_squares[0][usize::from(layout.bit(Square(number)))] = value;
        king_squares[1][usize::from(layout.bit(Square(turned)))] = value;
    }
    let mut tables = vec![0; PLACES * blocks(layout) / 2].into_boxed_slice();
    let places = tables.chunks_exact_mut(PLACES).flat_map(|table| &mut table[..STATES]);
    for (weight, value) in places.zip(pairs) {
        *weight = value;
    }
    let full = i32::from(word(0)).max(1);
    Weights {
        shares: std::array::from_fn(|pieces| (WHOLE * pieces as i32 / full).min(WHOLE)),
        man: row(0),
        king: row(1),
        more_kings: row(2),
        tempo: row(3),
        king_squares,
        blocks: tables,
    }
}
