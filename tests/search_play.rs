//! Whole short games in every variant: reports are sound, every pv is legal, and what the search
//! plays is.

use crownhead::rules::{Game, Play, variants};
use crownhead::search::{Input, Limits, Output, Pool, Report, Score};
use std::sync::Arc;
use std::sync::mpsc::channel;

fn input(game: &Game, limits: Limits) -> Input {
    Input::new(game.clone(), limits)
}

fn search(pool: &mut Pool, input: Input) -> (Vec<Report>, Output) {
    let (report, reports) = channel();
    let (done, output) = channel();
    pool.start(input, move |r| report.send(r).expect("open"), move |o| done.send(o).expect("open"));
    pool.wait();
    assert!(!pool.is_searching());
    (reports.try_iter().collect(), output.try_recv().expect("one output"))
}

fn assert_legal(game: &Game, line: &[Play], context: &str) {
    let mut game = game.clone();
    for play in line {
        assert!(game.play(play), "{context}: {play:?} in {line:?}");
    }
}

fn assert_sound(game: &Game, reports: &[Report], output: &Output) {
    let name = &game.variant().name;
    assert!(!reports.is_empty(), "{name}: a report at least");
    for report in reports {
        assert!(!report.pv.is_empty() && report.seldepth >= report.depth, "{name}");
        assert_legal(game, &report.pv, name);
        assert_eq!(report.wdl.iter().sum::<u16>(), 1000);
        assert!(report.hashfull <= 1000);
        if let Score::Value(value) = report.score {
            assert!(value.abs() <= 8000, "{name}: {value}");
        }
    }
    let best = output.best.expect("there are moves");
    assert_legal(
        game,
        &[Some(best), output.ponder].into_iter().flatten().collect::<Vec<_>>(),
        name,
    );
    let last = output.last.as_ref().expect("a report");
    assert_eq!(last.pv.first(), Some(&best), "{name}");
    assert_eq!(last.pv.get(1).copied(), output.ponder, "{name}");
}

#[test]
fn whole_games_are_legal_in_every_variant() {
    for row in &variants::VARIANTS {
        let mut game = Game::new(Arc::new(row.clone()));
        let mut pool = Pool::new(1, 1);
        for _ in 0..200 {
            if game.end().is_some() {
                break;
            }
            let limits = Limits { nodes: Some(1_500), ..Limits::default() };
            let (reports, output) = search(&mut pool, input(&game, limits));
            assert_sound(&game, &reports, &output);
            assert!(game.play(&output.best.expect("checked")));
        }
        if game.legal().is_empty() {
            let (reports, output) = search(&mut pool, input(&game, Limits::default()));
            assert!(reports.is_empty() && output.best.is_none() && output.last.is_none());
        }
    }
}

#[test]
fn a_cleared_pool_searches_the_same_tree_again() {
    for name in ["international", "canadian", "turkish", "poddavki"] {
        let game = Game::new(Arc::new(variants::find(name).expect("in the table").clone()));
        let mut pool = Pool::new(1, 1);
        let mut tree = || {
            pool.clear();
            let limits = Limits { depth: Some(9), ..Limits::default() };
            let (reports, output) = search(&mut pool, input(&game, limits));
            let nodes: Vec<_> = reports.iter().map(|r| (r.nodes, r.score, r.pv.clone())).collect();
            (nodes, output.best)
        };
        assert_eq!(tree(), tree(), "{name}");
    }
}

#[test]
fn several_threads_agree_on_what_is_legal() {
    let game = Game::new(Arc::new(variants::find("russian").expect("in the table").clone()));
    let mut pool = Pool::new(3, 4);
    for threads in [3, 1, 2] {
        pool.set_threads(threads);
        let limits = Limits { nodes: Some(60_000), ..Limits::default() };
        let (reports, output) = search(&mut pool, input(&game, limits));
        assert_sound(&game, &reports, &output);
        assert!(output.last.expect("a report").nodes <= 2 * 60_000);
    }
}

#[test]
fn lines_come_best_first_and_differ() {
    for row in &variants::VARIANTS {
        let game = Game::new(Arc::new(row.clone()));
        let limits = Limits { depth: Some(7), ..Limits::default() };
        let wanted = Input { multi_pv: 4, ..input(&game, limits) };
        let (reports, output) = search(&mut Pool::new(1, 1), wanted);
        let last: Vec<_> = reports.iter().rev().take(4).rev().collect();
        assert_eq!(last.iter().map(|r| r.multi_pv).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert_eq!(last[0].pv.first().copied(), output.best);
        for pair in last.windows(2) {
            assert!(rank(pair[0].score) >= rank(pair[1].score), "{}: {pair:?}", row.name);
            assert_ne!(pair[0].pv[0], pair[1].pv[0]);
            assert_legal(&game, &pair[1].pv, &row.name);
        }
    }
}

fn rank(score: Score) -> i64 {
    match score {
        Score::Value(value) => value.into(),
        Score::Win(plies) => 100_000 - i64::from(plies),
        Score::Loss(plies) => i64::from(plies) - 100_000,
    }
}

#[test]
fn only_the_root_moves_asked_for_are_searched() {
    let game = Game::new(Arc::new(variants::find("english").expect("in the table").clone()));
    for play in game.legal() {
        let limits = Limits { depth: Some(5), ..Limits::default() };
        let wanted = Input { root_moves: vec![play], ..input(&game, limits) };
        let (_, output) = search(&mut Pool::new(1, 1), wanted);
        assert_eq!(output.best, Some(play));
    }
}
