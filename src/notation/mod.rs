//! Text of people: square names, FEN, moves, diagrams. Plain [`crate::rules::Setup`]s and
//! [`crate::rules::Play`]s on the other side; it knows neither protocols nor search.

pub mod board;
pub mod diagram;
pub mod fen;
pub mod movetext;
pub mod pdn;
pub mod square;
mod squares_text;
mod variant_name;

pub use board::BoardError;
pub use fen::FenError;
pub use movetext::MoveError;
pub use square::{Numbering, SquareNames};
pub use variant_name::{UnknownVariant, variant_named};
