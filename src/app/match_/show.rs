//! What a person sees of a match while it runs: one line that keeps changing on a terminal, or a
//! plain line now and then. All of it goes to stderr; results are the caller's.

use crate::arena::runner::{Event, Match, MatchEnd};
use crate::arena::standing::Standing;
use crate::arena::stats::Verdict;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Between two plain lines.
const NOW_AND_THEN: Duration = Duration::from_secs(10);

/// Shows a match.
pub struct Show {
    bar: Option<ProgressBar>,
    last: Instant,
}

impl Show {
    /// Nothing has happened yet.
    pub fn new(terms: &Match) -> Show {
        let terminal = std::io::stderr().is_terminal();
        say(&format!(
            "{}: {}",
            terms.variant.name,
            terms
                .players
                .iter()
                .map(|player| format!("{} ({})", player.name, player.control))
                .collect::<Vec<_>>()
                .join(" - ")
        ));
        let openings = terms.openings.len() as u64;
        if openings < terms.pairs {
            let pairs = terms.pairs;
            say(&format!("{openings} openings for {pairs} pairs: they are played again in turn"));
        }
        Show { bar: terminal.then(bar), last: Instant::now() }
    }

    /// Shows an event.
    pub fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Ready { name, id } => self.note(&format!("{name} is ready: {id}")),
            Event::TakenUp(standing) => {
                self.note(&format!("taken up: {}", standing.headline()));
            }
            Event::Game(game, standing) => {
                if game.ending.is_fault() {
                    self.note(&format!(
                        "game {}: {} - {} {} ({})",
                        game.game + 1,
                        game.white,
                        game.black,
                        game.result,
                        game.termination()
                    ));
                }
                self.progress(standing);
            }
        }
    }

    fn progress(&mut self, standing: &Standing) {
        if let Some(bar) = &self.bar {
            let (games, total) = standing.progress();
            bar.set_length(total);
            bar.set_position(games);
            bar.set_message(standing.headline());
        } else if self.last.elapsed() >= NOW_AND_THEN {
            self.last = Instant::now();
            say(&standing.headline());
        }
    }

    fn note(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| say(text)),
            None => say(text),
        }
    }

    /// The match is over.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    // The template is a constant; if it were wrong, the default style would do.
    if let Ok(style) = ProgressStyle::with_template("{elapsed} {wide_msg} {eta} left") {
        bar.set_style(style);
    }
    bar
}

fn say(text: &str) {
    // Engines say what they like, and nothing of it may move the cursor.
    let text = text.replace(|c: char| c.is_control() && c != '\n', "\u{fffd}");
    // Nothing is left to be done if stderr is gone.
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// The standing at the end.
pub fn summary(standing: &Standing, end: MatchEnd) -> Vec<String> {
    let (games, total) = standing.progress();
    let mut lines = standing.table();
    if let Some((sprt, llr, verdict)) = standing.sprt() {
        let [lower, upper] = sprt.bounds();
        let says = match verdict {
            Verdict::H0 => "H0 accepted",
            Verdict::H1 => "H1 accepted",
            Verdict::Open => "not decided",
        };
        lines.push(format!(
            "SPRT elo0 {} elo1 {}: LLR {llr:.2} [{lower:.2}, {upper:.2}], {says}",
            sprt.elo0, sprt.elo1
        ));
    }
    if end == MatchEnd::Stopped {
        lines.push(format!("stopped after {games} of {total} games"));
    }
    lines
}
