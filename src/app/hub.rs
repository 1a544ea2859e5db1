//! `crownhead hub`: the Hub protocol on stdin and stdout, whatever the first line is. Bot hosts start
//! engines so, and put parameters behind it.

use super::{Failure, play};
use crate::message::Command;
use crate::protocol::Dialect;

/// Speak Hub, version 2, on stdin and stdout.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Parameters, as --hash=64; what is none is passed over.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "--NAME=VALUE")]
    parameters: Vec<String>,
}

/// Speaks until `quit` or the end of input.
///
/// # Errors
/// The system gives no threads.
pub fn run(args: &Args) -> Result<(), Failure> {
    play::run(Some(Dialect::Hub), args.parameters.iter().filter_map(|text| set(text)).collect())
}

/// A parameter of the command line; without a value it is a switch that is on.
fn set(text: &str) -> Option<Command> {
    let text = text.trim_start_matches('-');
    let (name, value) = text.split_once('=').unwrap_or((text, "true"));
    if name.is_empty() {
        tracing::debug!(text, "no parameter");
        return None;
    }
    Some(Command::SetOption { name: name.into(), value: Some(value.into()), lenient: true })
}
