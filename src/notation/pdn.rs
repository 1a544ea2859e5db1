//! Games written as PDN 3.0. It knows a game and its moves, and nothing of who played it or where.

use super::{fen, movetext};
use crate::rules::{Color, Game, Variant};

/// How a game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// A side has won.
    Win(Color),
    /// Nobody has.
    Draw,
    /// The game has no result.
    Unknown,
}

impl GameResult {
    /// As the variant's game type writes it: 2-0, 1-1 and 0-2 in games counted in points.
    #[must_use]
    pub fn text(self, variant: &Variant) -> &'static str {
        match (self, variant.notation.points) {
            (GameResult::Win(Color::White), true) => "2-0",
            (GameResult::Win(Color::Black), true) => "0-2",
            (GameResult::Draw, true) => "1-1",
            (GameResult::Win(Color::White), false) => "1-0",
            (GameResult::Win(Color::Black), false) => "0-1",
            (GameResult::Draw, false) => "1/2-1/2",
            (GameResult::Unknown, _) => "*",
        }
    }
}

/// A game to be written.
pub struct Sheet<'a> {
    /// What stands above the game, name and value, before the tags that follow from the game.
    pub tags: &'a [(&'a str, &'a str)],
    /// Start position and moves.
    pub game: &'a Game,
    /// How it went.
    pub result: GameResult,
    /// Why it ended, for a person.
    pub termination: &'a str,
    /// What is to be said about a ply, counted from 0: a comment without its braces.
    pub comment: &'a dyn Fn(usize) -> Option<String>,
}

/// Lines of moves are broken before this many characters.
const WIDTH: usize = 80;

/// The text of a game, with an empty line after it.
#[must_use]
pub fn write(sheet: &Sheet<'_>) -> String {
    let variant = sheet.game.variant();
    let result = sheet.result.text(variant);
    let mut text = String::new();
    for (name, value) in sheet.tags {
        text += &tag(name, value);
    }
    text += &tag("Result", result);
    text += &tag("GameType", &variant.notation.game_type.to_string());
    text += &tag("Variant", &variant.name);
    let start = sheet.game.setups().next().unwrap_or(sheet.game.setup());
    if *start != variant.start() {
        text += &tag("SetUp", "1");
        text += &tag("FEN", &fen::write(variant, start));
    }
    text += &tag("Termination", sheet.termination);
    text + "\n" + &wrapped(words(sheet).chain([result.to_owned()])) + "\n"
}

/// A tag pair. A value has no sign for a quote of its own that every reader knows.
fn tag(name: &str, value: &str) -> String {
    let value: String = value.chars().filter(|c| !c.is_control()).collect();
    format!("[{name} \"{}\"]\n", value.replace('\\', "/").replace('"', "'"))
}

/// Move numbers, moves and comments.
fn words(sheet: &Sheet<'_>) -> impl Iterator<Item = String> {
    let Sheet { game, comment, .. } = sheet;
    let variant = game.variant();
    let begins = game.setups().next().unwrap_or(game.setup()).turn;
    // Whoever moves first in the variant has the first half of a number.
    let offset = usize::from(begins != variant.first);
    game.setups().zip(game.plays()).enumerate().flat_map(move |(ply, (setup, play))| {
        let half = ply + offset;
        let number = match half % 2 {
            0 => Some(format!("{}.", half / 2 + 1)),
            _ if ply == 0 => Some("1...".to_owned()),
            _ => None,
        };
        // A brace of its own would end a comment early.
        let comment = comment(ply).map(|text| format!("{{{}}}", text.replace(['{', '}'], "")));
        let written = movetext::write(variant, setup, play);
        number.into_iter().chain([written]).chain(comment)
    })
}

fn wrapped(words: impl Iterator<Item = String>) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for word in words {
        if width > 0 && width + 1 + word.len() > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        width += word.len();
        text += &word;
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variant_named;
    use std::sync::Arc;

    fn sheet(variant: &str, fen: Option<&str>, moves: &str, result: GameResult) -> String {
        let variant = Arc::new(variant_named(variant).expect("a variant").clone());
        let setup =
            fen.map_or(variant.start(), |text| super::fen::parse(&variant, text).expect("a FEN"));
        let mut game = Game::from(variant, setup);
        for text in moves.split_whitespace() {
            let play = movetext::parse(game.variant(), game.setup(), text).expect("a move");
            assert!(game.play(&play));
        }
        let tags = &[("White", "A \"b\"\\")];
        let comment = &|_| None;
        write(&Sheet { tags, game: &game, result, termination: "a test", comment })
    }

    #[test]
    fn tags_numbers_and_result_are_the_variants_own() {
        assert_eq!(
            sheet("international", None, "32-28 19-23 28x19", GameResult::Draw),
            "[White \"A 'b'/\"]\n[Result \"1-1\"]\n[GameType \"20\"]\n[Variant \"international\"]\n\
             [Termination \"a test\"]\n\n1. 32-28 19-23 2. 28x19 1-1\n\n"
        );
        let text = sheet("english", Some("W:W32:B1"), "32-28 1-6", GameResult::Win(Color::White));
        assert!(text.contains("[SetUp \"1\"]\n[FEN \"W:W32:B1\"]\n"), "{text}");
        assert!(text.ends_with("1... 32-28 2. 1-6 1-0\n\n"), "{text}");
        let text = sheet("russian", None, "c3-d4", GameResult::Unknown);
        assert!(text.ends_with("\n\n1. c3-d4 *\n\n"), "{text}");
    }

    #[test]
    fn lines_are_not_long() {
        let mut game = Game::new(Arc::new(variant_named("canadian").expect("a variant").clone()));
        for _ in 0..80 {
            let play = game.legal()[0];
            assert!(game.play(&play));
        }
        let sheet = Sheet {
            tags: &[],
            game: &game,
            result: GameResult::Win(Color::Black),
            termination: "",
            comment: &|ply| (ply == 9).then(|| "the {tenth}".to_owned()),
        };
        let text = write(&sheet);
        assert_eq!(text.replace('\n', " ").matches("{the tenth}").count(), 1, "{text}");
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert!(text.lines().filter(|line| line.len() > WIDTH / 2).count() > 5, "{text}");
        assert!(text.ends_with(" 0-2\n\n"), "{text}");
    }
}
