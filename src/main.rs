//! The program: parses arguments, starts logging, sets the exit code. Everything else is in the
//! library.

use clap::Parser;
use crownhead::app::{Cli, Failure, exit_code};
use crownhead::io::output;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;

fn main() -> ExitCode {
    let filter = EnvFilter::try_from_env("CROWNHEAD_LOG").unwrap_or_else(|_| EnvFilter::new("off"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    let outcome = match Cli::try_parse() {
        Ok(cli) => crownhead::app::run(cli),
        Err(error) => explain(&error),
    };
    match outcome {
        Err(failure) if !is_broken_pipe(&failure) => {
            // Nothing is left to be done if even stderr is gone.
            let _ = writeln!(std::io::stderr(), "crownhead: {failure}");
            ExitCode::from(exit_code(&failure))
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Help and version go to stdout; of an error, what is wrong becomes one line.
fn explain(error: &clap::Error) -> Result<(), Failure> {
    let text = error.render().to_string();
    if !error.use_stderr() {
        return Ok(output::line(text.trim_end())?);
    }
    let what = text.strip_prefix("error: ").unwrap_or(&text);
    let lines = what.lines().map(str::trim).take_while(|line| !line.is_empty());
    Err(format!("{} (try --help)", lines.collect::<Vec<_>>().join(" ")).into())
}

/// Whether the reader of stdout has gone away, which is no fault of anybody.
fn is_broken_pipe(failure: &Failure) -> bool {
    failure
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
