//! The built binary as a person or a script runs it: right and wrong input, exit codes, and who gets
//! what on which pipe.

mod common;

use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
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
            "variant",
            "fen",
            "depth",
            "nodes",
            "complete",
            "seconds",
            "nps",
            "effective_nps",
            "divide",
            "count",
            "threads",
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

/// Every count is said with its convention, threads and table; the rate at which nodes are counted
/// one by one stands apart from the rate with those that the table knew.
#[test]
fn perft_tells_the_plain_rate_from_the_effective_one() {
    let args = ["--count", "orders", "--threads", "2", "--hash", "1", "6"];
    let text = crownhead(&[&["perft"], &args[..]].concat()).out;
    assert!(text.contains("orders moves, 2 threads, 1 MiB hash"), "{text}");
    assert!(text.contains("nodes/s        effective/s"), "{text}");
    assert!(!crownhead(&["perft", "2"]).out.contains("effective"));
    let rows = objects(&[&["perft", "--json"], &args[..]].concat());
    let rate = |key: &str| rows[5][key].as_u64().expect("a rate");
    assert!(rate("nps") < rate("effective_nps"), "{}", rows[5]);
    let expected = serde_json::json!(["orders", 2, 1, 167_140, true]);
    let row = ["count", "threads", "hash", "nodes", "complete"].map(|key| rows[5][key].clone());
    assert_eq!(Value::from(row.to_vec()), expected);
    let plain = &objects(&["perft", "--json", "5"])[4];
    assert_eq!(plain["nps"], plain["effective_nps"]);
}

#[test]
fn perft_shares_add_up() {
    let mut nodes = 0;
    for share in ["1/3", "2/3", "3/3"] {
        let rows = objects(&["perft", "--json", "--divide", "--shard", share, "5"]);
        let row = &rows[4];
        assert_eq!(format!("{}/{}", row["shard"], row["shards"]), share);
        let divide = row["divide"].as_object().expect("divide");
        let sum: u64 = divide.values().filter_map(Value::as_u64).sum();
        assert_eq!(row["nodes"].as_u64(), Some(sum));
        nodes += sum;
        assert!(
            crownhead(&["perft", "--shard", share, "2"]).out.contains(&format!("share {share}"))
        );
    }
    assert_eq!(nodes, 27_117);
}

/// A count that is interrupted says what it has, in a row that is labelled as partial.
#[cfg(unix)]
#[test]
fn perft_ends_with_what_was_counted_so_far() {
    use rustix::process::{Pid, Signal, kill_process};
    for (signal, code, json) in
        [(Signal::INT, 130, true), (Signal::TERM, 143, true), (Signal::INT, 130, false)]
    {
        let format = if json { &["--json"][..] } else { &[] };
        let mut child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
            .args(["perft", "--threads", "2", "--hash", "1", "30"])
            .args(format)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut lines = String::new();
        while lines.lines().count() < 10 {
            assert_ne!(out.read_line(&mut lines).expect("UTF-8"), 0, "{lines}");
        }
        kill_process(Pid::from_child(&child), signal).expect("it lives");
        out.read_to_string(&mut lines).expect("UTF-8");
        let ended = child.wait_with_output().expect("it ends");
        assert_eq!(ended.status.code(), Some(code));
        assert_eq!(String::from_utf8_lossy(&ended.stderr), "crownhead: interrupted\n");
        let last = lines.lines().last().expect("a row");
        if json {
            let row: Value = serde_json::from_str(last).expect("JSON");
            assert_eq!(row["complete"], false, "{last}");
        } else {
            assert!(last.contains("  partial: ") && last.ends_with(" subtrees"), "{last}");
        }
        let partial = |line: &&str| line.contains("partial") || line.contains("false");
        assert_eq!(lines.lines().filter(partial).count(), 1, "{lines}");
    }
}

fn suite(table: &str) -> Ran {
    let path = std::env::temp_dir().join(format!("crownhead-suite-{}.tsv", std::process::id()));
    std::fs::write(&path, table).expect("the directory is there");
    let ran = crownhead(&["perft", "--threads", "2", "--suite", path.to_str().expect("UTF-8")]);
    std::fs::remove_file(&path).expect("it was there");
    ran
}

#[test]
fn perft_recounts_a_table() {
    let good = "# a comment\ninternational\tany\tstart\t9,81,658\tsomebody\n\n\
                turkish\tpaths\tstart\t8,64\n";
    let run = suite(good);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    assert!(run.out.contains("ok       international distinct depth 3 658 "), "{}", run.out);
    assert!(run.out.contains("ok       international orders depth 3 658 "), "{}", run.out);
    assert!(run.out.ends_with("3 rows, all counts as they should be\n"), "{}", run.out);
    for (line, number) in good.lines().zip(1..).filter(|(line, _)| line.contains('\t')) {
        for (fault, word) in [
            (line.replace("\tstart", "\tW:W99:B1"), "99"),
            (line.replace('\t', " "), "tabs"),
            (line.replace(',', ";"), "is no count"),
            (line.replace("any", "all").replace("paths", "all"), "choose distinct"),
            (line.replace("int", "imt").replace("turk", "durk"), "did you mean"),
        ] {
            let run = suite(&good.replace(line, &fault));
            assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{fault}");
            assert!(run.err.contains(&format!("line {number}: ")), "{}", run.err);
            assert!(run.err.contains(word) && run.err.lines().count() == 1, "{}", run.err);
        }
    }
}

#[test]
fn perft_says_what_is_wrong_in_a_table() {
    let run = suite("international\tdrop\tstart\t9,81,659,4265\nenglish\tdrop\tstart\t7,49\n");
    assert_eq!(run.code, Some(1));
    assert_eq!(run.err, "crownhead: 1 of the rows came out wrong\n");
    assert!(run.out.contains("WRONG    international distinct depth 3 658 "), "{}", run.out);
    assert!(run.out.contains("(the table says 659)"), "{}", run.out);
    assert!(run.out.contains("ok       english distinct depth 2 49 "), "{}", run.out);
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
    (&["perft", "--shard", "3/2", "1"], &["3/2", "1 to N, here 1 to 2"]),
    (&["perft", "--shard", "0/2", "1"], &["0/2", "1 to N, here 1 to 2"]),
    (&["perft", "--shard", "1/0", "1"], &["1/0", "1 to 4096"]),
    (&["perft", "--shard", "1", "1"], &["I/N, as in 2/8"]),
    (&["perft", "--shard", "-1/2", "1"], &["-1"]),
    (&["perft", "--suite", "no/such/file.tsv"], &["no/such/file.tsv", "No such file"]),
    (&["perft", "--suite", "x.tsv", "3"], &["--suite", "DEPTH"]),
    (&["perft", "--suite", "x.tsv", "--variant", "english"], &["--suite", "--variant"]),
    (&["perft", "--limit", "10", "1"], &["--limit", "DEPTH"]),
    (&["perft", "--limit", "10"], &["DEPTH"]),
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
