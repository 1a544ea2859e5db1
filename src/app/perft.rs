//! `crownhead perft`.

use super::Failure;

/// To be written.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
///
/// # Errors
/// Bad input.
pub fn run(_args: &Args) -> Result<(), Failure> {
    Err("not there yet".into())
}
