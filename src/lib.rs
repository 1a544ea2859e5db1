//! Crownhead, a draughts engine for every variant people play.
//!
//! ```text
//! bytes -> protocol -> Command -> session -> search -> rules
//! bytes <- protocol <- Event   <- session <- report
//! ```
//!
//! Floors, from the ground up; each imports only what stands below it:
//!
//! * [`board`]: words, directions and layouts.
//! * [`rules`]: the rule sets, the table of variants, the one move generator, games and perft.
//! * [`notation`]: squares, FEN and moves as people write them.
//! * [`rule_file`]: a variant read from a text file, and single rules overridden.
//! * [`eval`]: what a position is worth.
//! * [`search`]: one input in, reports on the way, one output out.
//! * [`message`]: commands and events between the world and the session.
//! * [`session`]: options, the game being played, and the search that it starts and stops.
//! * [`protocol`]: text to commands, events to text.
//! * [`io`]: stdin and stdout.
//! * [`arena`]: matches between engines, refereed by the rules.
//! * [`app`]: one file per subcommand.

pub mod app;
pub mod arena;
pub mod board;
pub mod eval;
pub mod io;
pub mod message;
pub mod notation;
pub mod protocol;
pub mod rule_file;
pub mod rules;
pub mod search;
pub mod session;
