//! Choosing openings: random positions are kept if nothing is to be taken in them, if a search of a
//! fixed size values them within a window, and, where asked, if the program's games against itself
//! share the points as wanted. The same seed and the same engine give the same openings.

use super::adjudicate::centimen;
use super::opening::walks;
use crate::rules::{Color, Game, GameEnd, Setup, Variant};
use crate::search::{Input, Limits, Pool, Score};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::{Arc, mpsc};

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sieve {
    /// Random plies before each position.
    pub plies: u32,
    /// How far the score may be from level, either way, in hundredths of a man.
    pub score: RangeInclusive<i32>,
    /// Nodes of the search that values a position.
    pub nodes: u64,
    /// Games to be played from a position.
    pub trial: Option<Trial>,
    /// Decides which positions are drawn.
    pub seed: u64,
}

/// Games of the program against itself from one position, no two with the same number of nodes a
/// move: a score says who is ahead, games say how much it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// How many, at least 1.
    pub games: u32,
    /// Nodes a move in the first game; every other has a tenth more than the one before.
    pub nodes: u64,
    /// The part of the points that the better side gets, in percent.
    pub points: RangeInclusive<u32>,
}

/// A position that passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The position.
    pub setup: Setup,
    /// Its score for the side to move, in hundredths of a man.
    pub score: i32,
    /// The part of the points that the side to move got in the trial, in percent.
    pub points: Option<u32>,
}

/// Draws positions until `count` have passed or hardly a new one comes; `looked_at` is told of each
/// position that was searched and how many had passed before.
pub fn sift(
    variant: &Arc<Variant>,
    sieve: &Sieve,
    count: usize,
    mut looked_at: impl FnMut(usize),
) -> Vec<Found> {
    /// Positions drawn for every one wanted before giving up.
    const PATIENCE: usize = 300;
    let mut analyst = Analyst(Pool::new(1, TABLE_MB));
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for opening in walks(variant, sieve.plies, sieve.seed).take(PATIENCE * count) {
        if found.len() == count {
            break;
        }
        let setup = *opening.game(variant).setup();
        // The engines of a match are given the position alone, without the moves that led to it.
        let game = Game::from(Arc::clone(variant), setup);
        if seen.insert(setup) && is_quiet(&game) {
            looked_at(found.len());
            found.extend(analyst.examine(&game, sieve));
        }
    }
    found
}

fn is_quiet(game: &Game) -> bool {
    game.legal().iter().all(|play| play.captured.is_empty())
}

/// A small table is cleared quickly, and clearing makes every search and game independent of the
/// others.
const TABLE_MB: usize = 2;

struct Analyst(Pool);

impl Analyst {
    fn examine(&mut self, game: &Game, sieve: &Sieve) -> Option<Found> {
        self.0.clear();
        let (_, score) = self.search(game, sieve.nodes)?;
        let score = centimen(score);
        if !sieve.score.contains(&score.abs()) {
            return None;
        }
        let setup = *game.setup();
        let Some(trial) = &sieve.trial else { return Some(Found { setup, score, points: None }) };
        let half_points: u32 = (0..trial.games)
            .map(|number| {
                self.play(game.clone(), trial.nodes + trial.nodes * u64::from(number) / 10)
            })
            .sum();
        let points = half_points * 50 / trial.games.max(1);
        let better = points.max(100 - points);
        trial.points.contains(&better).then_some(Found { setup, score, points: Some(points) })
    }

    /// Plays a game to its end; the half points of the side to move first.
    fn play(&mut self, mut game: Game, nodes: u64) -> u32 {
        /// Later it is called a draw: hardly anything is won so late that is not seen earlier.
        const LONGEST: usize = 200;
        let first = game.setup().turn;
        let points_of = |winner: Color| if winner == first { 2 } else { 0 };
        self.0.clear();
        for _ in 0..LONGEST {
            match game.end() {
                Some(GameEnd::Win { winner, .. }) => return points_of(winner),
                Some(GameEnd::Draw { .. }) => return 1,
                None => {}
            }
            let mover = game.setup().turn;
            let Some((play, score)) = self.search(&game, nodes) else { return 1 };
            match score {
                Score::Win(_) => return points_of(mover),
                Score::Loss(_) => return points_of(mover.other()),
                Score::Value(_) => {}
            }
            if !game.play(&play) {
                return 1;
            }
        }
        1
    }

    /// The best move and its score; nothing if there is no move.
    fn search(&mut self, game: &Game, nodes: u64) -> Option<(crate::rules::Play, Score)> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let input = Input::new(game.clone(), limits);
        let (sender, output) = mpsc::channel();
        let hand_over = move |output| {
            // The receiver waits below.
            let _ = sender.send(output);
        };
        self.0.start(input, |_| {}, hand_over);
        let output = output.recv().ok()?;
        Some((output.best?, output.last?.score))
    }
}
