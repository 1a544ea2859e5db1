//! The one place that writes to stdout, a whole line at a time, flushed.

use std::io::{self, Write};

/// Writes one line to stdout and flushes it.
///
/// # Errors
/// stdout is closed or full.
pub fn line(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.write_all(b"\n")?;
    stdout.flush()
}
