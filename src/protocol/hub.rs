//! Hub, version 2: the protocol of Fabien Letouzey's Scan, which draughts hosts speak. `protocol.md`
//! gives the whole of it with the reasons.

use super::hub_line::{self, Arguments, LineError};
use super::text::{clipped, one_line};
use super::{Dialect, Protocol};
use crate::message::{
    Command, Event, Go, Hosts, Info, OptionInfo, OptionKind, Placement, Position, nodes_per_second,
};
use crate::search::Score;
use std::fmt::Write;
use std::time::Duration;
use thiserror::Error;

/// The dialect; it remembers the limits given since the last position or search.
#[derive(Clone, Debug, Default)]
pub struct Hub {
    level: Go,
}

/// What can be wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HubError {
    /// It does not follow the grammar.
    #[error("{0}")]
    Line(#[from] LineError),
    /// `set-param` without a name.
    #[error("set-param needs name and value")]
    ParameterForm,
    /// `pos` without a position.
    #[error("pos needs start, or pos and a position")]
    PositionForm,
    /// `go` with none of its words.
    #[error("go is followed by think, ponder or analyze; found '{0}'")]
    GoForm(String),
    /// A limit that is no number.
    #[error("level {name} needs {wanted}, not '{found}'")]
    NotANumber {
        /// The limit.
        name: &'static str,
        /// What it takes.
        wanted: &'static str,
        /// What stands there.
        found: String,
    },
}

type Parsed = Result<Option<Command>, HubError>;

/// Variants that Scan and its hosts call otherwise: our name, theirs. Names of either kind are
/// understood; theirs are announced.
const NAMES: [(&str, &str); 3] =
    [("international", "normal"), ("breakthrough", "bt"), ("antidraughts", "losing")];

/// What one host needs between two lines to lose neither of them: it waits for input and then reads
/// one line only, and does not see what came in the same burst.
const BURST_GAP: Duration = Duration::from_millis(2);

impl Protocol for Hub {
    type Error = HubError;

    const DIALECT: Dialect = Dialect::Hub;

    fn parse(&mut self, line: &str) -> Parsed {
        let (command, rest) = hub_line::split(line);
        let read = || hub_line::arguments(rest);
        let command = match command {
            "hub" => Command::Identify,
            "init" => Command::Init,
            "ping" => Command::Ready,
            "new-game" => Command::NewGame,
            "stop" => Command::Stop,
            "ponder-hit" => Command::PonderHit,
            "quit" => Command::Quit,
            "set-param" => set_parameter(&read()?)?,
            "pos" => self.position(&read()?)?,
            "level" => {
                self.level = level(self.level.clone(), &read()?)?;
                return Ok(None);
            }
            "go" => self.go(&read()?)?,
            // Neither side of Hub minds what it does not know.
            unknown => {
                tracing::debug!(unknown, "no command of Hub");
                return Ok(None);
            }
        };
        Ok(Some(command))
    }

    fn write(&self, event: &Event) -> Vec<String> {
        match event {
            Event::Identity(options) => identity(options),
            Event::Ready => vec!["pong".into()],
            Event::Initialised => vec!["ready".into()],
            // Hub has one line of thought.
            Event::Info(info) if info.multi_pv == 1 => vec![info_line(info)],
            Event::Best { best, ponder } => vec![done_line(best.as_deref(), ponder.as_deref())],
            Event::Error(message) => {
                vec![format!("error message={}", hub_line::value(&one_line(message)))]
            }
            // Answers to commands that Hub does not have.
            Event::Info(_) | Event::Answer(_) | Event::Perft { .. } | Event::Text(_) => Vec::new(),
        }
    }

    fn gap(&self, line: &str) -> Duration {
        let waited_for = ["wait", "done"].contains(&hub_line::split(line).0);
        if waited_for { BURST_GAP } else { Duration::ZERO }
    }
}

impl Hub {
    /// A position; limits given before it are forgotten.
    fn position(&mut self, arguments: &Arguments) -> Result<Command, HubError> {
        let placement = match arguments.value("pos") {
            Some(squares) => Placement::Board {
                squares: squares.into(),
                king_moves: arguments.value("wolf").map(Into::into),
            },
            None if arguments.has("start") => Placement::Start,
            None => return Err(HubError::PositionForm),
        };
        self.level = Go::default();
        let moves = arguments.value("moves").unwrap_or_default();
        let moves = moves.split_whitespace().map(Into::into).collect();
        Ok(Command::Position(Position { placement, moves }))
    }

    /// A search with the limits given since the last one.
    fn go(&mut self, arguments: &Arguments) -> Result<Command, HubError> {
        let ponder = arguments.has("ponder");
        let other = arguments.has("think") || arguments.has("analyze");
        if let Some((found, _)) = arguments.iter().next().filter(|_| !ponder && !other) {
            return Err(HubError::GoForm(clipped(found)));
        }
        let level = std::mem::take(&mut self.level);
        Ok(Command::Go(Go { ponder, early: true, ..level }))
    }
}

fn set_parameter(arguments: &Arguments) -> Result<Command, HubError> {
    let name = arguments.value("name").ok_or(HubError::ParameterForm)?;
    let value = arguments.value("value").map(Into::into);
    Ok(Command::SetOption { name: name.into(), value, lenient: true })
}

/// Adds the limits of a `level` line to those before it.
fn level(mut level: Go, arguments: &Arguments) -> Result<Go, HubError> {
    let mut clock = level.white;
    for (name, value) in arguments.iter() {
        let value = value.unwrap_or_default();
        match name {
            "depth" => level.depth = Some(count("depth", value)?.clamp(1, u32::MAX.into()) as u32),
            "nodes" => level.nodes = Some(count("nodes", value)?.max(1)),
            "moves" => {
                let moves = count("moves", value)?.min(u32::MAX.into()) as u32;
                level.moves_to_go = Some(moves).filter(|moves| *moves > 0);
            }
            "move-time" => {
                let ms = milliseconds("move-time", value)?.max(0).unsigned_abs();
                level.move_time = Some(Duration::from_millis(ms));
            }
            "time" => clock.left_ms = Some(milliseconds("time", value)?),
            "inc" => clock.increment_ms = Some(milliseconds("inc", value)?),
            "infinite" => level.infinite = true,
            "handicap" => level.handicap = count("handicap", value)?.min(u32::MAX.into()) as u32,
            // Among them `ply`, up to which that host's engine plays from its opening book.
            unknown => tracing::debug!(unknown, value, "no limit of Hub"),
        }
    }
    // The clock is the mover's, whoever that is.
    (level.white, level.black) = (clock, clock);
    Ok(level)
}

/// A count; a negative one is 0, and one too great for the type the greatest.
fn count(name: &'static str, found: &str) -> Result<u64, HubError> {
    let digits = found.strip_prefix(['-', '+']).unwrap_or(found);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let (wanted, found) = ("a whole number", clipped(found));
        return Err(HubError::NotANumber { name, wanted, found });
    }
    if found.starts_with('-') { Ok(0) } else { Ok(digits.parse().unwrap_or(u64::MAX)) }
}

/// Seconds as a decimal, in whole milliseconds.
fn milliseconds(name: &'static str, found: &str) -> Result<i64, HubError> {
    match found.parse::<f64>() {
        // A float too great for the type becomes the greatest.
        Ok(seconds) if seconds.is_finite() => Ok((seconds * 1000.0).floor() as i64),
        _ => Err(HubError::NotANumber { name, wanted: "seconds", found: clipped(found) }),
    }
}

fn identity(options: &[OptionInfo]) -> Vec<String> {
    let mut lines = vec![
        concat!(
            "id name=Crownhead version=",
            env!("CARGO_PKG_VERSION"),
            " author=\"the Crownhead authors\""
        )
        .to_owned(),
    ];
    let for_us = options.iter().filter(|option| option.hosts != Hosts::Pdn);
    lines.extend(for_us.filter_map(parameter_line));
    lines.push("wait".to_owned());
    lines
}

/// An option as Hub announces it: in its own spelling, and no buttons, for it has none.
fn parameter_line(option: &OptionInfo) -> Option<String> {
    let name = option.name.to_ascii_lowercase().replace(' ', "-");
    let name = name.strip_prefix("uci_").unwrap_or(&name);
    let takes = match &option.kind {
        OptionKind::Check { default } => format!("value={default} type=bool"),
        OptionKind::Spin { default, min, max } => {
            format!("value={default} type=int min={min} max={max}")
        }
        OptionKind::Combo { default, choices } => {
            let choices: Vec<&str> = choices.iter().map(|choice| announced(choice)).collect();
            let choices = choices.join(" ");
            let choices = hub_line::value(&choices);
            format!("value={} type=enum values={choices}", hub_line::value(announced(default)))
        }
        OptionKind::Text => "value=\"\" type=string".into(),
        OptionKind::Button => return None,
    };
    Some(format!("param name={name} {takes}"))
}

/// What hosts call the value of an enumeration.
fn announced(name: &str) -> &str {
    NAMES.iter().find(|(own, _)| *own == name).map_or(name, |(_, theirs)| theirs)
}

/// The fields and their order are Scan's: one host matches the line with a pattern.
fn info_line(info: &Info) -> String {
    let seconds = info.time.as_secs_f64();
    let millions = nodes_per_second(info.nodes, info.time) as f64 / 1e6;
    let mut line = format!(
        "info depth={} mean-depth={}.{} score={} nodes={} time={seconds:.3} nps={millions:.1}",
        info.depth,
        info.mean_depth / 10,
        info.mean_depth % 10,
        score(info.score),
        info.nodes,
    );
    if !info.pv.is_empty() {
        // Writing to a String cannot fail.
        let _ = write!(line, " pv={}", hub_line::value(&info.pv.join(" ")));
    }
    line
}

/// Beyond this, in hundredths of a man, hosts take a score for a win.
const GREATEST_VALUE: i32 = 8000;

/// Men with two decimals. As Scan has it, a win in N plies is 100 men less N hundredths.
fn score(score: Score) -> String {
    let hundredths = match score {
        Score::Value(value) => value.clamp(-GREATEST_VALUE, GREATEST_VALUE),
        Score::Win(plies) => 10_000 - plies as i32,
        Score::Loss(plies) => plies as i32 - 10_000,
    };
    let sign = if hundredths < 0 { "-" } else { "" };
    let size = hundredths.unsigned_abs();
    format!("{sign}{}.{:02}", size / 100, size % 100)
}

fn done_line(best: Option<&str>, ponder: Option<&str>) -> String {
    match (best, ponder) {
        (None, _) => "done".into(),
        (Some(best), None) => format!("done move={best}"),
        (Some(best), Some(ponder)) => format!("done move={best} ponder={ponder}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::SideClock;

    fn go(hub: &mut Hub, lines: &[&str]) -> Go {
        for line in lines {
            assert_eq!(hub.parse(line), Ok(None), "{line}");
        }
        let parsed = hub.parse("go think");
        let Ok(Some(Command::Go(go))) = parsed else { panic!("{parsed:?}") };
        go
    }

    #[test]
    fn levels_add_up_until_a_position_or_a_search() {
        let mut hub = Hub::default();
        let early = Go { early: true, ..Go::default() };
        let both = go(&mut hub, &["level depth=5", "level nodes=9 handicap=3", "level ply=2"]);
        assert_eq!(both, Go { depth: Some(5), nodes: Some(9), handicap: 3, ..early.clone() });
        assert_eq!(go(&mut hub, &[]), early);
        assert_eq!(hub.parse("level depth=5"), Ok(None));
        assert!(matches!(hub.parse("pos start"), Ok(Some(Command::Position(_)))));
        assert_eq!(go(&mut hub, &[]), early);
        // A parameter in between takes nothing away.
        assert_eq!(hub.parse("level move-time=1.5"), Ok(None));
        assert!(matches!(hub.parse("set-param name=threads value=2"), Ok(Some(_))));
        let move_time = Some(Duration::from_millis(1500));
        assert_eq!(go(&mut hub, &["level infinite"]), Go { infinite: true, move_time, ..early });
    }

    #[test]
    fn clocks_are_the_movers_and_may_be_negative() {
        let mut hub = Hub::default();
        for (line, left_ms, increment_ms, moves_to_go) in [
            ("level time=-1.9 inc=1.9", Some(-1900), Some(1900), None),
            ("level time=-0.9959999999999999 inc=1.9", Some(-996), Some(1900), None),
            ("level moves=3 time=60", Some(60_000), None, Some(3)),
            ("level moves=0 time=1e-05", Some(0), None, None),
            ("level time = \"2\"", Some(2000), None, None),
            ("level time=1e300", Some(i64::MAX), None, None),
        ] {
            let clock = SideClock { left_ms, increment_ms };
            let go = go(&mut hub, &[line]);
            assert_eq!((go.white, go.black, go.moves_to_go), (clock, clock, moves_to_go), "{line}");
        }
    }

    #[test]
    fn a_wrong_level_changes_nothing() {
        let mut hub = Hub::default();
        assert_eq!(hub.parse("level depth=3"), Ok(None));
        for wrong in [
            "level nodes=1 depth=x",
            "level depth=1.0",
            "level nodes=1e6",
            "level time",
            "level time=inf",
            "level move-time=nan",
            "level depth=\"\"",
            "level depth=",
        ] {
            assert!(hub.parse(wrong).is_err(), "{wrong}");
        }
        assert_eq!(go(&mut hub, &[]), Go { depth: Some(3), early: true, ..Go::default() });
        assert!(hub.parse("go depth=3").is_err());
        assert!(hub.parse("pos moves=\"32-28\"").is_err());
        assert!(hub.parse("set-param hash=3").is_err());
        for ignored in ["joho", "", "  ", "joho \"", "bench=3"] {
            assert_eq!(hub.parse(ignored), Ok(None), "{ignored}");
        }
    }

    #[test]
    fn scores_are_written_as_scan_does() {
        for (from, to) in [
            (Score::Value(0), "0.00"),
            (Score::Value(-1), "-0.01"),
            (Score::Value(123), "1.23"),
            (Score::Value(9000), "80.00"),
            (Score::Win(7), "99.93"),
            (Score::Loss(0), "-100.00"),
            (Score::Loss(8), "-99.92"),
        ] {
            assert_eq!(score(from), to);
        }
    }

    #[test]
    fn an_error_is_one_quoted_line() {
        let lines = Hub::default().write(&Event::Error("say \"a=b\"\n\u{fffd}".into()));
        assert_eq!(lines, ["error message=\"say 'a:b'??\""]);
    }
}
