//! Commands and events as plain data: what passes between the protocols and the session.
//!
//! Positions, moves and option values travel as text: only the session knows the variant that
//! gives them a meaning. No protocol's spelling is in here, so that all of them can share it.

use crate::search::Score;
use std::time::Duration;

/// What the world asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Say who you are and which options there are.
    Identify,
    /// Answer as soon as you are listening.
    Ready,
    /// The next position belongs to another game: forget what was learnt.
    NewGame,
    /// Set an option, or press a button.
    SetOption {
        /// Its name, in any case.
        name: String,
        /// Its value; a button has none.
        value: Option<String>,
    },
    /// Take this position.
    Position(Position),
    /// Search the position.
    Go(Go),
    /// Count move sequences of so many plies, by the first move.
    Perft(u32),
    /// Search the fixed set of positions.
    Bench(Bench),
    /// End what runs.
    Stop,
    /// The move pondered on was played: your own time runs now.
    PonderHit,
    /// Draw the board for a person.
    Show,
    /// Tell the static evaluation to a person.
    Evaluate,
    /// Turn the board round and exchange the colours.
    Flip,
    /// Leave at once.
    Quit,
}

/// A position as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// A FEN; `None` is the start position of the variant.
    pub fen: Option<String>,
    /// The moves played from there.
    pub moves: Vec<String>,
}

/// A search as the host orders it, with a clock for either side: the session knows who moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// White's clock.
    pub white: SideClock,
    /// Black's clock.
    pub black: SideClock,
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Plies of full-width search.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// Find a win in this many moves.
    pub mate: Option<u32>,
    /// Until told to stop.
    pub infinite: bool,
    /// On the opponent's time, until [`Command::PonderHit`] or [`Command::Stop`].
    pub ponder: bool,
    /// Only these moves; empty: all.
    pub search_moves: Vec<String>,
}

/// One side's clock, as far as the host gives it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideClock {
    /// Milliseconds left; hosts send negative ones too.
    pub left_ms: Option<i64>,
    /// Milliseconds added a move.
    pub increment_ms: Option<i64>,
}

/// A bench as the host orders it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bench {
    /// A variant's name, or `all`; `None` is the one being played.
    pub variant: Option<String>,
    /// Plies; `None` is the depth of `crownhead bench`.
    pub depth: Option<u32>,
}

/// What the engine has to say.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Who it is and which options it has.
    Identity(Vec<OptionInfo>),
    /// It is listening.
    Ready,
    /// A line found by the search.
    Info(Info),
    /// A search is over.
    Best {
        /// The move; `None` if there is none.
        best: Option<String>,
        /// The reply expected.
        ponder: Option<String>,
    },
    /// A perft is over.
    Perft {
        /// The nodes below each first move.
        divide: Vec<(String, u64)>,
        /// How long it took.
        time: Duration,
    },
    /// Lines for a person.
    Text(Vec<String>),
    /// Something was refused, and nothing has changed.
    Error(String),
}

/// One line of thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Plies of full-width search; 0 for a position that has no move.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub seldepth: u32,
    /// 1 for the best line.
    pub multi_pv: usize,
    /// For the side to move.
    pub score: Score,
    /// Chances of win, draw and loss in thousandths, if the host wants them.
    pub wdl: Option<[u16; 3]>,
    /// Nodes so far.
    pub nodes: u64,
    /// Time since the search started.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u16,
    /// Positions found in endgame databases.
    pub egdb_hits: u64,
    /// The line, move by move.
    pub pv: Vec<String>,
}

/// Nodes a second; a time too short to measure counts as a millisecond.
#[must_use]
pub fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    let micros = time.as_micros().max(1000);
    (u128::from(nodes) * 1_000_000 / micros) as u64
}

/// An option as it is announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub kind: OptionKind,
    /// What it is for, in one line.
    pub help: &'static str,
}

/// What an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Yes or no.
    Check {
        /// At the start.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// At the start.
        default: i64,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of a list.
    Combo {
        /// At the start.
        default: &'static str,
        /// The list.
        choices: Vec<&'static str>,
    },
    /// Nothing: it is pressed.
    Button,
}
