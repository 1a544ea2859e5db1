//! What a search is asked to do.

use super::strength::Strength;
use crate::rules::{Game, Play};
use std::time::Duration;

/// A search to be made.
#[derive(Clone, Debug)]
pub struct Input {
    /// The game so far: variant, position, history and draw counters.
    pub game: Game,
    /// When to stop.
    pub limits: Limits,
    /// How many best lines to report, at least 1.
    pub multi_pv: usize,
    /// Only these root moves; empty: all.
    pub root_moves: Vec<Play>,
    /// How weak to play; `None`: as strong as it can.
    pub strength: Option<Strength>,
}

impl Input {
    /// A plain search: the best line, all moves, as strong as possible.
    #[must_use]
    pub fn new(game: Game, limits: Limits) -> Input {
        Input { game, limits, multi_pv: 1, root_moves: Vec::new(), strength: None }
    }
}

/// The mover's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Milliseconds left, without the increment of this move; may be negative.
    pub left_ms: i64,
    /// Milliseconds added before each move.
    pub increment_ms: i64,
    /// Moves to the next time control; `None`: the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// When to stop. Every limit that is set holds; none set means when told to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// A clock to be used sensibly.
    pub clock: Option<Clock>,
    /// The clock counts nodes where it says milliseconds: for tests that must not depend on how busy
    /// the machine is.
    pub clock_in_nodes: bool,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// Plies of full-width search.
    pub depth: Option<u32>,
    /// Nodes over all threads.
    pub nodes: Option<u64>,
    /// Stop once a win in this many moves of the mover is proven.
    pub mate: Option<u32>,
    /// Never stop by time; what is searched deep enough may end by itself.
    pub infinite: bool,
    /// The opponent's time: clocks and move time start with [`super::Pool::ponder_hit`].
    pub ponder: bool,
    /// Time lost on the way to the host, kept in reserve on every clock.
    pub overhead: Duration,
}
