//! The program: parses arguments, starts logging, sets the exit code. Everything else is in the
//! library.

use clap::Parser;
use std::io::Write;
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;

fn main() -> ExitCode {
    let filter = EnvFilter::try_from_env("CROWNHEAD_LOG").unwrap_or_else(|_| EnvFilter::new("off"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    match crownhead::app::run(crownhead::app::Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Nothing is left to be done if even stderr is gone.
            let _ = writeln!(std::io::stderr(), "crownhead: {failure}");
            ExitCode::from(2)
        }
    }
}
