//! The built binary as a person or a script runs it: right and wrong input, exit codes, and who gets
//! what on which pipe.

mod common;

use serde_json::Value;
use std::io::Read;
use std::process::{Command, Stdio};

struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

fn crownhead(args: &[&str]) -> Ran {
    let run = Command::new(env!("CARGO_BIN_EXE_crownhead")).args(args).output().expect("it starts");
    Ran {
        code: run.status.code(),
        out: String::from_utf8(run.stdout).expect("UTF-8"),
        err: String::from_utf8(run.stderr).expect("UTF-8"),
    }
}

fn objects(args: &[&str]) -> Vec<Value> {
    let run = crownhead(args);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{args:?}");
    run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn perft_prints_a_row_a_depth() {
    let run = crownhead(&["perft", "4"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.starts_with("international W:W31,32"), "{}", run.out);
    assert!(run.out.contains("distinct moves, 1 thread, no hash"), "{}", run.out);
    let nodes: Vec<&str> =
        run.out.lines().skip(4).filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(nodes, ["9", "81", "658", "4,265"]);
}

#[test]
fn perft_of_depth_0_is_one_node() {
    let rows = objects(&["perft", "0", "--json", "--divide"]);
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["nodes"], 1);
    assert_eq!(rows[0]["divide"], serde_json::json!({}));
}

#[test]
fn perft_json_has_its_keys_in_order() {
    let run = crownhead(&["perft", "--variant", "Shashki", "--divide", "--json", "3"]);
    let last = run.out.lines().last().expect("a line");
    let row: Value = serde_json::from_str(last).expect("JSON");
    let keys: Vec<&String> = row.as_object().expect("an object").keys().collect();
    assert_eq!(
        keys,
        [
            "variant", "fen", "depth", "nodes", "seconds", "nps", "divide", "count", "threads",
            "hash"
        ]
    );
    assert_eq!((&row["variant"], &row["depth"]), (&Value::from("russian"), &Value::from(3)));
    let divide = row["divide"].as_object().expect("divide");
    let sum: u64 = divide.values().filter_map(Value::as_u64).sum();
    assert_eq!(row["nodes"].as_u64(), Some(sum));
    assert!(divide.contains_key("c3-d4"), "{divide:?}");
    let plain = objects(&["perft", "--json", "1"]);
    assert_eq!(plain[0].get("divide"), None);
}

#[test]
fn perft_counts_the_position_after_the_moves() {
    let rows = objects(&["perft", "--moves", "32-28 19-23 28x19", "--json", "1"]);
    assert_eq!(rows[0]["fen"].as_str().map(|fen| &fen[..2]), Some("B:"));
    assert_eq!(rows[0]["nodes"], 2);
    let rows = objects(&["perft", "--fen", "W:WK12:B7,23,43", "--json", "--threads", "2", "2"]);
    assert_eq!(rows[0]["nodes"], 1);
}

#[test]
fn perft_counts_in_three_ways() {
    let fen = "W:W38:B22,23,32,33";
    for (count, nodes) in [("distinct", 1), ("orders", 2), ("routes", 2)] {
        let rows = objects(&["perft", "--fen", fen, "--count", count, "--json", "1"]);
        assert_eq!(
            (&rows[0]["nodes"], &rows[0]["count"]),
            (&Value::from(nodes), &Value::from(count))
        );
    }
}

#[test]
fn moves_json_is_one_object_as_in_the_vectors() {
    for (name, file) in [("international", "international"), ("turkish", "turkish")] {
        let line = &common::lines(&format!("{file}.moves.jsonl"))[1];
        let found =
            objects(&["moves", "--variant", name, "--fen", common::text(line, "fen"), "--json"]);
        assert_eq!(found.len(), 1);
        let keys: Vec<&String> = found[0].as_object().expect("an object").keys().collect();
        assert_eq!(keys, ["variant", "fen", "turn", "moves", "draw_rules", "end"]);
        for key in ["variant", "fen", "moves"] {
            assert_eq!(found[0][key], line[key]);
        }
        assert_eq!(found[0]["turn"], "W");
    }
}

#[test]
fn moves_are_listed_for_people() {
    let run = crownhead(&["moves", "--fen", "W:WK4:B13,20,32,37"]);
    assert_eq!(run.code, Some(0));
    assert!(run.out.contains("2 legal moves"), "{}", run.out);
    assert!(run.out.contains("4x27x38x15  takes 13, 20, 32"), "{}", run.out);
    assert!(crownhead(&["moves", "--fen", "B:W50:B"]).out.contains("no legal moves"));
}

/// Wrong input, and words that the one line on stderr must have.
const WRONG: &[(&[&str], &[&str])] = &[
    (&["perft"], &["DEPTH"]),
    (&["perft", "x"], &["x", "DEPTH"]),
    (&["perft", "-1"], &["-1"]),
    (&["perft", "256"], &["256", "255"]),
    (&["perft", "99999999999999999999"], &["DEPTH"]),
    (&["perft", "--threads", "0", "1"], &["0", "1..=256"]),
    (&["perft", "--threads", "100000", "1"], &["256"]),
    (&["perft", "--hash", "999999999", "1"], &["999999999", "65536"]),
    (&["perft", "--hash", "-1", "1"], &["-1"]),
    (&["perft", "--count", "all", "1"], &["all", "distinct, orders, routes"]),
    (&["perft", "--variant", "rusian", "1"], &["rusian", "did you mean \"russian\"", "turkish"]),
    (&["perft", "--variant", "", "1"], &["unknown variant", "turkish"]),
    (&["perft", "--fen", "W:W51:B1", "1"], &["51", "1 to 50"]),
    (&["perft", "--fen", "", "1"], &["empty"]),
    (&["moves", "--moves", "32-28 19-24 28-23 1-6"], &["ply 4", "1-6"]),
    (&["moves", "--moves", "32-28 28-22"], &["ply 2", "Black"]),
    (&["moves", "--fen", "W:WK4:B13,20,32,37", "--moves", "4x15"], &["ambiguous", "4x27x38x15"]),
    (&["moves", "--colour"], &["--colour"]),
    (&["nonsense"], &["nonsense"]),
];

#[test]
fn wrong_input_is_one_clear_line_and_exit_code_2() {
    for (args, words) in WRONG {
        let run = crownhead(args);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{args:?} {}", run.err);
        assert!(run.err.starts_with("crownhead: "), "{args:?} {}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{args:?} {}", run.err);
        for word in *words {
            assert!(run.err.contains(word), "{args:?} lacks {word}: {}", run.err);
        }
    }
}

#[test]
fn help_has_examples_and_goes_to_stdout() {
    for args in [&["perft", "--help"][..], &["moves", "--help"]] {
        let run = crownhead(args);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        assert!(run.out.contains("Examples:"), "{}", run.out);
    }
    assert!(crownhead(&["--version"]).out.starts_with("crownhead "));
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(["perft", "--variant", "english", "7"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let mut err = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("UTF-8");
    assert_eq!((child.wait().expect("it ends").code(), err.as_str()), (Some(0), ""));
}
