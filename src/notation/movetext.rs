//! Moves as people write them.

use super::SquareNames;
use crate::rules::{Play, Setup, Variant};

/// Why a move text was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// Not a move.
    #[error("not understood: {0}")]
    NotUnderstood(String),
}

/// Writes a legal move: PDN, with all landing squares where the short form is ambiguous.
#[must_use]
pub fn write(_variant: &Variant, _setup: &Setup, _play: &Play) -> String {
    String::new()
}

/// Reads a move against the legal moves of a position.
///
/// # Errors
/// Says what is wrong and names the choices.
pub fn parse(_variant: &Variant, _setup: &Setup, text: &str) -> Result<Play, MoveError> {
    Err(MoveError::NotUnderstood(text.into()))
}

/// Writes a move in Hub form: `32-28`, `from x to x captured...` in numbering order.
#[must_use]
pub fn write_hub(_names: &SquareNames, _play: &Play) -> String {
    String::new()
}

/// Reads a move in Hub form; `names` says how squares are called.
///
/// # Errors
/// Says what is wrong.
pub fn parse_hub(
    _variant: &Variant,
    _setup: &Setup,
    _names: &SquareNames,
    text: &str,
) -> Result<Play, MoveError> {
    Err(MoveError::NotUnderstood(text.into()))
}
