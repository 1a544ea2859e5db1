//! Playing weaker than one could: how it shows from outside.

use crownhead::notation::{fen, variant_named};
use crownhead::rules::{Game, Play, variants};
use crownhead::search::strength::{LEVELS, MAX_ELO, MIN_ELO};
use crownhead::search::{Input, Limits, Output, Pool, Score, Strength};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

fn search(game: &Game, limits: Limits, strength: Option<Strength>) -> Output {
    let (post, answers) = channel();
    let mut pool = Pool::new(1, 1);
    let input = Input { game: game.clone(), limits, multi_pv: 1, root_moves: Vec::new(), strength };
    pool.start(input, drop, move |output| post.send(output).expect("somebody waits"));
    answers.recv_timeout(Duration::from_mins(1)).expect("an answer in time")
}

fn best(game: &Game, strength: Strength) -> Play {
    search(game, Limits::default(), Some(strength)).best.expect("a move")
}

fn game(variant: &str, position: Option<&str>) -> Game {
    let variant = Arc::new(variant_named(variant).expect("a variant").clone());
    let setup = position.map_or(variant.start(), |text| fen::parse(&variant, text).expect("a FEN"));
    Game::from(variant, setup)
}

#[test]
fn every_level_ends_by_itself_within_its_nodes_in_every_variant() {
    for variant in &variants::VARIANTS {
        let game = Game::new(Arc::new(variant.clone()));
        for elo in [MIN_ELO, LEVELS[2].elo, LEVELS[3].elo] {
            let strength = Strength::of_elo(elo, 1);
            let output = search(&game, Limits::default(), Some(strength));
            assert!(game.legal().contains(&output.best.expect("a move")));
            // The first iteration is always finished.
            let nodes = output.last.expect("a report").nodes;
            assert!(nodes <= strength.nodes.max(100) + 5, "{} {elo}: {nodes}", variant.name);
        }
    }
}

#[test]
fn other_limits_hold_as_well() {
    let game = game("international", None);
    let limits = Limits { nodes: Some(50), ..Limits::default() };
    let output = search(&game, limits, Some(Strength::of_elo(MAX_ELO, 1)));
    assert!(output.last.expect("a report").nodes <= 100);
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let output = search(&game, limits, Some(Strength::of_elo(MAX_ELO, 1)));
    assert_eq!(output.last.expect("a report").depth, 2);
}

#[test]
fn a_game_has_its_own_errors_and_keeps_them() {
    let game = game("international", None);
    let level = |seed| Strength::of_elo(LEVELS[1].elo, seed);
    let first = best(&game, level(1));
    assert_eq!(best(&game, level(1)), first);
    assert!((2..30).any(|seed| best(&game, level(seed)) != first), "no two games are the same");
}

/// What is decided within the horizon is no matter of judgement.
#[test]
fn even_the_weakest_sees_a_win_that_is_there() {
    for (variant, position) in
        [("breakthrough", "W:W6,49,50:B20"), ("breakthrough", "B:W40,50:B41,12,1,2")]
    {
        for seed in 0..10 {
            let game = game(variant, Some(position));
            let output = search(&game, Limits::default(), Some(Strength::of_elo(MIN_ELO, seed)));
            let score = output.last.expect("a report").score;
            assert!(matches!(score, Score::Win(_)), "{variant} {position}: {score:?}");
        }
    }
}
