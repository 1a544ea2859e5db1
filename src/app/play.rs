//! `crownhead`: the protocol on stdin and stdout.

use super::Failure;

/// Speaks until `quit` or the end of input.
///
/// # Errors
/// stdin or stdout fails.
pub fn run() -> Result<(), Failure> {
    Err("not there yet".into())
}
