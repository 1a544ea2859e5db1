//! Published perft tables with their sources, as deep as the time allows: see `budget`.

mod common;

use crownhead::notation::fen;
use crownhead::rules::perft::{Counting, Settings};
use crownhead::rules::variants;
use std::sync::atomic::AtomicBool;

/// Nodes to count in one line of the table. `CROWNHEAD_PERFT_NODES` overrides it.
fn budget() -> u64 {
    let wanted = std::env::var("CROWNHEAD_PERFT_NODES").ok().and_then(|text| text.parse().ok());
    wanted.unwrap_or(if cfg!(debug_assertions) { 2_000_000 } else { 60_000_000 })
}

/// The counting conventions that a line of the table speaks of.
fn countings(mode: &str) -> &'static [Counting] {
    match mode {
        "drop" => &[Counting::Distinct],
        "keep" => &[Counting::Orders],
        "paths" => &[Counting::Routes],
        "any" => &[Counting::Distinct, Counting::Orders],
        other => panic!("unknown mode {other}"),
    }
}

#[test]
fn published_tables_are_reproduced() {
    let table = std::fs::read_to_string(common::data("published.tsv")).expect("the table is there");
    let mut lines_checked = 0;
    for line in table.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [name, mode, position, counts, source] = columns[..] else { panic!("{line}") };
        // Thai is published with 12 men each, and the game has 8.
        let Some(variant) = variants::find(name).filter(|row| row.name != "thai") else { continue };
        let setup = match position {
            "start" => variant.start(),
            text => fen::parse(variant, text).unwrap_or_else(|e| panic!("{line}: {e}")),
        };
        for &counting in countings(mode) {
            let settings = Settings { counting, ..Settings::default() };
            for (depth, count) in (1..).zip(counts.split(',')) {
                let count: u64 = count.parse().expect("a count");
                if count > budget() {
                    break;
                }
                let found = variant.divide(&setup, depth, &settings, &AtomicBool::new(false));
                let sum: u64 = found.expect("no stop").iter().map(|(_, nodes)| nodes).sum();
                assert_eq!(sum, count, "{name} {mode} {position} depth {depth}: {source}");
            }
        }
        lines_checked += 1;
    }
    assert!(lines_checked >= 20, "only {lines_checked} lines are of known variants");
}
