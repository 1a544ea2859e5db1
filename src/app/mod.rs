//! The command line: one file per subcommand, each an `Args` with its help text and a `run`.

pub mod bench;
pub mod choice;
pub mod doctor;
pub mod dxp;
pub mod hub;
pub mod interrupt;
pub mod match_;
pub mod moves;
pub mod openings;
pub mod perft;
pub mod play;
pub mod position;
pub mod variants;

use clap::{Parser, Subcommand};

/// A draughts engine for every variant people play.
///
/// Without a subcommand it speaks a protocol on stdin and stdout: Hub if the first line is `hub`, UGI
/// if it is `ugi`, and otherwise the UCI-like protocol.
#[derive(Debug, Parser)]
#[command(name = "crownhead", version, arg_required_else_help = false)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Perft(perft::Args),
    Moves(moves::Args),
    Bench(bench::Args),
    #[command(name = "match")]
    Match(Box<match_::Args>),
    Openings(openings::Args),
    Variants(variants::Args),
    Hub(hub::Args),
    Doctor(doctor::Args),
    Dxp(Box<dxp::Args>),
}

/// What went wrong, in one line for a person; the program then ends with exit code 2, unless
/// [`exit_code`] knows better.
pub type Failure = Box<dyn std::error::Error>;

/// The exit code that a failure ends the program with.
#[must_use]
pub fn exit_code(failure: &Failure) -> u8 {
    match failure.downcast_ref::<interrupt::Interrupted>() {
        Some(interrupted) => interrupted.exit_code(),
        None if failure.is::<doctor::Unwell>() || failure.is::<perft::suite::Wrong>() => 1,
        None => 2,
    }
}

/// Runs the command given.
///
/// # Errors
/// Bad input; nothing has been done then.
pub fn run(cli: Cli) -> Result<(), Failure> {
    match cli.command {
        None => play::run(None, Vec::new()),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Moves(args)) => moves::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Match(args)) => match_::run(&args),
        Some(Command::Openings(args)) => openings::run(&args),
        Some(Command::Variants(args)) => variants::run(&args),
        Some(Command::Hub(args)) => hub::run(&args),
        Some(Command::Doctor(args)) => doctor::run(&args),
        Some(Command::Dxp(args)) => dxp::run(&args),
    }
}
