//! `crownhead perft`: counts move sequences, for checking the generator and timing it. What is asked
//! for stands here; `rows` writes the answers, `progress` shows a person how far it is, `suite` reads
//! tables of known counts.

mod progress;
mod rows;
pub mod suite;

use super::Failure;
use super::interrupt::Flag;
use super::position::PositionArgs;
use crate::notation::fen;
use crate::rules::Setup;
use crate::rules::perft::{Counting, Perft, Settings, Shard, Watch};
use rows::{Row, Writer};
use std::path::PathBuf;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  crownhead perft 8
  crownhead perft --variant russian --divide 6
  crownhead perft --fen 'W:WK12:B7,23,43' 5
  crownhead perft --moves '32-28 19-23 28x19' 6
  crownhead perft --threads 2 --hash 256 --json 10
  crownhead perft --shard 2/8 12
  crownhead perft --suite counts.tsv --threads 2 --hash 1024";

/// Count the move sequences of each length up to DEPTH
///
/// At the last ply moves are counted, not made. A position without moves counts 0 at depths above
/// 0, and draw rules play no part. Ctrl-C ends the count; the last row then holds what was counted so
/// far and says so, and the exit code is 130.
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
    /// Count share I of N only: the shares of all I add up to the whole count, with --divide too
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Count all rows of a table of known counts and compare; see docs/perft.md
    #[arg(long, value_name = "FILE", conflicts_with_all =
        ["depth", "divide", "count", "shard", "fen", "moves", "variant", "rules", "set"])]
    suite: Option<PathBuf>,
    /// With --suite, leave out what is expected to be more nodes than this
    #[arg(long, value_name = "NODES", conflicts_with = "depth")]
    limit: Option<u64>,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
    /// Plies to count
    #[arg(value_name = "DEPTH", required_unless_present = "suite")]
    depth: Option<u8>,
}

/// More threads than any machine at hand has processors.
const MAX_THREADS: i64 = 256;
/// 64 GiB: larger tables have no use for counts that end within days.
const MAX_HASH_MB: i64 = 65_536;

fn counting_of(text: &str) -> Result<Counting, String> {
    Counting::ALL
        .into_iter()
        .find(|counting| counting.name() == text)
        .ok_or_else(|| format!("choose {}", Counting::ALL.map(Counting::name).join(", ")))
}

/// Runs the command.
///
/// # Errors
/// Bad input, a table that does not fit into memory, a count above 64 bits, a count of a suite that
/// is not what the suite says, an interruption, or stdout is gone.
pub fn run(args: &Args) -> Result<(), Failure> {
    let settings = Settings {
        counting: args.count,
        threads: args.threads.into(),
        hash_mb: args.hash as usize,
        shard: args.shard,
    };
    if let Some(path) = &args.suite {
        return suite::run(path, args.limit, &settings, args.json);
    }
    let game = args.position.game()?;
    let (variant, fen) = (game.variant(), fen::write(game.variant(), game.setup()));
    let writer =
        Writer { variant, fen: &fen, settings: &settings, divide: args.divide, json: args.json };
    let perft = Perft::new(variant, settings)?;
    let flag = Flag::listen()?;
    writer.heading()?;
    let depth = args.depth.unwrap_or(0);
    for depth in depth.min(1)..=depth {
        let row = count(&perft, &variant.name, game.setup(), depth, flag)?;
        writer.row(&row, depth == args.depth.unwrap_or(0))?;
        if !row.count.complete {
            return Ok(flag.check()?);
        }
    }
    Ok(())
}

/// Counts to one depth, with a bar on the terminal.
fn count(
    perft: &Perft<'_>,
    label: &str,
    setup: &Setup,
    depth: u8,
    flag: &Flag,
) -> Result<Row, Failure> {
    let watch = Watch::new(flag.stop());
    let start = Instant::now();
    let label = format!("{label} depth {depth}");
    let count = progress::shown(&label, &watch, || perft.count(setup, depth.into(), &watch));
    let time = start.elapsed();
    if count.nodes == u64::MAX {
        return Err(format!("the count at depth {depth} does not fit into 64 bits").into());
    }
    Ok(Row { depth, count, time, progress: watch.progress() })
}
