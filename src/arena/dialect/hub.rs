//! The Hub protocol, version 2, as the text that comes with Scan describes it.

use super::{Announcement, Declared, Dialect, Heard, Info, Question, Refusal, Turn, check_options};
use crate::notation::{MoveError, Numbering, SquareNames, movetext};
use crate::rules::{Color, Game, Play, Setup, Variant};
use crate::search::Score;

const VARIANT_PARAM: &str = "variant";

/// One engine's state.
pub(super) struct Hub {
    id: String,
    params: Vec<Declared>,
    numbering: Numbering,
}

impl Hub {
    pub(super) fn new(numbering: Numbering) -> Hub {
        Hub { id: String::new(), params: Vec::new(), numbering }
    }

    fn names(&self, variant: &Variant) -> SquareNames {
        SquareNames::of(variant).numbered(self.numbering)
    }
}

impl Dialect for Hub {
    fn hello(&self) -> &'static str {
        "hub"
    }

    fn greet(&mut self, line: &str) -> bool {
        let (command, args) = parse(line);
        let value = |name: &str| value(&args, name);
        match command.as_str() {
            "id" => value("name").unwrap_or_default().clone_into(&mut self.id),
            "param" => {
                if let Some(name) = value("name") {
                    let choices = value("values").unwrap_or_default();
                    let choices = choices.split_whitespace().map(str::to_owned).collect();
                    self.params.push(Declared { name: name.to_owned(), choices });
                }
            }
            _ => {}
        }
        command == "wait"
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn configure(
        &self,
        game: &Announcement,
        options: &[(String, String)],
    ) -> Result<Vec<String>, Refusal> {
        let asked = options.iter().any(|(name, _)| name.eq_ignore_ascii_case(VARIANT_PARAM));
        let game = if asked { Vec::new() } else { game.chosen(&self.params, VARIANT_PARAM)? };
        let chosen = check_options(&self.params, options)?;
        let line = |(name, value): (String, String)| {
            format!("set-param name={} value={}", quoted(&name), quoted(&value))
        };
        Ok(game.into_iter().chain(chosen).map(line).collect())
    }

    fn settle(&self) -> Question {
        Question { ask: "init", answer: "ready" }
    }

    fn ping(&self) -> Question {
        Question { ask: "ping", answer: "pong" }
    }

    fn new_game(&self) -> &'static str {
        "new-game"
    }

    fn go(&self, turn: &Turn<'_>) -> Vec<String> {
        let names = self.names(turn.game.variant());
        let board = board(&names, turn.start());
        let position = if turn.moves.is_empty() {
            format!("pos pos={board}")
        } else {
            format!("pos pos={board} moves=\"{}\"", turn.moves.join(" "))
        };
        vec![position, format!("level {}", limits(turn).join(" ")), "go think".into()]
    }

    fn hear(&self, line: &str) -> Heard {
        let (command, args) = parse(line);
        match command.as_str() {
            "info" => Heard::Info(Info {
                depth: value(&args, "depth").and_then(|text| text.parse().ok()),
                score: value(&args, "score").and_then(|text| text.parse().ok()).and_then(score),
                nodes: value(&args, "nodes").and_then(|text| text.parse().ok()),
            }),
            "done" => Heard::Best(value(&args, "move").unwrap_or_default().to_owned()),
            _ => Heard::Nothing,
        }
    }

    fn write_move(&self, variant: &Variant, _setup: &Setup, play: &Play) -> String {
        movetext::write_hub(&self.names(variant), play)
    }

    fn read_move(&self, game: &Game, text: &str) -> Result<Play, MoveError> {
        movetext::parse_hub(game.variant(), game.setup(), &self.names(game.variant()), text)
    }
}

/// The side to move and a letter a square, the upper left one first.
fn board(names: &SquareNames, setup: &Setup) -> String {
    let letter = |square| match setup.piece(square) {
        Some((Color::White, false)) => 'w',
        Some((Color::White, true)) => 'W',
        Some((Color::Black, false)) => 'b',
        Some((Color::Black, true)) => 'B',
        None => 'e',
    };
    std::iter::once(setup.turn.letter()).chain(names.reading_order().map(letter)).collect()
}

/// The limits. The clock is told without this move's increment, so it may be negative.
fn limits(turn: &Turn<'_>) -> Vec<String> {
    let mut words = Vec::new();
    words.extend(turn.control.depth.map(|depth| format!("depth={depth}")));
    words.extend(turn.control.nodes.map(|nodes| format!("nodes={nodes}")));
    let time = turn.control.move_time;
    words.extend(time.map(|time| format!("move-time={}", time.as_secs_f64())));
    if let Some(face) = turn.own_face() {
        words.extend(face.moves_to_go.map(|moves| format!("moves={moves}")));
        let increment = face.increment.as_secs_f64();
        words.push(format!("time={:.3}", face.left.as_secs_f64() - increment));
        if !face.increment.is_zero() {
            words.push(format!("inc={increment}"));
        }
    }
    words
}

/// Men for the side to move; a win in N plies is 100 - N/100, one known from a database 90 - N/100.
fn score(men: f64) -> Option<Score> {
    if !men.is_finite() {
        return None;
    }
    let size = men.abs();
    let win = if size > 90.0 {
        Some(((100.0 - size) * 100.0).round().max(0.0) as u32)
    } else if size > 80.0 {
        Some(((90.0 - size) * 100.0).round() as u32)
    } else {
        None
    };
    Some(match win {
        Some(plies) if men > 0.0 => Score::Win(plies),
        Some(plies) => Score::Loss(plies),
        None => Score::Value((men * 100.0).round() as i32),
    })
}

/// A value as it goes on the line: quoted when it is empty or holds a special character. A quote
/// inside cannot be written, so it is left out.
fn quoted(text: &str) -> String {
    let text: String = text.chars().filter(|c| *c != '"' && !c.is_control()).collect();
    if text.is_empty() || text.contains(|c: char| c.is_whitespace() || c == '=') {
        format!("\"{text}\"")
    } else {
        text
    }
}

fn value<'a>(args: &'a [(String, String)], name: &str) -> Option<&'a str> {
    args.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
}

/// Splits a line into its command and arguments; a bare argument has an empty value. Blanks around
/// `=` are allowed. A quote that is never closed runs to the end of the line.
fn parse(line: &str) -> (String, Vec<(String, String)>) {
    let mut tokens = tokens(line).into_iter().peekable();
    let command = tokens.next().unwrap_or_default();
    let mut args = Vec::new();
    while let Some(name) = tokens.next() {
        let mut value = String::new();
        if tokens.peek().is_some_and(|next| next == "=") {
            tokens.next();
            value = tokens.next().unwrap_or_default();
        }
        args.push((name, value));
    }
    (command, args)
}

fn tokens(line: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let (token, after) = match first {
            '=' => ("=", &rest[1..]),
            '"' => rest[1..].split_once('"').unwrap_or((&rest[1..], "")),
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || c == '=' || c == '"');
                rest.split_at(end.unwrap_or(rest.len()))
            }
        };
        tokens.push(token.to_owned());
        rest = after.trim_start();
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split() {
        let (command, args) = parse("param name=variant value = \"\" values=\"a b=c\" flag");
        assert_eq!(command, "param");
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            args,
            [pair("name", "variant"), pair("value", ""), pair("values", "a b=c"), pair("flag", "")]
        );
        assert_eq!(parse("").0, "");
        assert_eq!(parse("id name=\"never closed").1, [pair("name", "never closed")]);
    }

    #[test]
    fn scores_are_in_men() {
        assert_eq!(score(-0.01), Some(Score::Value(-1)));
        assert_eq!(score(99.95), Some(Score::Win(5)));
        assert_eq!(score(-89.9), Some(Score::Loss(10)));
        assert_eq!(score(f64::NAN), None);
    }
}
