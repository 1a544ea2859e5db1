//! What run-time rules cost: perft of each game by its compiled rules and by the same rules as a
//! value. The ratio within one run is what counts.

use crownhead::rules::variants;

/// The ten games played most, with a depth that takes some milliseconds.
const GAMES: [(&str, u32); 10] = [
    ("international", 6),
    ("english", 7),
    ("russian", 7),
    ("brazilian", 7),
    ("pool", 7),
    ("italian", 7),
    ("canadian", 6),
    ("turkish", 5),
    ("poddavki", 7),
    ("antidraughts", 6),
];

fn main() {
    divan::main();
}

#[divan::bench(args = GAMES)]
fn built_in(bencher: divan::Bencher<'_, '_>, (name, depth): (&str, u32)) {
    let variant = variants::find(name).expect("a built-in game");
    let start = variant.start();
    bencher.bench_local(|| variant.perft(&start, depth));
}

#[divan::bench(args = GAMES)]
fn custom(bencher: divan::Bencher<'_, '_>, (name, depth): (&str, u32)) {
    let variant = variants::find(name).expect("a built-in game");
    let start = variant.start();
    bencher.bench_local(|| variant.perft_as_custom(&start, depth));
}
