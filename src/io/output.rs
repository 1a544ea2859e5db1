//! The one place that writes to stdout, a whole line at a time, flushed.

use std::io::{self, Write};
use std::sync::mpsc;
use std::time::Duration;

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

/// Writes lines to stdout from a thread of its own, in order: a host that does not read cannot keep
/// the program from listening, or from leaving.
#[derive(Debug)]
pub struct Writer {
    lines: mpsc::Sender<String>,
    ended: mpsc::Receiver<()>,
}

/// stdout takes no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stdout is closed")]
pub struct Closed;

impl Writer {
    /// Starts the thread.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn start() -> io::Result<Writer> {
        let (lines, to_write) = mpsc::channel::<String>();
        let (end, ended) = mpsc::channel();
        std::thread::Builder::new().name("stdout".into()).spawn(move || {
            for text in to_write {
                if let Err(error) = line(&text) {
                    tracing::warn!(%error, "stdout failed");
                    break;
                }
            }
            // Nobody waits if the program is leaving anyway.
            let _ = end.send(());
        })?;
        Ok(Writer { lines, ended })
    }

    /// Hands a line over.
    ///
    /// # Errors
    /// stdout has failed before.
    pub fn send(&self, line: String) -> Result<(), Closed> {
        self.lines.send(line).map_err(|_| Closed)
    }

    /// Waits until everything is written, but no longer than `patience` if there is one.
    pub fn finish(self, patience: Option<Duration>) {
        drop(self.lines);
        // Whether all was written or not, the program ends now.
        let _ = match patience {
            Some(patience) => self.ended.recv_timeout(patience).ok(),
            None => self.ended.recv().ok(),
        };
    }
}
