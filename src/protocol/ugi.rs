//! The Universal Game Interface of the match runner cutegames: UCI for any game of two players, with
//! questions about how the game stands in place of rules of the runner's own. It shares UCI's
//! grammar and lines; `protocol.md` says where it differs.

use super::uci::{self, ClockWords, ParseError, Parsed, Reader, Uci, Words, just};
use super::{Dialect, Protocol};
use crate::message::{Answer, Command, Event, Query};
use crate::search::Score;

/// The dialect; it remembers nothing from line to line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ugi;

/// Every command and what reads the rest of its line.
const COMMANDS: [(&str, Reader); 10] = [
    ("ugi", |_| just(Command::Identify)),
    ("isready", |_| just(Command::Ready)),
    ("setoption", uci::set_option),
    ("uginewgame", |_| just(Command::NewGame)),
    ("position", uci::position),
    ("go", go),
    ("query", query),
    ("stop", |_| just(Command::Stop)),
    ("quit", |_| just(Command::Quit)),
    ("d", |_| just(Command::Show)),
];

const CLOCKS: ClockWords = ClockWords(["p1time", "p2time", "p1inc", "p2inc"]);

/// What `query` may ask.
const QUERIES: [(&str, Query); 3] =
    [("gameover", Query::GameOver), ("p1turn", Query::FirstToMove), ("result", Query::Result)];

impl Protocol for Ugi {
    type Error = ParseError;

    const DIALECT: Dialect = Dialect::Ugi;

    fn parse(&mut self, line: &str) -> Parsed {
        uci::read(&COMMANDS, line)
    }

    /// Runners split `bestmove` and `response` lines into words and want exactly two of them.
    fn write(&self, event: &Event) -> Vec<String> {
        match event {
            Event::Identity(options) => uci::identity(options, "ugiok"),
            Event::Best { best, .. } => {
                Uci.write(&Event::Best { best: best.clone(), ponder: None })
            }
            Event::Info(info) => vec![uci::info_line(info, &score_words(info.score))],
            Event::Answer(answer) => vec![format!("response {}", answer_word(*answer))],
            other => Uci.write(other),
        }
    }
}

fn go(words: Words) -> Parsed {
    let mut command = uci::go(words, &CLOCKS)?;
    if let Some(Command::Go(go)) = &mut command {
        go.by_player = true;
    }
    Ok(command)
}

fn query(mut words: Words) -> Parsed {
    let word = words.next().unwrap_or("nothing");
    if let Some((_, query)) = QUERIES.iter().find(|(name, _)| *name == word) {
        return just(Command::Query(*query));
    }
    uci::unknown_word("query", word, QUERIES.map(|(name, _)| name).join(" "))
}

/// UGI counts a `mate` in plies, negative for the loser.
fn score_words(score: Score) -> String {
    match score {
        Score::Value(value) => format!("cp {value}"),
        Score::Win(plies) => format!("mate {plies}"),
        Score::Loss(plies) => format!("mate -{plies}"),
    }
}

const fn answer_word(answer: Answer) -> &'static str {
    match answer {
        Answer::Is(true) => "true",
        Answer::Is(false) => "false",
        Answer::Undecided => "none",
        Answer::Drawn => "draw",
        Answer::FirstWon => "p1win",
        Answer::SecondWon => "p2win",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_two_words() {
        let best = Event::Best { best: Some("32-28".into()), ponder: Some("19-23".into()) };
        assert_eq!(Ugi.write(&best), ["bestmove 32-28"]);
        let none = Event::Best { best: None, ponder: None };
        assert_eq!(Ugi.write(&none), ["bestmove (none)"]);
        for answer in [
            Answer::Is(true),
            Answer::Undecided,
            Answer::Drawn,
            Answer::FirstWon,
            Answer::SecondWon,
        ] {
            let lines = Ugi.write(&Event::Answer(answer));
            assert_eq!(lines[0].split_whitespace().count(), 2);
        }
    }

    #[test]
    fn clocks_go_by_player() {
        let parsed = Ugi.parse("go p1time 1 p2time 2 p1inc 3 p2inc 4");
        let Ok(Some(Command::Go(go))) = parsed else { panic!("{parsed:?}") };
        assert!(go.by_player);
        assert_eq!((go.white.left_ms, go.black.increment_ms), (Some(1), Some(4)));
        assert!(Ugi.parse("go wtime 1").is_err());
        assert!(Ugi.parse("query").is_err());
    }
}
