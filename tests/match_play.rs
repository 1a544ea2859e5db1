//! Whole matches with engines that behave: every protocol and variant, openings, schedules,
//! adjudication, the test that stops by itself, and what is written down.

mod arena;

use arena::{Scratch, engine, games, run, said, standing};
use crownhead::notation::{fen, movetext};
use crownhead::rules::variants::{self, VARIANTS};
use crownhead::rules::{Game, GameEnd};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

fn honest(name: &str, protocol: &str) -> String {
    engine(name, protocol, "honest")
}

/// Plays a record over again and checks every claim that the rules can check.
fn check(record: &Value) {
    let text = |key: &str| record[key].as_str().unwrap_or_default();
    let variant = Arc::new(variants::find(text("variant")).expect("a variant").clone());
    let start = fen::parse(&variant, text("fen")).expect("a position");
    let mut game = Game::from(Arc::clone(&variant), start);
    let words = text("opening").split_whitespace().chain(text("moves").split_whitespace());
    for word in words {
        assert_eq!(game.end(), None, "the game goes on after its end: {record}");
        let play = movetext::parse(&variant, game.setup(), word).expect("a legal move");
        assert!(game.play(&play));
    }
    let plies = text("moves").split_whitespace().count();
    for list in ["ms", "scores", "depths", "nodes"] {
        assert_eq!(record[list].as_array().map(Vec::len), Some(plies), "{list}");
    }
    match game.end() {
        Some(GameEnd::Win { winner, .. }) => {
            assert_eq!(text("winner"), format!("{winner:?}").to_lowercase(), "{record}");
        }
        Some(GameEnd::Draw { article, .. }) => {
            assert_eq!((record["winner"].as_str(), text("detail")), (None, &*article));
        }
        None => assert!(text("ending").ends_with("limit") || text("ending").starts_with("score")),
    }
}

#[test]
fn every_variant_in_every_protocol() {
    let scratch = Scratch::new("variants");
    for (at, variant) in VARIANTS.iter().enumerate() {
        let journal = scratch.path(&format!("{at}.jsonl"));
        let engines = [honest("u", "uci"), honest("h", "hub"), honest("g", "ugi")];
        let args = [
            "--variant",
            variant.name.as_ref(),
            "--nodes",
            "9",
            "--games",
            "2",
            "--max-moves",
            "60",
        ];
        let args: Vec<&str> = args.into_iter().chain(["--out", &journal]).collect();
        let standing = standing(&engines, &args);
        assert_eq!(standing["games"], 6, "{}", variant.name);
        for game in games(&journal) {
            let faults = ["crash", "hang", "time", "illegal-move"];
            assert!(!faults.contains(&game["ending"].as_str().expect("an ending")), "{game}");
            check(&game);
        }
    }
}

#[test]
fn a_game_of_a_rule_file_is_played_and_refereed() {
    let scratch = Scratch::new("rules");
    let [rules, journal] = ["rules.toml", "match.jsonl"].map(|file| scratch.path(file));
    std::fs::write(&rules, "base = \"russian\"\nname = \"most\"\nmajority = [\"pieces\"]\n")
        .expect("written");
    let told = engine("told", "uci", &format!("honest rules={rules}"));
    let engines = [told.clone(), engine("hub", "hub", &format!("honest rules={rules}"))];
    let args = ["--rules", &rules, "--nodes", "1", "--games", "20", "--out", &journal];
    let standing = standing(&engines, &args);
    assert_eq!(standing["engines"][0]["faults"], serde_json::json!({}));
    assert_eq!(standing["engines"][1]["faults"], serde_json::json!({}));
    assert!(games(&journal).iter().all(|game| game["variant"] == "most"));
    // With the same name but other rules it is another match.
    std::fs::write(&rules, "base = \"russian\"\nname = \"most\"\n").expect("written");
    let output = run(&engines, &args);
    assert!(said(&output).contains("  rules: "), "{}", said(&output));
}

/// The same search over another protocol makes the same moves: all that differs is how the game and
/// the moves are told.
#[test]
fn this_program_plays_alike_in_every_protocol() {
    let scratch = Scratch::new("alike");
    let rules = scratch.path("rules.toml");
    std::fs::write(&rules, "base = \"thai\"\nname = \"most\"\nmajority = [\"pieces\"]\n")
        .expect("written");
    let named = VARIANTS.iter().map(|row| vec!["--variant", &*row.name]);
    let others = [vec!["--rules", &rules], vec!["--variant", "pool", "--set", "aim=giveaway"]];
    for (at, choice) in named.chain(others).enumerate() {
        let journal = scratch.path(&format!("{at}.jsonl"));
        let engines =
            ["uci", "hub", "ugi"].map(|protocol| format!("name={protocol},proto={protocol}"));
        let args = ["--nodes", "60", "--games", "2", "--max-moves", "25", "--out", &journal];
        standing(&engines, &[&choice[..], &args[..]].concat());
        let games = games(&journal);
        assert_eq!(games.len(), 6);
        let same = |game: &Value| (game["moves"] == games[0]["moves"], game["ending"].clone());
        for game in &games {
            assert_eq!(same(game), same(&games[0]), "{choice:?}: {game}\n{}", games[0]);
            assert_ne!(game["ending"], "illegal-move", "{game}");
        }
    }
}

#[test]
fn this_program_plays_itself() {
    let scratch = Scratch::new("itself");
    let journal = scratch.path("match.jsonl");
    let engines = ["name=a,option.Hash=2".to_owned(), "name=b,option.Hash=1,nodes=50".to_owned()];
    let args = ["--variant", "russian", "--nodes", "200", "--games", "2", "--out", &journal];
    assert_eq!(standing(&engines, &args)["games"], 2);
    games(&journal).iter().for_each(check);
}

#[test]
fn clocks_are_told_and_written_down() {
    let scratch = Scratch::new("clocks");
    let journal = scratch.path("match.jsonl");
    let engines = [honest("u", "uci"), honest("h", "hub")];
    let args = ["--tc", "40/30+0.5", "--games", "2", "--max-moves", "5", "--out", &journal];
    standing(&engines, &args);
    for game in games(&journal) {
        let clocks = game["clocks"].as_array().expect("clocks");
        assert_eq!(clocks.len(), 10);
        // Half a second is added before every move, and these engines take far less.
        assert!(clocks.iter().all(|left| left.as_u64().is_some_and(|ms| ms > 25_000)), "{game}");
    }
}

#[test]
fn colours_are_reversed_over_each_opening() {
    let scratch = Scratch::new("openings");
    let (journal, file) = (scratch.path("match.jsonl"), scratch.path("openings.txt"));
    let fens = ["W:W31-50:B1-20", "B:W28,31-50:B1-18,23", "W:WK50:BK1"];
    std::fs::write(&file, format!("# three\n{}\n", fens.join(" ; a comment\n"))).expect("written");
    let engines = [honest("a", "uci"), honest("b", "uci"), honest("c", "uci")];
    let args = ["--openings", &file, "--nodes", "1", "--max-moves", "3", "--out", &journal];
    let standing = standing(&engines, &args);
    assert_eq!(standing["planned"], 3 * 3 * 2);
    let mut seen: HashMap<(String, String), HashSet<String>> = HashMap::new();
    for game in games(&journal) {
        let text = |key: &str| game[key].as_str().expect("a text").to_owned();
        let fresh = seen.entry((text("white"), text("black"))).or_default().insert(text("fen"));
        assert!(fresh, "{game}");
    }
    assert_eq!(seen.len(), 6);
    assert!(seen.values().all(|openings| openings.len() == 3));
}

#[test]
fn pdn_is_read_and_written() {
    let scratch = Scratch::new("pdn");
    let [journal, again, pdn, file] =
        ["a.jsonl", "b.jsonl", "a.pdn", "in.pdn"].map(|name| scratch.path(name));
    let text = "[Event \"x\"]\n\n1. 11-15! {a (comment} 23-19 (1... 22-18 2. 15x22) 2. 8-11 $1 *\n\
                [FEN \"W:W31,32:B1,2\"]\n1. 32-28 1/2-1/2";
    std::fs::write(&file, text).expect("written");
    let engines = [honest("a", "uci"), honest("b", "hub")];
    let play = |openings: &str, journal: &str, pdn: &str| {
        let args = ["--variant", "english", "--nodes", "1", "--max-moves", "4"];
        let more = ["--openings", openings, "--out", journal, "--pdn", pdn];
        let args: Vec<&str> = args.into_iter().chain(more).collect();
        standing(&engines, &args)
    };
    assert_eq!(play(&file, &journal, &pdn)["games"], 4);
    let played = games(&journal);
    assert_eq!(played[0]["opening"], "11-15 23-19 8-11");
    let written = std::fs::read_to_string(&pdn).expect("games");
    assert_eq!(written.matches("[Result \"").count(), 4);
    assert!(written.contains("[Termination \"move-limit\"]"), "{written}");
    assert!(written.contains("1. 11-15 23-19 2. 8-11 "), "{written}");
    // What was written can be read: the moves of each game come back.
    play(&pdn, &again, &scratch.path("b.pdn"));
    for (first, second) in played.iter().zip(games(&again).iter().step_by(2)) {
        let all = format!("{} {}", first["opening"], first["moves"]).replace("\" \"", " ");
        assert_eq!(all.trim_matches('"').replace('"', ""), second["opening"].as_str().expect("x"));
    }
}

#[test]
fn wrong_openings_are_refused_with_their_line() {
    let scratch = Scratch::new("wrong-openings");
    let file = scratch.path("openings");
    for (text, says) in [
        ("W:W31:B1\nW:W31:B77\n", "line 2"),
        ("1. 32-28 19-23\n2. 32-28 *", "line 2"),
        ("{never closed", "never closed"),
        ("B:W31:B", "over"),
        ("# nothing\n", "no opening"),
    ] {
        std::fs::write(&file, text).expect("written");
        let engines = [honest("a", "uci"), honest("b", "uci")];
        let output = run(&engines, &["--nodes", "1", "--openings", &file]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(said(&output).contains(says), "{text}: {}", said(&output));
    }
}

#[test]
fn a_gauntlet_is_the_first_against_the_others() {
    let engines = ["a", "b", "c", "d"].map(|name| honest(name, "uci"));
    let args = ["--format", "gauntlet", "--nodes", "1", "--games", "2", "--max-moves", "2"];
    let standing = standing(&engines, &[&args[..], &["--concurrency", "3"]].concat());
    let pairings = standing["pairings"].as_array().expect("pairings");
    assert_eq!(pairings.len(), 3);
    assert!(pairings.iter().all(|pairing| pairing["first"] == "a"));
    assert_eq!(standing["engines"][0]["tally"]["draws"], 6);
}

#[test]
fn a_test_stops_the_match_by_itself() {
    let engines = [honest("good", "uci"), engine("bad", "uci", "illegal")];
    let args = ["--nodes", "1", "--games", "10000", "--sprt", "elo0=0,elo1=100"];
    let standing = standing(&engines, &args);
    assert_eq!((&standing["end"], &standing["sprt"]["verdict"]), (&"decided".into(), &"h1".into()));
    let games = standing["games"].as_u64().expect("a number");
    assert!(games < 200, "{games}");
    assert_eq!(standing["engines"][1]["faults"]["illegal-move"], games);
    let engines = [engine("bad", "uci", "illegal"), honest("good", "uci")];
    let standing = arena::standing(&engines, &args);
    assert_eq!(standing["sprt"]["verdict"], "h0");
}

#[test]
fn games_are_adjudicated_when_both_agree() {
    let scratch = Scratch::new("adjudication");
    let play = |name: &str, scores: [i32; 2], rule: [&str; 2]| {
        let journal = scratch.path(name);
        let engines = [
            engine("a", "uci", &format!("honest score={}", scores[0])),
            engine("b", "hub", &format!("honest score={}", scores[1])),
        ];
        let args = ["--nodes", "1", "--games", "2", "--max-moves", "12", "--out", &journal];
        standing(&engines, &[&args[..], &rule[..]].concat());
        games(&journal)
    };
    for game in play("win", [700, -700], ["--win", "moves=3,score=600"]) {
        let winner = if game["white"] == "a" { "white" } else { "black" };
        assert_eq!((&game["ending"], &game["winner"]), (&"score-win".into(), &winner.into()));
        assert_eq!(game["ms"].as_array().map(Vec::len), Some(6));
    }
    for game in play("doubt", [700, 20], ["--win", "moves=3,score=600"]) {
        assert_eq!(game["ending"], "move-limit");
    }
    for game in play("draw", [5, -5], ["--draw", "moves=2,score=5,after=4"]) {
        assert_eq!((&game["ending"], &game["winner"]), (&"score-draw".into(), &Value::Null));
        assert_eq!(game["ms"].as_array().map(Vec::len), Some(8));
    }
}
