//! A match that is stopped, killed or damaged is taken up again: no game is lost or played twice.

#![cfg(unix)]

mod arena;

use arena::{Scratch, command, engine, games, run, said, scripted, standing};
use serde_json::Value;
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

const TERMS: [&str; 8] =
    ["--variant", "english", "--nodes", "1", "--games", "60", "--concurrency", "2"];

fn engines() -> [String; 2] {
    [engine("a", "uci", "honest"), engine("b", "hub", "honest")]
}

/// What must be the same however often the match was broken off.
fn essence(games: &[Value]) -> Vec<(u64, String)> {
    let mut all: Vec<(u64, String)> = games
        .iter()
        .map(|game| {
            let number = game["game"].as_u64().expect("a number");
            let parts = ["white", "black", "opening", "moves", "result", "ending"];
            (number, parts.map(|key| game[key].to_string()).join(" "))
        })
        .collect();
    all.sort();
    all
}

fn wait_for_games(journal: &str, count: usize, child: &mut Child) {
    let deadline = Instant::now() + Duration::from_mins(2);
    while !Path::new(journal).exists()
        || std::fs::read_to_string(journal).expect("readable").lines().count() <= count
    {
        assert!(Instant::now() < deadline, "{count} games do not come");
        if child.try_wait().expect("a child").is_some() {
            return;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn killed_again_and_again_it_ends_as_if_nothing_had_happened() {
    let scratch = Scratch::new("killed");
    let [whole, broken, pdn] = ["whole.jsonl", "broken.jsonl", "x.pdn"].map(|f| scratch.path(f));
    standing(&engines(), &[&TERMS[..], &["--out", &whole]].concat());
    let args = [&TERMS[..], &["--out", &broken, "--pdn", &pdn]].concat();
    for done in [1, 10, 25, 40] {
        let mut child = command(&engines(), &args).spawn().expect("starts");
        wait_for_games(&broken, done, &mut child);
        child.kill().expect("kill -9");
        child.wait().expect("gone");
    }
    // A kill in the middle of a line.
    let text = std::fs::read(&broken).expect("a journal");
    std::fs::write(&broken, &text[..text.len() - 9]).expect("cut");
    let last = standing(&engines(), &args);
    assert_eq!((&last["games"], &last["end"]), (&60.into(), &"complete".into()));
    assert_eq!(essence(&games(&broken)), essence(&games(&whole)));
    let written = std::fs::read_to_string(&pdn).expect("PDN");
    assert_eq!(written.matches("[Event ").count(), 60);
    // Cut in its first line.
    let [first, pdn] = ["first.jsonl", "first.pdn"].map(|file| scratch.path(file));
    std::fs::write(&first, "{\"match\":{\"var").expect("written");
    standing(&engines(), &[&TERMS[..], &["--out", &first, "--pdn", &pdn]].concat());
    assert_eq!(essence(&games(&first)), essence(&games(&whole)));
    // Nothing is left to be played.
    let before = std::fs::read(&broken).expect("a journal");
    assert_eq!(standing(&engines(), &args)["games"], 60);
    assert_eq!(std::fs::read(&broken).expect("a journal"), before);
}

#[test]
fn an_interrupt_stops_it_cleanly() {
    use rustix::process::{Pid, Signal, kill_process};
    let scratch = Scratch::new("interrupt");
    let journal = scratch.path("match.jsonl");
    let args = [&TERMS[..], &["--out", &journal]].concat();
    for signal in [Signal::INT, Signal::TERM] {
        let mut child = command(&engines(), &args).spawn().expect("starts");
        let count = if Path::new(&journal).exists() { games(&journal).len() + 3 } else { 3 };
        wait_for_games(&journal, count, &mut child);
        let start = Instant::now();
        kill_process(Pid::from_child(&child), signal).expect("a signal");
        let output = child.wait_with_output().expect("ends");
        assert!(start.elapsed() < Duration::from_secs(20));
        assert!(output.status.success(), "{}", said(&output));
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("stopped after"), "{text}");
    }
    assert_eq!(standing(&engines(), &args)["games"], 60);
    assert_eq!(essence(&games(&journal)).len(), 60);
}

#[test]
fn more_games_may_be_added_but_other_terms_are_refused() {
    let scratch = Scratch::new("terms");
    let journal = scratch.path("match.jsonl");
    let play = |engines: &[String], more: &[&str]| {
        let args = ["--out", &journal, "--max-moves", "5"];
        run(engines, &[&args[..], more].concat())
    };
    let output = play(&engines(), &["--nodes", "1", "--games", "2"]);
    assert!(output.status.success(), "{}", said(&output));
    let output = play(&engines(), &["--nodes", "1", "--games", "6", "--concurrency", "2"]);
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(games(&journal).len(), 6);
    for (more, says) in [
        (&["--nodes", "2"][..], "engines.a.control"),
        (&["--nodes", "1", "--seed", "5"], "openings"),
        (&["--nodes", "1", "--variant", "pool"], "variant"),
        (&["--nodes", "1", "--win", "moves=1"], "adjudication.win"),
    ] {
        let output = play(&engines(), more);
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        assert!(said(&output).contains(says), "{more:?}: {}", said(&output));
    }
    // The same path, another program.
    let program = scratch.path("engine");
    let copied = |text: &str| {
        std::fs::write(&program, text).expect("written");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&program, mode).expect("may be run");
        let script = format!("name=copy,cmd='{program}'");
        run(
            &[script, engine("b", "hub", "honest")],
            &[
                "--nodes",
                "1",
                "--games",
                "2",
                "--max-moves",
                "5",
                "--out",
                &scratch.path("copy.jsonl"),
            ],
        )
    };
    let start = format!("#!/bin/sh\nexec '{}' uci honest\n", scripted().display());
    let output = copied(&start);
    assert!(output.status.success(), "{}", said(&output));
    let output = copied(&format!("{start}# later\n"));
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("engines.copy.build"), "{}", said(&output));
    let [a, _] = engines();
    let output = play(&[a, engine("c", "hub", "honest")], &["--nodes", "1"]);
    assert!(said(&output).contains("engines.c"), "{}", said(&output));
    assert_eq!(games(&journal).len(), 6);
}

#[test]
fn what_is_not_a_journal_is_left_alone() {
    let scratch = Scratch::new("foreign");
    let journal = scratch.path("letter.txt");
    let texts = ["Dear friend,\nhow are", "Dear friend", "{\"game\":1}\n", "{\"match\":{}}\nx"];
    for text in texts {
        std::fs::write(&journal, text).expect("written");
        let output = run(&engines(), &["--nodes", "1", "--games", "2", "--out", &journal]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert_eq!(std::fs::read_to_string(&journal).expect("there"), text);
    }
}

#[test]
fn two_runners_do_not_share_a_journal() {
    let scratch = Scratch::new("busy");
    let journal = scratch.path("match.jsonl");
    let args = [&TERMS[..], &["--out", &journal]].concat();
    let mut child = command(&engines(), &args).spawn().expect("starts");
    wait_for_games(&journal, 1, &mut child);
    let output = run(&engines(), &args);
    let was_running = child.try_wait().expect("a child").is_none();
    child.kill().expect("kill -9");
    child.wait().expect("gone");
    if was_running {
        assert_eq!(output.status.code(), Some(2));
        assert!(said(&output).contains("another match is running"), "{}", said(&output));
    }
}
