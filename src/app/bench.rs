//! `crownhead bench`: the bench of the search, a row a position.

use super::Failure;
use crate::io::output;
use crate::rules::{Variant, variants};
use crate::search::bench::{self, Row, Settings};
use crate::search::{MAX_DEPTH, Score};
use serde_json::json;

/// The largest table asked for in MiB.
const MAX_HASH_MB: usize = 1 << 20;
/// The most threads asked for.
const MAX_THREADS: usize = 1024;

/// Search a fixed set of positions: a check sum of the search, and its speed.
///
/// With one thread the number of nodes is the same from run to run.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The variant, or `all`.
    #[arg(long, value_name = "V", default_value = "all")]
    variant: String,
    /// Plies for every position instead of each one's own.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// Search threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within::<1, MAX_THREADS>)]
    threads: usize,
    /// Table size in MiB.
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = within::<1, MAX_HASH_MB>)]
    hash: usize,
    /// One JSON object a line.
    #[arg(long)]
    json: bool,
}

fn within<const MIN: usize, const MAX: usize>(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if (MIN..=MAX).contains(&number) => Ok(number),
        _ => Err(format!("a number from {MIN} to {MAX} is wanted")),
    }
}

/// Runs the command.
///
/// # Errors
/// Unknown variant; stdout is gone.
pub fn run(args: &Args) -> Result<(), Failure> {
    let variants = chosen(&args.variant)?;
    let settings = Settings { depth: args.depth, threads: args.threads, hash_mb: args.hash };
    let (mut nodes, mut seconds, mut failed) = (0, 0.0, Ok(()));
    for variant in variants {
        bench::run(variant, &settings, |row| {
            nodes += row.nodes;
            seconds += row.time.as_secs_f64();
            if failed.is_ok() {
                failed = output::line(&if args.json { object(row) } else { text(row) });
            }
        });
    }
    failed?;
    output::line(&format!("{nodes} nodes {} nps", per_second(nodes, seconds)))?;
    Ok(())
}

fn chosen(name: &str) -> Result<Vec<&'static Variant>, Failure> {
    if name.eq_ignore_ascii_case("all") {
        return Ok(variants::VARIANTS.iter().collect());
    }
    let names: Vec<_> = variants::names().collect();
    let unknown = || format!("unknown variant {name:?}; choose all, {}", names.join(", "));
    Ok(vec![variants::find(name).ok_or_else(unknown)?])
}

fn per_second(nodes: u64, seconds: f64) -> u64 {
    (nodes as f64 / seconds.max(1e-9)) as u64
}

fn text(row: &Row) -> String {
    let seconds = row.time.as_secs_f64();
    format!(
        "{:<14} {:<8} depth {:>2} {:>10} nodes {:>7.3} s {:>9} nps  {}",
        row.variant,
        row.label,
        row.depth,
        row.nodes,
        seconds,
        per_second(row.nodes, seconds),
        row.score.map_or_else(String::new, score),
    )
}

fn score(score: Score) -> String {
    match score {
        Score::Value(hundredths) => format!("{:+.2}", f64::from(hundredths) / 100.0),
        Score::Win(plies) => format!("win in {plies}"),
        Score::Loss(plies) => format!("loss in {plies}"),
    }
}

fn object(row: &Row) -> String {
    let seconds = row.time.as_secs_f64();
    json!({
        "variant": row.variant,
        "position": row.label,
        "depth": row.depth,
        "nodes": row.nodes,
        "seconds": seconds,
        "nps": per_second(row.nodes, seconds),
    })
    .to_string()
}
