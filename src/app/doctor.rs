//! `crownhead doctor`: what the program finds on this machine, what it is set to, and whether a
//! search works in every variant, in one screen.

use super::Failure;
use crate::io::output;
use crate::message::OptionKind;
use crate::notation::movetext;
use crate::rules::perft::Path;
use crate::rules::{Game, Variant, variants};
use crate::search::{Input, Limits, Pool};
use crate::session::OPTIONS;
use serde::Serialize;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

/// Nodes of each trial search: some milliseconds.
const NODES: u64 = 10_000;
/// A trial search that takes longer than this is broken.
const PATIENCE: Duration = Duration::from_secs(10);
/// Tables of trial searches, in MiB.
const HASH_MB: usize = 1;
/// Trials shown on one line.
const COLUMNS: usize = 3;

/// Check that the program works on this machine
///
/// Shows the code path chosen for this processor, threads, memory and the options in force, and
/// tries a short search in every variant. The exit code is 1 if one fails.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Everything found, and the object of `--json`.
#[derive(Serialize)]
struct Findings {
    version: &'static str,
    cpu: &'static str,
    /// Threads that the machine runs at once.
    threads: Option<usize>,
    memory: Option<Memory>,
    options: Vec<Setting>,
    trials: Vec<Trial>,
    ok: bool,
}

/// Memory in MiB.
#[derive(Clone, Copy, Serialize)]
struct Memory {
    total_mb: u64,
    available_mb: u64,
}

#[derive(Serialize)]
struct Setting {
    name: &'static str,
    value: String,
}

/// A short search from a variant's start position.
#[derive(Serialize)]
struct Trial {
    variant: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    nodes: u64,
    seconds: f64,
    /// What went wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'static str>,
}

/// Something does not work; the program ends with exit code 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search does not work in {0} of the variants")]
pub struct Unwell(usize);

/// Runs the command.
///
/// # Errors
/// [`Unwell`], or stdout is gone.
pub fn run(args: &Args) -> Result<(), Failure> {
    let trials: Vec<Trial> = variants::VARIANTS.iter().map(attempt).collect();
    let findings = Findings {
        version: env!("CARGO_PKG_VERSION"),
        cpu: Path::detect().name(),
        threads: std::thread::available_parallelism().ok().map(NonZero::get),
        memory: memory(),
        options: OPTIONS.iter().filter_map(setting).collect(),
        ok: failed(&trials) == 0,
        trials,
    };
    let text = if args.json { serde_json::to_string(&findings)? } else { screen(&findings) };
    output::line(&text)?;
    match failed(&findings.trials) {
        0 => Ok(()),
        some => Err(Unwell(some).into()),
    }
}

fn failed(trials: &[Trial]) -> usize {
    trials.iter().filter(|trial| trial.fault.is_some()).count()
}

/// An option and its value; a button has none.
fn setting(row: &crate::session::options::Row) -> Option<Setting> {
    let value = match row.info().kind {
        OptionKind::Check { default } => default.to_string(),
        OptionKind::Spin { default, .. } => default.to_string(),
        OptionKind::Combo { default, .. } => default.to_owned(),
        OptionKind::Text => String::new(),
        OptionKind::Button => return None,
    };
    Some(Setting { name: row.name, value })
}

/// What the system says of its memory, where it says so in `/proc`.
fn memory() -> Option<Memory> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let mb = |name: &str| -> Option<u64> {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
    };
    Some(Memory { total_mb: mb("MemTotal")?, available_mb: mb("MemAvailable")? })
}

fn attempt(variant: &Variant) -> Trial {
    let game = Game::new(Arc::new(variant.clone()));
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let input = Input::new(game.clone(), limits);
    let (post, answers) = channel();
    let began = Instant::now();
    let mut pool = Pool::new(1, HASH_MB);
    pool.start(input, drop, move |output| {
        // Nobody waits any more if it took too long.
        let _ = post.send(output);
    });
    let answer = answers.recv_timeout(PATIENCE).ok();
    let seconds = (began.elapsed().as_secs_f64() * 1e6).round() / 1e6;
    let best = answer.as_ref().and_then(|output| output.best);
    let legal = best.is_some_and(|play| game.legal().contains(&play));
    Trial {
        variant: variant.name.to_string(),
        best: best.filter(|_| legal).map(|play| movetext::write(variant, game.setup(), &play)),
        nodes: answer.as_ref().and_then(|output| output.last.as_ref()).map_or(0, |last| last.nodes),
        seconds,
        fault: match (answer, best) {
            (None, _) => Some("no answer"),
            (Some(_), None) => Some("no move"),
            (Some(_), Some(_)) if !legal => Some("an illegal move"),
            (Some(_), Some(_)) => None,
        },
    }
}

fn screen(findings: &Findings) -> String {
    let threads = findings.threads.map_or("unknown".into(), |threads| threads.to_string());
    let memory = findings.memory.map_or("unknown".into(), |memory| {
        format!("{} MiB, {} MiB available", memory.total_mb, memory.available_mb)
    });
    let options: Vec<String> =
        findings.options.iter().map(|option| format!("{}={}", option.name, option.value)).collect();
    let mut lines = vec![
        format!("Crownhead {}", findings.version),
        format!("processor  {}", findings.cpu),
        format!("threads    {threads}"),
        format!("memory     {memory}"),
        format!("options    {}", options.join(", ")),
        format!("search     {NODES} nodes from the start position of each variant:"),
    ];
    let trials: Vec<String> = findings.trials.iter().map(line).collect();
    let rows = trials.len().div_ceil(COLUMNS);
    lines.extend((0..rows).map(|row| {
        let cells: Vec<String> =
            trials.iter().skip(row).step_by(rows).map(|trial| format!("  {trial:<30}")).collect();
        cells.concat().trim_end().to_owned()
    }));
    lines.push(match failed(&findings.trials) {
        0 => format!("all {} variants work", findings.trials.len()),
        some => format!("{some} of {} variants FAIL", findings.trials.len()),
    });
    lines.join("\n")
}

fn line(trial: &Trial) -> String {
    match (trial.fault, &trial.best) {
        (Some(fault), _) => format!("{:<13} FAIL: {fault}", trial.variant),
        (None, best) => {
            let best = best.as_deref().unwrap_or_default();
            format!("{:<13} {best:<6} {:>6.1} ms", trial.variant, trial.seconds * 1e3)
        }
    }
}
