//! Time controls as people write them, and the clocks of one game. It knows nothing of engines: it
//! is told how long a move took and says whether the flag fell.
//!
//! An increment is added before each move, the first one included, as the Hub protocol counts it;
//! the UCI-like protocols are told the sum.

use serde::Serialize;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// What bounds an engine's thinking; at least one field is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Control {
    /// A clock for the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockRule>,
    /// The same time for every move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_time: Option<Duration>,
    /// Nodes a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies of search a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

impl Control {
    /// Whether anything bounds the thinking.
    #[must_use]
    pub fn is_set(&self) -> bool {
        *self != Control::default()
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.clock.map(|clock| clock.to_string()));
        parts.extend(self.move_time.map(|time| format!("{}s a move", time.as_secs_f64())));
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        f.write_str(&parts.join(", "))
    }
}

/// A time control: `60`, `10+0.1`, `40/60`, `40/60+0.5`, in seconds unless a unit is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ClockRule {
    /// Moves that `base` is for, again and again; `None`: it is for the whole game.
    pub moves: Option<u32>,
    /// The time on the clock at the start.
    pub base: Duration,
    /// Added before each move.
    pub increment: Duration,
}

/// Why a time was not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClockError {
    /// Not a time.
    #[error("'{0}' is not a time: write seconds, or a number with ms, s or m (0.5, 50ms, 2m)")]
    Time(String),
    /// Not a number of moves.
    #[error("'{0}' is not a number of moves: write MOVES/TIME, as in 40/60")]
    Moves(String),
    /// A clock that leaves no time at all.
    #[error("'{0}' leaves no time to think")]
    Empty(String),
}

/// Reads a time: seconds, or a number with `ms`, `s` or `m`.
///
/// # Errors
/// Not a number, negative, or more than a year.
pub fn duration(text: &str) -> Result<Duration, ClockError> {
    const YEAR: f64 = 365.25 * 86400.0;
    let text = text.trim();
    let fault = || ClockError::Time(text.into());
    let (number, unit) = if let Some(number) = text.strip_suffix("ms") {
        (number, 0.001)
    } else if let Some(number) = text.strip_suffix('s') {
        (number, 1.0)
    } else if let Some(number) = text.strip_suffix('m') {
        (number, 60.0)
    } else {
        (text, 1.0)
    };
    let seconds = number.trim().parse::<f64>().map_err(|_| fault())? * unit;
    if !(0.0..YEAR).contains(&seconds) {
        return Err(fault());
    }
    Ok(Duration::from_secs_f64(seconds))
}

impl FromStr for ClockRule {
    type Err = ClockError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => match moves.trim().parse() {
                Ok(moves @ 1..) => (Some(moves), rest),
                _ => return Err(ClockError::Moves(moves.into())),
            },
            None => (None, text),
        };
        let (base, increment) = match rest.split_once('+') {
            Some((base, increment)) => (duration(base)?, duration(increment)?),
            None => (duration(rest)?, Duration::ZERO),
        };
        if (base + increment).is_zero() {
            return Err(ClockError::Empty(text.into()));
        }
        Ok(ClockRule { moves, base, increment })
    }
}

impl fmt::Display for ClockRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() {
            return Ok(());
        }
        write!(f, "+{}", self.increment.as_secs_f64())
    }
}

/// A running clock of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    rule: ClockRule,
    left: Duration,
    moves_left: Option<u32>,
}

/// What a clock shows at the start of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// The time left, this move's increment included.
    pub left: Duration,
    /// The increment.
    pub increment: Duration,
    /// Moves to the next control.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// A clock at the start of a game, with the first increment on it.
    #[must_use]
    pub fn new(rule: ClockRule) -> Clock {
        Clock { rule, left: rule.base + rule.increment, moves_left: rule.moves }
    }

    /// What it shows.
    #[must_use]
    pub fn face(&self) -> Face {
        Face { left: self.left, increment: self.rule.increment, moves_to_go: self.moves_left }
    }

    /// Takes the time of a move off; `false` if more than `margin` too much was used. Otherwise the
    /// clock shows the time for the next move.
    #[must_use]
    pub fn spend(&mut self, used: Duration, margin: Duration) -> bool {
        if used > self.left + margin {
            self.left = Duration::ZERO;
            return false;
        }
        self.left = self.left.saturating_sub(used) + self.rule.increment;
        if let Some(left) = &mut self.moves_left {
            *left -= 1;
            if *left == 0 {
                self.moves_left = self.rule.moves;
                self.left += self.rule.base;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read() {
        let rule = |text: &str| text.parse::<ClockRule>();
        let ms = Duration::from_millis;
        assert_eq!(rule("60"), Ok(ClockRule { moves: None, base: ms(60_000), increment: ms(0) }));
        assert_eq!(
            rule("40/2m+500ms"),
            Ok(ClockRule { moves: Some(40), base: ms(120_000), increment: ms(500) })
        );
        assert_eq!(rule("0.5+0.01").map(|rule| rule.to_string()), Ok("0.5+0.01".into()));
        for wrong in ["", "x", "0", "-1", "0/10", "40/", "nan", "1e99", "1+", "+", "inf"] {
            assert!(rule(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_flag_falls_after_the_margin() {
        let ms = Duration::from_millis;
        let mut clock =
            Clock::new(ClockRule { moves: Some(2), base: ms(1000), increment: ms(100) });
        assert_eq!(clock.face().left, ms(1100));
        assert!(clock.spend(ms(1105), ms(10)));
        assert_eq!((clock.face().left, clock.face().moves_to_go), (ms(100), Some(1)));
        assert!(clock.spend(ms(50), ms(10)));
        assert_eq!((clock.face().left, clock.face().moves_to_go), (ms(1150), Some(2)));
        assert!(!clock.spend(ms(1161), ms(10)));
    }
}
