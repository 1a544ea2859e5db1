//! The one place that writes to stdout, a whole line at a time, flushed.

use std::io::{self, Write};
use std::sync::mpsc;
use std::time::{Duration, Instant};

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
    lines: mpsc::Sender<(Duration, String)>,
    ended: mpsc::Receiver<()>,
}

/// How long a line that must stand apart waits for the reader to take the lines before it. A reader
/// that has not taken those would not see this one either.
const READER: Duration = Duration::from_millis(250);

/// Waits until the line written at `last` lies `gap` back and the reader has taken it, so that the next
/// line is a read of its own even if the reader is slow.
fn stand_apart(gap: Duration, last: Option<Instant>) {
    let passed = last.map_or(gap, |last| last.elapsed());
    std::thread::sleep(gap.saturating_sub(passed));
    let patience = Instant::now() + READER;
    while has_unread() && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Whether something written to stdout has not been read; `false` where it cannot be known.
#[cfg(unix)]
fn has_unread() -> bool {
    rustix::io::ioctl_fionread(io::stdout()).is_ok_and(|bytes| bytes > 0)
}

#[cfg(not(unix))]
fn has_unread() -> bool {
    false
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
        let (lines, to_write) = mpsc::channel::<(Duration, String)>();
        let (end, ended) = mpsc::channel();
        std::thread::Builder::new().name("stdout".into()).spawn(move || {
            let mut last: Option<Instant> = None;
            for (gap, text) in to_write {
                if !gap.is_zero() {
                    stand_apart(gap, last);
                }
                if let Err(error) = line(&text) {
                    tracing::warn!(%error, "stdout failed");
                    break;
                }
                last = Some(Instant::now());
            }
            // Nobody waits if the program is leaving anyway.
            let _ = end.send(());
        })?;
        Ok(Writer { lines, ended })
    }

    /// Hands a line over. With a `gap` it is written no sooner than so long after the line before it,
    /// and not before the reader has taken that, if he does in reasonable time.
    ///
    /// # Errors
    /// stdout has failed before.
    pub fn send(&self, gap: Duration, line: String) -> Result<(), Closed> {
        self.lines.send((gap, line)).map_err(|_| Closed)
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
