//! The last lines spoken with an engine, kept so that a lost game can be explained.

use super::lines::Lines;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::AsyncRead;

/// Lines kept.
const KEPT: usize = 20;
/// Characters kept of each.
const WIDTH: usize = 300;

/// A shared memory of what was said: `>` to the engine, `<` by it, `!` on its error output.
#[derive(Clone, Debug, Default)]
pub struct Talk(Arc<Mutex<VecDeque<String>>>);

impl Talk {
    /// A line sent to the engine.
    pub fn said(&self, line: &str) {
        self.keep('>', line);
    }

    /// A line from the engine.
    pub fn heard(&self, line: &str) {
        self.keep('<', line);
    }

    /// Reads the engine's error output to its end: a pipe that nobody reads would stop the engine.
    pub async fn listen<R: AsyncRead + Unpin>(self, mut lines: Lines<R>) {
        while let Ok(Some(line)) = lines.next().await {
            self.keep('!', &line);
        }
    }

    /// The last lines, oldest first.
    #[must_use]
    pub fn last_words(&self) -> Vec<String> {
        let lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().cloned().collect()
    }

    fn keep(&self, who: char, line: &str) {
        tracing::trace!("{who} {line}");
        let shown: String =
            line.chars().take(WIDTH).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == KEPT {
            lines.pop_front();
        }
        lines.push_back(format!("{who} {shown}"));
    }
}
