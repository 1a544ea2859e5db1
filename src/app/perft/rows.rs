//! What is said about counts: a table for people, objects for scripts.

use crate::app::Failure;
use crate::io::output;
use crate::notation::{SquareNames, movetext};
use crate::rules::Variant;
use crate::rules::perft::{Count, Divide, Progress, Settings, Shard};
use std::fmt::Write;
use std::time::Duration;

/// The count to one depth.
pub(super) struct Row {
    pub(super) depth: u8,
    pub(super) count: Count,
    pub(super) time: Duration,
    pub(super) progress: Progress,
}

impl Row {
    pub(super) fn seconds(&self) -> f64 {
        (self.time.as_secs_f64() * 1e6).round() / 1e6
    }

    /// Nodes counted one by one, a second.
    fn plain_rate(&self) -> u64 {
        self.rate(self.count.walked)
    }

    /// Nodes a second, with those that the table knew.
    fn effective_rate(&self) -> u64 {
        self.rate(self.count.nodes)
    }

    /// At a clock tick of a nanosecond at least.
    fn rate(&self, nodes: u64) -> u64 {
        (nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// One line of `--json`.
#[derive(serde::Serialize)]
struct Line<'a> {
    variant: &'a str,
    fen: &'a str,
    depth: u8,
    nodes: u64,
    complete: bool,
    seconds: f64,
    nps: u64,
    effective_nps: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<serde_json::Map<String, serde_json::Value>>,
    count: &'a str,
    threads: usize,
    hash: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shards: Option<u32>,
}

/// Writes the counts of one position.
pub(super) struct Writer<'a> {
    pub(super) variant: &'a Variant,
    pub(super) fen: &'a str,
    pub(super) settings: &'a Settings,
    pub(super) divide: bool,
    pub(super) json: bool,
}

impl Writer<'_> {
    /// What is counted, and how. Objects say it themselves.
    pub(super) fn heading(&self) -> Result<(), Failure> {
        if self.json {
            return Ok(());
        }
        let shard = self.settings.shard.map(|shard| format!(", share {shard}")).unwrap_or_default();
        output::line(&format!("{} {}", self.variant.name, self.fen))?;
        output::line(&format!("{}{shard}\n", manner(self.settings)))?;
        let mut titles =
            format!("{:>5} {:>26} {:>12} {:>16}", "depth", "nodes", "seconds", "nodes/s");
        if self.settings.hash_mb > 0 {
            let _ = write!(titles, " {:>18}", "effective/s");
        }
        Ok(output::line(&titles)?)
    }

    /// One row, with the count below each first move if it is the last.
    pub(super) fn row(&self, row: &Row, last: bool) -> Result<(), Failure> {
        if self.json {
            return Ok(output::line(&serde_json::to_string(&self.object(row))?)?);
        }
        output::line(&self.text(row))?;
        if self.divide && (last || !row.count.complete) {
            output::line(if row.count.complete { "" } else { "\npartial:" })?;
            for (name, nodes) in by_name(self.variant, &row.count.divide) {
                output::line(&format!("{name:<24} {:>22}", thousands(nodes)))?;
            }
        }
        Ok(())
    }

    fn text(&self, row: &Row) -> String {
        let (nodes, rate) = (thousands(row.count.nodes), thousands(row.plain_rate()));
        let mut text = format!("{:>5} {nodes:>26} {:>12.3} {rate:>16}", row.depth, row.seconds());
        if self.settings.hash_mb > 0 {
            let _ = write!(text, " {:>18}", thousands(row.effective_rate()));
        }
        if !row.count.complete {
            let Progress { subtrees_done, subtrees, .. } = row.progress;
            let _ = write!(text, "  partial: {subtrees_done} of {subtrees} subtrees");
        }
        text
    }

    fn object<'a>(&'a self, row: &Row) -> Line<'a> {
        let divide = self.divide.then(|| {
            by_name(self.variant, &row.count.divide).map(|(name, n)| (name, n.into())).collect()
        });
        Line {
            variant: &self.variant.name,
            fen: self.fen,
            depth: row.depth,
            nodes: row.count.nodes,
            complete: row.count.complete,
            seconds: row.seconds(),
            nps: row.plain_rate(),
            effective_nps: row.effective_rate(),
            divide,
            count: self.settings.counting.name(),
            threads: self.settings.threads,
            hash: self.settings.hash_mb,
            shard: self.settings.shard.map(Shard::number),
            shards: self.settings.shard.map(Shard::of),
        }
    }
}

/// Convention, threads and table, which every count is said with.
pub(super) fn manner(settings: &Settings) -> String {
    format!("{} moves, {}", settings.counting.name(), means(settings))
}

/// Threads and table.
pub(super) fn means(settings: &Settings) -> String {
    let threads = if settings.threads == 1 { "thread" } else { "threads" };
    let hash = match settings.hash_mb {
        0 => "no hash".to_owned(),
        mb => format!("{mb} MiB hash"),
    };
    format!("{} {threads}, {hash}, last ply counted in bulk", settings.threads)
}

/// The counts by Hub move, which is never ambiguous, in numbering order.
fn by_name<'a>(variant: &Variant, divide: &'a Divide) -> impl Iterator<Item = (String, u64)> + 'a {
    let names = SquareNames::of(variant);
    let mut rows: Vec<_> = divide.iter().collect();
    rows.sort_by_key(|(play, _)| movetext::sort_key(&names, play));
    rows.into_iter().map(move |(play, nodes)| (movetext::write_hub(&names, play), *nodes))
}

/// A number with commas, so that a person can read it.
pub(super) fn thousands(number: u64) -> String {
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
