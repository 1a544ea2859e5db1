//! Every number of the search that could be tuned, one row each. Depths are plies, margins are
//! hundredths of a man. Games of a kind may have other values in some rows: by board and by aim.

use crate::board::Layout;
use crate::rules::Variant;
use crate::rules::ruleset::Range;

/// The longest line: beyond it a position is valued as it stands.
pub(super) const MAX_PLY: usize = 192;
/// The deepest iteration.
pub const MAX_DEPTH: u32 = 120;
/// The longest line shown.
pub(super) const MAX_PV: usize = 64;
/// Clock, stop flag and node limit are looked at every so many nodes.
pub(super) const POLL_NODES: u64 = 512;
/// So many nodes are searched whatever the limits, so that even a stop that came at once finds a
/// first iteration done (well below a millisecond).
pub(super) const GRACE_NODES: u64 = 1_000;

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        /// The tunables of the tree search.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Self {
                Params { $($name: $value,)* }
            }
        }

        impl Params {
            /// The row of a name, to change it.
            pub fn row_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

params! {
    /// Half the first aspiration window.
    aspiration_width = 20;
    /// Iterations below this depth are searched with a full window.
    aspiration_depth = 4;
    /// Nodes at least this deep without a table move are searched one ply less.
    iir_depth = 4;
    /// Late move reductions start at this depth.
    lmr_depth = 3;
    /// ... and with this move, counted from 0.
    lmr_move = 3;
    /// Reductions in hundredths of a ply: this ...
    lmr_base = 60;
    /// ... plus ln(depth) ln(move) times this.
    lmr_factor = 60;
    /// A history score that takes off one ply of reduction.
    lmr_history = 8_000;
    /// Static values go down to nothing from this part of the limit of a draw counter, in
    /// thousandths, to the limit; 1000: never.
    fade_from = 1_000;
    /// Futility: up to this depth a quiet, unthreatened node whose value is far above beta fails high.
    futility_depth = 6;
    /// ... far: by this for each ply.
    futility_margin = 30;
    /// Whether a single reply costs no depth: 1 or 0.
    single_reply = 1;
    /// Captures cost no depth where there are at most so many of them.
    few_captures = 0;
    /// With a clock, the part of a move's time after which no iteration is begun, in thousandths, ...
    clock_base = 1_100;
    /// ... less so much for each iteration in a row with the same best move, up to six, ...
    clock_steady = 90;
    /// ... and more by this while the score falls.
    clock_falls = 400;
}

/// Games of a kind, and what is different in them.
struct Kind {
    holds: fn(&Variant) -> bool,
    rows: fn(Params) -> Params,
}

/// The kinds of games whose rows differ from the built-in ones: docs/search-tests.md has the matches.
const KINDS: [Kind; 4] = [
    // Where losing is the aim, the evaluation has another scale, and games are decided by long
    // sequences of captures.
    Kind {
        holds: |game| game.giveaway,
        rows: |rows| Params { futility_margin: 8, few_captures: 3, clock_base: 1_400, ..rows },
    },
    // On small boards with flying kings matches are won by thinking longer early.
    Kind {
        holds: |game| game.layout == Layout::Diagonal8 && game.rules.king_range == Range::Flying,
        rows: |rows| Params { clock_base: 1_400, ..rows },
    },
    // Kings that go one square at a time need many moves to win, and a lead that they cannot
    // turn into captures before the counters run out is worth nothing.
    Kind {
        holds: |game| game.layout == Layout::Diagonal8 && game.rules.king_range == Range::Short,
        rows: |rows| Params { fade_from: 500, ..rows },
    },
    // Where pieces move along ranks and files, a position's value is trusted less: the futility of
    // the other games loses matches.
    Kind {
        holds: |game| !game.layout.is_diagonal(),
        rows: |rows| Params { futility_depth: 4, futility_margin: 60, clock_base: 800, ..rows },
    },
];

impl Params {
    /// The rows of a game: the built-in ones, and what is different in games of its kind.
    #[must_use]
    pub fn of(game: &Variant) -> Params {
        let kinds = KINDS.iter().filter(|kind| (kind.holds)(game));
        kinds.fold(Params::default(), |rows, kind| (kind.rows)(rows))
    }
}
