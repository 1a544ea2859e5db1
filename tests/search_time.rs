//! Stopping, pondering and clocks. Bounds are generous: machines that run tests are busy.

use crownhead::rules::{Game, variants};
use crownhead::search::{Clock, Input, Limits, Output, Pool};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Far more than any of these takes on a machine that is not overloaded.
const SOON: Duration = Duration::from_millis(500);

fn game(name: &str) -> Game {
    Game::new(Arc::new(variants::find(name).expect("in the table").clone()))
}

fn start(pool: &mut Pool, game: Game, limits: Limits) -> Receiver<Output> {
    let (done, output) = channel();
    let input = Input::new(game, limits);
    pool.start(input, |_| {}, move |o| done.send(o).expect("open"));
    output
}

fn time(game: Game, limits: Limits) -> Duration {
    let mut pool = Pool::new(1, 1);
    let started = Instant::now();
    let output = start(&mut pool, game, limits);
    let output = output.recv_timeout(Duration::from_secs(20)).expect("it ends");
    assert!(output.best.is_some() && output.last.is_some());
    started.elapsed()
}

fn infinite() -> Limits {
    Limits { infinite: true, ..Limits::default() }
}

#[test]
fn stop_is_heeded_at_once_in_every_variant() {
    for row in &variants::VARIANTS {
        let mut pool = Pool::new(2, 1);
        let output = start(&mut pool, game(&row.name), infinite());
        std::thread::sleep(Duration::from_millis(30));
        assert!(pool.is_searching());
        let stopped = Instant::now();
        pool.stop();
        let output = output.recv_timeout(SOON).expect("an answer");
        assert!(stopped.elapsed() < SOON && output.best.is_some() && output.last.is_some());
        pool.wait();
        assert!(!pool.is_searching());
    }
}

#[test]
fn a_stop_that_comes_at_once_still_gives_a_move_and_a_report() {
    let mut pool = Pool::new(1, 1);
    for _ in 0..50 {
        let output = start(&mut pool, game("international"), infinite());
        pool.stop();
        let output = output.recv_timeout(SOON).expect("an answer");
        assert!(output.best.is_some() && output.last.is_some());
    }
}

#[test]
fn a_stale_stop_does_not_touch_the_next_search() {
    let mut pool = Pool::new(1, 1);
    for _ in 0..20 {
        let first = start(&mut pool, game("russian"), Limits { depth: Some(2), ..infinite() });
        first.recv_timeout(SOON).expect("an answer");
        pool.stop();
        let second = start(&mut pool, game("russian"), Limits { depth: Some(6), ..infinite() });
        let output = second.recv_timeout(Duration::from_secs(10)).expect("an answer");
        assert_eq!(output.last.expect("a report").depth, 6);
    }
}

#[test]
fn a_new_search_replaces_the_running_one() {
    let mut pool = Pool::new(1, 1);
    let first = start(&mut pool, game("turkish"), infinite());
    let second = start(&mut pool, game("turkish"), Limits { depth: Some(3), ..infinite() });
    assert!(first.try_recv().expect("stopped before the next begins").best.is_some());
    assert!(second.recv_timeout(SOON).is_ok());
}

#[test]
fn dropping_the_pool_ends_the_search() {
    let mut pool = Pool::new(2, 1);
    let output = start(&mut pool, game("canadian"), infinite());
    let dropped = Instant::now();
    drop(pool);
    assert!(dropped.elapsed() < SOON);
    assert!(output.try_recv().is_ok());
}

#[test]
fn odd_clocks_get_a_move_in_time() {
    let clocks = [
        (0, 0, None),
        (1, 0, Some(1)),
        (-1, 0, None),
        (-996, 996, None),
        (i64::MIN, i64::MIN, Some(0)),
        (20, 0, Some(40)),
        (5, 20, None),
    ];
    for (left_ms, increment_ms, moves_to_go) in clocks {
        for name in ["international", "poddavki"] {
            let clock = Some(Clock { left_ms, increment_ms, moves_to_go });
            let overhead = Duration::from_millis(10);
            let taken = time(game(name), Limits { clock, overhead, ..Limits::default() });
            assert!(taken < SOON, "{clock:?}: {taken:?}");
        }
    }
}

#[test]
fn a_move_time_is_kept() {
    let move_time = Some(Duration::from_millis(100));
    let taken = time(game("international"), Limits { move_time, ..Limits::default() });
    assert!(taken >= Duration::from_millis(95) && taken < SOON, "{taken:?}");
}

#[test]
fn a_clock_is_used_but_not_up() {
    let clock = Some(Clock { left_ms: 3_000, increment_ms: 0, moves_to_go: None });
    let taken = time(game("international"), Limits { clock, ..Limits::default() });
    assert!(
        taken >= Duration::from_millis(20) && taken < Duration::from_millis(1_600),
        "{taken:?}"
    );
}

#[test]
fn the_clock_starts_with_the_ponder_hit() {
    let clock = Some(Clock { left_ms: 1_000, increment_ms: 0, moves_to_go: Some(10) });
    let mut pool = Pool::new(1, 1);
    let limits = Limits { clock, ponder: true, ..Limits::default() };
    let output = start(&mut pool, game("brazilian"), limits);
    std::thread::sleep(Duration::from_millis(600));
    assert!(pool.is_searching(), "the opponent's time is not ours");
    pool.ponder_hit();
    assert!(output.recv_timeout(Duration::from_millis(900)).is_ok());
}

#[test]
fn a_ponder_search_with_nothing_left_to_do_waits() {
    let mut pool = Pool::new(1, 1);
    let limits = Limits { depth: Some(1), ponder: true, ..Limits::default() };
    let output = start(&mut pool, game("english"), limits.clone());
    std::thread::sleep(Duration::from_millis(50));
    assert!(output.try_recv().is_err() && pool.is_searching());
    pool.ponder_hit();
    assert!(output.recv_timeout(SOON).is_ok());
    let output = start(&mut pool, game("english"), limits);
    pool.stop();
    assert!(output.recv_timeout(SOON).is_ok());
}

#[test]
fn node_limits_are_kept() {
    for nodes in [1, 10, 5_000, 20_000] {
        let mut pool = Pool::new(1, 1);
        let output =
            start(&mut pool, game("italian"), Limits { nodes: Some(nodes), ..Limits::default() });
        let last = output.recv_timeout(SOON).expect("an answer").last.expect("a report");
        assert!(last.nodes <= nodes.max(1_000), "{nodes}: {}", last.nodes);
    }
}
