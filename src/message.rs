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
    /// Answer once every option set so far is in force.
    Init,
    /// The next position belongs to another game: forget what was learnt.
    NewGame,
    /// Set an option, or press a button.
    SetOption {
        /// Its name, in any case.
        name: String,
        /// Its value; a button has none.
        value: Option<String>,
        /// Whether a name that is none is passed over: some hosts set what was never announced.
        lenient: bool,
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
    /// Say how the game stands.
    Query(Query),
    /// Leave at once.
    Quit,
}

/// A position as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// Where the game begins.
    pub placement: Placement,
    /// The moves played from there.
    pub moves: Vec<String>,
}

/// Where a game begins, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Placement {
    /// The start position of the variant.
    #[default]
    Start,
    /// A FEN.
    Fen(String),
    /// Hub's picture of the board: the side to move, then a letter a square.
    Board {
        /// The picture.
        squares: String,
        /// Frisian king-move counts, `W32=2 B5=1`.
        king_moves: Option<String>,
    },
}

/// How moves are written between host and session, in both directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// As in PDN, in the variant's own square names.
    Pdn,
    /// As in Hub, from, to and captured squares by number.
    Hub,
}

/// What may be asked about the game. Player one is the side that begins the variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Is it over?
    GameOver,
    /// Is player one to move?
    FirstToMove,
    /// How did it end?
    Result,
}

/// The answer to a [`Query`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// To a question of yes or no.
    Is(bool),
    /// The game goes on.
    Undecided,
    /// Drawn, or to be drawn by a claim: who only asks cannot claim.
    Drawn,
    /// Player one has won.
    FirstWon,
    /// Player two has won.
    SecondWon,
}

/// A search as the host orders it, with a clock for either side: the session knows who moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// White's clock, or player one's.
    pub white: SideClock,
    /// Black's clock, or player two's.
    pub black: SideClock,
    /// Whether the clocks are those of player one, who begins the variant, and player two.
    pub by_player: bool,
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
    /// Steps below full strength in this search; 0 is none.
    pub handicap: u32,
    /// Until told to stop.
    pub infinite: bool,
    /// On the opponent's time, until [`Command::PonderHit`] or [`Command::Stop`].
    pub ponder: bool,
    /// Whether the answer is given as soon as the search has one, though it is infinite or on the
    /// opponent's time.
    pub early: bool,
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
    /// Every option set so far is in force.
    Initialised,
    /// How the game stands.
    Answer(Answer),
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
    /// Mean length of the lines looked at in tenths of a ply, captures at their ends left out.
    pub mean_depth: u32,
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
    /// Which hosts are told of it.
    pub hosts: Hosts,
}

/// The hosts that have a use for an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hosts {
    /// Whatever they speak.
    All,
    /// Those that write moves as in PDN.
    Pdn,
    /// Those that write moves as in Hub.
    Hub,
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
    /// Free text; empty at the start.
    Text,
    /// Nothing: it is pressed.
    Button,
}
