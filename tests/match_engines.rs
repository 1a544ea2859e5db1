//! The match runner against engines that misbehave in every way: each loses its games and only
//! those, for the right reason and with its last words on record, and none stops the match.

mod arena;

use arena::{Scratch, engine, games, run, said, scripted, standing};
use serde_json::Value;
use std::time::{Duration, Instant};

/// Limits under which only a wrongdoer is in trouble, even on a busy machine.
const FAST: [&str; 6] = ["--nodes", "100", "--patience", "3s", "--start", "30s"];

/// Plays two games of a wrongdoer against an honest engine and returns their records.
fn against_honest(name: &str, protocol: &str, script: &str, args: &[&str]) -> Vec<Value> {
    let scratch = Scratch::new(&format!("{name}-{protocol}"));
    let journal = scratch.path("match.jsonl");
    let engines = [engine("bad", protocol, script), engine("good", "uci", "honest")];
    let args: Vec<&str> = args.iter().copied().chain(["--games", "2", "--out", &journal]).collect();
    let standing = standing(&engines, &args);
    assert_eq!(standing["games"], 2, "{name}");
    assert_eq!(standing["end"], "complete", "{name}");
    games(&journal)
}

#[track_caller]
fn loses_by(name: &str, protocol: &str, script: &str, ending: &str, args: &[&str]) {
    let records = against_honest(name, protocol, script, args);
    for game in &records {
        let good = if game["white"] == "good" { "white" } else { "black" };
        assert_eq!(game["ending"], ending, "{script}: {game}");
        assert_eq!(game["winner"], good, "{script}: {game}");
        let words = game["last_words"].as_array().map_or(0, Vec::len);
        assert!(words > 0, "{script}: its last words are missing in {game}");
    }
}

#[test]
fn a_wrong_move_loses() {
    for script in ["illegal", "garbage", "nothing", "foreign", "illegal@4"] {
        loses_by(script, "uci", script, "illegal-move", &FAST);
    }
    for protocol in ["ugi", "hub"] {
        for script in ["illegal@2", "garbage", "nothing"] {
            loses_by(script, protocol, script, "illegal-move", &FAST);
        }
    }
}

#[test]
fn a_dead_engine_loses() {
    for script in ["dies", "dies@3", "aborts@2"] {
        loses_by(script, "uci", script, "crash", &FAST);
    }
    loses_by("hub-dies", "hub", "dies@2", "crash", &FAST);
}

#[test]
fn how_it_died_is_on_record() {
    let records = against_honest("status", "uci", "dies", &FAST);
    let detail = records[0]["detail"].as_str().expect("a detail");
    assert!(detail.contains("exit status: 4"), "{detail}");
    let last = records[0]["last_words"].as_array().and_then(|words| words.last());
    assert!(last.and_then(Value::as_str).is_some_and(|word| word.starts_with("> go")), "{last:?}");
}

#[test]
fn a_hanging_engine_loses() {
    let hasty = ["--nodes", "100", "--patience", "700ms", "--start", "30s"];
    for script in ["silent@2", "until-stop", "deaf", "floods", "endless-line"] {
        loses_by(script, "uci", script, "hang", &hasty);
    }
    loses_by("hub-silent", "hub", "silent", "hang", &hasty);
}

#[cfg(unix)]
#[test]
fn an_engine_that_closes_its_output_loses() {
    loses_by("closes", "uci", "closes-output", "crash", &FAST);
}

#[test]
fn an_overstepped_clock_loses() {
    for (protocol, script, limit, value) in [
        ("uci", "slow", "--movetime", "200ms"),
        ("hub", "slow", "--tc", "1"),
        ("uci", "until-stop@2", "--tc", "40/0.9+0.1"),
    ] {
        let args = [limit, value, "--margin", "300ms", "--start", "30s"];
        loses_by(script, protocol, script, "time", &args);
    }
    // One that does not even answer when told to stop hangs.
    loses_by("silent", "uci", "silent", "hang", &["--movetime", "200ms", "--margin", "300ms"]);
}

#[test]
fn harmless_oddities_lose_nothing() {
    for (protocol, script) in [
        ("uci", "twice"),
        ("hub", "twice"),
        ("uci", "chatters@2"),
        ("hub", "chatters"),
        ("uci", "crlf"),
        ("ugi", "crlf"),
        ("hub", "crlf"),
        ("uci", "honest id=good"),
        ("uci", "honest score=99999999"),
    ] {
        for game in against_honest("harmless", protocol, script, &FAST) {
            let ending = game["ending"].as_str().expect("an ending");
            assert!(
                ["no-pieces", "blocked", "draw-rule"].contains(&ending),
                "{protocol} {script}: {game}"
            );
        }
    }
}

#[test]
fn an_engine_that_dies_between_games_plays_on() {
    let records = against_honest("between", "uci", "dies-at-new-game", &FAST);
    for game in &records {
        assert_ne!(game["ending"], "crash", "{game}");
    }
}

#[test]
fn names_are_the_users() {
    let records = against_honest("liar", "uci", "honest id=good", &FAST);
    let names: Vec<_> = records.iter().map(|game| (&game["white"], &game["black"])).collect();
    assert_eq!(names, [(&"bad".into(), &"good".into()), (&"good".into(), &"bad".into())]);
}

#[test]
fn engines_that_do_not_start_stop_the_match_before_it_begins() {
    let impatient = ["--nodes", "100", "--start", "1s", "--games", "2"];
    let honest = || engine("good", "uci", "honest");
    for (script, says) in [
        ("mute", "no end of the handshake within 1 s"),
        ("endless-handshake", "no end of the handshake within 1 s"),
        ("dies-at-start", "something is missing"),
    ] {
        let output = run(&[honest(), engine("bad", "uci", script)], &impatient);
        assert_eq!(output.status.code(), Some(2), "{script}");
        let text = said(&output);
        assert!(text.contains("engine 'bad'") && text.contains(says), "{script}: {text}");
    }
    let missing = "name=bad,cmd=/does/not/exist".to_owned();
    let output = run(&[honest(), missing], &impatient);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("/does/not/exist"), "{}", said(&output));
}

#[test]
fn options_that_are_not_there_are_refused() {
    let with = |options: &str| format!("{},{options}", engine("bad", "uci", "honest"));
    for (options, says) in [
        ("option.Hsah=1", "no option 'Hsah'; it has: Hash, Style, UCI_Variant"),
        ("option.style=loud", "'Style' does not take 'loud'; it takes: calm, wild"),
        ("option.UCI_Variant=chess", "does not take 'chess'"),
    ] {
        let engines = [with(options), engine("good", "uci", "honest")];
        let output = run(&engines, &["--nodes", "1", "--games", "2"]);
        assert_eq!(output.status.code(), Some(2), "{options}");
        assert!(said(&output).contains(says), "{options}: {}", said(&output));
    }
    let engines = [with("option.hash=4,option.STYLE=Wild"), engine("good", "uci", "honest")];
    let output = run(&engines, &["--nodes", "1", "--games", "2"]);
    assert!(output.status.success(), "{}", said(&output));
}

#[test]
fn bad_input_is_one_clear_line_and_nothing_is_played() {
    let [a, b] = ["a", "b"].map(|name| engine(name, "uci", "honest"));
    let two: &[&str] = &[&a, &b];
    let program = scripted().display().to_string();
    let twin = format!("cmd={program}");
    for (engines, args, says) in [
        (&two[..1], &["--nodes", "1"][..], "at least two engines"),
        (two, &[], "has no limit"),
        (two, &["--nodes", "1", "--games", "3"], "even"),
        (two, &["--nodes", "1", "--games", "0"], "even"),
        (two, &["--nodes", "0"], "0"),
        (two, &["--nodes", "1", "--variant", "englisch"], "english"),
        (two, &["--nodes", "1", "--openings", "/does/not/exist"], "/does/not/exist"),
        (two, &["--nodes", "1", "--sprt", "elo0=5,elo1=1"], "less than"),
        (two, &["--nodes", "1", "--win", "moves=0"], "moves=0"),
        (two, &["--nodes", "1", "--concurrency", "0"], "0"),
        (two, &["--tc", "fast"], "fast"),
        (two, &["--movetime", "-1"], "-1"),
        (&[&a, &a], &["--nodes", "1"], "two engines are called 'a'"),
        (&[&twin, &twin], &["--nodes", "1"], "scripted_engine"),
        (&[&a, "proto=xboard"], &["--nodes", "1"], "uci, ugi or hub"),
    ] {
        let engines: Vec<String> = engines.iter().map(|&text| text.to_owned()).collect();
        let output = run(&engines, args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty());
        assert!(said(&output).contains(says), "{args:?}: {}", said(&output));
    }
}

#[cfg(unix)]
#[test]
fn no_process_is_left_behind() {
    let scratch = Scratch::new("left-behind");
    let pids = scratch.path("pids");
    let stays = engine("stays", "uci", &format!("stays pid={pids}"));
    let engines = [stays, engine("good", "uci", "honest")];
    standing(&engines, &["--nodes", "1", "--games", "2", "--patience", "1s"]);
    let pids = std::fs::read_to_string(&pids).expect("processes wrote their numbers");
    assert!(pids.lines().count() >= 4, "each start is an engine and its helper");
    for pid in pids.lines() {
        let deadline = Instant::now() + Duration::from_secs(10);
        while runs(pid) {
            assert!(Instant::now() < deadline, "process {pid} still runs");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Whether a process is there and not just waiting to be reaped.
#[cfg(unix)]
fn runs(pid: &str) -> bool {
    let output = std::process::Command::new("ps").args(["-o", "stat=", "-p", pid]).output();
    let output = output.expect("ps is there");
    let state = String::from_utf8_lossy(&output.stdout);
    !state.trim().is_empty() && !state.trim_start().starts_with('Z')
}
