//! Protocols: text to commands, events to text. They know no rules, keep no game and start no
//! search; each is one file, and `protocol.md` says in words what it speaks.

mod uci;

pub use uci::{ParseError, Uci};

use crate::message::{Command, Event};

/// A dialect. It may keep state from line to line (limits that add up, square numbering).
pub trait Protocol {
    /// What can be wrong with a line.
    type Error: std::error::Error;

    /// Reads one line; `None` if it asks for nothing.
    ///
    /// # Errors
    /// Names what is wrong with the line; it has had no effect.
    fn parse(&mut self, line: &str) -> Result<Option<Command>, Self::Error>;

    /// The lines that tell an event to the host, without line ends.
    fn write(&mut self, event: &Event) -> Vec<String>;
}
