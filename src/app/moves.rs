//! `crownhead moves`: lists the legal moves of a position.

use super::Failure;
use super::position::PositionArgs;
use crate::board::Square;
use crate::io::output;
use crate::notation::movetext::{self, Entry};
use crate::notation::{SquareNames, diagram, fen};
use crate::rules::Game;
use crate::rules::game::CounterState;
use serde_json::Value;

const EXAMPLES: &str = "\
Examples:
  crownhead moves
  crownhead moves --variant russian --fen 'W:Wh6:Bg7,c5,d2'
  crownhead moves --variant english --moves '11-15 23-19' --json";

/// List the legal moves of a position
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The object of `--json`. Squares are numbers, or strings where the game writes `a1` names.
#[derive(serde::Serialize)]
struct Listing<'a> {
    variant: &'a str,
    fen: String,
    turn: char,
    moves: Vec<Item>,
    draw_rules: Vec<DrawState>,
    /// How the game has ended, in words; null while it goes on.
    end: Option<String>,
}

/// Where a draw rule stands: plies, or how often the position has occurred.
#[derive(serde::Serialize)]
struct DrawState {
    rule: String,
    article: String,
    counted: u16,
    limit: u16,
    active: bool,
    claimed: bool,
}

impl DrawState {
    fn of(state: &CounterState<'_>) -> DrawState {
        DrawState {
            rule: state.rule.to_string(),
            article: state.article.to_owned(),
            counted: state.counted,
            limit: state.limit,
            active: state.active,
            claimed: state.claimed,
        }
    }
}

#[derive(serde::Serialize)]
struct Item {
    from: Value,
    to: Value,
    captured: Vec<Value>,
    notation: String,
    hub: String,
    promotes: bool,
    ambiguous: bool,
    routes: Vec<Vec<Value>>,
}

/// Runs the command.
///
/// # Errors
/// Bad input, or stdout is gone.
pub fn run(args: &Args) -> Result<(), Failure> {
    let game = args.position.game()?;
    let entries = movetext::list(game.variant(), game.setup());
    let text = if args.json { json(&game, entries)? } else { table(&game, &entries) };
    output::line(&text)?;
    Ok(())
}

fn json(game: &Game, entries: Vec<Entry>) -> serde_json::Result<String> {
    let names = SquareNames::of(game.variant());
    serde_json::to_string(&Listing {
        variant: &game.variant().name,
        fen: fen::write(game.variant(), game.setup()),
        turn: game.setup().turn.letter(),
        moves: entries.into_iter().map(|entry| item(&names, entry)).collect(),
        draw_rules: game.counter_states().map(|state| DrawState::of(&state)).collect(),
        end: game.end().map(|end| end.to_string()),
    })
}

fn item(names: &SquareNames, entry: Entry) -> Item {
    let value = |square: Square| -> Value {
        if names.is_algebraic() { names.name(square).into() } else { names.number(square).into() }
    };
    let values = |squares: Vec<Square>| squares.into_iter().map(value).collect();
    let play = entry.play;
    Item {
        from: value(play.from),
        to: value(play.to),
        captured: values(movetext::in_order(names, play.captured)),
        notation: entry.notation,
        hub: movetext::write_hub(names, &play),
        promotes: play.promotes,
        ambiguous: entry.ambiguous,
        routes: entry.routes.into_iter().map(values).collect(),
    }
}

fn table(game: &Game, entries: &[Entry]) -> String {
    let names = SquareNames::of(game.variant());
    let fen = fen::write(game.variant(), game.setup());
    let board = diagram::draw(game.variant(), game.setup());
    let mut lines = vec![format!("{} {fen}\n\n{board}\n", game.variant().name)];
    lines.push(match entries.len() {
        0 => "no legal moves".to_owned(),
        1 => "1 legal move".to_owned(),
        more => format!("{more} legal moves"),
    });
    let width = entries.iter().map(|entry| entry.notation.len()).max().unwrap_or(0);
    lines.extend(entries.iter().map(|entry| {
        let line = format!("  {:<width$}  {}", entry.notation, remarks(&names, entry));
        line.trim_end().to_owned()
    }));
    lines.join("\n")
}

/// What a person may want to know beyond the notation.
fn remarks(names: &SquareNames, entry: &Entry) -> String {
    let mut remarks = Vec::new();
    let captured = movetext::in_order(names, entry.play.captured);
    if !captured.is_empty() {
        let squares: Vec<String> = captured.iter().map(|&square| names.name(square)).collect();
        remarks.push(format!("takes {}", squares.join(", ")));
    }
    if entry.play.promotes {
        remarks.push("becomes a king".to_owned());
    }
    if entry.routes.len() > 1 {
        remarks.push(format!("{} ways round", entry.routes.len()));
    }
    remarks.join("; ")
}
