//! Tables of known counts: read, counted again, compared.
//!
//! A line is a row, with columns between tabs: the game (a name, or a rule file beside the table), the
//! counting convention, the position (`start` or a FEN), the counts from depth 1 on with commas between
//! them, and where they are from. Lines that start with `#` are comments.

use super::rows::{Row, means, thousands};
use crate::app::Failure;
use crate::app::interrupt::Flag;
use crate::io::output;
use crate::notation::{fen, variant_named};
use crate::rule_file;
use crate::rules::perft::{Counting, Perft, Settings};
use crate::rules::{Setup, Variant};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The known counts of one position.
#[derive(Clone, Debug)]
pub struct Known {
    /// The game.
    pub variant: Variant,
    /// The conventions under which the counts are known to hold.
    pub countings: &'static [Counting],
    /// The position.
    pub setup: Setup,
    /// The counts from depth 1 on.
    pub nodes: Vec<u64>,
    /// Who counted.
    pub source: String,
}

/// Why a table cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// The system says no.
    #[error("{}: {why}", path.display())]
    Disk {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: std::io::Error,
    },
    /// A line that is no row.
    #[error("{} line {line}: {fault}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// From 1 on.
        line: usize,
        /// What is wrong.
        fault: String,
    },
}

/// Counts came out that are not those of the table; the program ends with exit code 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} of the rows came out wrong")]
pub struct Wrong(usize);

/// Reads a table.
///
/// # Errors
/// The file, or the first line that is no row.
pub fn read(path: &Path) -> Result<Vec<Known>, SuiteError> {
    let text = std::fs::read_to_string(path)
        .map_err(|why| SuiteError::Disk { path: path.to_owned(), why })?;
    let beside = path.parent().unwrap_or(Path::new(""));
    let lines =
        text.lines().zip(1..).filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(text, line)| {
            known(text, beside).map_err(|why| SuiteError::Line {
                path: path.to_owned(),
                line,
                fault: why.to_string(),
            })
        })
        .collect()
}

fn known(line: &str, beside: &Path) -> Result<Known, Failure> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [game, mode, position, counts, ref source @ ..] = columns[..] else {
        return Err(
            "a row is game, convention, position, counts and source, with tabs between".into()
        );
    };
    let is_file = Path::new(game).extension().is_some_and(|ending| ending == "toml");
    let variant =
        if is_file { rule_file::load(&beside.join(game))? } else { variant_named(game)?.clone() };
    let setup = match position {
        "start" => variant.start(),
        text => fen::parse(&variant, text)?,
    };
    let count = |text: &str| text.parse().map_err(|_| format!("{text:?} is no count"));
    Ok(Known {
        countings: countings(mode)?,
        setup,
        nodes: counts.split(',').map(count).collect::<Result<_, _>>()?,
        source: source.join("; "),
        variant,
    })
}

/// The conventions by our names and by those of published tables.
fn countings(mode: &str) -> Result<&'static [Counting], String> {
    Ok(match mode {
        "distinct" | "drop" => &[Counting::Distinct],
        "orders" | "keep" => &[Counting::Orders],
        "routes" | "paths" => &[Counting::Routes],
        "any" => &[Counting::Distinct, Counting::Orders],
        other => {
            let choices =
                "distinct (drop), orders (keep), routes (paths), any (distinct and orders)";
            return Err(format!("{other:?} is no convention; choose {choices}"));
        }
    })
}

/// One line of `--json`: the deepest count of a row, or the one that came out wrong.
#[derive(serde::Serialize)]
struct Line<'a> {
    variant: &'a str,
    fen: &'a str,
    depth: u8,
    nodes: u64,
    expected: u64,
    ok: bool,
    complete: bool,
    seconds: f64,
    count: &'a str,
    threads: usize,
    hash: usize,
}

/// Counts every row of a table, up to `limit` nodes if there is one.
pub(super) fn run(
    path: &Path,
    limit: Option<u64>,
    settings: &Settings,
    json: bool,
) -> Result<(), Failure> {
    let rows = read(path)?;
    let flag = Flag::listen()?;
    if !json {
        output::line(&format!("{}: {}\n", path.display(), means(settings)))?;
    }
    let (mut checked, mut wrong) = (0, 0);
    for known in &rows {
        for &counting in known.countings {
            let settings = Settings { counting, ..*settings };
            let Some((row, expected)) = recount(known, limit, &settings, flag)? else { continue };
            let fen = if known.setup == known.variant.start() && !json {
                "start".to_owned()
            } else {
                fen::write(&known.variant, &known.setup)
            };
            let said = object(known, &fen, &row, expected, &settings);
            output::line(&if json { serde_json::to_string(&said)? } else { text(&said) })?;
            flag.check()?;
            checked += 1;
            wrong += usize::from(!said.ok);
        }
    }
    if wrong > 0 {
        return Err(Wrong(wrong).into());
    }
    if !json {
        output::line(&format!("\n{checked} rows, all counts as they should be"))?;
    }
    Ok(())
}

/// Counts one row: the deepest count and what it should be, or the first that is wrong.
fn recount(
    known: &Known,
    limit: Option<u64>,
    settings: &Settings,
    flag: &Flag,
) -> Result<Option<(Row, u64)>, Failure> {
    let perft = Perft::new(&known.variant, *settings)?;
    let mut last = None;
    let within = |&&nodes: &&u64| limit.is_none_or(|limit| nodes <= limit);
    for (&expected, depth) in known.nodes.iter().take_while(within).zip(1..) {
        let row = super::count(&perft, &known.variant.name, &known.setup, depth, flag)?;
        let goes_on = row.count.complete && row.count.nodes == expected;
        last = Some((row, expected));
        if !goes_on {
            break;
        }
    }
    Ok(last)
}

fn object<'a>(
    known: &'a Known,
    fen: &'a str,
    row: &Row,
    expected: u64,
    settings: &Settings,
) -> Line<'a> {
    Line {
        variant: &known.variant.name,
        fen,
        depth: row.depth,
        nodes: row.count.nodes,
        expected,
        ok: row.count.complete && row.count.nodes == expected,
        complete: row.count.complete,
        seconds: row.seconds(),
        count: settings.counting.name(),
        threads: settings.threads,
        hash: settings.hash_mb,
    }
}

fn text(line: &Line<'_>) -> String {
    let Line { variant, fen, depth, nodes, expected, seconds, count, .. } = *line;
    let verdict = match (line.ok, line.complete) {
        (true, _) => "ok",
        (false, true) => "WRONG",
        (false, false) => "partial",
    };
    let nodes = thousands(nodes);
    let mut text =
        format!("{verdict:<8} {variant} {count} depth {depth} {nodes} {seconds:.3} s  {fen}");
    if !line.ok {
        let _ = write!(text, "  (the table says {})", thousands(expected));
    }
    text
}
