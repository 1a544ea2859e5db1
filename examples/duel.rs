//! Two settings of the search against each other in one process, without the cost of pipes: how rows
//! of `docs/search-tests.md` were measured.
//!
//! `cargo run --release --example duel -- VARIANT PACE GAMES SEED [ROW=VALUE...] [vs ROW=VALUE...]`:
//! the rows of `Params` that differ from those of the game, for the first player and for the second.
//! PACE is `3000`, so many nodes a move, or `50ms` a move, or `60000+1500`, a clock of so many nodes
//! and so many more for each move, which a busy machine cannot disturb.

#![allow(clippy::print_stdout, reason = "a program of its own, with a result to print")]

use crownhead::arena::opening;
use crownhead::arena::stats::{Points, Sprt, Tally, Verdict};
use crownhead::rules::{Color, Game, GameEnd, Play, Variant, variants};
use crownhead::search::bench::search_to_the_end;
use crownhead::search::{Clock, Input, Limits, Params, Pool, Score};
use std::sync::Arc;
use std::time::Duration;

/// Random plies before each pair of games.
const OPENING_PLIES: u32 = 6;
/// Openings whose first search finds more than this, in hundredths of a man, are left out.
const LEVEL: i32 = 150;
/// ... a search of so many nodes where PACE does not say.
const LEVEL_NODES: u64 = 3_000;
/// A game is adjudicated once both players have seen this much for [`SEEN_PLIES`] plies.
const DECIDED: i32 = 900;
const SEEN_PLIES: u32 = 6;
/// Longer games are drawn.
const MOST_PLIES: usize = 250;
/// The match ends when this has its answer.
const TEST: &str = "elo0=0,elo1=15";
/// MiB.
const HASH: usize = 4;

/// How long a player thinks.
#[derive(Clone, Copy)]
enum Pace {
    Nodes(u64),
    Time(Duration),
    /// Nodes at the start, and added before each move.
    Clock(i64, i64),
}

impl Pace {
    fn parse(text: &str) -> Result<Pace, String> {
        let number = |text: &str| text.parse().map_err(|error| format!("{text}: {error}"));
        let whole = |text| number(text).map(i64::unsigned_abs);
        match (text.strip_suffix("ms"), text.split_once('+')) {
            (Some(ms), _) => Ok(Pace::Time(Duration::from_millis(whole(ms)?))),
            (None, Some((left, more))) => Ok(Pace::Clock(number(left)?, number(more)?)),
            (None, None) => Ok(Pace::Nodes(whole(text)?)),
        }
    }

    /// The limits of a move of a player with so much left.
    fn limits(self, left_ms: i64) -> Limits {
        let limits = Limits::default();
        match self {
            Pace::Nodes(nodes) => Limits { nodes: Some(nodes), ..limits },
            Pace::Time(time) => Limits { move_time: Some(time), ..limits },
            Pace::Clock(_, increment_ms) => {
                let clock = Some(Clock { left_ms, increment_ms, moves_to_go: None });
                Limits { clock, clock_in_nodes: true, ..limits }
            }
        }
    }

    /// The limits of the search that looks at an opening.
    fn sifting(self) -> Limits {
        match self {
            Pace::Nodes(_) => self.limits(0),
            Pace::Time(_) | Pace::Clock(..) => Pace::Nodes(LEVEL_NODES).limits(0),
        }
    }
}

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [variant, pace_text, games, seed, settings @ ..] = arguments.as_slice() else {
        return Err("VARIANT PACE GAMES SEED [ROW=VALUE...] [vs ROW=VALUE...]".into());
    };
    let number = |text: &String| text.parse::<u64>().map_err(|error| format!("{text}: {error}"));
    let variant = Arc::new(variants::find(variant).ok_or("unknown variant")?.clone());
    let (pace, games, seed) = (Pace::parse(pace_text)?, number(games)?, number(seed)?);
    let middle = settings.iter().position(|word| word == "vs").unwrap_or(settings.len());
    let mut players = Vec::new();
    for rows in [&settings[..middle], settings.get(middle + 1..).unwrap_or(&[])] {
        let mut pool = Pool::new(1, HASH);
        pool.set_params(params(&variant, rows)?);
        players.push(pool);
    }
    let sprt: Sprt = TEST.parse().map_err(|error| format!("{error}"))?;
    let mut tally = Tally::default();
    for opening in opening::walks(&variant, OPENING_PLIES, seed) {
        let game = opening.game(&variant);
        if value(&mut players[0], &game, pace.sifting()).1.abs() > LEVEL {
            continue;
        }
        let [first, second] = [Color::White, Color::Black].map(|first| {
            let winner = play(&mut players, game.clone(), first, pace);
            winner.map_or(
                Points::Draw,
                |winner| if winner == first { Points::Win } else { Points::Loss },
            )
        });
        tally.add_game(first);
        tally.add_game(second);
        tally.add_pair(first, second);
        if tally.games() >= games || sprt.verdict(&tally) != Verdict::Open {
            break;
        }
    }
    print(&variant, pace_text, settings, &tally, sprt.llr(&tally));
    Ok(())
}

fn params(variant: &Variant, rows: &[String]) -> Result<Params, String> {
    let mut params = Params::of(variant);
    for row in rows {
        let (name, value) = row.split_once('=').ok_or_else(|| format!("{row}: ROW=VALUE"))?;
        let value = value.parse().map_err(|error| format!("{row}: {error}"))?;
        *params.row_mut(name).ok_or_else(|| format!("no row {name}"))? = value;
    }
    Ok(params)
}

/// The move of a player and what it thinks of it, in hundredths of a man.
fn value(pool: &mut Pool, game: &Game, limits: Limits) -> (Option<Play>, i32) {
    let output = search_to_the_end(pool, Input::new(game.clone(), limits));
    let score = match output.last.map(|report| report.score) {
        Some(Score::Value(value)) => value,
        Some(Score::Win(_)) => i32::MAX,
        Some(Score::Loss(_)) => -i32::MAX,
        None => 0,
    };
    (output.best, score)
}

/// Plays a game; the first player has the colour `first`. Who has won, if anybody.
fn play(players: &mut [Pool], mut game: Game, first: Color, pace: Pace) -> Option<Color> {
    let (mut seen, mut ahead) = (0, None);
    let (at_start, increment) =
        if let Pace::Clock(left, more) = pace { (left, more) } else { (0, 0) };
    let mut left = [at_start; 2];
    while game.plays().len() < MOST_PLIES {
        match game.end() {
            Some(GameEnd::Win { winner, .. }) => return Some(winner),
            Some(GameEnd::Draw { .. }) => return None,
            None => {}
        }
        let turn = game.setup().turn;
        let player = usize::from(turn != first);
        let (best, score) = value(&mut players[player], &game, pace.limits(left[player]));
        left[player] += increment - players[player].nodes() as i64;
        if left[player] < 0 && matches!(pace, Pace::Clock(..)) {
            return Some(turn.other());
        }
        let _ = game.play(&best?);
        let decided = score.abs() >= if game.variant().giveaway { 8_000 } else { DECIDED };
        let side = decided.then_some(if score > 0 { turn } else { turn.other() });
        seen = if side.is_some() && side == ahead { seen + 1 } else { 0 };
        ahead = side;
        if seen >= SEEN_PLIES {
            return ahead;
        }
    }
    None
}

fn print(variant: &Variant, pace: &str, settings: &[String], tally: &Tally, llr: f64) {
    let Some(estimate) = tally.estimate() else { return };
    println!(
        "{:<14} {pace} {} games +{} ={} -{}  Elo {:+.1} ±{:.1}  LLR {llr:.2}  {}",
        variant.name,
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses,
        estimate.elo,
        estimate.error(),
        settings.join(" "),
    );
}
