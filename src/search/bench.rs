//! A fixed set of positions searched to fixed depths by a fresh pool: a check sum of the search
//! (the number of nodes) and its speed. It prints nothing.

use super::{Input, Limits, Output, Pool, Score};
use crate::rules::{Game, Play, Variant};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

/// How to run it.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Plies for every position instead of each one's own.
    pub depth: Option<u32>,
    /// Search threads; with more than one the node counts differ from run to run.
    pub threads: usize,
    /// Table size in MiB.
    pub hash_mb: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { depth: None, threads: 1, hash_mb: 16 }
    }
}

/// A position searched.
#[derive(Clone, Debug)]
pub struct Row {
    /// The variant's name.
    pub variant: String,
    /// Which of its positions: `start`, `opening`, `middle`, `ending`.
    pub label: &'static str,
    /// Plies searched.
    pub depth: u32,
    /// Nodes it took.
    pub nodes: u64,
    /// Time it took.
    pub time: Duration,
    /// The score found.
    pub score: Option<Score>,
    /// The move found.
    pub best: Option<Play>,
}

/// The positions of every variant: how many plies of seeded random play lead there, and how deep
/// to search them on a board of 8 ranks.
const POSITIONS: [(&str, u32, u32); 4] =
    [("start", 0, 12), ("opening", 8, 11), ("middle", 24, 12), ("ending", 50, 13)];

/// Runs the positions of a variant with a cleared table each; `row` sees each as it is done.
pub fn run(variant: &Variant, settings: &Settings, mut row: impl FnMut(&Row)) {
    let mut pool = Pool::new(settings.threads, settings.hash_mb);
    for ((label, game), (_, _, depth)) in positions(variant).zip(POSITIONS) {
        let depth = settings.depth.unwrap_or_else(|| depth_for(variant, depth));
        pool.clear();
        row(&search(&mut pool, game, label, depth));
    }
}

/// The positions of a variant with their labels.
pub fn positions(variant: &Variant) -> impl Iterator<Item = (&'static str, Game)> {
    let variant = Arc::new(variant.clone());
    POSITIONS.into_iter().map(move |(label, plies, _)| (label, position(&variant, plies)))
}

/// Larger boards have longer move lists: a few plies less make up for it.
fn depth_for(variant: &Variant, depth: u32) -> u32 {
    depth - (u32::from(variant.layout.ranks()) - 8) / 2
}

fn search(pool: &mut Pool, game: Game, label: &'static str, depth: u32) -> Row {
    let variant = game.variant().name.to_string();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let input = Input::new(game, limits);
    let started = Instant::now();
    let Output { best, last, .. } = search_to_the_end(pool, input);
    let time = started.elapsed();
    let (nodes, score) = last.map_or((0, None), |report| (report.nodes, Some(report.score)));
    Row { variant, label, depth, nodes, time, score, best }
}

/// Runs a search and waits for its output.
pub fn search_to_the_end(pool: &mut Pool, input: Input) -> Output {
    let (done, output) = channel();
    pool.start(input, |_| {}, move |output| drop(done.send(output)));
    pool.wait();
    output.recv().unwrap_or(Output { best: None, ponder: None, last: None })
}

/// The position after `plies` of seeded random play, and then as many more as it takes to come to
/// one where nothing can be captured. Play that ends too soon is tried again with the next seed.
fn position(variant: &Arc<Variant>, plies: u32) -> Game {
    let mut seed = 1;
    loop {
        if let Some(game) = stroll(variant, plies, seed) {
            return game;
        }
        seed += 1;
    }
}

fn stroll(variant: &Arc<Variant>, plies: u32, seed: u64) -> Option<Game> {
    let mut game = Game::new(Arc::clone(variant));
    let mut random = seed;
    for played in 0.. {
        let legal = game.legal();
        let quiet = legal.first()?.captured.is_empty();
        if played >= plies && quiet && legal.len() > 1 {
            return Some(game);
        }
        // Knuth's MMIX generator; the high bits are the good ones.
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let choice = (random >> 33) as usize % legal.len();
        if played > 10 * plies + 100 || !game.play(&legal[choice]) {
            return None;
        }
    }
    None
}
