//! Whether won endings are won: quick games lead to positions with four to six pieces; those that a
//! longer search calls won are played out by the program against itself.
//!
//! `cargo run --release --example wins -- VARIANT POSITIONS MILLISECONDS SEED`: the time is that of a
//! move; the longer search has ten times as much.

#![allow(clippy::print_stdout, reason = "a program of its own, with a result to print")]

use crownhead::arena::opening;
use crownhead::rules::{Color, Game, GameEnd, variants};
use crownhead::search::bench::search_to_the_end;
use crownhead::search::{Input, Limits, Output, Pool, Score};
use std::sync::Arc;
use std::time::Duration;

/// Nodes a move of the quick games, and random plies before them.
const QUICK_NODES: u64 = 300;
const OPENING_PLIES: u32 = 10;
/// A game that takes longer is not won.
const MOST_PLIES: usize = 400;
/// The value that counts as won where no win is proven, in hundredths of a man.
const WON: i32 = 500;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [variant, count, time, seed] = arguments.as_slice() else {
        return Err("VARIANT POSITIONS MILLISECONDS SEED".into());
    };
    let number = |text: &String| text.parse::<u64>().map_err(|error| format!("{text}: {error}"));
    let variant = Arc::new(variants::find(variant).ok_or("unknown variant")?.clone());
    let (count, time, seed) = (number(count)?, Duration::from_millis(number(time)?), number(seed)?);
    let mut pool = Pool::new(1, 16);
    let (mut found, mut won) = (0, 0);
    for opening in opening::walks(&variant, OPENING_PLIES, seed) {
        let Some(game) = ending(&mut pool, opening.game(&variant)) else { continue };
        let winner = match look(&mut pool, &game, 10 * time).last.map(|report| report.score) {
            Some(Score::Win(_)) => game.setup().turn,
            Some(Score::Loss(_)) => game.setup().turn.other(),
            Some(Score::Value(value)) if value >= WON => game.setup().turn,
            Some(Score::Value(value)) if value <= -WON => game.setup().turn.other(),
            _ => continue,
        };
        found += 1;
        pool.clear();
        if play_out(&mut pool, game, time) == Some(winner) {
            won += 1;
        }
        if found == count {
            break;
        }
    }
    println!("{}: {won} of {found} won endings were won", variant.name);
    Ok(())
}

fn look(pool: &mut Pool, game: &Game, time: Duration) -> Output {
    let limits = Limits { move_time: Some(time), ..Limits::default() };
    search_to_the_end(pool, Input::new(game.clone(), limits))
}

/// Plays a quick game until six pieces or fewer are left; only the position is kept.
fn ending(pool: &mut Pool, mut game: Game) -> Option<Game> {
    while game.end().is_none() && game.plays().len() < MOST_PLIES {
        let setup = *game.setup();
        let pieces = setup.white.len() + setup.black.len();
        if pieces <= 6 {
            let quiet = game.legal().iter().all(|play| play.captured.is_empty());
            return (pieces >= 4 && quiet).then(|| Game::from(Arc::clone(game.variant()), setup));
        }
        let limits = Limits { nodes: Some(QUICK_NODES), ..Limits::default() };
        let best = search_to_the_end(pool, Input::new(game.clone(), limits)).best?;
        if !game.play(&best) {
            return None;
        }
    }
    None
}

/// Who wins when the program plays both sides, if anybody.
fn play_out(pool: &mut Pool, mut game: Game, time: Duration) -> Option<Color> {
    while game.plays().len() < MOST_PLIES {
        match game.end() {
            Some(GameEnd::Win { winner, .. }) => return Some(winner),
            Some(GameEnd::Draw { .. }) => return None,
            None => {}
        }
        let best = look(pool, &game, time).best?;
        if !game.play(&best) {
            return None;
        }
    }
    None
}
