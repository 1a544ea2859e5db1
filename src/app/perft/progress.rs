//! A bar on the terminal while a count runs; nothing where nobody looks.

use super::rows::thousands;
use crate::rules::perft::{Progress, Watch};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Counts that end sooner need no bar.
const LONG: Duration = Duration::from_millis(700);
/// Between two drawings.
const TICK: Duration = Duration::from_millis(200);
/// Steps of the bar.
const STEPS: u64 = 1000;
/// With less done than this nothing can be said about the time left.
const ENOUGH: f64 = 0.005;

/// Does `count` while a bar shows what `watch` sees of it.
pub(super) fn shown<T>(label: &str, watch: &Watch<'_>, count: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return count();
    }
    std::thread::scope(|scope| {
        let (working, end) = mpsc::channel::<()>();
        scope.spawn(move || draw(label, watch, &end));
        let counted = count();
        // The bar is gone before anything else is written.
        drop(working);
        counted
    })
}

/// Draws until the other end of the channel is dropped.
fn draw(label: &str, watch: &Watch<'_>, end: &Receiver<()>) {
    let start = Instant::now();
    let goes_on = |time| end.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
    if !goes_on(LONG) {
        return;
    }
    let bar = ProgressBar::new(STEPS).with_style(style()).with_prefix(label.to_owned());
    while goes_on(TICK) {
        let progress = watch.progress();
        bar.set_position((progress.part * STEPS as f64) as u64);
        bar.set_message(message(&progress, start.elapsed()));
    }
    bar.finish_and_clear();
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{prefix} [{bar:30}] {percent:>3} %  {msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("=> ")
}

fn message(progress: &Progress, passed: Duration) -> String {
    let counted = format!("{} nodes", thousands(progress.nodes));
    match left(progress.part, passed) {
        Some(left) => format!("{counted}, {} left", HumanDuration(left)),
        None => counted,
    }
}

/// The time left if the rest goes on like what is done.
fn left(part: f64, passed: Duration) -> Option<Duration> {
    if !(ENOUGH..=1.0).contains(&part) {
        return None;
    }
    Duration::try_from_secs_f64(passed.as_secs_f64() * (1.0 - part) / part).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_what_is_done() {
        let minute = Duration::from_mins(1);
        assert_eq!(left(0.25, minute), Some(Duration::from_mins(3)));
        assert_eq!(left(1.0, minute), Some(Duration::ZERO));
        assert_eq!(left(0.0, minute), None);
        assert_eq!(left(f64::NAN, minute), None);
    }

    #[test]
    fn the_message_says_what_is_known() {
        let progress = Progress { subtrees_done: 1, subtrees: 4, part: 0.25, nodes: 1_234 };
        assert_eq!(message(&progress, Duration::from_mins(1)), "1,234 nodes, 3 minutes left");
        let progress = Progress { part: 0.0, ..progress };
        assert_eq!(message(&progress, Duration::from_mins(1)), "1,234 nodes");
    }
}
