//! Tables of perft counts, as deep as the time allows: those that others have published, and our own,
//! which go on from there. `crownhead perft --suite` counts them to the end.

use crownhead::app::perft::suite::{self, Known};
use crownhead::rules::perft::Settings;
use crownhead::rules::variants::VARIANTS;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Nodes to count in one row. `CROWNHEAD_PERFT_NODES` overrides it.
fn budget() -> u64 {
    let wanted = std::env::var("CROWNHEAD_PERFT_NODES").ok().and_then(|text| text.parse().ok());
    wanted.unwrap_or(if cfg!(debug_assertions) { 2_000_000 } else { 60_000_000 })
}

fn table(name: &str) -> Vec<Known> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/perft").join(name);
    suite::read(&path).unwrap_or_else(|error| panic!("{error}"))
}

fn reproduce(known: &Known) {
    let Known { variant, setup, source, .. } = known;
    for &counting in known.countings {
        let settings = Settings { counting, ..Settings::default() };
        for (depth, &count) in (1..).zip(known.nodes.iter().take_while(|nodes| **nodes <= budget()))
        {
            let found = variant.divide(setup, depth, &settings, &AtomicBool::new(false));
            let sum: u64 = found.expect("no stop").iter().map(|(_, nodes)| nodes).sum();
            let name = counting.name();
            assert_eq!(sum, count, "{} {name} {setup:?} depth {depth}: {source}", variant.name);
        }
    }
}

#[test]
fn published_tables_are_reproduced() {
    let rows = table("published.tsv");
    assert!(rows.len() >= 34, "only {} rows are left", rows.len());
    rows.iter().for_each(reproduce);
}

#[test]
fn our_own_tables_are_reproduced() {
    let rows = table("own.tsv");
    rows.iter().for_each(reproduce);
    for variant in &VARIANTS {
        assert!(rows.iter().any(|row| row.variant.name == variant.name), "no {}", variant.name);
    }
}
