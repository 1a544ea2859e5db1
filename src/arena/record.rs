//! What is kept of a game: one JSON line, from which everything else (PDN, statistics, where a
//! match stands) can be made again.

use super::adjudicate::{MOST_PLIES, PROVEN, centimen};
use super::duel::Played;
use super::referee::Ending;
use super::schedule::Fixture;
use super::stats::Points;
use crate::notation::pdn::GameResult;
use crate::notation::{fen, movetext};
use crate::rules::{Color, Game, Variant};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// A game of a match. The lists with a number for every move speak of the moves after the opening.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The game's number in the match, from 0.
    pub game: u64,
    /// The pair of games of its pairing, from 0.
    pub pair: u64,
    /// The variant's name.
    pub variant: String,
    /// The name of the engine with White.
    pub white: String,
    /// The name of the engine with Black.
    pub black: String,
    /// The result as the variant's PDN writes it.
    pub result: String,
    /// `white` or `black`; nothing: drawn.
    pub winner: Option<Side>,
    /// What ended the game.
    pub ending: Ending,
    /// More about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// The start position.
    pub fen: String,
    /// The moves of the opening, in the variant's notation.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub opening: String,
    /// The moves played, in the variant's notation.
    pub moves: String,
    /// Milliseconds used.
    pub ms: Vec<u64>,
    /// Milliseconds left on the player's clock after the move; empty without clocks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clocks: Vec<u64>,
    /// Scores for the player, in hundredths of a man; a proven win in N plies is 30000 - N.
    pub scores: Vec<Option<i32>>,
    /// Plies searched.
    pub depths: Vec<Option<u32>>,
    /// Nodes searched.
    pub nodes: Vec<Option<u64>>,
    /// The day it was finished (UTC), as in PDN.
    pub date: String,
    /// The last lines spoken with the engine that failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub last_words: Vec<String>,
}

/// A colour in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::White => Side::White,
            Color::Black => Side::Black,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

impl GameRecord {
    /// Writes down a game.
    #[must_use]
    pub fn new(
        fixture: Fixture,
        names: [&str; 2],
        played: &Played,
        last_words: Vec<String>,
    ) -> Self {
        let game = &played.game;
        let variant = game.variant();
        let start = game.setups().next().unwrap_or(game.setup());
        let words: Vec<String> = game
            .setups()
            .zip(game.plays())
            .map(|(setup, play)| movetext::write(variant, setup, play))
            .collect();
        let (opening, moves) = words.split_at(words.len() - played.steps.len().min(words.len()));
        let winner = played.outcome.winner;
        let result = winner.map_or(GameResult::Draw, GameResult::Win);
        let thoughts = || played.steps.iter().map(|step| &step.thought);
        GameRecord {
            game: fixture.number,
            pair: fixture.pair,
            variant: variant.name.to_string(),
            white: names[0].into(),
            black: names[1].into(),
            result: result.text(variant).into(),
            winner: winner.map(Side::from),
            ending: played.outcome.ending,
            detail: played.outcome.detail.clone(),
            fen: fen::write(variant, start),
            opening: opening.join(" "),
            moves: moves.join(" "),
            ms: thoughts().map(|thought| millis(thought.used)).collect(),
            clocks: played.steps.iter().filter_map(|step| step.clock.map(millis)).collect(),
            scores: thoughts().map(|thought| thought.info.score.map(centimen)).collect(),
            depths: thoughts().map(|thought| thought.info.depth).collect(),
            nodes: thoughts().map(|thought| thought.info.nodes).collect(),
            date: today(),
            last_words,
        }
    }

    /// The result as the engine with White sees it.
    #[must_use]
    pub fn points_of_white(&self) -> Points {
        match self.winner {
            Some(Side::White) => Points::Win,
            Some(Side::Black) => Points::Loss,
            None => Points::Draw,
        }
    }

    /// The moves of the opening and of the game.
    pub fn all_moves(&self) -> impl Iterator<Item = &str> {
        self.opening.split_whitespace().chain(self.moves.split_whitespace())
    }

    /// What ended the game, for a person.
    #[must_use]
    pub fn termination(&self) -> String {
        match self.detail.as_str() {
            "" => self.ending.name().into(),
            detail => format!("{}: {detail}", self.ending.name()),
        }
    }

    /// The game again, as far as its moves are legal, which they were when it was written down.
    #[must_use]
    pub fn replay(&self, variant: &Arc<Variant>) -> Game {
        let start = fen::parse(variant, &self.fen).unwrap_or_else(|_| variant.start());
        let mut game = Game::from(Arc::clone(variant), start);
        for text in self.all_moves() {
            match movetext::parse(variant, game.setup(), text) {
                Ok(play) if game.play(&play) => {}
                _ => break,
            }
        }
        game
    }

    /// The comment on a ply, counted with the opening; none on moves of the opening.
    #[must_use]
    pub fn comment(&self, ply: usize) -> Option<String> {
        let at = ply.checked_sub(self.opening.split_whitespace().count())?;
        let ms = *self.ms.get(at)?;
        let mut parts = Vec::new();
        if let Some(clock) = self.clocks.get(at) {
            let seconds = clock / 1000;
            let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
            parts.push(format!("[%clk {hours}:{minutes:02}:{:02}]", seconds % 60));
        }
        if let Some(score) = self.scores.get(at).copied().flatten() {
            let depth = self.depths.get(at).copied().flatten().unwrap_or_default();
            parts.push(format!("{}/{depth}", score_text(score)));
        }
        parts.push(format!("{:.3}s", ms as f64 / 1000.0));
        Some(parts.join(" "))
    }
}

/// A recorded score in men, or the plies to a proven end.
fn score_text(score: i32) -> String {
    match PROVEN - score.abs() {
        plies @ ..=MOST_PLIES if score > 0 => format!("win in {plies}"),
        plies @ ..=MOST_PLIES => format!("loss in {plies}"),
        _ => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn today() -> String {
    let now = time::OffsetDateTime::now_utc();
    format!("{:04}.{:02}.{:02}", now.year(), u8::from(now.month()), now.day())
}
