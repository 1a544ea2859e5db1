//! The UCI-like protocol and its sister UGI (the Universal Game Interface of kz04px), which differ
//! in a few words: who the players are called, and how the handshake begins.

use super::{Announcement, Declared, Dialect, Heard, Info, Question, Refusal, Turn, check_options};
use crate::notation::{MoveError, fen, movetext};
use crate::rules::{Color, Game, Play, Setup, Variant};
use crate::search::Score;

/// The words in which the two differ.
pub(super) struct Words {
    hello: &'static str,
    hello_ends: &'static str,
    new_game: &'static str,
    clock: ClockWords,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ClockWords {
    /// `wtime`, `btime`.
    Colors,
    /// `p1time`, `p2time`: the player who moves first in the start position is the first.
    Players,
}

pub(super) static UCI: Words =
    Words { hello: "uci", hello_ends: "uciok", new_game: "ucinewgame", clock: ClockWords::Colors };

pub(super) static UGI: Words =
    Words { hello: "ugi", hello_ends: "ugiok", new_game: "uginewgame", clock: ClockWords::Players };

const VARIANT_OPTION: &str = "UCI_Variant";
const READY: Question = Question { ask: "isready", answer: "readyok" };

/// One engine's state.
pub(super) struct Uci {
    words: &'static Words,
    id: String,
    options: Vec<Declared>,
}

impl Uci {
    pub(super) fn new(words: &'static Words) -> Uci {
        Uci { words, id: String::new(), options: Vec::new() }
    }

    /// The limits as they stand on the `go` line.
    fn limits(&self, turn: &Turn<'_>) -> Vec<String> {
        let mut words = Vec::new();
        for color in Color::BOTH {
            if let Some(face) = turn.faces[color as usize] {
                let player = self.player(turn, color);
                let (left, increment) = (face.left.as_millis(), face.increment.as_millis());
                words.push(format!("{player}time {left} {player}inc {increment}"));
            }
        }
        let moves = turn.own_face().and_then(|face| face.moves_to_go);
        words.extend(moves.map(|moves| format!("movestogo {moves}")));
        let time = turn.control.move_time;
        words.extend(time.map(|time| format!("movetime {}", time.as_millis().max(1))));
        words.extend(turn.control.nodes.map(|nodes| format!("nodes {nodes}")));
        words.extend(turn.control.depth.map(|depth| format!("depth {depth}")));
        words
    }

    fn player(&self, turn: &Turn<'_>, color: Color) -> &'static str {
        let first = turn.game.variant().first;
        match (self.words.clock, color) {
            (ClockWords::Colors, Color::White) => "w",
            (ClockWords::Colors, Color::Black) => "b",
            (ClockWords::Players, color) if color == first => "p1",
            (ClockWords::Players, _) => "p2",
        }
    }
}

impl Dialect for Uci {
    fn hello(&self) -> &'static str {
        self.words.hello
    }

    fn greet(&mut self, line: &str) -> bool {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("id") if words.next() == Some("name") => {
                self.id = words.collect::<Vec<_>>().join(" ");
            }
            Some("option") => self.options.extend(declared(words)),
            Some(word) => return word == self.words.hello_ends,
            None => {}
        }
        false
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn configure(
        &self,
        game: &Announcement,
        options: &[(String, String)],
    ) -> Result<Vec<String>, Refusal> {
        let asked = options.iter().any(|(name, _)| name.eq_ignore_ascii_case(VARIANT_OPTION));
        let game = if asked { Vec::new() } else { game.chosen(&self.options, VARIANT_OPTION)? };
        let chosen = check_options(&self.options, options)?;
        let line = |(name, value)| format!("setoption name {name} value {value}");
        Ok(game.into_iter().chain(chosen).map(line).collect())
    }

    fn settle(&self) -> Question {
        READY
    }

    fn ping(&self) -> Question {
        READY
    }

    fn new_game(&self) -> &'static str {
        self.words.new_game
    }

    fn go(&self, turn: &Turn<'_>) -> Vec<String> {
        let fen = fen::write(turn.game.variant(), turn.start());
        let moves = if turn.moves.is_empty() { "" } else { " moves " };
        let position = format!("position fen {fen}{moves}{}", turn.moves.join(" "));
        vec![position, format!("go {}", self.limits(turn).join(" "))]
    }

    fn hear(&self, line: &str) -> Heard {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("info") => info(words),
            Some("bestmove") => match words.next() {
                Some(text) if text != "(none)" => Heard::Best(text.into()),
                _ => Heard::Best(String::new()),
            },
            _ => Heard::Nothing,
        }
    }

    fn write_move(&self, variant: &Variant, setup: &Setup, play: &Play) -> String {
        movetext::write(variant, setup, play)
    }

    fn read_move(&self, game: &Game, text: &str) -> Result<Play, MoveError> {
        movetext::parse(game.variant(), game.setup(), text)
    }
}

/// Reads `name X type T ... var V var V`; names and values may hold blanks.
fn declared<'a>(words: impl Iterator<Item = &'a str>) -> Option<Declared> {
    const FIELDS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
    let mut found = Declared::default();
    let mut field = "";
    for word in words {
        if FIELDS.contains(&word) {
            field = word;
            if field == "var" {
                found.choices.push(String::new());
            }
            continue;
        }
        let text = match field {
            "name" => &mut found.name,
            "var" => found.choices.last_mut()?,
            _ => continue,
        };
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
    (!found.name.is_empty()).then_some(found)
}

fn info<'a>(mut words: impl Iterator<Item = &'a str>) -> Heard {
    let mut info = Info::default();
    let mut best_line = true;
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = number(words.next()),
            "nodes" => info.nodes = number(words.next()),
            "multipv" => best_line = words.next() == Some("1"),
            "score" => info.score = score(&mut words),
            // A bound is not a score.
            "lowerbound" | "upperbound" => info.score = None,
            // Nothing follows that could be misread.
            "pv" | "string" => break,
            _ => {}
        }
    }
    if best_line { Heard::Info(info) } else { Heard::Nothing }
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

/// `cp N`, `win N`, `loss N`, `draw`; `mate N` from engines that came from chess counts moves.
fn score<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Score> {
    match words.next()? {
        "cp" => number(words.next()).map(Score::Value),
        "win" => number(words.next()).map(Score::Win),
        "loss" => number(words.next()).map(Score::Loss),
        "draw" => Some(Score::Value(0)),
        "mate" => {
            let moves: i32 = number(words.next())?;
            let plies = moves.unsigned_abs().saturating_mul(2);
            Some(if moves > 0 { Score::Win(plies) } else { Score::Loss(plies) })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_with_blanks_are_read() {
        let mut uci = Uci::new(&UCI);
        assert!(!uci.greet("id name Some Engine 1.0"));
        assert!(!uci.greet("option name Move Overhead type spin default 10 min 0 max 5000"));
        assert!(!uci.greet("option name UCI_Variant type combo default a var a var two words"));
        assert!(!uci.greet("option name"));
        assert!(uci.greet("uciok"));
        assert_eq!(uci.id(), "Some Engine 1.0");
        let names: Vec<_> = uci.options.iter().map(|option| option.name.as_str()).collect();
        assert_eq!(names, ["Move Overhead", "UCI_Variant"]);
        assert_eq!(uci.options[1].choices, ["a", "two words"]);
    }

    #[test]
    fn lines_of_a_search_are_understood() {
        let uci = Uci::new(&UCI);
        let info = |depth, score, nodes| Heard::Info(Info { depth, score, nodes });
        assert_eq!(
            uci.hear("info depth 9 score cp -13 nodes 100 pv 32-28 depth"),
            info(Some(9), Some(Score::Value(-13)), Some(100))
        );
        assert_eq!(uci.hear("info score win 7"), info(None, Some(Score::Win(7)), None));
        assert_eq!(uci.hear("info score mate -2"), info(None, Some(Score::Loss(4)), None));
        assert_eq!(uci.hear("info depth x score cp nodes"), info(None, None, None));
        assert_eq!(uci.hear("info multipv 2 score cp 5"), Heard::Nothing);
        assert_eq!(uci.hear("bestmove 32-28 ponder 19-23"), Heard::Best("32-28".into()));
        assert_eq!(uci.hear("bestmove (none)"), Heard::Best(String::new()));
        assert_eq!(uci.hear("bestmove"), Heard::Best(String::new()));
        assert_eq!(uci.hear(""), Heard::Nothing);
    }
}
