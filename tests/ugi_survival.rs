//! What match runners that speak UGI do to an engine: stops at any moment, questions at any moment,
//! early ends. Every `go` is answered by one `bestmove` of two words, every question by one `response`
//! of two words.

mod host;

use crownhead::notation::movetext;
use crownhead::rules::{Game, GameEnd, variants};
use host::{Host, Random};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

fn start() -> Host {
    let mut host = Host::start();
    host.send("ugi");
    host.lines_to("ugiok");
    host
}

fn asked(host: &mut Host, question: &str) -> String {
    host.send(&format!("query {question}"));
    second_word(&host.find("response"))
}

/// The second of exactly two words.
fn second_word(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(words.len(), 2, "{line}");
    words[1].to_owned()
}

#[test]
fn a_thousand_stops_at_any_moment_give_one_answer_each() {
    let mut host = start();
    let mut random = Random(0x2545_F491_4F6C);
    for round in 0..1000 {
        host.send(match random.below(5) {
            0 => "go depth 1",
            1 => "go movetime 1",
            2 => "go nodes 100",
            3 => "go p1time 1000 p2time 1000 p1inc 10 p2inc 10",
            _ => "go infinite",
        });
        if random.below(2) == 0 {
            sleep(Duration::from_micros(random.below(3000)));
        }
        host.send("stop");
        let best = second_word(&host.find("bestmove"));
        assert_ne!(best, "(none)");
        let extra = host.sync();
        assert!(extra.is_empty(), "round {round}, after the answer: {extra:?}");
    }
    host.send("quit");
    assert!(host.ends_well().is_empty());
}

/// A runner that knows no rules plays a game of every variant by asking.
#[test]
fn a_game_of_every_variant_by_questions_alone() {
    let mut host = start();
    for variant in &variants::VARIANTS {
        host.send(&format!("setoption name UCI_Variant value {}", variant.name));
        host.send("uginewgame");
        assert!(host.sync().is_empty());
        let mut game = Game::new(Arc::new(variant.clone()));
        let mut moves = String::new();
        for ply in 0..60 {
            let list =
                if moves.is_empty() { "startpos".into() } else { format!("startpos moves{moves}") };
            host.send(&format!("position {list}"));
            assert!(host.sync().is_empty());
            let over = asked(&mut host, "gameover");
            assert_eq!(over, game.end().is_some().to_string(), "{}: {moves}", variant.name);
            if game.end().is_some() {
                break;
            }
            let first = if ply % 2 == 0 { "true" } else { "false" };
            assert_eq!(asked(&mut host, "p1turn"), first, "{}", variant.name);
            assert_eq!(asked(&mut host, "result"), "none");
            host.send("go nodes 50");
            let best = second_word(&host.find("bestmove"));
            let play = movetext::parse(variant, game.setup(), &best);
            let play = play.unwrap_or_else(|error| panic!("{}: {error}", variant.name));
            assert!(game.play(&play));
            moves.push(' ');
            moves += &best;
        }
        let result = match game.end() {
            None => "none",
            Some(GameEnd::Draw { .. }) => "draw",
            Some(GameEnd::Win { winner, .. }) if winner == variant.first => "p1win",
            Some(GameEnd::Win { .. }) => "p2win",
        };
        if game.end().is_some() {
            assert_eq!(asked(&mut host, "result"), result, "{}", variant.name);
        }
    }
}

#[test]
fn clocks_are_the_players() {
    let mut host = start();
    // The side to move has next to nothing, the other one a thousand hours.
    for (variant, moves, own, other) in [
        ("international", "", "p1", "p2"),
        ("international", " moves 32-28", "p2", "p1"),
        ("english", "", "p1", "p2"),
        ("english", " moves 11-15", "p2", "p1"),
    ] {
        host.send(&format!("setoption name UCI_Variant value {variant}"));
        host.send(&format!("position startpos{moves}"));
        let began = Instant::now();
        host.send(&format!("go {own}time 50 {other}time 3600000000 {own}inc 0 {other}inc 0"));
        host.find("bestmove");
        assert!(began.elapsed() < Duration::from_secs(5), "{variant}: {:?}", began.elapsed());
    }
}

#[test]
fn quit_and_the_end_of_input_leave_from_every_state() {
    for state in
        ["", "ugi\n", "ugi\ngo infinite\n", "ugi\nquery\nquery result\n", "ugi\ngo depth 90\n"]
    {
        let mut host = Host::start();
        host.send_bytes(format!("{state}quit\n").as_bytes());
        host.ends_well();
        if state.contains("depth") {
            // That ends by itself, after a while.
            continue;
        }
        let mut host = Host::start();
        host.send_bytes(state.as_bytes());
        host.close();
        let lines = host.ends_well();
        let answers = lines.iter().filter(|line| line.starts_with("bestmove")).count();
        assert_eq!(answers, usize::from(state.contains("go")), "{state}: {lines:?}");
    }
}

#[test]
fn broken_lines_change_nothing() {
    let mut host = start();
    host.send("position startpos moves 32-28");
    let long = "x".repeat(65_536);
    for line in [
        "query",
        "query everything",
        "position",
        "position startpos moves 1-2",
        "go p1time",
        "go p3time 5",
        "hub",
        "ucinewgame",
        "bench",
        &long,
        &format!("query {long}"),
    ] {
        host.send_bytes(format!("{line}\r\n").as_bytes());
        let said = host.sync();
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].starts_with("info string error: ") && said[0].len() < 1200, "{said:?}");
        assert_eq!(asked(&mut host, "p1turn"), "false");
    }
}
