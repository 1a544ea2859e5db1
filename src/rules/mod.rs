//! The rules core: what the games are and which moves they allow. It knows neither search nor
//! evaluation, neither text nor protocol. Perft, search, referees and tests all stand on it.
//!
//! Hot: [`ruleset`], [`position`], `generate`, `quiet`, `capture`, `priority`. Cold: `crowd`, [`variant`]
//! (a variant as data), [`variants`] (the table), [`setup`], [`validity`], [`draws`], [`game`],
//! [`perft`]'s face.

mod capture;
mod crowd;
pub mod draws;
pub mod game;
mod generate;
mod list;
pub mod perft;
pub mod position;
mod priority;
mod quiet;
pub mod ruleset;
pub mod setup;
pub mod validity;
pub mod variant;
pub mod variants;

pub use game::{Game, GameEnd};
pub use generate::{can_capture, can_step, generate, is_blocked};
pub use list::MoveList;
pub use position::{Move, Position};
pub use ruleset::{BitsOf, Rules};
pub use setup::{Color, KingWalk, Play, Route, Setup};
pub use variant::{Variant, Visitor};
