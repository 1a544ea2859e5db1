//! What run-time rules cost: perft of each game by its compiled rules and by the same rules as a
//! value, in turn, so that both meet the machine in the same mood; a bench harness would time all of
//! the one and then all of the other.
//!
//! `cargo bench --bench rules -- [GAME...]` prints, for each game, the median over all pairs of the
//! custom time over the built-in one, where half of the pairs lie, and the built-in speed.

#![allow(clippy::print_stdout, reason = "a program of its own, with a table to print")]

use crownhead::rules::variants;
use std::time::Instant;

/// How often both are timed.
const PAIRS: usize = 200;

/// All games, with a depth that takes some milliseconds.
const GAMES: [(&str, u32); 23] = [
    ("international", 7),
    ("english", 8),
    ("russian", 8),
    ("brazilian", 8),
    ("pool", 8),
    ("italian", 8),
    ("canadian", 6),
    ("turkish", 6),
    ("poddavki", 8),
    ("antidraughts", 7),
    ("killer", 7),
    ("breakthrough", 7),
    ("frisian", 7),
    ("frysk", 7),
    ("spanish", 8),
    ("portuguese", 8),
    ("czech", 8),
    ("thai", 7),
    ("filipino", 8),
    ("jamaican", 8),
    ("srilankan", 6),
    ("spantsiretti", 7),
    ("armenian", 5),
];

fn main() {
    // Cargo passes flags of its own.
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    if let Some(unknown) = wanted.iter().find(|name| GAMES.iter().all(|(game, _)| game != name)) {
        let games = GAMES.map(|(game, _)| game).join(", ");
        println!("no game {unknown}: there are {games}");
        std::process::exit(2);
    }
    println!("{PAIRS} pairs         custom/built-in      million nodes/s");
    for (name, depth) in GAMES {
        if wanted.is_empty() || wanted.iter().any(|game| game == name) {
            compare(name, depth);
        }
    }
}

/// Times one game and prints its line.
fn compare(name: &str, depth: u32) {
    let variant = variants::find(name).expect("a built-in game");
    let start = variant.start();
    let (mut nodes, mut times, mut ratios) = (0, Vec::new(), Vec::new());
    for _ in 0..PAIRS {
        let began = Instant::now();
        nodes = variant.perft(&start, depth);
        let built_in = began.elapsed().as_secs_f64();
        let began = Instant::now();
        assert_eq!(variant.perft_as_custom(&start, depth), nodes, "{name}");
        ratios.push(began.elapsed().as_secs_f64() / built_in);
        times.push(built_in);
    }
    times.sort_by(f64::total_cmp);
    ratios.sort_by(f64::total_cmp);
    let [low, middle, high] = [1, 2, 3].map(|quarter| ratios[PAIRS * quarter / 4]);
    let speed = nodes as f64 / times[PAIRS / 2] / 1e6;
    println!("{name:15} {middle:6.3}  ({low:.3} to {high:.3}) {speed:10.0}");
}
