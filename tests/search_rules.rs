//! The search knows how games end: wins by distance, giveaway, draws by rule.

use crownhead::arena::opening;
use crownhead::board::{Square, SquareSet};
use crownhead::rules::{Color, Game, GameEnd, KingWalk, Setup, Variant, variants};
use crownhead::search::bench::search_to_the_end;
use crownhead::search::{Input, Limits, Output, Pool, Report, Score};
use std::sync::Arc;

fn variant(name: &str) -> Arc<Variant> {
    Arc::new(variants::find(name).expect("in the table").clone())
}

/// A position by square numbers from the upper left corner; negative for kings.
fn setup(turn: Color, white: &[i16], black: &[i16]) -> Setup {
    let set = |numbers: &[i16]| -> SquareSet {
        numbers.iter().map(|n| Square(n.unsigned_abs() as u8 - 1)).collect()
    };
    let kings: Vec<i16> = white.iter().chain(black).copied().filter(|n| *n < 0).collect();
    let walks = [KingWalk::default(); 2];
    Setup { turn, white: set(white), black: set(black), kings: set(&kings), walks }
}

fn search(game: Game, limits: Limits) -> Output {
    let input = Input::new(game, limits);
    search_to_the_end(&mut Pool::new(1, 4), input)
}

fn to_depth(game: Game, depth: u32) -> Report {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    search(game, limits).last.expect("there are moves")
}

/// Plays a proven win out, the loser resisting by search: it takes exactly as long as it said.
fn assert_won(mut game: Game, plies: u32, depth: u32) {
    let winner = game.setup().turn;
    assert_eq!(to_depth(game.clone(), depth).score, Score::Win(plies), "{}", game.variant().name);
    for left in (1..=plies).rev() {
        assert_eq!(game.end(), None, "{}: {left} left", game.variant().name);
        let report = to_depth(game.clone(), depth.max(left + 1));
        assert!(game.play(&report.pv[0]));
    }
    assert!(matches!(game.end(), Some(GameEnd::Win { winner: w, .. }) if w == winner));
}

#[test]
fn wins_are_found_by_distance_and_played_out() {
    use Color::White;
    // A capture of the last piece.
    assert_won(Game::from(variant("international"), setup(White, &[28], &[23])), 1, 3);
    assert_won(Game::from(variant("english"), setup(White, &[-29], &[-25])), 1, 3);
    // A flying king along a file.
    assert_won(Game::from(variant("turkish"), setup(White, &[-1, 64], &[25])), 1, 4);
    // A man offered, taken, and retaken.
    assert_won(Game::from(variant("russian"), setup(White, &[22, 30], &[13])), 3, 8);
}

#[test]
fn in_giveaway_the_side_without_moves_wins() {
    let game = Game::from(variant("poddavki"), setup(Color::White, &[22], &[14, 5]));
    let report = to_depth(game, 9);
    assert!(matches!(report.score, Score::Win(_)), "{:?}", report.score);
    let over = Game::from(variant("antidraughts"), setup(Color::Black, &[31], &[]));
    assert!(search(over, Limits::default()).best.is_none());
}

#[test]
fn a_forced_move_gets_a_report_with_a_score() {
    let game = Game::from(variant("international"), setup(Color::White, &[28, 50], &[23, 5]));
    assert_eq!(game.legal().len(), 1);
    let report = to_depth(game, 1);
    assert_eq!(report.depth, 1);
}

#[test]
fn finished_games_have_no_best_move() {
    for name in variants::names() {
        let lost = Game::from(variant(name), setup(Color::White, &[], &[1]));
        let output = search(lost, Limits::default());
        assert!(output.best.is_none() && output.ponder.is_none() && output.last.is_none());
    }
}

#[test]
fn a_mate_limit_ends_the_search_once_it_is_met() {
    let game = Game::from(variant("russian"), setup(Color::White, &[22, 30], &[13]));
    let limits = Limits { mate: Some(2), ..Limits::default() };
    let last = search(game, limits).last.expect("a report");
    assert_eq!(last.score, Score::Win(3));
}

#[test]
fn a_king_each_is_a_draw_by_count() {
    // FMJD 6.4: five moves each, and neither can catch the other.
    let game = Game::from(variant("international"), setup(Color::White, &[-46, -5], &[-1]));
    let report = to_depth(game, 14);
    assert!(matches!(report.score, Score::Value(v) if v.abs() < 60), "{:?}", report.score);
}

#[test]
fn the_draw_count_of_the_game_goes_on_in_the_tree() {
    // Ten plies make the draw: with eight played, a search of four plies sees nothing but draws.
    let mut game = Game::from(variant("international"), setup(Color::White, &[-46, -47], &[-1]));
    for _ in 0..8 {
        let quiet = game.legal().into_iter().find(|play| {
            let mut next = game.clone();
            next.play(play) && next.legal().iter().all(|reply| reply.captured.is_empty())
        });
        assert!(game.play(&quiet.expect("a safe move")));
    }
    assert_eq!(game.end(), None);
    let output = search(game, Limits { depth: Some(6), ..Limits::default() });
    let Score::Value(value) = output.last.expect("a report").score else {
        panic!("no win is near")
    };
    assert_eq!(value, 0);
}

#[test]
fn going_back_to_an_earlier_position_is_a_draw() {
    let mut game =
        Game::from(variant("international"), setup(Color::White, &[-48, -36], &[-1, -16]));
    for (from, to) in [(48, 37), (1, 6), (37, 48)] {
        let play = game.legal().into_iter().find(|p| p.from.0 == from - 1 && p.to.0 == to - 1);
        assert!(game.play(&play.expect("legal")));
    }
    let back = game.legal().into_iter().find(|p| p.from.0 == 5 && p.to.0 == 0).expect("6-1");
    let limits = Limits { depth: Some(9), ..Limits::default() };
    let input = Input { game, limits, multi_pv: 1, root_moves: vec![back], strength: None };
    let last = search_to_the_end(&mut Pool::new(1, 1), input).last.expect("a report");
    assert_eq!((last.score, last.pv), (Score::Value(0), vec![back]));
}

#[test]
fn a_promotion_wins_where_a_king_ends_the_game() {
    let mut row = (*variant("international")).clone();
    row.rules.king_ends = true;
    let row = Arc::new(row);
    let mut game = Game::from(Arc::clone(&row), setup(Color::White, &[12], &[35]));
    let report = to_depth(game.clone(), 7);
    assert_eq!(report.score, Score::Win(3));
    for _ in 0..3 {
        let report = to_depth(game.clone(), 5);
        assert!(game.play(&report.pv[0]));
    }
    assert!(matches!(game.end(), Some(GameEnd::Win { winner: Color::White, .. })));
    assert!(search(game, Limits::default()).best.is_none());
}

/// Whether a side wins within so many plies whatever the other does.
fn forces(game: &Game, winner: Color, plies: u32) -> bool {
    match game.end() {
        Some(GameEnd::Win { winner: side, .. }) => return side == winner,
        Some(GameEnd::Draw { .. }) => return false,
        None if plies == 0 => return false,
        None => {}
    }
    let mut after = game.legal().into_iter().map(|play| {
        let mut next = game.clone();
        next.play(&play) && forces(&next, winner, plies - 1)
    });
    if game.setup().turn == winner { after.any(|won| won) } else { after.all(|won| won) }
}

#[test]
fn proven_wins_in_giveaway_hold_against_every_reply() {
    let mut checked = 0;
    for name in ["poddavki", "antidraughts"] {
        let variant = variant(name);
        for opening in opening::walks(&variant, 30, 5).take(60) {
            let game = opening.game(&variant);
            let limits = Limits { nodes: Some(4_000), ..Limits::default() };
            let Some(report) = search(game.clone(), limits).last else { continue };
            if let Score::Win(plies) = report.score
                && plies <= 9
            {
                assert!(forces(&game, game.setup().turn, plies), "{name}: {:?}", game.setup());
                checked += 1;
            }
        }
    }
    assert!(checked >= 10, "{checked}");
}
