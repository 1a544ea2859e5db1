//! Protocols: text to commands, events to text. They know no rules, keep no game and start no
//! search; each is one file, and `protocol.md` says in words what it speaks.

mod dialect;
pub mod dxp;
mod hub;
mod hub_line;
mod text;
mod uci;
mod ugi;

pub use dialect::{Dialect, ForeignWord};
pub use hub::{Hub, HubError};
pub use hub_line::LineError;
pub use uci::{ParseError, Uci};
pub use ugi::Ugi;

use crate::message::{Command, Event};
use std::time::Duration;

/// A dialect. It may keep state from line to line (limits that add up).
pub trait Protocol {
    /// What can be wrong with a line.
    type Error: std::error::Error;

    /// Which it is.
    const DIALECT: Dialect;

    /// Reads one line; `None` if it asks for nothing.
    ///
    /// # Errors
    /// Names what is wrong with the line; it has had no effect.
    fn parse(&mut self, line: &str) -> Result<Option<Command>, Self::Error>;

    /// The lines that tell an event to the host, without line ends.
    fn write(&self, event: &Event) -> Vec<String>;

    /// How long a line must keep from the one before it; if not zero, it also waits for the host to
    /// have read that one.
    fn gap(&self, _line: &str) -> Duration {
        Duration::ZERO
    }
}
