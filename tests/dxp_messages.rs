//! DXP messages as other programs send them, read and written byte by byte.

use crownhead::protocol::dxp::{
    self, Acceptance, Answer, Back, BackAnswer, End, Message, Move, Placement, Reason, Request,
};
use crownhead::rules::Color;

fn text(message: &Message) -> String {
    String::from_utf8(dxp::write(message)).expect("ASCII")
}

/// The examples of the protocol's description.
#[test]
fn the_examples_are_read_and_written() {
    let name = || "Tornado voor Windows 4.0".to_owned();
    let request = Request {
        version: "01".into(),
        name: name(),
        follower: Color::White,
        minutes: 60,
        moves: 65,
        position: None,
    };
    let played = |seconds, from, to, captured: &[u8]| {
        Message::Move(Move { seconds, from, to, captured: captured.into() })
    };
    for (line, message) in [
        ("R01Tornado voor Windows 4.0        W060065A", Message::Request(request)),
        (
            "ATornado voor Windows 4.0        0",
            Message::Answer(Answer { name: name(), verdict: Acceptance::Accepted }),
        ),
        ("M0012061100", played(12, 6, 11, &[])),
        ("M001205250422122320", played(12, 5, 25, &[22, 12, 23, 20])),
        ("M0001041503132037", played(1, 4, 15, &[13, 20, 37])),
        ("E00", Message::End(End { reason: Reason::Unknown, stop: false })),
        ("B005Z", Message::Back(Back { number: 5, turn: Color::Black })),
        ("K1", Message::BackAnswer(BackAnswer::No)),
        ("CGood luck!", Message::Chat("Good luck!".into())),
    ] {
        assert_eq!(dxp::parse(line.as_bytes()).as_ref(), Ok(&message), "{line}");
        assert_eq!(text(&message), line);
        let with_line_end = format!("{line} \r\n");
        assert_eq!(dxp::parse(with_line_end.as_bytes()), Ok(message), "{line}");
    }
}

/// As pydraughts 0.6.7 asks: position B even for a start position, no minutes.
#[test]
fn a_request_with_a_position() {
    let line = "R01DXP Client                      Z000000BWzzZeeeWww";
    let Ok(Message::Request(request)) = dxp::parse(line.as_bytes()) else { panic!("a request") };
    assert_eq!((request.name.as_str(), request.follower), ("DXP Client", Color::Black));
    assert_eq!((request.minutes, request.moves), (0, 0));
    let [z, w] = [Color::Black, Color::White].map(|color| Some((color, false)));
    let [king_z, king_w] = [Color::Black, Color::White].map(|color| Some((color, true)));
    let squares = vec![z, z, king_z, None, None, None, king_w, w, w];
    assert_eq!(request.position, Some(Placement { turn: Color::White, squares }));
    assert_eq!(text(&Message::Request(request)), line);
}

#[test]
fn what_is_wrong_is_named() {
    for (line, words) in [
        ("", "an empty message"),
        ("X", "no message begins with 'X'"),
        ("m0012061100", "no message begins with 'm'"),
        ("R01short", "R message too short: the name"),
        ("R01Tornado voor Windows 4.0        B060065A", "colour is \"B\", not W or Z"),
        ("R01Tornado voor Windows 4.0        W0 0065A", "the minutes is \"0 0\""),
        ("R01Tornado voor Windows 4.0        W060065C", "\"C\", not A or B"),
        ("R01Tornado voor Windows 4.0        W060065BWwx", "a square is \"x\""),
        ("ATornado voor Windows 4.0        4", "the answer is \"4\", not 0, 1, 2 or 3"),
        ("M001206110", "the number of captures is missing"),
        ("M0012061101", "a captured square is missing"),
        ("M00120611002", "M message too long: \"2\""),
        ("M+012061100", "the seconds is \"+012\""),
        ("E4", "the reason is \"4\""),
        ("E1", "the stop code is missing"),
        ("E12", "the stop code is \"2\""),
        ("B05Z", "the move number is \"05Z\""),
        ("B005", "the side to move is missing"),
        ("K", "the answer is missing"),
    ] {
        let error = dxp::parse(line.as_bytes()).expect_err(line).to_string();
        assert!(error.contains(words), "{line}: {error}");
    }
}
