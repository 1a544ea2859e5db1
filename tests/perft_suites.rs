//! Perft with divide, against every vector of the variants in the table.

mod common;

use common::{lines, text, variants_with_vectors};
use crownhead::notation::{SquareNames, fen, movetext};
use crownhead::rules::perft::Settings;
use crownhead::rules::{Setup, Variant};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// The nodes below each first move, by Hub name.
fn divide(
    variant: &Variant,
    setup: &Setup,
    depth: u32,
    settings: &Settings,
) -> BTreeMap<String, u64> {
    let names = SquareNames::of(variant);
    let counts = variant.divide(setup, depth, settings, &AtomicBool::new(false)).expect("no stop");
    counts.iter().map(|(play, nodes)| (movetext::write_hub(&names, play), *nodes)).collect()
}

fn expected(line: &Value) -> BTreeMap<String, u64> {
    let map = line["divide"].as_object().expect("divide");
    map.iter().map(|(name, nodes)| (name.clone(), nodes.as_u64().expect("a count"))).collect()
}

#[test]
fn counts_below_each_first_move_are_right() {
    for (variant, file) in variants_with_vectors(".jsonl") {
        for line in lines(&file) {
            let setup =
                fen::parse(variant, text(&line, "fen")).unwrap_or_else(|e| panic!("{line}: {e}"));
            let depth = line["depth"].as_u64().expect("depth") as u32;
            let found = divide(variant, &setup, depth, &Settings::default());
            assert_eq!(
                found,
                expected(&line),
                "{} {} depth {depth}",
                variant.name,
                text(&line, "fen")
            );
            assert_eq!(line["nodes"].as_u64(), Some(found.values().sum()), "{line}");
        }
    }
}

#[test]
fn table_and_threads_count_the_same() {
    for (variant, file) in variants_with_vectors(".jsonl") {
        let settings = Settings { threads: 2, hash_mb: 1, ..Settings::default() };
        for line in lines(&file).iter().filter(|line| line["depth"].as_u64() > Some(2)) {
            let setup = fen::parse(variant, text(line, "fen")).expect("a good FEN");
            let depth = line["depth"].as_u64().expect("depth") as u32;
            let found = divide(variant, &setup, depth, &settings);
            assert_eq!(found, expected(line), "{} {}", variant.name, text(line, "fen"));
        }
    }
}

#[test]
fn king_move_limits_hold_along_a_game() {
    for (variant, file) in variants_with_vectors(".limit.jsonl") {
        let names = SquareNames::of(variant);
        for line in lines(&file) {
            let mut setup = fen::parse(variant, text(&line, "fen")).expect("a good FEN");
            for mv in line["play"].as_array().expect("play") {
                let mv = mv.as_str().expect("a move");
                let play = movetext::parse_hub(variant, &setup, &names, mv)
                    .unwrap_or_else(|e| panic!("{line}: {e}"));
                setup = variant.after(&setup, &play);
            }
            let after = fen::write(variant, &setup);
            let counts = after.strip_prefix(text(&line, "fen_after"));
            assert!(
                counts.is_some_and(|rest| rest.is_empty() || rest.starts_with(":+")),
                "{after}"
            );
            assert_eq!(fen::parse(variant, &after), Ok(setup), "{after}");
            let depth = line["depth"].as_u64().expect("depth") as u32;
            let found = divide(variant, &setup, depth, &Settings::default());
            assert_eq!(found, expected(&line), "{line}");
        }
    }
}

/// A table makes counts reachable that no machine word holds: they stop at the top, and nothing
/// breaks.
#[test]
fn counts_beyond_64_bits_stop_at_the_top() {
    let variant = common::variant("international");
    let setup = fen::parse(variant, "W:WK46:BK4").expect("a good FEN");
    let settings = Settings { hash_mb: 64, ..Settings::default() };
    let found = divide(variant, &setup, 22, &settings);
    assert!(found.values().any(|&nodes| nodes == u64::MAX), "{found:?}");
}
