//! What a search has to say.

use crate::rules::Play;
use std::time::Duration;

/// A score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a man, within +-8000.
    Value(i32),
    /// The side to move wins in this many plies.
    Win(u32),
    /// The side to move loses in this many plies.
    Loss(u32),
}

/// A line found by an iteration.
#[derive(Clone, Debug)]
pub struct Report {
    /// Plies of full-width search.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub seldepth: u32,
    /// Mean length of the main thread's lines in this iteration, in tenths of a ply; captures at
    /// their ends are left out.
    pub mean_depth: u32,
    /// 1 for the best line, 2 for the next.
    pub multi_pv: usize,
    /// What it is worth.
    pub score: Score,
    /// Chances of win, draw and loss in thousandths.
    pub wdl: [u16; 3],
    /// Nodes so far, over all threads.
    pub nodes: u64,
    /// Time since the search started.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u16,
    /// Positions found in endgame databases.
    pub egdb_hits: u64,
    /// The line; every move of it is legal.
    pub pv: Vec<Play>,
}

/// How a search ended.
#[derive(Clone, Debug)]
pub struct Output {
    /// The move to play; `None` if there is none.
    pub best: Option<Play>,
    /// The reply expected.
    pub ponder: Option<Play>,
    /// The last report of the best line; `None` if the position has no move.
    pub last: Option<Report>,
}
