//! Draw rules: for each a played game that is drawn exactly when the article says, and not a ply
//! earlier; what starts a count anew; what the counters show.

mod common;

use crownhead::notation::{fen, movetext};
use crownhead::rule_file;
use crownhead::rules::draws::{DrawRule, repetitions};
use crownhead::rules::game::{GameEnd, WinReason};
use crownhead::rules::variants::VARIANTS;
use crownhead::rules::{Game, Play, Variant};
use std::sync::Arc;

fn game(variant: &Variant, text: &str) -> Game {
    let setup = fen::parse(variant, text).unwrap_or_else(|why| panic!("{text}: {why}"));
    Game::from(Arc::new(variant.clone()), setup)
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let play = movetext::parse(game.variant(), game.setup(), text)
            .unwrap_or_else(|why| panic!("{text}: {why}"));
        assert!(game.play(&play), "{text}");
    }
}

/// A small generator of numbers, so that failures repeat themselves.
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn roll(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below as u64) as usize
    }
}

fn counted(game: &Game, article: &str) -> u16 {
    let state = game.counter_states().find(|state| state.article == article);
    state.unwrap_or_else(|| panic!("no rule {article}")).counted
}

/// Plays on quietly until the game ends, keeping the count of `article` running: no captures, no
/// other draw. The plies it took, or `None` if this way led nowhere.
fn drift(mut game: Game, article: &str, dice: &mut Dice) -> Option<Game> {
    loop {
        if game.end().is_some() {
            return Some(game);
        }
        let before = counted(&game, article);
        let mut moves = game.legal();
        let by_men = others_press(&game, article);
        let is_man = |game: &Game, play: &Play| !game.setup().kings.contains(play.from);
        for last in (1..moves.len()).rev() {
            moves.swap(last, dice.roll(last + 1));
        }
        moves.sort_by_key(|play| is_man(&game, play) != by_men);
        let next = moves.iter().find_map(|play| {
            let mut next = game.clone();
            let quiet = play.captured.is_empty() && next.play(play);
            let goes_on = quiet
                && (counted(&next, article) >= before.max(1) || before == 0)
                && next.legal().first().is_some_and(|reply| reply.captured.is_empty())
                && match next.end() {
                    None => true,
                    Some(GameEnd::Draw { article: found, .. }) => found == article,
                    Some(GameEnd::Win { .. }) => false,
                };
            goes_on.then_some(next)
        });
        game = next?;
    }
}

/// Whether another count is about to end the game, so that a man must move.
fn others_press(game: &Game, article: &str) -> bool {
    game.counter_states().any(|state| {
        matches!(state.rule, DrawRule::Count(_))
            && state.article != article
            && state.active
            && state.limit.saturating_sub(state.counted) <= 2
    })
}

/// Rule by rule: a position in which it runs, and after how many plies the game is drawn by it.
const GAMES: &[(&str, &str, u32, &str, bool)] = &[
    ("international", "W:WK47,K48,36:BK3,K4,15", 50, "FMJD Annex 1, 6.2", false),
    ("international", "W:WK47,K48,K49:BK5", 32, "FMJD Annex 1, 6.3", false),
    ("international", "B:WK47,K48,36:BK5", 32, "FMJD Annex 1, 6.3", false),
    ("international", "W:WK47,36,35:BK5", 32, "FMJD Annex 1, 6.3", false),
    ("international", "W:WK47,K48:BK5", 10, "FMJD Annex 1, 6.4", false),
    ("international", "W:WK47,36:BK5", 10, "FMJD Annex 1, 6.4", false),
    ("international", "B:WK5:BK47", 10, "FMJD Annex 1, 6.4", false),
    ("killer", "W:WK47,K48,K49:BK5", 32, "FMJD Annex 1, 6.3", false),
    ("canadian", "W:WK68,K69:BK6", 10, "FMJD Annex 1, 6.4", false),
    ("russian", "W:WKc1,Ke1,Kg1:BKh8", 29, "FMJD-64 7.2.4", false),
    ("russian", "B:WKc1,Ke1,Kg1:BKh8", 30, "FMJD-64 7.2.4", false),
    ("russian", "W:WKe1,Kg1,a3:BKb8,Kd8,h6", 30, "FMJD-64 7.2.5", false),
    ("russian", "W:WKe1,a3:BKd8,h6", 60, "FMJD-64 7.2.6, 4 and 5 pieces", false),
    ("russian", "W:WKe1,a3,h2:BKd8,h6,a7", 120, "FMJD-64 7.2.6, 6 and 7 pieces", false),
    ("russian", "W:WKc1,Ke1,Kg1:BKa1", 9, "FMJD-64 7.2.7", false),
    ("russian", "B:WKc1,Kf2,a3:BKh8", 10, "FMJD-64 7.2.7", false),
    ("russian", "W:WKc1,Ke1:BKh8", 10, "FMJD-64 7.2.8", false),
    ("brazilian", "W:WKc1,Ke1:BKh8", 10, "FMJD-64 7.2.8", false),
    ("pool", "W:WK30,K31,K32:BK4", 26, "APCA: three kings against one", false),
    ("pool", "B:WK31,K32,21:BK1,12", 30, "APCA rule 26: 30 plies without progress", false),
    ("english", "B:WK30,21:BK3,12", 80, "WCDF 1.32.2", true),
    ("italian", "W:WK30,24:BK3,9", 80, "FID 10.4", true),
    ("spanish", "W:WK2,8:BK31,25", 40, "Spanish draughts: 40 successive king moves", false),
    ("portuguese", "W:WK2,8:BK31,25", 40, "Spanish draughts: 40 successive king moves", false),
    (
        "czech",
        "W:WKe1,a3:BKd8,h6",
        30,
        "Czech draughts, short rules: 15 moves without a capture or a man's move",
        false,
    ),
    ("frisian", "W:WK47,K49:BK5", 14, "Frisian rules of 2011, art. 18", false),
    ("frisian", "W:WK47:BK4", 4, "Frisian rules of 2011, art. 21", false),
];

#[test]
fn counts_end_the_game_at_their_ply_and_not_earlier() {
    for (name, text, plies, article, claimed) in GAMES {
        let start = game(common::variant(name), text);
        let played = (1..=200).find_map(|seed| drift(start.clone(), article, &mut Dice::new(seed)));
        let played = played.unwrap_or_else(|| panic!("{name} {text}: no way to {article}"));
        assert_eq!(played.plays().len(), *plies as usize, "{name} {text} {article}");
        let end = GameEnd::Draw { claimed: *claimed, article: (*article).into() };
        assert_eq!(played.end(), Some(end), "{name} {text}");
        let mut earlier = played;
        while earlier.undo().is_some() {
            assert_eq!(earlier.end(), None, "{name} {text} {article}");
        }
    }
}

/// Every counting rule of the table has its game above, or its own test below.
#[test]
fn every_count_of_the_table_is_tried() {
    for row in &VARIANTS {
        for rule in row.draws.iter() {
            if let DrawRule::Count(count) = rule {
                let tried = GAMES.iter().any(|game| game.3 == count.article);
                assert!(tried || count.plies == 0, "{}: {rule}", row.name);
            }
        }
    }
}

#[test]
fn the_third_repetition_counts_the_start_and_the_side_to_move() {
    let variant = common::variant("international");
    let mut game = game(variant, "W:WK48,K36:BK1,K16");
    for (ply, text) in "48-37 1-6 37-48 6-1 48-37 1-6 37-48 6-1".split(' ').enumerate() {
        assert_eq!(game.end(), None, "ply {ply}");
        play(&mut game, text);
    }
    let end = GameEnd::Draw { claimed: false, article: "FMJD Annex 1, 6.1".into() };
    assert_eq!(game.end(), Some(end));
}

/// How often a position must come back in each game, by the codes of their rules.
#[test]
fn repetition_is_as_the_codes_have_it() {
    for row in &VARIANTS {
        let expected = match &*row.name {
            "breakthrough" | "frisian" | "frysk" => 0,
            "italian" => 4,
            _ => 3,
        };
        assert_eq!(repetitions(&row.draws), expected, "{}", row.name);
    }
}

#[test]
fn italian_draws_at_the_fourth_time_and_not_at_the_third() {
    let mut game = game(common::variant("italian"), "W:WK30,24:BK3,9");
    let shuffle = game.legal();
    let king = shuffle.iter().find(|play| game.setup().kings.contains(play.from));
    let there = *king.expect("a king moves");
    let back = |play: Play| Play { from: play.to, to: play.from, ..play };
    assert!(game.play(&there));
    let reply = *game
        .legal()
        .iter()
        .find(|play| game.setup().kings.contains(play.from))
        .expect("a king moves");
    assert!(game.play(&reply) && game.play(&back(there)) && game.play(&back(reply)));
    for times in 2..4 {
        assert_eq!((game.occurrences(), game.end()), (times, None));
        for play in [there, reply, back(there), back(reply)] {
            assert!(game.play(&play));
        }
    }
    assert_eq!(game.end(), Some(GameEnd::Draw { claimed: false, article: "FID 9.3".into() }));
}

#[test]
fn one_piece_each_draws_at_once_in_turkish_but_a_win_comes_first() {
    let variant = common::variant("turkish");
    let mut drawn = game(variant, "W:Wa4:Ba5,h5,h7");
    assert_eq!(drawn.end(), None);
    play(&mut drawn, "a4xa6 h7-g7");
    assert_eq!(drawn.end(), None, "two against one");
    let one_each = game(variant, "W:Wa4:Bh5");
    let article = "Turkish draughts, kish RULES.md: one piece each";
    let end = GameEnd::Draw { claimed: false, article: article.into() };
    assert_eq!(one_each.end(), Some(end));
    let mut won = game(variant, "W:Wa4:Ba5,a7");
    play(&mut won, "a4xa8");
    assert!(matches!(won.end(), Some(GameEnd::Win { why: WinReason::NoPieces, .. })));
}

/// What starts a count anew: rule, position, moves, and the count after each of them.
#[test]
fn counts_start_anew_where_their_rules_say() {
    let cases: [(&str, &str, &str, &str, &[u16]); 7] = [
        // A king's moves are counted, a man's move and a capture start anew.
        (
            "international",
            "W:WK47,K48,35:BK1,K3,15",
            "FMJD Annex 1, 6.2",
            "48-42 1-6 35-30 6-1",
            &[1, 2, 0, 1],
        ),
        ("international", "W:WK47,25:BK5,15", "FMJD Annex 1, 6.2", "47-41 5x46", &[1, 0]),
        // The three-piece count goes on through a promotion.
        (
            "international",
            "W:WK47,K48,6:BK50",
            "FMJD Annex 1, 6.3",
            "6-1 50-45 1-6 45-50",
            &[1, 2, 3, 4],
        ),
        // The count of 7.2.6 goes on through men's moves and starts anew at a promotion.
        (
            "russian",
            "W:WKe1,a3,a7:BKd8,h6",
            "FMJD-64 7.2.6, 4 and 5 pieces",
            "a3-b4 h6-g5 a7-b8",
            &[1, 2, 0],
        ),
        // On the main road only.
        (
            "russian",
            "B:WKc1,Kf2,a3:BKh8",
            "FMJD-64 7.2.7",
            "h8-e5 a3-b4 e5-h2 f2-h4 h2-e5",
            &[0, 1, 0, 0, 0],
        ),
        // Moves of the stronger side alone.
        ("russian", "B:WKc1,Ke1,Kg1:BKh8", "FMJD-64 7.2.4", "h8-g7 e1-h4 g7-f8", &[0, 1, 1]),
        ("english", "B:WK30,21:BK3,12", "WCDF 1.32.2", "3-7 30-26 12-16", &[1, 2, 0]),
    ];
    for (name, text, article, moves, counts) in cases {
        let mut game = game(common::variant(name), text);
        for (text, count) in moves.split(' ').zip(counts) {
            play(&mut game, text);
            assert_eq!(counted(&game, article), *count, "{name} {moves} after {text}");
        }
    }
}

#[test]
fn progress_is_the_share_of_the_nearest_limit() {
    for variant in &VARIANTS {
        let mut dice = Dice::new(5);
        let mut game = Game::new(Arc::new(variant.clone()));
        for _ in 0..300 {
            let plays = game.legal();
            if plays.is_empty() {
                break;
            }
            let shares = variant.draws.iter().filter_map(|rule| match rule {
                DrawRule::Count(count) => Some(count),
                DrawRule::Repetition { .. } => None,
            });
            let nearest = shares
                .enumerate()
                .filter(|(_, count)| count.plies > 0)
                .map(|(place, count)| {
                    1_000 * u32::from(game.counters().get(place)) / u32::from(count.plies)
                })
                .max()
                .unwrap_or(0);
            let progress = game.counters().progress(&variant.draws);
            assert_eq!(u32::from(progress), nearest.min(1_000), "{}", variant.name);
            let play = plays[dice.roll(plays.len())];
            assert!(game.play(&play), "a legal move");
        }
    }
}

#[test]
fn undo_takes_the_counts_back() {
    let mut game = game(common::variant("international"), "W:WK47,K48,36:BK3,K4,15");
    let before = *game.counters();
    play(&mut game, "47-42");
    assert_ne!(*game.counters(), before);
    assert!(game.undo().is_some());
    assert_eq!(*game.counters(), before);
}

#[test]
fn counters_show_the_rule_its_article_and_how_far_it_is() {
    let mut game = game(common::variant("international"), "W:WK47,K48:BK5");
    play(&mut game, "47-42 5-10 48-43");
    let shown: Vec<(String, &str, u16, u16, bool)> = game
        .counter_states()
        .map(|state| {
            (state.rule.to_string(), state.article, state.counted, state.limit, state.active)
        })
        .collect();
    let lone = "with a lone king against";
    let expected = [
        ("the same position 3 times".to_owned(), "FMJD Annex 1, 6.1", 1, 3, true),
        (
            "25 moves by each side, anew after a capture or a man's move".to_owned(),
            "FMJD Annex 1, 6.2",
            3,
            50,
            true,
        ),
        (
            format!("16 moves by each side {lone} 3 pieces, 1 or more of them kings"),
            "FMJD Annex 1, 6.3",
            0,
            32,
            false,
        ),
        (
            format!("5 moves by each side {lone} 1 to 2 pieces, 1 or more of them kings"),
            "FMJD Annex 1, 6.4",
            3,
            10,
            true,
        ),
    ];
    assert_eq!(shown, expected);
}

/// The literal count of another text: only a capture starts it anew, so men may move.
#[test]
fn without_a_capture_men_do_not_help() {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/data/rules/international-25-without-capture.toml");
    let text = std::fs::read_to_string(path).expect("the file is there");
    let variant = rule_file::read(&text).expect("a game");
    let article = "25 moves by each side without any capture";
    let start = "W:WK47,K48,35:BK1,K3,15";
    let mut game = game(&variant, start);
    play(&mut game, "35-30 1-6");
    assert_eq!(counted(&game, article), 2);
    let played = (1..=200)
        .find_map(|seed| drift(game.clone(), article, &mut Dice::new(seed)))
        .expect("a way to the draw");
    assert_eq!(played.plays().len(), 50);
    let mut by_fmjd = self::game(common::variant("international"), start);
    for play in played.plays() {
        assert!(by_fmjd.play(play));
    }
    assert_eq!(by_fmjd.end(), None, "the men's moves started the FMJD count anew");
}
