//! The arena: matches between engines, refereed by the rules of the game.
//!
//! From the ground up: `lines` and `talk` read what processes say; [`dialect`] gives it meaning;
//! [`engine`] is one process, [`peer`] a program met over DXP, whose words are [`wire`]'s, and
//! [`contender`] either of them; [`clock`], [`adjudicate`] and [`referee`] judge; [`duel`] is one game;
//! [`opening`], [`schedule`], [`record`], `pdn`, `journal` and [`stats`] are what a match is made
//! of; [`runner`] plays it and [`standing`] says how it stands. [`sift`]
//! chooses openings, and alone uses this program's search: in a match its own engine is a child
//! process like any other.

pub mod adjudicate;
pub mod clock;
pub mod contender;
pub mod dialect;
pub mod duel;
pub mod engine;
mod journal;
mod lines;
pub mod opening;
pub mod pdn;
pub mod peer;
mod random;
pub mod record;
pub mod referee;
pub mod runner;
pub mod schedule;
pub mod sift;
pub mod standing;
pub mod stats;
mod talk;
pub mod wire;
