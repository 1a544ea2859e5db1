//! The UCI-like protocol: Stefan Meyer-Kahlen's Universal Chess Interface (April 2006) as far as
//! draughts allows. `protocol.md` gives the whole of it with the reasons.

use super::text::{clipped, one_line};
use super::{Dialect, Protocol};
use crate::message::{
    Bench, Command, Event, Go, Hosts, Info, OptionInfo, OptionKind, Placement, Position,
    nodes_per_second,
};
use crate::search::Score;
use std::fmt::Write;
use std::time::Duration;
use thiserror::Error;

/// The dialect; it remembers nothing from line to line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uci;

/// What can be wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseError {
    /// No word of the line is a command.
    #[error("unknown command '{line}'; known: {known}")]
    UnknownCommand {
        /// The line.
        line: String,
        /// The commands.
        known: String,
    },
    /// `setoption` without `name`.
    #[error("setoption is written: setoption name NAME [value VALUE]")]
    OptionForm,
    /// `position` without `startpos` or `fen`, or with something else before `moves`.
    #[error("position is written: position startpos|fen FEN [moves MOVE ...]; found '{0}'")]
    PositionForm(String),
    /// A word after `go` or `bench` that is none of theirs.
    #[error("{command} does not know '{word}'; known: {known}")]
    UnknownWord {
        /// The command.
        command: &'static str,
        /// The word.
        word: String,
        /// The words it knows.
        known: String,
    },
    /// A word that needs a value has none.
    #[error("'{0}' needs a value")]
    NoValue(String),
    /// A number was expected.
    #[error("'{word}' needs a whole number, not '{found}'")]
    NotANumber {
        /// The word before.
        word: String,
        /// What stands there.
        found: String,
    },
}

pub(super) type Parsed = Result<Option<Command>, ParseError>;

/// Reads the rest of a line.
pub(super) type Reader = fn(Words) -> Parsed;

/// Every command and what reads the rest of its line.
const COMMANDS: [(&str, Reader); 15] = [
    ("uci", |_| just(Command::Identify)),
    ("debug", |_| Ok(None)),
    ("register", |_| Ok(None)),
    ("isready", |_| just(Command::Ready)),
    ("setoption", set_option),
    ("ucinewgame", |_| just(Command::NewGame)),
    ("position", position),
    ("go", |words| go(words, &CLOCKS)),
    ("stop", |_| just(Command::Stop)),
    ("ponderhit", |_| just(Command::PonderHit)),
    ("quit", |_| just(Command::Quit)),
    ("d", |_| just(Command::Show)),
    ("eval", |_| just(Command::Evaluate)),
    ("flip", |_| just(Command::Flip)),
    ("bench", bench),
];

/// The words `go` knows besides its clocks.
const GO_WORDS: &str = "movestogo depth nodes movetime mate infinite ponder perft searchmoves";

/// How `go` calls the time left of either side, and what is added a move.
pub(super) struct ClockWords(pub [&'static str; 4]);

const CLOCKS: ClockWords = ClockWords(["wtime", "btime", "winc", "binc"]);

impl Protocol for Uci {
    type Error = ParseError;

    const DIALECT: Dialect = Dialect::Uci;

    fn parse(&mut self, line: &str) -> Parsed {
        read(&COMMANDS, line)
    }

    fn write(&self, event: &Event) -> Vec<String> {
        match event {
            Event::Identity(options) => identity(options, "uciok"),
            Event::Ready => vec!["readyok".into()],
            // UCI has neither the command nor the question.
            Event::Initialised | Event::Answer(_) => Vec::new(),
            Event::Info(info) => vec![info_line(info, &score_words(info.score))],
            Event::Best { best, ponder } => vec![best_line(best.as_deref(), ponder.as_deref())],
            Event::Perft { divide, time } => perft_lines(divide, *time),
            Event::Text(lines) => lines.clone(),
            Event::Error(message) => vec![format!("info string error: {}", one_line(message))],
        }
    }
}

/// Reads a line with a table of commands, as UCI has it: words before a command are skipped.
pub(super) fn read(commands: &[(&str, Reader)], line: &str) -> Parsed {
    let mut words = Words(line.trim_start_matches('\u{feff}'));
    if words.0.trim().is_empty() {
        return Ok(None);
    }
    while let Some(word) = words.next() {
        if let Some((_, read)) = commands.iter().find(|(name, _)| *name == word) {
            return read(words);
        }
    }
    let known = commands.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" ");
    Err(ParseError::UnknownCommand { line: clipped(line.trim()), known })
}

/// The rest of a line, word by word.
pub(super) struct Words<'a>(&'a str);

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.0.trim_start();
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }
}

impl Words<'_> {
    /// The value of `word` as a whole number; one too great for the type is the greatest.
    fn number(&mut self, word: &str) -> Result<i64, ParseError> {
        let found = self.next().ok_or_else(|| ParseError::NoValue(word.into()))?;
        let digits = found.strip_prefix(['-', '+']).unwrap_or(found);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(ParseError::NotANumber { word: word.into(), found: clipped(found) });
        }
        let saturated = if found.starts_with('-') { i64::MIN } else { i64::MAX };
        Ok(found.parse().unwrap_or(saturated))
    }

    /// The value of `word` as a count; a negative one is 0.
    fn natural(&mut self, word: &str) -> Result<u32, ParseError> {
        Ok(self.number(word)?.clamp(0, u32::MAX.into()) as u32)
    }
}

#[expect(clippy::unnecessary_wraps, reason = "every reader in the table gives the same type")]
pub(super) fn just(command: Command) -> Parsed {
    Ok(Some(command))
}

pub(super) fn set_option(mut words: Words) -> Parsed {
    if words.next() != Some("name") {
        return Err(ParseError::OptionForm);
    }
    let mut name: Vec<&str> = Vec::new();
    let mut value = None;
    while let Some(word) = words.next() {
        if word == "value" {
            // The rest as it stands: a path may hold blanks.
            value = Some(words.0.trim().to_owned());
            break;
        }
        name.push(word);
    }
    if name.is_empty() {
        return Err(ParseError::OptionForm);
    }
    just(Command::SetOption { name: name.join(" "), value, lenient: false })
}

pub(super) fn position(mut words: Words) -> Parsed {
    let wrong = |found: &str| Err(ParseError::PositionForm(clipped(found)));
    let placement = match words.next() {
        Some("startpos") => match words.next() {
            None | Some("moves") => Placement::Start,
            Some(other) => return wrong(other),
        },
        Some("fen") => {
            let fen: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
            Placement::Fen(fen.join(" "))
        }
        other => return wrong(other.unwrap_or("nothing")),
    };
    let moves = words.map(str::to_owned).collect();
    just(Command::Position(Position { placement, moves }))
}

/// Reads what follows `go`, with the clocks called so.
pub(super) fn go(mut words: Words, clocks: &ClockWords) -> Parsed {
    let [white, black, white_increment, black_increment] = clocks.0;
    let mut go = Go::default();
    let mut perft = None;
    while let Some(word) = words.next() {
        match word {
            _ if word == white => go.white.left_ms = Some(words.number(word)?),
            _ if word == black => go.black.left_ms = Some(words.number(word)?),
            _ if word == white_increment => go.white.increment_ms = Some(words.number(word)?),
            _ if word == black_increment => go.black.increment_ms = Some(words.number(word)?),
            "movestogo" => go.moves_to_go = Some(words.natural(word)?).filter(|moves| *moves > 0),
            "depth" => go.depth = Some(words.natural(word)?.max(1)),
            "nodes" => go.nodes = Some(words.number(word)?.max(1) as u64),
            "movetime" => {
                let ms = words.number(word)?.max(0) as u64;
                go.move_time = Some(Duration::from_millis(ms));
            }
            "mate" => go.mate = Some(words.natural(word)?.max(1)),
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "perft" => perft = Some(words.natural(word)?.max(1)),
            "searchmoves" => go.search_moves = words.by_ref().map(str::to_owned).collect(),
            _ => return unknown_word("go", word, format!("{} {GO_WORDS}", clocks.0.join(" "))),
        }
    }
    just(perft.map_or(Command::Go(go), Command::Perft))
}

fn bench(mut words: Words) -> Parsed {
    let mut bench = Bench::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => bench.depth = Some(words.natural(word)?.max(1)),
            "variant" => {
                let name = words.next().ok_or_else(|| ParseError::NoValue(word.into()))?;
                bench.variant = Some(name.into());
            }
            _ => return unknown_word("bench", word, "depth variant".into()),
        }
    }
    just(Command::Bench(bench))
}

pub(super) fn unknown_word(command: &'static str, word: &str, known: String) -> Parsed {
    Err(ParseError::UnknownWord { command, word: clipped(word), known })
}

/// Name, author and options, ended by `last`.
pub(super) fn identity(options: &[OptionInfo], last: &str) -> Vec<String> {
    let mut lines = vec![
        concat!("id name Crownhead ", env!("CARGO_PKG_VERSION")).to_owned(),
        "id author the Crownhead authors".to_owned(),
    ];
    let for_us = options.iter().filter(|option| option.hosts != Hosts::Hub);
    lines.extend(for_us.map(option_line));
    lines.push(last.to_owned());
    lines
}

fn option_line(option: &OptionInfo) -> String {
    let name = option.name;
    match &option.kind {
        OptionKind::Check { default } => format!("option name {name} type check default {default}"),
        OptionKind::Spin { default, min, max } => {
            format!("option name {name} type spin default {default} min {min} max {max}")
        }
        OptionKind::Combo { default, choices } => {
            let vars = choices.join(" var ");
            format!("option name {name} type combo default {default} var {vars}")
        }
        OptionKind::Text => format!("option name {name} type string default <empty>"),
        OptionKind::Button => format!("option name {name} type button"),
    }
}

fn score_words(score: Score) -> String {
    match score {
        Score::Value(value) => format!("cp {value}"),
        Score::Win(plies) => format!("win {plies}"),
        Score::Loss(plies) => format!("loss {plies}"),
    }
}

/// A line of thought, with its score in the dialect's own words.
pub(super) fn info_line(info: &Info, score: &str) -> String {
    let wdl = info.wdl.map_or(String::new(), |[w, d, l]| format!(" wdl {w} {d} {l}"));
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {score}{wdl} nodes {} nps {} time {} \
         hashfull {} egdbhits {}",
        info.depth,
        info.seldepth,
        info.multi_pv,
        info.nodes,
        nodes_per_second(info.nodes, info.time),
        info.time.as_millis(),
        info.hashfull,
        info.egdb_hits,
    );
    if !info.pv.is_empty() {
        // Writing to a String cannot fail.
        let _ = write!(line, " pv {}", info.pv.join(" "));
    }
    line
}

fn best_line(best: Option<&str>, ponder: Option<&str>) -> String {
    let best = best.unwrap_or("(none)");
    ponder.map_or(format!("bestmove {best}"), |reply| format!("bestmove {best} ponder {reply}"))
}

fn perft_lines(divide: &[(String, u64)], time: Duration) -> Vec<String> {
    let nodes: u64 = divide.iter().map(|(_, nodes)| nodes).sum();
    let mut lines: Vec<String> =
        divide.iter().map(|(mv, count)| format!("{mv}: {count}")).collect();
    let nps = nodes_per_second(nodes, time);
    lines.push(format!("info nodes {nodes} nps {nps} time {}", time.as_millis()));
    lines.push(format!("Nodes searched: {nodes}"));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::SideClock;

    fn parse(line: &str) -> Parsed {
        Uci.parse(line)
    }

    #[test]
    fn every_limit_of_go_is_read() {
        let go = Go {
            white: SideClock { left_ms: Some(-5), increment_ms: Some(3) },
            black: SideClock { left_ms: Some(7), increment_ms: Some(0) },
            moves_to_go: Some(4),
            depth: Some(1),
            nodes: Some(u64::try_from(i64::MAX).unwrap_or_default()),
            move_time: Some(Duration::ZERO),
            mate: Some(2),
            handicap: 0,
            infinite: true,
            ponder: true,
            by_player: false,
            early: false,
            search_moves: vec!["32-28".into(), "31-27".into()],
        };
        let line = "go wtime -5 btime 7 winc 3 binc 0 movestogo 4 depth 0 nodes \
                    99999999999999999999 movetime -1 mate 2 infinite ponder searchmoves 32-28 31-27";
        assert_eq!(parse(line), Ok(Some(Command::Go(go))));
        assert_eq!(parse("go perft 3"), Ok(Some(Command::Perft(3))));
    }

    #[test]
    fn wrong_limits_are_named() {
        for (line, message) in [
            ("go depth x", "'depth' needs a whole number, not 'x'"),
            ("go nodes 1e6", "'nodes' needs a whole number, not '1e6'"),
            ("go wtime", "'wtime' needs a value"),
            ("go depth -", "'depth' needs a whole number, not '-'"),
        ] {
            assert_eq!(
                parse(line).map_err(|error| error.to_string()),
                Err(message.into()),
                "{line}"
            );
        }
    }

    #[test]
    fn words_before_a_command_are_skipped() {
        assert_eq!(parse("joho isready"), Ok(Some(Command::Ready)));
        assert_eq!(parse("\u{feff}uci\r"), Ok(Some(Command::Identify)));
        assert!(matches!(parse("joho joho"), Err(ParseError::UnknownCommand { .. })));
        assert_eq!(parse(" \t\r"), Ok(None));
    }

    #[test]
    fn option_names_and_values_may_hold_blanks() {
        let set = |name: &str, value: Option<&str>| {
            let (name, value) = (name.into(), value.map(Into::into));
            Ok(Some(Command::SetOption { name, value, lenient: false }))
        };
        assert_eq!(
            parse("setoption name Move  Overhead value 20 "),
            set("Move Overhead", Some("20"))
        );
        assert_eq!(parse("setoption name Clear Hash"), set("Clear Hash", None));
        assert_eq!(parse("setoption name P value /a  b/value c"), set("P", Some("/a  b/value c")));
        assert_eq!(parse("setoption Hash 4"), Err(ParseError::OptionForm));
        assert_eq!(parse("setoption name value 4"), Err(ParseError::OptionForm));
    }

    #[test]
    fn a_message_is_one_printable_line() {
        let lines = Uci.write(&Event::Error("a\nb\u{fffd}".into()));
        assert_eq!(lines, ["info string error: a?b?"]);
        assert!(Uci.write(&Event::Error("x".repeat(70_000)))[0].len() < 1100);
    }
}
