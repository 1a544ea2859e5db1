//! Rule files: every row of the table written out and read back, every single rule held against the
//! vectors, and every kind of fault named with its line.

mod common;

use common::{lines, text, variants_with_vectors};
use crownhead::notation::fen;
use crownhead::rule_file::{self, with_setting, with_settings};
use crownhead::rules::variants::VARIANTS;
use crownhead::rules::{Color, Play, Setup, Variant};
use std::collections::{BTreeMap, HashSet};

/// Debug builds walk a smaller part of the suites; a release run walks them whole.
const NODES: u64 = if cfg!(debug_assertions) { 30_000 } else { u64::MAX };

fn setup(variant: &Variant, fen_text: &str) -> Setup {
    fen::parse(variant, fen_text).unwrap_or_else(|why| panic!("{fen_text}: {why}"))
}

fn legal(variant: &Variant, setup: &Setup) -> HashSet<Play> {
    variant.legal(setup).into_iter().collect()
}

#[test]
fn rows_written_out_are_read_back_as_they_were() {
    for row in &VARIANTS {
        let written = rule_file::write(row);
        let read = rule_file::read(&written).unwrap_or_else(|why| panic!("{}: {why}", row.name));
        assert_eq!(&read, row);
        assert_eq!(rule_file::write(&read), written);
    }
}

#[test]
fn rows_read_from_files_count_the_same_as_custom_rules() {
    for (row, file) in variants_with_vectors(".jsonl") {
        let variant = rule_file::read(&rule_file::write(row)).expect("a row");
        for line in lines(&file) {
            let nodes = line["nodes"].as_u64().expect("nodes");
            if nodes > NODES {
                continue;
            }
            let setup = setup(&variant, text(&line, "fen"));
            let depth = line["depth"].as_u64().expect("depth") as u32;
            assert_eq!(variant.perft_as_custom(&setup, depth), nodes, "{} {line}", row.name);
        }
    }
}

/// What the vectors call a wrong rule, as an override of the right ones.
fn wrong(variant: &Variant, name: &str) -> Option<String> {
    let rules = &variant.rules;
    let setting = match name {
        "short king" => "king-range=short",
        "flying king" => "king-range=flying",
        "landing AnyBehind" => "landing=any",
        "landing DirectlyBehind" => "landing=directly-behind",
        "landing KillerEnd" => "landing=killer",
        "removal Immediate" => "removal=at-once",
        "removal EndOfMove" => "removal=end-of-move",
        "mid promotion GoesOnAsMan" => "far-row=goes-on-as-man",
        "mid promotion GoesOnAsKing" => "far-row=goes-on-as-king",
        "mid promotion StopsThere" => "far-row=stops",
        "priority Free" => "majority=free",
        "priority MostPieces" => "majority=pieces",
        "priority MostPiecesThenMostKings" => "majority=pieces,kings",
        "priority KingCapturesFirst" => "majority=with-king",
        "priority Italian" => "majority=pieces,with-king,kings,king-first",
        "priority FrisianValue" => "majority=value,with-king",
        "man captures Diagonal" => "man-takes=diagonal",
        "man captures Eight" => "man-takes=all",
        "man captures ForwardDiagonal" => "man-takes=forward-diagonal",
        "man captures Orthogonal" => "man-takes=straight",
        "king captures Diagonal" => "king-takes=diagonal",
        "reversal" => return Some(format!("reversal={}", !rules.reversal)),
        "man may capture king" => return Some(format!("man-takes-king={}", !rules.man_takes_king)),
        _ => return None,
    };
    Some(setting.to_owned())
}

/// The names of wrong rules that a vector tells apart.
fn told_apart(line: &serde_json::Value) -> impl Iterator<Item = &str> {
    let why = line["why"].as_str().unwrap_or("");
    why.split(';').filter_map(|part| part.trim().strip_prefix("rule:"))
}

#[test]
fn a_file_wrong_in_one_rule_fails_the_vectors_that_name_it() {
    let mut seen = BTreeMap::<String, u32>::new();
    for (row, file) in variants_with_vectors(".jsonl") {
        for line in lines(&file) {
            for name in told_apart(&line) {
                let setting =
                    wrong(row, name).unwrap_or_else(|| panic!("a rule without a key: {name}"));
                let changed = with_setting(row, &setting).expect("a game");
                let changed = rule_file::read(&rule_file::write(&changed)).expect("a file");
                let setup = setup(row, text(&line, "fen"));
                assert_ne!(legal(&changed, &setup), legal(row, &setup), "{setting}: {line}");
                *seen.entry(name.to_owned()).or_default() += 1;
            }
        }
    }
    assert!(seen.len() >= 15, "{seen:?}");
}
