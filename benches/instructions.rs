//! Instructions of the hot parts under valgrind's callgrind, the same from run to run on any load:
//! `cargo bench --bench instructions`. Valgrind has no AVX-512, so perft is counted on the other two
//! paths.

#![allow(missing_docs, reason = "the harness makes modules without")]

use crownhead::eval;
use crownhead::rules::perft::Path;
use crownhead::rules::{
    Game, MoveList, Rules, Variant, Visitor, can_capture, generate, position, variants,
};
use crownhead::search::bench::positions;
use gungraun::{library_benchmark, library_benchmark_group, main};
use std::hint::black_box;
use std::sync::Arc;

fn variant(name: &str) -> &'static Variant {
    variants::find(name).expect("a variant of the table")
}

/// The widest path that valgrind knows: AVX2 if the processor has it.
fn vector() -> Path {
    *Path::available().iter().find(|path| path.name() != "AVX-512").expect("there is a plain path")
}

/// The positions of the bench command.
fn games(name: &str) -> Vec<Game> {
    positions(&Arc::new(variant(name).clone())).map(|(_, game)| game).collect()
}

#[library_benchmark]
#[bench::international("international", 6)]
#[bench::english("english", 7)]
#[bench::russian("russian", 7)]
#[bench::italian("italian", 7)]
#[bench::canadian("canadian", 5)]
#[bench::frisian("frisian", 6)]
#[bench::turkish("turkish", 5)]
fn perft_vector(name: &str, depth: u32) -> u64 {
    let variant = variant(name);
    variant.perft_on(vector(), &variant.start(), depth)
}

#[library_benchmark]
#[bench::international("international", 6)]
#[bench::english("english", 7)]
#[bench::russian("russian", 7)]
#[bench::italian("italian", 7)]
#[bench::canadian("canadian", 5)]
#[bench::frisian("frisian", 6)]
#[bench::turkish("turkish", 5)]
fn perft_plain(name: &str, depth: u32) -> u64 {
    let variant = variant(name);
    variant.perft_on(Path::Plain, &variant.start(), depth)
}

/// Looks at every position so often that what is around the loop does not count.
const ROUNDS: usize = 100;

struct Lists<'a>(&'a [Game]);

impl Visitor for Lists<'_> {
    type Out = usize;
    fn visit<R: Rules>(self, rules: R) -> usize {
        let all: Vec<_> = self.0.iter().map(|game| position::of_setup::<R>(game.setup())).collect();
        let mut list = MoveList::new();
        let mut moves = 0;
        for _ in 0..ROUNDS {
            for position in &all {
                generate(rules, black_box(position), &mut list);
                moves += list.len();
            }
        }
        moves
    }
}

struct Captures<'a>(&'a [Game]);

impl Visitor for Captures<'_> {
    type Out = usize;
    fn visit<R: Rules>(self, rules: R) -> usize {
        let all: Vec<_> = self.0.iter().map(|game| position::of_setup::<R>(game.setup())).collect();
        let mut captures = 0;
        for _ in 0..ROUNDS {
            for position in &all {
                let position = black_box(position);
                captures += usize::from(can_capture(rules, position, position.turn));
            }
        }
        captures
    }
}

#[library_benchmark(setup = games)]
#[bench::international("international")]
#[bench::english("english")]
#[bench::russian("russian")]
#[bench::italian("italian")]
#[bench::canadian("canadian")]
#[bench::frisian("frisian")]
#[bench::turkish("turkish")]
fn list_generation(games: Vec<Game>) -> usize {
    games[0].variant().visit(Lists(&games))
}

#[library_benchmark(setup = games)]
#[bench::international("international")]
#[bench::english("english")]
#[bench::russian("russian")]
#[bench::italian("italian")]
#[bench::canadian("canadian")]
#[bench::frisian("frisian")]
#[bench::turkish("turkish")]
fn capture_detection(games: Vec<Game>) -> usize {
    games[0].variant().visit(Captures(&games))
}

#[library_benchmark(setup = games)]
#[bench::international("international")]
#[bench::english("english")]
#[bench::russian("russian")]
#[bench::italian("italian")]
#[bench::canadian("canadian")]
#[bench::frisian("frisian")]
#[bench::turkish("turkish")]
fn evaluation(games: Vec<Game>) -> i32 {
    games
        .iter()
        .cycle()
        .take(ROUNDS * games.len())
        .map(|game| eval::evaluate(black_box(game)))
        .sum()
}

library_benchmark_group!(
    name = hot,
    benchmarks = [perft_vector, perft_plain, list_generation, capture_detection, evaluation]
);

main!(library_benchmark_groups = hot);
