//! Games over TCP on the loopback: the built program against itself, and against scripted peers
//! that behave as peers do, and as they should not.

mod dxp;

use dxp::{Peer, Program};
use std::net::TcpListener;
use std::path::PathBuf;

const QUICK: [&str; 2] = ["--move-time", "0.02"];

fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("crownhead-{}-{name}.pdn", std::process::id()));
    // Nothing is there the first time.
    let _ = std::fs::remove_file(&path);
    path
}

/// Kings of both sides, few men: short games.
const SHORT: &str = "W:W22,K48:BK1,3";

/// Both ways to connect, both sides asking, two games each with colours exchanged.
#[test]
fn two_programs_play_each_other_in_every_combination() {
    for listener_asks in [true, false] {
        let asking = ["--initiate", "--minutes", "0", "--fen", SHORT];
        let pdn = scratch(if listener_asks { "listener" } else { "connector" });
        let path = pdn.to_str().expect("a path");
        let common = [&["--games", "2", "--pdn", path][..], &QUICK].concat();
        let listener_args =
            if listener_asks { [&common[..], &asking].concat() } else { common.clone() };
        let (listener, place) = Program::listening(&listener_args);
        let mut args = vec!["--connect", &place, "--games", "2"];
        args.extend(QUICK);
        if !listener_asks {
            args.extend(asking);
        }
        let connector = Program::start(&args);
        for program in [listener, connector] {
            let (status, out, errors) = program.end();
            assert!(status.success() && errors.is_empty(), "{out}\n{errors}");
            assert!(out.contains("\n2 games: "), "{out}");
            assert!(!out.contains("without result"), "{out}");
        }
        let text = std::fs::read_to_string(&pdn).expect("a PDN file");
        assert_eq!(text.matches("[GameType \"20\"]").count(), 2, "{text}");
        assert_eq!(text.matches(&format!("[FEN \"{SHORT}\"]")).count(), 2, "{text}");
        assert!(!text.contains(" *\n"), "{text}");
        std::fs::remove_file(pdn).expect("it was there");
    }
}

/// A clock, in a game with `a1` names.
#[test]
fn a_game_by_the_clock_on_another_board() {
    let (listener, place) = Program::listening(&["--variant", "russian"]);
    let asking = ["--initiate", "--variant", "shashki", "--minutes", "1", "--moves", "50"];
    let connector =
        Program::start(&[&["--connect", &place, "--fen", "W:Wc3:Bd6"], &asking[..]].concat());
    for program in [connector, listener] {
        let (status, out, errors) = program.end();
        assert!(status.success() && errors.is_empty(), "{out}\n{errors}");
        assert!(out.contains("1 game: "), "{out}");
    }
}

#[test]
fn the_first_move_comes_apart_from_the_answer_and_messages_come_in_pieces() {
    let (program, place) = Program::listening(&QUICK);
    let mut peer = Peer::connect(&place);
    // One byte at a time.
    for byte in format!("R01{:<32}W000000A\0", "Peer").bytes() {
        peer.raw(&[byte]);
    }
    assert!(peer.hear().starts_with('A'));
    assert!(peer.hear().starts_with('M'));
    // Odd input, chat and a move in one packet; the move counts.
    let chat = "Hello\u{7}";
    peer.raw(format!("\0C{chat}\0X\0M1\0{}\0M0001192300\0", "y".repeat(300)).as_bytes());
    assert!(peer.hear().starts_with('M'), "an answer to the move");
    peer.send("E01");
    assert_eq!(peer.hear(), "E01");
    let (status, out, _) = program.end();
    assert!(status.success(), "{out}");
    for words in [
        "chat: Hello",
        "ignored: no message begins with 'X'",
        "ignored: M message too short",
        "more than 127 bytes",
        "game 1: Crownhead 0.1.0 - Peer * after 3 plies: the peer breaks off",
    ] {
        assert!(out.contains(words), "no '{words}' in {out}");
    }
}

#[test]
fn several_games_on_one_connection_and_what_peers_claim() {
    let (program, place) = Program::listening(&[&["--games", "5"][..], &QUICK].concat());
    let mut peer = Peer::connect(&place);
    for (claim, reply) in [("E11", "E30"), ("E21", "E20"), ("E31", "E10")] {
        assert_eq!(peer.ask('Z', "A"), "0");
        peer.send(claim);
        assert_eq!(peer.hear(), reply);
    }
    // A request in the middle of a game ends it.
    assert_eq!(peer.ask('Z', "A"), "0");
    assert_eq!(peer.ask('Z', "A"), "0");
    // The program's answer to an end that it agrees with by the rules, whatever the claim.
    peer.send("E00");
    assert_eq!(peer.hear(), "E01");
    let (status, out, _) = program.end();
    assert!(status.success(), "{out}");
    assert!(out.ends_with("5 games: 1 won, 1 drawn, 1 lost, 2 without result"), "{out}");
}

#[test]
fn what_cannot_be_played_is_declined_and_the_next_request_heard() {
    let (program, place) = Program::listening(&QUICK);
    let mut peer = Peer::connect(&place);
    assert_eq!(peer.ask('W', &format!("BW{}", "e".repeat(32))), "2", "another board");
    assert_eq!(peer.ask('W', &format!("BWw{}", "e".repeat(49))), "2", "a man on its crowning row");
    peer.send(&format!("R02{:<32}W000000A", "Peer"));
    assert!(peer.hear().ends_with('1'), "an unknown version");
    peer.send("B001W");
    assert_eq!(peer.hear(), "K1", "nothing to take back");
    // A game that is over before it begins: the side to move has nothing.
    assert_eq!(peer.ask('Z', &format!("BZ{}w", "e".repeat(49))), "0");
    assert_eq!(peer.hear(), "E11");
    peer.send("E31");
    let (status, out, _) = program.end();
    assert!(status.success(), "{out}");
    assert!(out.contains("a position of 32 squares; the board has 50"), "{out}");
    assert!(out.contains("Peer - Crownhead 0.1.0 2-0 after 0 plies"), "{out}");
}

#[test]
fn moves_are_taken_back() {
    let (program, place) = Program::listening(&QUICK);
    let mut peer = Peer::connect(&place);
    assert_eq!(peer.ask('Z', "A"), "0");
    peer.send("M0000322800");
    assert!(peer.hear().starts_with('M'));
    peer.send("B009W");
    assert_eq!(peer.hear(), "K1", "the game has not been there");
    peer.send("B001W");
    assert_eq!(peer.hear(), "K0");
    peer.send("M0000322800");
    assert!(peer.hear().starts_with('M'));
    // Now it is the program that has to move again.
    peer.send("B001Z");
    assert_eq!(peer.hear(), "K0");
    assert!(peer.hear().starts_with('M'));
    peer.send("E00");
    assert_eq!(peer.hear(), "E01");
    assert!(program.end().0.success());
}

/// While the program thinks, the peer may still go back and end the game.
#[test]
fn a_long_thought_is_interrupted() {
    let (program, place) = Program::listening(&["--move-time", "500"]);
    let mut peer = Peer::connect(&place);
    assert_eq!(peer.ask('Z', "A"), "0");
    peer.send("M0000322800");
    peer.send("M0000322800");
    peer.send("B001W");
    assert_eq!(peer.hear(), "K0");
    peer.send("M0000322800");
    peer.send("E10");
    assert_eq!(peer.hear(), "E31");
    let (status, out, _) = program.end();
    assert!(status.success() && out.contains("a move out of turn is ignored"), "{out}");
}

#[test]
fn an_illegal_move_ends_the_game_with_a_reason() {
    let pdn = scratch("illegal");
    let (program, place) = Program::listening(&["--pdn", pdn.to_str().expect("a path")]);
    let mut peer = Peer::connect(&place);
    assert_eq!(peer.ask('Z', "A"), "0");
    peer.send("M0000322700");
    peer.send("C");
    // 32-27 is legal, so the program answers; its own move ends nothing.
    assert!(peer.hear().starts_with('M'));
    peer.send("M0000990100");
    assert_eq!(peer.hear(), "Cillegal move 99-1");
    assert_eq!(peer.hear(), "E01");
    peer.send("E01");
    let (_, out, _) = program.end();
    assert!(out.contains("illegal move"), "{out}");
    let text = std::fs::read_to_string(&pdn).expect("a PDN file");
    assert!(text.contains("[Result \"*\"]") && text.contains("1. 32-27 "), "{text}");
    std::fs::remove_file(pdn).expect("it was there");
}

#[test]
fn a_peer_that_vanishes_is_reported() {
    let pdn = scratch("vanished");
    let (program, place) = Program::listening(&["--pdn", pdn.to_str().expect("a path")]);
    let mut peer = Peer::connect(&place);
    assert_eq!(peer.ask('Z', "A"), "0");
    peer.raw(b"M00003");
    drop(peer);
    let (status, out, errors) = program.end();
    assert_eq!(status.code(), Some(2), "{out}");
    assert_eq!(errors, "crownhead: the peer has hung up\n");
    assert!(out.contains("game 1: Peer - Crownhead 0.1.0 * after 0 plies"), "{out}");
    assert!(std::fs::read_to_string(&pdn).expect("a PDN file").contains("[Result \"*\"]"));
    std::fs::remove_file(pdn).expect("it was there");
}

/// A server for many games outlives its peers.
#[test]
fn after_one_peer_another_may_come() {
    let (mut program, place) = Program::listening(&[&["--games", "2"][..], &QUICK].concat());
    drop(Peer::connect(&place));
    program.line_with("the peer has hung up");
    let mut peer = Peer::connect(&place);
    assert_eq!(peer.ask('Z', "A"), "0");
    drop(peer);
    program.line_with("the peer has hung up");
    let mut peer = Peer::connect(&place);
    assert_eq!(peer.ask('Z', "A"), "0");
    peer.send("E00");
    assert_eq!(peer.hear(), "E01");
    let (status, out, _) = program.end();
    assert!(status.success(), "{out}");
}

/// The program asks, a scripted server answers.
#[test]
fn answers_to_our_request() {
    for (answer, words) in [
        (Some("AServer                          1"), "it does not know this version"),
        (Some("AServer                          2"), "the peer declines this game"),
        (Some("AServer                          3"), "this game and all others"),
        (None, "hung up before it answered"),
    ] {
        let server = TcpListener::bind("127.0.0.1:0").expect("a port");
        let place = server.local_addr().expect("an address").to_string();
        let program = Program::start(&["--connect", &place, "--initiate"]);
        let mut peer = Peer::new(server.accept().expect("a connection").0);
        let request = peer.hear();
        assert!(request.starts_with("R01Crownhead 0.1.0 "), "{request}");
        assert!(request.ends_with("Z005000A"), "{request}");
        match answer {
            // A request that crosses ours is declined.
            Some(answer) => {
                assert_eq!(peer.ask('W', "A"), "2");
                peer.send(answer);
            }
            None => drop(peer),
        }
        let (status, out, errors) = program.end();
        assert_eq!(status.code(), Some(2), "{out}");
        assert!(errors.contains(words), "{errors}");
    }
}

#[test]
fn bad_arguments_are_explained() {
    for (args, words) in [
        (&["--games", "1"][..], "--listen"),
        (&["--listen", "--connect", "x"], "cannot be used with"),
        (&["--listen", "--minutes", "5"], "--initiate"),
        (&["--listen", "--fen", SHORT], "--initiate"),
        (&["--listen", "x:y"], "\"y\" is no port"),
        (&["--listen", "--variant", "chess"], "unknown variant"),
        (&["--listen", "0", "--pdn", "/no/such/place/x.pdn"], "PDN file"),
        (&["--connect", "127.0.0.1:1"], "cannot connect to 127.0.0.1:1"),
        (&["--listen", "--move-time", "0"], "seconds from 0.01"),
    ] {
        let (status, out, errors) = Program::start(args).end();
        assert_eq!(status.code(), Some(2), "{args:?}: {out}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
        assert!(errors.contains(words), "{args:?}: {errors}");
    }
}
