//! `crownhead match`: reads the terms of a match, shows how it goes.

mod entrant;
mod show;

use super::Failure;
use super::choice::VariantChoice;
use super::interrupt::interrupted;
use crate::arena::adjudicate::{Adjudication, DrawRule, WinRule};
use crate::arena::clock::{self, ClockRule, Control};
use crate::arena::contender::Entry;
use crate::arena::dialect::Announcement;
use crate::arena::engine::Patience;
use crate::arena::opening::{self, Opening};
use crate::arena::runner::{self, Match, Player};
use crate::arena::schedule::Format;
use crate::arena::stats::Sprt;
use crate::rules::Variant;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// Plays a match between two or more engines.
///
/// Every opening is played twice with colours reversed. The rules of the game are the referee: an
/// illegal move, a crash, a hang or an overstepped clock loses the game.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// An engine, at least two: name=N,cmd="PROGRAM ARGS",proto=uci|ugi|hub,numbering=CORNER,dir=D,option.NAME=VALUE;
    /// also tc=, movetime=, nodes=, depth= for this engine alone. Without cmd it is this program. A program that listens
    /// for DXP: connect=HOST:PORT instead of cmd, with tc= in whole minutes or movetime=
    #[arg(long = "engine", value_name = "KEY=VALUE,...", required = true)]
    engines: Vec<entrant::Entrant>,
    /// The game
    #[command(flatten)]
    choice: VariantChoice,
    /// round-robin, or gauntlet: the first engine against all others
    #[arg(long, default_value = "round-robin", value_parser = Format::from_str)]
    format: Format,
    /// Games for each pairing, an even number [default: twice the openings of a file, or 100]
    #[arg(long)]
    games: Option<u64>,
    /// Games at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// Clock: [MOVES/]TIME[+INCREMENT] in seconds, as in 10+0.1 or 40/60
    #[arg(long, value_name = "CLOCK")]
    tc: Option<ClockRule>,
    /// Time for each move: seconds, or with a unit, as in 50ms
    #[arg(long, value_name = "TIME", value_parser = clock::duration)]
    movetime: Option<Duration>,
    /// Nodes for each move
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies for each move
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Time by which an engine may overstep a limit
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = clock::duration)]
    margin: Duration,
    /// Time after which an engine that no clock bounds is taken to hang
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = clock::duration)]
    patience: Duration,
    /// Time that an engine may take to start
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = clock::duration)]
    start: Duration,
    /// A file of openings: one FEN a line, or PDN games; without it, random positions
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Plies of the random positions
    #[arg(long, default_value_t = 4, conflicts_with = "openings")]
    plies: u32,
    /// Draws other random positions, or shuffles the openings of a file
    #[arg(long)]
    seed: Option<u64>,
    /// Stops when a test has its answer: elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic
    #[arg(long, value_name = "KEY=VALUE,...")]
    sprt: Option<Sprt>,
    /// Gives a win when both engines have seen it for so long: moves=4,score=600
    #[arg(long, value_name = "KEY=VALUE,...", value_parser = win_rule)]
    win: Option<WinRule>,
    /// Gives a draw when both engines have seen nothing else for so long: moves=8,score=10,after=40
    #[arg(long, value_name = "KEY=VALUE,...", value_parser = draw_rule)]
    draw: Option<DrawRule>,
    /// Gives a draw after so many moves of each side: not every game has a rule that ends it
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: u32,
    /// Keeps the games, a JSON line each; a match that was stopped is taken up again from there
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Writes the games as PDN, with clocks and scores
    #[arg(long, value_name = "FILE", requires = "out")]
    pdn: Option<PathBuf>,
    /// Prints the final standing as one JSON object
    #[arg(long)]
    json: bool,
}

/// Games with random openings if no number is given.
const RANDOM_GAMES: u64 = 100;

/// Runs the command.
///
/// # Errors
/// Bad input; nothing has been played then.
pub fn run(args: &Args) -> Result<(), Failure> {
    let terms = terms(args)?;
    let mut show = show::Show::new(&terms);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (standing, end) =
        runtime.block_on(runner::run(terms, |event| show.event(&event), async {
            interrupted().await;
        }))?;
    show.finish();
    if args.json {
        crate::io::output::line(&standing.to_json(end).to_string())?;
    } else {
        for line in show::summary(&standing, end) {
            crate::io::output::line(&line)?;
        }
    }
    Ok(())
}

fn terms(args: &Args) -> Result<Match, Failure> {
    let variant = args.choice.resolve()?;
    let players = players(args)?;
    if args.concurrency > 1 && players.iter().any(|player| matches!(player.entry, Entry::Peer(_))) {
        return Err("a DXP peer plays one game at a time: leave out --concurrency".into());
    }
    if args.sprt.is_some() && players.len() != 2 {
        return Err("--sprt compares two engines, no more".into());
    }
    if let Some(games) = args.games.filter(|games| *games == 0 || games % 2 != 0) {
        let fault = "must be even and not 0, for colours are reversed, but is";
        return Err(format!("--games {fault} {games}").into());
    }
    let (openings, openings_id) = openings(args, &variant)?;
    if openings.is_empty() {
        return Err("there is no opening to play".into());
    }
    let games = args.games.unwrap_or(match args.openings {
        Some(_) => 2 * openings.len() as u64,
        None => RANDOM_GAMES,
    });
    Ok(Match {
        variant,
        announcement: announcement(&args.choice)?,
        players,
        format: args.format,
        pairs: games / 2,
        openings,
        openings_id,
        concurrency: args.concurrency.into(),
        margin: args.margin,
        patience: Patience::new(args.start, args.patience),
        adjudication: Adjudication {
            win: args.win,
            draw: args.draw,
            max_moves: Some(args.max_moves),
        },
        sprt: args.sprt,
        journal: args.out.clone(),
        pdn: args.pdn.clone(),
    })
}

/// A built-in game is chosen by its name; rule files and settings are handed on as the options of this
/// program's own kind.
fn announcement(choice: &VariantChoice) -> Result<Announcement, Failure> {
    let mut announcement = Announcement::default();
    if let Some(path) = &choice.rules {
        // An engine may run in another directory.
        let path = std::path::absolute(path)?.display().to_string();
        announcement.options.push(("RulesFile".into(), path));
    } else {
        let unchanged = VariantChoice { set: Vec::new(), ..choice.clone() };
        announcement.built_in = Some(Variant::clone(&*unchanged.resolve()?));
    }
    announcement.options.extend(choice.set.iter().map(|set| ("Set".into(), set.clone())));
    Ok(announcement)
}

fn players(args: &Args) -> Result<Vec<Player>, Failure> {
    if args.engines.len() < 2 {
        return Err("a match needs at least two engines: give --engine again".into());
    }
    let common =
        Control { clock: args.tc, move_time: args.movetime, nodes: args.nodes, depth: args.depth };
    let mut players: Vec<Player> = Vec::new();
    for entrant in &args.engines {
        let player = entrant.player(&common)?;
        if players.iter().any(|other| other.name == player.name) {
            return Err(
                format!("two engines are called '{}': give each a name=", player.name).into()
            );
        }
        players.push(player);
    }
    Ok(players)
}

/// The openings, and a text that tells them from others.
fn openings(args: &Args, variant: &Arc<Variant>) -> Result<(Vec<Opening>, String), Failure> {
    let Some(path) = &args.openings else {
        let seed = args.seed.unwrap_or_default();
        let pairs = args.games.unwrap_or(RANDOM_GAMES).div_ceil(2);
        let count = usize::try_from(pairs)?;
        let openings = opening::random(variant, args.plies, count, seed);
        return Ok((openings, format!("random, {} plies, seed {seed}", args.plies)));
    };
    let text = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let text = String::from_utf8_lossy(&text);
    let mut openings =
        opening::read(variant, &text).map_err(|error| format!("{}: {error}", path.display()))?;
    let id =
        format!("{} positions, digest {:016x}", openings.len(), opening::digest(text.as_bytes()));
    let Some(seed) = args.seed else { return Ok((openings, id)) };
    opening::shuffle(&mut openings, seed);
    Ok((openings, format!("{id}, seed {seed}")))
}

fn win_rule(text: &str) -> Result<WinRule, String> {
    let mut rule = WinRule { moves: 4, score: 600 };
    each_number(text, &["moves", "score"], |key, value| match key {
        "moves" => rule.moves = value,
        _ => rule.score = value as i32,
    })?;
    Ok(rule)
}

fn draw_rule(text: &str) -> Result<DrawRule, String> {
    let mut rule = DrawRule { moves: 8, score: 10, after: 40 };
    each_number(text, &["moves", "score", "after"], |key, value| match key {
        "moves" => rule.moves = value,
        "after" => rule.after = value,
        _ => rule.score = value as i32,
    })?;
    Ok(rule)
}

/// Reads `key=N,key=N`, every N from 1 to 30000 (`after` and a draw's score may be 0).
fn each_number(text: &str, keys: &[&str], mut set: impl FnMut(&str, u32)) -> Result<(), String> {
    for item in text.split(',').filter(|item| !item.trim().is_empty()) {
        let fault = || format!("'{item}' is none of {}=N", keys.join("=N, "));
        let (key, value) = item.trim().split_once('=').ok_or_else(fault)?;
        let value: u32 = value.parse().map_err(|_| fault())?;
        if !keys.contains(&key) || value > 30_000 || key == "moves" && value == 0 {
            return Err(fault());
        }
        set(key, value);
    }
    Ok(())
}
