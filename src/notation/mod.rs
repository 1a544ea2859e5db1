//! Text of people: square names, FEN, moves, diagrams. Plain [`crate::rules::Setup`]s and
//! [`crate::rules::Play`]s on the other side; it knows neither protocols nor search.

pub mod diagram;
pub mod fen;
pub mod movetext;
pub mod square;
mod squares_text;
mod variant_name;

pub use fen::FenError;
pub use movetext::MoveError;
pub use square::SquareNames;
pub use variant_name::{UnknownVariant, variant_named};
