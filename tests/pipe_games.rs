//! Whole games over pipes: two copies of the built program play one game of every variant against
//! each other, and a referee that stands on the rules alone accepts or refuses each move.

#![allow(clippy::print_stderr, reason = "shows how the games went, with --nocapture")]

mod host;

use crownhead::notation::movetext;
use crownhead::rules::{Color, Game, Variant, variants};
use host::Host;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// No game goes on for ever: every variant has a rule that ends it.
const MOST_PLIES: usize = 2000;

/// How far a move may go beyond its time before it counts as late: the machine may be busy.
const MARGIN: Duration = Duration::from_millis(200);

/// One late move in so many is the machine's; an engine that oversteps does so move after move.
const LATE_ONE_IN: usize = 20;

/// Beyond this no busy machine is an excuse.
const LATEST: Duration = Duration::from_secs(3);

/// Games at once: each game has one engine that thinks.
const AT_ONCE: usize = 2;

#[derive(Clone, Copy)]
enum Time {
    /// So long a move.
    Move(Duration),
    /// So long a game, and so much more a move.
    Clock(Duration, Duration),
}

struct Result {
    plies: usize,
    end: String,
    /// The longest that a move took beyond its time.
    worst: Duration,
}

#[test]
fn every_variant_is_played_to_an_end_that_the_rules_know() {
    let per_move = Time::Move(Duration::from_millis(20));
    let clock = Time::Clock(Duration::from_secs(3), Duration::from_millis(10));
    let mut games: Vec<(&Variant, Time)> =
        variants::VARIANTS.iter().map(|variant| (variant, per_move)).collect();
    games.push((&variants::VARIANTS[0], clock));
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some((variant, time)) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Result { plies, end, worst } = play(variant, *time);
                    eprintln!("{}: {plies} plies, {end}, worst {worst:?}", variant.name);
                }
            });
        }
    });
}

fn play(variant: &Variant, time: Time) -> Result {
    let mut game = Game::new(Arc::new(variant.clone()));
    let mut engines = [Host::start(), Host::start()];
    for engine in &mut engines {
        engine.send("uci");
        engine.find("uciok");
        engine.send(&format!("setoption name UCI_Variant value {}", variant.name));
        engine.send("ucinewgame");
        assert!(engine.sync().is_empty());
    }
    let mut left = [match time {
        Time::Move(each) => each,
        Time::Clock(whole, _) => whole,
    }; 2];
    let mut moves = String::new();
    let mut worst = Duration::ZERO;
    let mut late = 0;
    while game.end().is_none() {
        let plies = game.plays().len();
        assert!(plies < MOST_PLIES, "{}: no rule ends this game:{moves}", variant.name);
        let side = game.setup().turn as usize;
        let go = match time {
            Time::Move(each) => format!("go movetime {}", each.as_millis()),
            Time::Clock(_, inc) => format!(
                "go wtime {} btime {} winc {inc} binc {inc}",
                left[Color::White as usize].as_millis(),
                left[Color::Black as usize].as_millis(),
                inc = inc.as_millis()
            ),
        };
        let engine = &mut engines[side];
        engine.send(&format!("position startpos moves{moves}"));
        let began = Instant::now();
        engine.send(&go);
        let lines = engine.lines_to("bestmove");
        let took = began.elapsed();
        let over = took.saturating_sub(left[side]);
        worst = worst.max(over);
        late += usize::from(over >= MARGIN);
        assert!(over < LATEST, "{}: {took:?} of {:?} at ply {plies}", variant.name, left[side]);
        if let Time::Clock(_, inc) = time {
            left[side] = left[side].saturating_sub(took) + inc;
        }
        let best = referee(&mut game, &lines);
        moves = moves + " " + &best;
    }
    let plies = game.plays().len();
    let allowed = match time {
        Time::Move(_) => plies.div_ceil(LATE_ONE_IN),
        // A clock that falls is a game lost.
        Time::Clock(..) => 0,
    };
    assert!(late <= allowed, "{}: {late} late moves in {plies}, worst {worst:?}", variant.name);
    for mut engine in engines {
        engine.send("quit");
        assert!(engine.ends_well().is_empty());
    }
    Result { plies, end: format!("{:?}", game.end()), worst }
}

/// Checks everything that was said about a move, plays it, and gives its text.
fn referee(game: &mut Game, lines: &[String]) -> String {
    let variant = Arc::clone(game.variant());
    let (best, infos) = lines.split_last().expect("there is an answer");
    assert!(infos.iter().any(|line| line.contains(" score ")), "no score: {lines:?}");
    for info in infos {
        assert!(info.starts_with("info depth "), "{}: {info}", variant.name);
        if let Some((_, pv)) = info.split_once(" pv ") {
            replay(game, pv.split(' '), info);
        }
    }
    let words: Vec<&str> = best.split(' ').collect();
    match words[..] {
        ["bestmove", best] => replay(game, [best].into_iter(), best),
        ["bestmove", best, "ponder", reply] => replay(game, [best, reply].into_iter(), best),
        _ => panic!("{}: {best}", variant.name),
    }
    let play = movetext::parse(&variant, game.setup(), words[1]).expect("it was replayed");
    assert!(game.play(&play));
    words[1].to_owned()
}

/// Every move of a line must be legal, and be written as the engine's own notation writes it.
fn replay<'a>(game: &Game, line: impl Iterator<Item = &'a str>, told: &str) {
    let mut game = game.clone();
    let variant = Arc::clone(game.variant());
    for text in line {
        let play = movetext::parse(&variant, game.setup(), text);
        let play = play.unwrap_or_else(|error| panic!("{}: {error} in: {told}", variant.name));
        assert_eq!(movetext::write(&variant, game.setup(), &play), text, "{told}");
        assert!(game.play(&play), "{}: {text} in: {told}", variant.name);
    }
}
