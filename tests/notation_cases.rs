//! Cases that people reported against programs of this kind: each line stands for a kind of fault.
//! What is legal, what a text means, and what is refused with which words.

mod common;

use common::variant;
use crownhead::notation::{SquareNames, diagram, fen, movetext};
use crownhead::rules::{Color, Game, GameEnd, Variant};
use std::sync::Arc;

/// Variant, FEN, and every legal move in Hub form.
const LEGAL: &[(&str, &str, &[&str])] = &[
    ("international", "W:WK4:B13,20,32,37", &["4x15x13x20x32", "4x15x13x20x37"]),
    (
        "english",
        "B:W14,15,22,23:B10,11",
        &["10x26x14x22", "10x26x15x23", "11x25x15x22", "11x27x15x23"],
    ),
    ("russian", "W:Wh6:Bg7,c5,d2", &["h6xe1xg7xc5xd2"]),
    (
        "russian",
        "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8",
        &["h4xb6xg5xe5xc5", "f8xb4xc5", "f8xb4xg7xc5xe5xg5"],
    ),
    // Pieces lifted during the move would give more.
    ("international", "W:WK12:B7,23,43", &["12x48x23x43"]),
    // The square it came from counts as empty; two ways round are one move.
    ("international", "W:W38:B22,23,32,33", &["38x38x22x23x32x33"]),
    ("italian", "W:WK2,17,K25,K31:B5,13", &["2x18x5x13"]),
    ("italian", "W:WK3,K20:BK7,15", &["3x19x7x15"]),
    ("turkish", "W:Wa4,a1:Ba5,a7", &["a4xa8xa5xa7"]),
    ("killer", "W:WK46:BK28", &["46x23x28"]),
    ("killer", "W:WK46:B28", &["46x5x28", "46x10x28", "46x14x28", "46x19x28", "46x23x28"]),
];

#[test]
fn exactly_these_moves_are_legal() {
    for (name, text, wanted) in LEGAL {
        let Some(variant) = crownhead::rules::variants::find(name) else { continue };
        let names = SquareNames::of(variant);
        let setup = fen::parse(variant, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let hub = |entry: &movetext::Entry| movetext::write_hub(&names, &entry.play);
        let mut found: Vec<String> = movetext::list(variant, &setup).iter().map(hub).collect();
        let mut wanted: Vec<String> = wanted.iter().map(|&mv| in_order(variant, mv)).collect();
        found.sort();
        wanted.sort();
        assert_eq!(found, wanted, "{name} {text}");
    }
}

/// A Hub capture with its captured squares in numbering order.
fn in_order(variant: &Variant, hub: &str) -> String {
    let names = SquareNames::of(variant);
    let mut squares: Vec<&str> = hub.split('x').collect();
    squares[2..].sort_by_key(|name| names.parse(name).map(|square| names.number(square)));
    squares.join("x")
}

/// Variant, FEN, a move as people write it, and the FEN after it.
const PLAYED: &[(&str, &str, &str, &str)] = &[
    ("international", "W:WK4:B13,20,32,37", "4x27x38x15", "B:WK15:B37"),
    ("international", "W:WK4:B13,20,32,37", "4x31x42x15", "B:WK15:B32"),
    ("international", "W:WK4:B13,20,32,37", " 04 : 31 : 42 : 15 ", "B:WK15:B32"),
    // Some of the way is enough if it tells which.
    ("international", "W:WK4:B13,20,32,37", "4x42x15", "B:WK15:B32"),
    ("english", "B:W14,15,22,23:B10,11", "11x27", "W:W14,22:B10,27"),
    ("english", "B:W14,15,22,23:B10,11", "10x19x26", "W:W14,22:B11,26"),
    ("russian", "W:Wh6:Bg7,c5,d2", "h6:e1", "B:WKe1:B"),
    ("russian", "W:Wh6:Bg7,c5,d2", "H6F8B4E1", "B:WKe1:B"),
    ("russian", "W:Wh6:Bg7,c5,d2", "h6e1", "B:WKe1:B"),
    // The bare text is the whole path of one of the two moves, and so it is that move.
    (
        "russian",
        "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8",
        "f8:b4",
        "B:WKb4,h4,a5,e3,g3,a3,b2,h2:Bh8,g7,e5,g5",
    ),
    // Crowning inside a capture, by numbers from the top left.
    ("russian", "W:W10:B7,8", "10x3x12", "B:WK12:B"),
    ("brazilian", "W:W10:B7,8", "10x3x12", "B:W12:B"),
    ("pool", "W:W10:B7,8", "10x3x12", "B:W12:B"),
    ("english", "W:W10:B7,8", "10x3", "B:WK3:B8"),
    ("czech", "W:W10:B7,8", "10x3", "B:WK3:B8"),
    ("international", "W:WK12:B7,23,43", "12x48", "B:WK48:B7"),
    ("international", "W:W38:B22,23,32,33", "38x38", "B:W38:B"),
    ("international", "W:W32:B19", "3228", "B:W28:B19"),
    ("italian", "W:WK2,17,K25,K31:B5,13", "2x9x18", "B:W17,K18,K25,K31:B"),
    ("italian", "W:WK3,K20:BK7,15", "3x12x19", "B:WK19,K20:B"),
    ("turkish", "W:Wa4,a1:Ba5,a7", "a4xa6xa8", "B:WKa8,a1:B"),
    ("turkish", "W:Wa4,a1:Ba5,a7", "25x57", "B:WKa8,a1:B"),
];

#[test]
fn texts_mean_these_moves() {
    for (name, text, mv, after) in PLAYED {
        let Some(variant) = crownhead::rules::variants::find(name) else { continue };
        let setup = fen::parse(variant, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let play = movetext::parse(variant, &setup, mv).unwrap_or_else(|e| panic!("{text}: {e}"));
        let wanted = fen::parse(variant, after).unwrap_or_else(|e| panic!("{after}: {e}"));
        assert_eq!(variant.after(&setup, &play), wanted, "{name} {text} {mv}");
    }
}

/// Variant, FEN, a text, and what the message must say.
const REFUSED: &[(&str, &str, &str, &[&str])] = &[
    ("international", "W:WK4:B13,20,32,37", "4x15", &["ambiguous", "4x27x38x15", "4x31x42x15"]),
    ("international", "W:WK12:B7,23,43", "12x34", &["incomplete capture", "12x34x48"]),
    ("english", "B:W14,15,22,23:B10,11", "11-16", &["compulsory", "11x25", "11x27"]),
    ("english", "B:W14,15,22,23:B10,11", "10x17", &["incomplete capture", "10x17x26"]),
    ("italian", "W:WK2,17,K25,K31:B5,13", "17x10", &["another capture", "2x18"]),
    ("italian", "W:WK2,17,K25,K31:B5,13", "17x1", &["another capture", "2x18"]),
    ("italian", "W:WK2,17,K25,K31:B5,13", "31x26", &["another capture", "2x18"]),
    ("italian", "W:WK2,17,K25,K31:B5,13", "31-26", &["compulsory", "2x18"]),
    ("international", "W:W32:B19", "32-26", &["cannot move there", "32-27", "32-28"]),
    ("international", "W:W32:B19", "32x28", &["nothing to capture"]),
    ("international", "W:W32:B19", "31-26", &["no piece on 31"]),
    ("international", "W:W32:B19", "19-23", &["19", "White"]),
    ("international", "B:W32:B", "19-23", &["the game is over"]),
    ("international", "W:W31,36,37,41,46:B1", "46-40", &["46", "no legal move"]),
    ("international", "W:W32:B19", "32-51", &["51", "1 to 50"]),
    ("international", "W:W32:B19", "32-0", &["\"0\"", "1 to 50"]),
    ("russian", "W:Wa3:Bh8", "a3-i4", &["\"i4\"", "a1 to h8"]),
    ("russian", "W:Wa3:Bh8", "a3-a4", &["\"a4\""]),
    ("international", "W:W32:B19", "", &["not understood", "32-28"]),
    ("international", "W:W32:B19", "32", &["32"]),
    ("international", "W:W32:B19", "hello", &["not understood"]),
    ("international", "W:W32:B19", "32--28", &["not understood"]),
    ("international", "W:W32:B19", "32-28-", &["not understood"]),
    ("russian", "W:Wa3:Bh8", "hello", &["not understood", "c3-d4"]),
];

#[test]
fn refusals_say_why_and_name_the_choices() {
    for (name, text, mv, words) in REFUSED {
        let variant = variant(name);
        let setup = fen::parse(variant, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let error = movetext::parse(variant, &setup, mv).expect_err(mv).to_string();
        for word in *words {
            assert!(error.contains(word), "{name} {text} {mv}: {error}");
        }
        assert!(!error.contains('\n'), "{error}");
    }
}

/// FENs of international draughts that stand for a position in plain form.
const READ: &[(&str, &str)] = &[
    ("W:W31,32:B1,2", "W:W31,32:B1,2"),
    ("w:w31,32:b1,2", "W:W31,32:B1,2"),
    ("w:wk31,K32:bk1,2", "W:WK31,K32:BK1,2"),
    ("W:WK1-3:BK46-48", "W:WK1,K2,K3:BK46,K47,K48"),
    ("W:B1,2:W31,32", "W:W31,32:B1,2"),
    ("W:W31,32:B1,2.", "W:W31,32:B1,2"),
    ("W:W 31, 32 : B 1 , 2", "W:W31,32:B1,2"),
    ("\u{a0}W:W31,32:B1,2\r\n", "W:W31,32:B1,2"),
    ("[FEN \"W:W31,32:B1,2\"]", "W:W31,32:B1,2"),
    ("[fen \"W:W31,32:B1,2.\"]", "W:W31,32:B1,2"),
    ("\"W:W31,32:B1,2\"", "W:W31,32:B1,2"),
    ("W:W32,31:B02,01", "W:W31,32:B1,2"),
    ("W:W31:B1:H0:F1", "W:W31:B1"),
    ("W:W31:B1:+0+0", "W:W31:B1"),
    ("W:W31:B1:H0:F1:+1+2", "W:W31:B1"),
    ("W:W31,G30:B1,P2,K3", "W:W31:B1,K3"),
    ("B:W50:B", "B:W50:B"),
    ("W:W:B", "W:W:B"),
];

#[test]
fn positions_are_read_in_every_form() {
    let international = variant("international");
    for (text, plain) in READ {
        let setup = fen::parse(international, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(fen::write(international, &setup), *plain, "{text}");
    }
    let start = fen::parse(international, "W:W31-50:B1-20").expect("the start");
    assert_eq!(start, international.start());
    assert_eq!(international.legal(&start).len(), 9);
    let russian = variant("russian");
    for text in ["w:wkb2,g7,gc3:bb4,a7", "W:WKb2,g7:Ba7,b4", "W:WK25,8:B9,18"] {
        let setup = fen::parse(russian, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(setup.white.len(), 2, "{text}");
    }
    assert_eq!(fen::parse(russian, "W:W21-32:B1-12"), Ok(russian.start()));
}

/// FENs of international draughts that are faulty, and what the message must say.
const FAULTY: &[(&str, &str)] = &[
    ("", "empty"),
    ("   ", "empty"),
    ("W31,32:B1,2", "side to move"),
    ("X:W31:B1", "side to move"),
    ("W", "no list for White"),
    ("W:W31", "no list for Black"),
    ("W:W31:B1:W32", "two lists for White"),
    ("W:W51:B1", "\"51\""),
    ("W:W0,31:B1", "\"0\""),
    ("W:W256:B1", "\"256\""),
    ("W:W99999999999999999999:B1", "99999"),
    ("W:W31,31:B1", "31 is named twice"),
    ("W:W31,30-32:B1", "31 is named twice"),
    ("W:W31:B31", "both sides have a piece on 31"),
    ("W:W4:B49", "man on its crowning row, on 4"),
    ("W:W4:B49", "man on its crowning row, on 49"),
    ("W:W32-31:B1", "backwards"),
    ("W:W31-:B1", "31-"),
    ("W:W31,,32:B1", "commas"),
    ("W:WK:B1", "\"K\""),
    ("W:WK1-K3:B1", "\"K3\""),
    ("W:Wa2:B1", "\"A2\""),
    ("W:W31:B1:Z9", "\"Z9\""),
    ("W:W31:B1:H", "\"H\""),
    ("W:W\u{e9}:B1", "\u{e9}"),
];

#[test]
fn faulty_positions_are_refused_by_name() {
    for (text, words) in FAULTY {
        let error = fen::parse(variant("international"), text).expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

/// Black's count comes first, and tells which king if it must.
#[test]
fn king_move_counts_bind_the_right_king() {
    let mut frisian = variant("international").clone();
    frisian.rules.king_walk_limit = 3;
    let walks = |text: &str| {
        let setup = fen::parse(&frisian, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(fen::parse(&frisian, &fen::write(&frisian, &setup)), Ok(setup), "{text}");
        setup.walks.map(|walk| (walk.moves, walk.square))
    };
    assert_eq!(walks("W:WK47,32:BK5,12:+1+2"), [(2, 46), (1, 4)]);
    assert_eq!(walks("W:WK47,32:BK5,12:H3:F9:+0+3"), [(3, 46), (0, 0)]);
    // Nobody knows which of two kings has moved, unless it is said.
    assert_eq!(walks("W:WK47,K48,32:BK5,12:+0+2"), [(0, 0), (0, 0)]);
    assert_eq!(walks("W:WK47,K48,32:BK5,12:+105+247"), [(2, 46), (1, 4)]);
    // A side with only kings is free.
    assert_eq!(walks("W:WK47:BK5,12:+0+2"), [(0, 0), (0, 0)]);
    for wrong in ["+4+0", "+0", "+a+b", "+0+232", "++", "+\u{e9}+1", "+0+251"] {
        let text = format!("W:WK47,32:BK5,12:{wrong}");
        let error = fen::parse(&frisian, &text).expect_err(wrong).to_string();
        assert!(error.contains("king-move count"), "{text}: {error}");
    }
}

#[test]
fn a_game_is_won_and_drawn_when_it_is_and_not_before() {
    let played = |name: &str, text: &str| {
        let variant = Arc::new(variant(name).clone());
        let setup = fen::parse(&variant, text).expect("a good FEN");
        Game::from(variant, setup)
    };
    let play = |game: &mut Game, text: &str| {
        let play = movetext::parse(game.variant(), game.setup(), text).expect("legal");
        assert!(game.play(&play));
    };
    let mut game = played("english", "W:WK29:BK25");
    assert_eq!(game.end(), None);
    play(&mut game, "29x22");
    assert!(matches!(game.end(), Some(GameEnd::Win { winner: Color::White, .. })));

    let mut game = played("international", "W:WK48,K36:BK1,K16");
    for text in ["48-37", "1-6", "37-48", "6-1", "48-37", "1-6", "37-48", "6-1"] {
        assert_eq!(game.end(), None, "before {text}");
        play(&mut game, text);
    }
    assert!(matches!(game.end(), Some(GameEnd::Draw { .. })));
}

/// No bytes make the readers panic: texts cut, doubled and overwritten at random places.
#[test]
fn no_text_breaks_the_readers() {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = move |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let seeds: Vec<&str> = READ
        .iter()
        .map(|pair| pair.0)
        .chain(FAULTY.iter().map(|pair| pair.0))
        .chain(REFUSED.iter().map(|row| row.2))
        .chain(["W:WK47,K48,32:BK5,12:+105+247", "a3xb4:c5", "\u{feff}W:W\u{1d7d9}:B1"])
        .collect();
    let mut frisian = variant("international").clone();
    frisian.rules.king_walk_limit = 3;
    let variants = [variant("russian"), variant("canadian"), variant("turkish"), &frisian];
    let signs: Vec<char> = "WwBbKkGgPp:,-x+.0123456789a\u{e9}\u{1f600}\"[] \0\t".chars().collect();
    for _ in 0..20_000 {
        let mut text: Vec<char> = seeds[random(seeds.len())].chars().collect();
        for _ in 0..random(4) {
            let at = random(text.len() + 1);
            match random(3) {
                0 => text.insert(at, signs[random(signs.len())]),
                1 => text.truncate(at),
                _ => text.extend_from_within(at..),
            }
        }
        let text: String = text.into_iter().collect();
        for variant in variants {
            if let Ok(setup) = fen::parse(variant, &text) {
                assert_eq!(fen::parse(variant, &fen::write(variant, &setup)), Ok(setup), "{text}");
            }
            let start = variant.start();
            let _ = movetext::parse(variant, &start, &text);
            let _ = movetext::parse_hub(variant, &start, &SquareNames::of(variant), &text);
        }
    }
    let long = "1,".repeat(1 << 19);
    assert!(fen::parse(variants[0], &format!("W:W{long}")).is_err());
    assert!(movetext::parse(variants[0], &variants[0].start(), &long).is_err());
    assert!(movetext::parse(variants[0], &variants[0].start(), &"1-".repeat(1 << 19)).is_err());
}

#[test]
fn a_diagram_shows_the_board_as_people_see_it() {
    let lines = |name: &str, text: &str| -> Vec<String> {
        let variant = variant(name);
        let setup = fen::parse(variant, text).expect("a good FEN");
        diagram::draw(variant, &setup).lines().map(str::to_owned).collect()
    };
    // Square 1 is the upper left corner in Italian draughts, and the second square in Russian.
    let italian = lines("italian", "W:W32:BK1");
    assert_eq!(italian[0], "      1  B   .   .   .    4");
    assert_eq!(italian[7], "     29    .   .   .   w  32");
    let russian = lines("russian", "B:WKa1:Bb8");
    assert_eq!(russian[0], "      8    b   .   .   .");
    assert_eq!(russian[7], "      1  W   .   .   .");
    assert_eq!(russian[8], "         a b c d e f g h");
    assert_eq!(russian.last().map(String::as_str), Some("Black to move"));
}
