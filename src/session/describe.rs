//! The game in words, for a person at the keyboard: the answers to `d` and `eval`.

use crate::eval;
use crate::notation::{diagram, fen, movetext};
use crate::rules::draws::{self, DrawRule};
use crate::rules::{Color, Game};
use crate::search::bench;

/// The board, its FEN, the legal moves, the draw counters and how the game stands.
pub(super) fn game(game: &Game) -> Vec<String> {
    let (variant, setup) = (game.variant(), game.setup());
    let mut lines: Vec<String> = diagram::draw(variant, setup).lines().map(str::to_owned).collect();
    let moves: Vec<String> =
        game.legal().iter().map(|play| movetext::write(variant, setup, play)).collect();
    lines.push(String::new());
    lines.push(format!("Variant: {} - {}", variant.name, variant.title));
    lines.push(format!("FEN: {}", fen::write(variant, setup)));
    lines.push(format!("Plies played: {}", game.plays().len()));
    let listed = if moves.is_empty() { "none".into() } else { moves.join(" ") };
    lines.push(format!("Legal moves ({}): {listed}", moves.len()));
    lines.extend(draw_rules(game));
    lines.push(format!("Outcome: {}", outcome(game)));
    lines
}

/// The static evaluation.
pub(super) fn evaluation(game: &Game) -> Vec<String> {
    let turn = name(game.setup().turn);
    if let Some(end) = game.end() {
        return vec![format!("Evaluation: none, the game is over: {end}")];
    }
    let men = f64::from(eval::evaluate(game)) / 100.0;
    vec![format!("Evaluation: {men:+.2} men for {turn}, who is to move")]
}

/// A position of the bench.
pub(super) fn bench_row(row: &bench::Row) -> String {
    let ms = row.time.as_millis();
    format!("{} {}: depth {} nodes {} time {ms}", row.variant, row.label, row.depth, row.nodes)
}

/// How far each draw rule has come.
fn draw_rules(game: &Game) -> Vec<String> {
    let rules = &game.variant().draws;
    let repetition = rules.iter().find_map(|rule| match rule {
        DrawRule::Repetition { times, article, .. } => {
            Some(format!("Draw rule: occurrence {} of {times}, {article}", game.occurrences()))
        }
        DrawRule::Count(_) => None,
    });
    let counts = draws::counts(rules).map(|(place, count)| {
        let plies = game.counters().get(place);
        format!("Draw rule: ply {plies} of {}, {}", count.plies, count.article)
    });
    repetition.into_iter().chain(counts).collect()
}

fn outcome(game: &Game) -> String {
    game.end().map_or("none yet".into(), |end| end.to_string())
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
