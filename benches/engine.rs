//! Speed of the floors: generation, capture tests, copy-make, evaluation, perft and search, on the
//! same positions as the bench command. `cargo bench`.

use crownhead::eval;
use crownhead::rules::{
    Game, Move, MoveList, Rules, Variant, Visitor, can_capture, generate, position, variants,
};
use crownhead::search::bench::{positions, search_to_the_end};
use crownhead::search::{Input, Limits, Pool};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use std::sync::Arc;

fn main() {
    divan::main();
}

/// One variant for each board, kind of king, and rule of which captures are legal.
const NAMES: [&str; 7] =
    ["international", "english", "russian", "italian", "canadian", "frisian", "turkish"];

fn variant(name: &str) -> Arc<Variant> {
    Arc::new(variants::find(name).expect("a variant of the table").clone())
}

/// Runs a hot loop over the positions of a variant, `ROUNDS` times each.
struct Hot<'a, 'b>(Bencher<'a, 'b>, Vec<Game>, Loop);

#[derive(Clone, Copy)]
enum Loop {
    Generate,
    CanCapture,
    Play,
}

const ROUNDS: usize = 100;

impl Visitor for Hot<'_, '_> {
    type Out = ();
    fn visit<R: Rules>(self, rules: R) {
        let Hot(bencher, games, kind) = self;
        let all: Vec<_> = games.iter().map(|game| position::of_setup::<R>(game.setup())).collect();
        let mut list = MoveList::new();
        let moves: Vec<Vec<Move<_>>> = all
            .iter()
            .map(|position| {
                generate(rules, position, &mut list);
                list.to_vec()
            })
            .collect();
        let per_round = match kind {
            Loop::Play => moves.iter().map(Vec::len).sum(),
            Loop::Generate | Loop::CanCapture => all.len(),
        };
        bencher.counter(ItemsCount::new(ROUNDS * per_round)).bench_local(|| {
            for _ in 0..ROUNDS {
                for (position, moves) in all.iter().zip(&moves) {
                    let position = black_box(position);
                    match kind {
                        Loop::Generate => {
                            generate(rules, position, &mut list);
                            black_box(list.len());
                        }
                        Loop::CanCapture => {
                            black_box(can_capture(rules, position, position.turn));
                        }
                        Loop::Play => moves.iter().for_each(|&mv| {
                            black_box(position.play(rules, mv));
                        }),
                    }
                }
            }
        });
    }
}

fn hot(bencher: Bencher, name: &str, kind: Loop) {
    let variant = variant(name);
    let games = positions(&variant).map(|(_, game)| game).collect();
    variant.visit(Hot(bencher, games, kind));
}

#[divan::bench(args = NAMES)]
fn moves_generated(bencher: Bencher, name: &str) {
    hot(bencher, name, Loop::Generate);
}

#[divan::bench(args = NAMES)]
fn captures_tested(bencher: Bencher, name: &str) {
    hot(bencher, name, Loop::CanCapture);
}

#[divan::bench(args = NAMES)]
fn moves_played(bencher: Bencher, name: &str) {
    hot(bencher, name, Loop::Play);
}

#[divan::bench(args = NAMES)]
fn evaluations(bencher: Bencher, name: &str) {
    let games: Vec<_> = positions(&variant(name)).map(|(_, game)| game).collect();
    bencher
        .counter(ItemsCount::new(games.len()))
        .bench(|| games.iter().map(|game| eval::evaluate(black_box(game))).sum::<i32>());
}

#[divan::bench(args = NAMES, sample_count = 10)]
fn perft(bencher: Bencher, name: &str) {
    const DEPTH: u32 = 6;
    let variant = variant(name);
    let nodes = variant.perft(&variant.start(), DEPTH);
    bencher
        .counter(ItemsCount::new(nodes))
        .bench(|| variant.perft(black_box(&variant.start()), DEPTH));
}

#[divan::bench(args = NAMES, sample_count = 10)]
fn search_nodes(bencher: Bencher, name: &str) {
    const NODES: u64 = 100_000;
    let game = Game::new(variant(name));
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut pool = Pool::new(1, 16);
    bencher.counter(ItemsCount::new(NODES)).bench_local(|| {
        pool.clear();
        let (game, limits) = (game.clone(), limits.clone());
        search_to_the_end(&mut pool, Input::new(game, limits))
    });
}
