//! A player at the board, whatever it is: a child process of the runner, or a program at the other
//! end of a DXP connection. The match above it does not care which.

use super::clock::Control;
use super::dialect::{Announcement, Turn};
use super::engine::{Engine, Fault, Launch, Patience, StartFailure, Thought};
use super::peer::Peer;
use crate::notation::{MoveError, movetext};
use crate::rules::{Color, Game, Play, Setup, Variant};

/// How a player is got hold of.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// A program to be started.
    Process(Launch),
    /// A program that listens for DXP at this `HOST:PORT`. It plays one game at a time, and which
    /// variant must have been agreed on with whoever started it.
    Peer(String),
}

/// A player that is there.
pub enum Contender {
    /// A child process.
    Process(Box<Engine>),
    /// A DXP peer.
    Peer(Box<Peer>),
}

impl Contender {
    /// Starts the process or connects, and tells it which game is played as far as it can be told.
    ///
    /// # Errors
    /// It cannot be had, or cannot do what is asked.
    pub async fn start(
        entry: &Entry,
        game: &Announcement,
        patience: Patience,
    ) -> Result<Contender, StartFailure> {
        match entry {
            Entry::Process(launch) => {
                let engine = Engine::start(launch, game, patience).await?;
                Ok(Contender::Process(Box::new(engine)))
            }
            Entry::Peer(place) => {
                let peer = Peer::connect(place, patience).await?;
                Ok(Contender::Peer(Box::new(peer)))
            }
        }
    }

    /// What it calls itself, which proves nothing.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Contender::Process(engine) => engine.id(),
            Contender::Peer(peer) => peer.id(),
        }
    }

    /// The last lines spoken, both ways.
    #[must_use]
    pub fn last_words(&self) -> Vec<String> {
        match self {
            Contender::Process(engine) => engine.last_words(),
            Contender::Peer(peer) => peer.last_words(),
        }
    }

    /// Tells it that a new game begins, and which side it has.
    ///
    /// # Errors
    /// It has ended, hangs or declines.
    pub async fn begin(
        &mut self,
        game: &Game,
        color: Color,
        control: &Control,
    ) -> Result<(), Fault> {
        match self {
            Contender::Process(engine) => engine.new_game().await,
            Contender::Peer(peer) => peer.begin(game, color, control).await,
        }
    }

    /// Has it think about a move; see [`Engine::think`] and [`Peer::think`].
    ///
    /// # Errors
    /// It gives no move.
    pub async fn think(
        &mut self,
        turn: &Turn<'_>,
        allowed: Option<std::time::Duration>,
    ) -> Result<Thought, Fault> {
        match self {
            Contender::Process(engine) => engine.think(turn, allowed).await,
            Contender::Peer(peer) => peer.think(turn, allowed).await,
        }
    }

    /// Tells it that the game is over, where its protocol has a word for that.
    ///
    /// # Errors
    /// It has gone; the result stands all the same.
    pub async fn end(&mut self, game: &Game, winner: Option<Color>) -> Result<(), Fault> {
        match self {
            Contender::Process(_) => Ok(()),
            Contender::Peer(peer) => peer.end(game, winner).await,
        }
    }

    /// Asks it to leave, or hangs up.
    pub async fn quit(self) {
        match self {
            Contender::Process(engine) => engine.quit().await,
            Contender::Peer(peer) => peer.quit().await,
        }
    }

    /// A legal move of a position as the player's turns carry it.
    #[must_use]
    pub fn write_move(&self, variant: &Variant, setup: &Setup, play: &Play) -> String {
        match self {
            Contender::Process(engine) => engine.dialect().write_move(variant, setup, play),
            Contender::Peer(_) => movetext::write(variant, setup, play),
        }
    }

    /// Understands the text of its move.
    ///
    /// # Errors
    /// Not a legal move here.
    pub fn read_move(&self, game: &Game, text: &str) -> Result<Play, MoveError> {
        match self {
            Contender::Process(engine) => engine.dialect().read_move(game, text),
            Contender::Peer(_) => movetext::parse(game.variant(), game.setup(), text),
        }
    }
}
