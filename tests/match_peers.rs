//! The match runner against programs that it meets over DXP: this one, and scripted ones that
//! behave as peers do, and as they should not.

mod arena;
mod dxp;

use arena::{Scratch, engine, games, run, said, standing};
use dxp::{Peer, Program};
use serde_json::Value;
use std::net::TcpListener;
use std::thread;

/// A few men, so that games are short; White moves.
const SHORT: &str = "W:W22,K48:BK1,3\n";

fn guest(place: &str, limit: &str) -> String {
    format!("name=guest,connect={place},{limit}")
}

/// Both colours, start positions and others, three boards: every game ends by the rules, and both
/// sides call it the same.
#[test]
fn this_program_is_a_peer() {
    for (variant, opening) in
        [("international", Some(SHORT)), ("russian", None), ("frisian", None), ("turkish", None)]
    {
        let scratch = Scratch::new(&format!("peer-{variant}"));
        let (journal, openings) = (scratch.path("match.jsonl"), scratch.path("openings.fen"));
        let args = ["--games", "2", "--variant", variant, "--move-time", "0.01"];
        let (program, place) = Program::listening(&args);
        let engines = [guest(&place, "movetime=5s"), "name=host,nodes=500".into()];
        let mut args = vec!["--variant", variant, "--games", "2", "--out", &journal];
        match opening {
            Some(fen) => {
                std::fs::write(&openings, fen).expect("a file of openings");
                args.extend(["--openings", &openings]);
            }
            None => args.extend(["--plies", "0"]),
        }
        let standing = standing(&engines, &args);
        assert_eq!(standing["end"], "complete", "{variant}");
        let (status, out, errors) = program.end();
        assert!(status.success() && errors.is_empty(), "{out}\n{errors}");
        for game in games(&journal) {
            let ending = game["ending"].as_str().unwrap_or_default();
            assert!(["no-pieces", "blocked", "draw-rule"].contains(&ending), "{game}");
            let result = match game["winner"].as_str() {
                Some("white") => "2-0",
                Some(_) => "0-2",
                None => "1-1",
            };
            let number = game["game"].as_u64().unwrap_or_default() + 1;
            let line = out.lines().find(|line| line.starts_with(&format!("game {number}: ")));
            let line = line.unwrap_or_else(|| panic!("no game {number} in {out}"));
            let as_chess = match result {
                "2-0" => "1-0",
                "0-2" => "0-1",
                _ => "1/2",
            };
            assert!(line.contains(result) || line.contains(as_chess), "{line}\n{game}");
        }
    }
}

/// What a peer does once its game has begun.
type Script = fn(&mut Peer);

/// Lets a scripted peer play one game, in which it has White, and returns its record. The script
/// begins when the game is accepted.
fn one_game(name: &str, script: Script) -> Value {
    let server = TcpListener::bind("127.0.0.1:0").expect("a port");
    let place = server.local_addr().expect("an address").to_string();
    let peer = thread::spawn(move || {
        let mut peer = Peer::new(server.accept().expect("a connection").0);
        let request = peer.hear();
        assert!(request.starts_with("R01Crownhead match "), "{request}");
        assert!(request.ends_with("W000000A"), "{request}");
        peer.send(&format!("A{:<32}0", "Scripted"));
        script(&mut peer);
        // A second game is declined, whether it is asked for here or over a line of its own.
        drop(peer);
        if let Ok((stream, _)) = server.accept() {
            let mut peer = Peer::new(stream);
            peer.hear();
            peer.send(&format!("A{:<32}3", "Scripted"));
        }
    });
    let scratch = Scratch::new(&format!("peer-{name}"));
    let journal = scratch.path("match.jsonl");
    let engines = [guest(&place, "movetime=1s"), engine("good", "uci", "honest")];
    let args = ["--plies", "0", "--movetime", "30s", "--games", "2", "--out", &journal];
    standing(&engines, &args);
    peer.join().expect("the script goes through");
    let mut games = games(&journal);
    let second = games.pop().expect("two games");
    assert_eq!((&second["ending"], &second["winner"]), (&"broke-off".into(), &"white".into()));
    games.pop().expect("two games")
}

#[test]
fn what_peers_do_to_lose() {
    let cases: [(&str, Script, &str); 9] = [
        ("resigns", |peer| resign(peer), "resigned"),
        ("draws", |peer| peer.send("E20"), "broke-off"),
        ("wins", |peer| peer.send("E30"), "broke-off"),
        ("illegal", |peer| peer.send("M0000993800"), "illegal-move"),
        // The number 32 is a square of White's, 27 is free, and a man of Black's is not there.
        ("captures", |peer| peer.send("M000032270122"), "illegal-move"),
        ("vanishes", |_| {}, "crash"),
        ("asks", |peer| peer.send(&format!("R01{:<32}W000000A", "Scripted")), "broke-off"),
        ("sleeps", |peer| sleep(peer), "time"),
        ("floods", |peer| flood(peer), "time"),
    ];
    for (name, script, ending) in cases {
        let game = one_game(name, script);
        assert_eq!(game["ending"], ending, "{name}: {game}");
        assert_eq!(game["winner"], "black", "{name}: {game}");
    }
}

fn resign(peer: &mut Peer) {
    peer.send("CI give up");
    peer.send("M0000322800");
    assert!(peer.hear().starts_with('M'));
    peer.send("E11");
    assert_eq!(peer.hear(), "E30");
}

fn sleep(peer: &mut Peer) {
    // Take-backs are declined, and no move comes.
    peer.send("B001W");
    assert_eq!(peer.hear(), "K1");
    thread::sleep(std::time::Duration::from_secs(3));
}

fn flood(peer: &mut Peer) {
    // Until the runner hangs up.
    while peer.try_send("CI am still thinking") {}
}

#[test]
fn a_peer_that_is_not_there_stops_the_match_before_it_begins() {
    let engines = [guest("127.0.0.1:1", "movetime=1s"), engine("good", "uci", "honest")];
    let output = run(&engines, &["--movetime", "1s"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("engine 'guest': cannot connect to 127.0.0.1:1"));
}

#[test]
fn what_a_peer_cannot_be_told_is_refused() {
    for (limit, args, words) in [
        ("nodes=5", &[][..], "whole minutes"),
        ("tc=90", &[], "whole minutes"),
        ("tc=60+1", &[], "whole minutes"),
        ("tc=60", &["--concurrency", "2"], "one game at a time"),
        ("option.Hash=4,tc=60", &[], "cannot be told option"),
        ("cmd=x,tc=60", &[], "cannot be told cmd"),
    ] {
        let engines = [guest("127.0.0.1:1", limit), engine("good", "uci", "honest")];
        let args: Vec<&str> = args.iter().copied().chain(["--movetime", "1s"]).collect();
        let output = run(&engines, &args);
        assert_eq!(output.status.code(), Some(2), "{limit}");
        assert!(said(&output).contains(words), "{limit}: {}", said(&output));
    }
}
