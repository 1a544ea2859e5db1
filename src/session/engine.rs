//! What stands behind the session's queue: the options as they are set, the game as it stands and
//! the search pool. It gives texts their meaning in the variant being played. It knows no protocol
//! and no order of commands.

use super::options::{self, Effect, OptionError, Settings};
use crate::board::{Layout, Square, SquareSet};
use crate::message::{Go, Info, Placement, Position, SideClock, Writing};
use crate::notation::{
    BoardError, FenError, MoveError, SquareNames, UnknownVariant, board, fen, movetext,
};
use crate::rules::{Color, Game, KingWalk, Play, Setup};
use crate::search::{Clock, HashError, Input, Limits, Pool, Report};
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;
use thiserror::Error;

/// Why a command was refused. The state is what it was before.
#[derive(Debug, Error)]
pub(super) enum Refusal {
    /// The FEN is wrong.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// The picture of the board is wrong.
    #[error("{0}")]
    Board(#[from] BoardError),
    /// A move of the list is wrong.
    #[error("{why} (move {number} of the list)")]
    Move {
        /// Its place in the list, from 1.
        number: usize,
        /// What is wrong with it.
        why: MoveError,
    },
    /// The option was not set.
    #[error("{0}")]
    Option(#[from] OptionError),
    /// No variant has this name.
    #[error("{0}")]
    Variant(#[from] UnknownVariant),
    /// There is no memory for the table.
    #[error("{0}")]
    Hash(#[from] HashError),
    /// The system gives no thread.
    #[error("no thread can be started: {0}")]
    Thread(#[from] std::io::Error),
}

/// Options, game and pool.
pub(super) struct Engine {
    pub settings: Settings,
    pub game: Game,
    pub pool: Pool,
    writing: Writing,
    /// Tells this game from others: which errors a weaker player makes in it.
    seed: u64,
}

impl Engine {
    pub fn new(writing: Writing) -> Engine {
        let settings = Settings::default();
        let game = Game::new(Arc::clone(&settings.variant));
        let pool = Pool::new(settings.threads, settings.hash_mb);
        Engine { settings, game, pool, writing, seed: any_number() }
    }

    /// Sets an option; the pool must be idle.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Refusal> {
        let row = options::find(name)?;
        let mut next = self.settings.clone();
        row.set(&mut next, value)?;
        match row.effect {
            Effect::None => {}
            Effect::ResizeHash => self.pool.set_hash(next.hash_mb)?,
            Effect::ClearHash => self.pool.clear(),
            Effect::SetThreads => self.pool.set_threads(next.threads),
            // Hosts repeat what they have set; that must not cost them their position.
            Effect::ChangeVariant if next.variant == self.settings.variant => {}
            Effect::ChangeVariant => {
                self.game = Game::new(Arc::clone(&next.variant));
                // Positions of one game mean nothing in another.
                self.pool.clear();
            }
        }
        self.settings = next;
        Ok(())
    }

    /// Begins another game: nothing learnt, start position.
    pub fn new_game(&mut self) {
        self.game = Game::new(Arc::clone(&self.settings.variant));
        self.seed = any_number();
        self.pool.clear();
    }

    /// Takes a position with its moves, all of it or nothing.
    pub fn set_position(&mut self, position: &Position) -> Result<(), Refusal> {
        let variant = &self.settings.variant;
        let setup = match &position.placement {
            Placement::Start => variant.start(),
            Placement::Fen(text) => fen::parse(variant, text)?,
            Placement::Board { squares, king_moves } => {
                board::parse(variant, &self.numbers(), squares, king_moves.as_deref())?
            }
        };
        let mut game = Game::from(Arc::clone(variant), setup);
        for (at, text) in position.moves.iter().enumerate() {
            let refused = |why| Refusal::Move { number: at + 1, why };
            let play = self.read(game.setup(), text).map_err(refused)?;
            let legal = game.play(&play);
            debug_assert!(legal, "{text} was read as a move that is not legal");
        }
        self.game = game;
        Ok(())
    }

    /// Turns the board round and exchanges the colours; the game starts anew from there.
    pub fn flip(&mut self) {
        let setup = turned(self.game.setup(), self.settings.variant.layout);
        self.game = Game::from(Arc::clone(&self.settings.variant), setup);
    }

    /// The search that the host orders, for the side to move.
    pub fn input(&self, go: &Go) -> Result<Input, Refusal> {
        let mut root_moves = Vec::new();
        for (at, text) in go.search_moves.iter().enumerate() {
            let refused = |why| Refusal::Move { number: at + 1, why };
            root_moves.push(self.read(self.game.setup(), text).map_err(refused)?);
        }
        let limits = Limits {
            clock: clock(go, self.clock_side(go)),
            clock_in_nodes: false,
            move_time: go.move_time,
            depth: go.depth,
            nodes: go.nodes,
            mate: go.mate,
            infinite: go.infinite,
            ponder: go.ponder,
            overhead: self.settings.overhead,
        };
        Ok(Input {
            game: self.game.clone(),
            limits,
            multi_pv: self.settings.multi_pv,
            root_moves,
            strength: self.settings.strength(go.handicap, self.seed),
        })
    }

    /// The side whose clock runs. Where clocks go by players, that of the player who begins stands
    /// where White's does.
    fn clock_side(&self, go: &Go) -> Color {
        let turn = self.game.setup().turn;
        match self.settings.variant.first {
            Color::Black if go.by_player => turn.other(),
            _ => turn,
        }
    }

    /// The squares' numbers in Hub's moves.
    fn numbers(&self) -> SquareNames {
        SquareNames::of(&self.settings.variant).numbered(self.settings.numbering)
    }

    /// Reads a move of the host.
    fn read(&self, setup: &Setup, text: &str) -> Result<Play, MoveError> {
        let variant = &self.settings.variant;
        match self.writing {
            Writing::Pdn => movetext::parse(variant, setup, text),
            Writing::Hub => movetext::parse_hub(variant, setup, &self.numbers(), text),
        }
    }

    /// Writes a move for the host.
    fn write(&self, setup: &Setup, play: &Play) -> String {
        match self.writing {
            Writing::Pdn => movetext::write(&self.settings.variant, setup, play),
            Writing::Hub => movetext::write_hub(&self.numbers(), play),
        }
    }

    /// Moves in a row from the position now, as text.
    pub fn line(&self, plays: &[Play]) -> Vec<String> {
        let variant = &self.settings.variant;
        let mut setup = *self.game.setup();
        let mut line = Vec::with_capacity(plays.len());
        for play in plays {
            line.push(self.write(&setup, play));
            setup = variant.after(&setup, play);
        }
        line
    }

    /// A report as it is told.
    pub fn info(&self, report: &Report) -> Info {
        Info {
            depth: report.depth,
            seldepth: report.seldepth,
            mean_depth: report.mean_depth,
            multi_pv: report.multi_pv,
            score: report.score,
            wdl: self.settings.show_wdl.then_some(report.wdl),
            nodes: report.nodes,
            time: report.time,
            hashfull: report.hashfull,
            egdb_hits: report.egdb_hits,
            pv: self.line(&report.pv),
        }
    }
}

/// Another number each time.
fn any_number() -> u64 {
    // The hash maps of the standard library have random keys; nothing here needs better ones.
    std::hash::RandomState::new().build_hasher().finish()
}

/// The clock of the side to move. A host that gives one side's clock only plays with equal ones.
fn clock(go: &Go, turn: Color) -> Option<Clock> {
    let (own, other) = match turn {
        Color::White => (go.white, go.black),
        Color::Black => (go.black, go.white),
    };
    if go.white == SideClock::default() && go.black == SideClock::default() {
        return None;
    }
    Some(Clock {
        left_ms: own.left_ms.or(other.left_ms).unwrap_or(0),
        increment_ms: own.increment_ms.or(other.increment_ms).unwrap_or(0),
        moves_to_go: go.moves_to_go,
    })
}

/// The position seen from the other side of the board, colours exchanged: the same game for the
/// side to move.
fn turned(setup: &Setup, layout: Layout) -> Setup {
    let last = layout.squares() - 1;
    let turn = |set: SquareSet| set.iter().map(|square| Square(last - square.0)).collect();
    let [white, black] = setup.walks.map(|walk| match walk.moves {
        0 => walk,
        moves => KingWalk { moves, square: last - walk.square },
    });
    Setup {
        turn: setup.turn.other(),
        white: turn(setup.black),
        black: turn(setup.white),
        kings: turn(setup.kings),
        walks: [black, white],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variants::VARIANTS;

    #[test]
    fn a_turned_position_is_the_same_game() {
        for variant in &VARIANTS {
            let (start, layout) = (variant.start(), variant.layout);
            let flipped = turned(&start, layout);
            assert_eq!((flipped.white, flipped.black), (start.white, start.black));
            assert_eq!(variant.perft(&flipped, 4), variant.perft(&start, 4), "{}", variant.name);
            assert_eq!(turned(&flipped, layout), start);
        }
    }

    #[test]
    fn the_clock_is_the_movers() {
        let side = |left_ms, increment_ms| SideClock { left_ms, increment_ms };
        let go = Go {
            white: side(Some(1000), Some(10)),
            black: side(Some(-2), None),
            moves_to_go: Some(3),
            ..Go::default()
        };
        let white = Clock { left_ms: 1000, increment_ms: 10, moves_to_go: Some(3) };
        assert_eq!(clock(&go, Color::White), Some(white));
        assert_eq!(clock(&go, Color::Black), Some(Clock { left_ms: -2, ..white }));
        let go = Go { white: side(None, Some(5)), ..Go::default() };
        let black = Clock { left_ms: 0, increment_ms: 5, moves_to_go: None };
        assert_eq!(clock(&go, Color::Black), Some(black));
        assert_eq!(clock(&Go::default(), Color::White), None);
    }
}
