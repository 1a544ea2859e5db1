//! `crownhead perft`: counts move sequences, for checking the generator and timing it.

use super::Failure;
use super::position::PositionArgs;
use crate::io::output;
use crate::notation::{SquareNames, fen, movetext};
use crate::rules::perft::{Counting, Divide, Settings};
use crate::rules::{Game, Setup, Variant};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  crownhead perft 8
  crownhead perft --variant russian --divide 6
  crownhead perft --fen 'W:WK12:B7,23,43' 5
  crownhead perft --moves '32-28 19-23 28x19' 6
  crownhead perft --threads 2 --hash 256 --json 10";

/// Count the move sequences of each length up to DEPTH
///
/// At the last ply moves are counted, not made. A position without moves counts 0 at depths above
/// 0, and draw rules play no part.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Show the count below each first move
    #[arg(long)]
    divide: bool,
    /// Which captures count as one move: with the same from, to and captured pieces (distinct), in
    /// the same order too (orders), or with the same landing squares (routes)
    #[arg(long, value_name = "C", default_value = "distinct", value_parser = counting_of)]
    count: Counting,
    /// Worker threads
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: u16,
    /// Table of counts already known, in MiB; 0 for none
    #[arg(long, value_name = "MB", default_value_t = 0,
        value_parser = clap::value_parser!(u32).range(0..=MAX_HASH_MB))]
    hash: u32,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
    /// Plies to count
    #[arg(value_name = "DEPTH")]
    depth: u8,
}

/// More threads than any machine at hand has processors.
const MAX_THREADS: i64 = 256;
/// 64 GiB: larger tables have no use for counts that end within days.
const MAX_HASH_MB: i64 = 65_536;

fn counting_of(text: &str) -> Result<Counting, String> {
    const ALL: [Counting; 3] = [Counting::Distinct, Counting::Orders, Counting::Routes];
    ALL.into_iter()
        .find(|counting| counting.name() == text)
        .ok_or_else(|| format!("choose {}", ALL.map(Counting::name).join(", ")))
}

/// One line of `--json`.
#[derive(serde::Serialize)]
struct Line<'a> {
    variant: &'a str,
    fen: &'a str,
    depth: u8,
    nodes: u64,
    seconds: f64,
    nps: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<serde_json::Map<String, serde_json::Value>>,
    count: &'a str,
    threads: u16,
    hash: u32,
}

/// The count to one depth.
struct Row {
    depth: u8,
    nodes: u64,
    time: Duration,
    divide: Divide,
}

impl Row {
    fn seconds(&self) -> f64 {
        (self.time.as_secs_f64() * 1e6).round() / 1e6
    }

    /// Nodes a second, at a clock tick of a nanosecond at least.
    fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// Runs the command.
///
/// # Errors
/// Bad input, a table that does not fit into memory, a count above 64 bits, or stdout is gone.
pub fn run(args: &Args) -> Result<(), Failure> {
    let game = args.position.game()?;
    check_memory(args.hash)?;
    let (variant, fen) = (game.variant(), fen::write(game.variant(), game.setup()));
    if !args.json {
        output::line(&heading(args, &game, &fen))?;
    }
    let depths = if args.depth == 0 { 0..=0 } else { 1..=args.depth };
    let mut last = None;
    for depth in depths {
        let row = count(args, variant, game.setup(), depth)?;
        if args.json {
            output::line(&json(args, variant, &fen, &row)?)?;
        } else {
            let (seconds, nps) = (row.seconds(), thousands(row.nps()));
            let nodes = thousands(row.nodes);
            output::line(&format!("{depth:>5} {nodes:>26} {seconds:>12.3} {nps:>16}"))?;
        }
        last = Some(row);
    }
    if let Some(row) = last.filter(|_| args.divide && !args.json) {
        output::line("")?;
        for (name, nodes) in by_name(variant, &row.divide) {
            output::line(&format!("{name:<24} {:>22}", thousands(nodes)))?;
        }
    }
    Ok(())
}

/// Refuses a table that the system would not give, before the allocation that cannot fail softly.
fn check_memory(hash_mb: u32) -> Result<(), Failure> {
    let mut probe = Vec::<u8>::new();
    let fits = probe.try_reserve_exact((hash_mb as usize) << 20).is_ok();
    if fits { Ok(()) } else { Err(format!("no memory for a table of {hash_mb} MiB").into()) }
}

fn count(args: &Args, variant: &Variant, setup: &Setup, depth: u8) -> Result<Row, Failure> {
    let settings = Settings {
        counting: args.count,
        threads: args.threads.into(),
        hash_mb: args.hash as usize,
    };
    let start = Instant::now();
    let divide =
        variant.divide(setup, depth.into(), &settings, &AtomicBool::new(false)).ok_or("stopped")?;
    let time = start.elapsed();
    let sum = divide.iter().fold(0_u64, |sum, (_, nodes)| sum.saturating_add(*nodes));
    if sum == u64::MAX {
        return Err(format!("the count at depth {depth} does not fit into 64 bits").into());
    }
    Ok(Row { depth, nodes: if depth == 0 { 1 } else { sum }, time, divide })
}

fn heading(args: &Args, game: &Game, fen: &str) -> String {
    let threads = if args.threads == 1 { "thread" } else { "threads" };
    let hash =
        if args.hash == 0 { "no hash".to_owned() } else { format!("{} MiB hash", args.hash) };
    format!(
        "{} {fen}\n{} moves, {} {threads}, {hash}, last ply counted in bulk\n\n{:>5} {:>26} {:>12} {:>16}",
        game.variant().name,
        args.count.name(),
        args.threads,
        "depth",
        "nodes",
        "seconds",
        "nodes/s"
    )
}

fn json(args: &Args, variant: &Variant, fen: &str, row: &Row) -> serde_json::Result<String> {
    let divide = args
        .divide
        .then(|| by_name(variant, &row.divide).map(|(name, nodes)| (name, nodes.into())).collect());
    serde_json::to_string(&Line {
        variant: &variant.name,
        fen,
        depth: row.depth,
        nodes: row.nodes,
        seconds: row.seconds(),
        nps: row.nps(),
        divide,
        count: args.count.name(),
        threads: args.threads,
        hash: args.hash,
    })
}

/// The counts by Hub move, which is never ambiguous, in numbering order.
fn by_name<'a>(variant: &Variant, divide: &'a Divide) -> impl Iterator<Item = (String, u64)> + 'a {
    let names = SquareNames::of(variant);
    let mut rows: Vec<_> = divide.iter().collect();
    rows.sort_by_key(|(play, _)| movetext::sort_key(&names, play));
    rows.into_iter().map(move |(play, nodes)| (movetext::write_hub(&names, play), *nodes))
}

/// A number with commas, so that a person can read it.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
