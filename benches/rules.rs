//! What run-time rules cost: perft of each game by its compiled rules and by the same rules as a
//! value. The ratio within one run is what counts.

use crownhead::rules::variants;

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
