//! How a match stands: results by pairing and by engine, and what they say.

use super::record::GameRecord;
use super::referee::Ending;
use super::runner::{Match, MatchEnd};
use super::schedule::Schedule;
use super::stats::{Points, Sprt, Tally, Verdict};
use serde_json::{Value, json};
use std::collections::HashMap;

/// The results so far.
#[derive(Clone, Debug)]
pub struct Standing {
    names: Vec<String>,
    pairings: Vec<[usize; 2]>,
    tallies: Vec<Tally>,
    /// Pairs of which one game is over, with the points of the pairing's first engine.
    half_pairs: HashMap<(usize, u64), Points>,
    faults: Vec<HashMap<Ending, u64>>,
    games: u64,
    total: u64,
    sprt: Option<Sprt>,
}

impl Standing {
    /// Before the first game.
    #[must_use]
    pub fn new(terms: &Match, schedule: &Schedule) -> Standing {
        let pairings = schedule.pairings().to_vec();
        Standing {
            names: terms.players.iter().map(|player| player.name.clone()).collect(),
            tallies: vec![Tally::default(); pairings.len()],
            faults: vec![HashMap::new(); terms.players.len()],
            pairings,
            half_pairs: HashMap::new(),
            games: 0,
            total: schedule.games(),
            sprt: terms.sprt,
        }
    }

    /// Counts a game. One that is beyond the schedule (a match taken up with fewer games) counts
    /// too: it was played under the same terms.
    pub fn add(&mut self, game: &GameRecord, schedule: &Schedule) {
        let pairings = schedule.pairings().len().max(1) as u64;
        let pairing = (game.game / 2 % pairings) as usize;
        let pair = game.game / 2 / pairings;
        let white = game.points_of_white();
        // The first engine of a pairing has White in even games.
        let (points, players) = match (game.game % 2, self.pairings[pairing]) {
            (0, players) => (white, players),
            (_, [first, second]) => (reversed(white), [second, first]),
        };
        self.games += 1;
        self.tallies[pairing].add_game(points);
        match self.half_pairs.remove(&(pairing, pair)) {
            Some(other) => self.tallies[pairing].add_pair(other, points),
            None => {
                self.half_pairs.insert((pairing, pair), points);
            }
        }
        if game.ending.is_fault() {
            let loser = usize::from(white == Points::Win);
            *self.faults[players[loser]].entry(game.ending).or_default() += 1;
        }
    }

    /// Games played and games planned.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        (self.games, self.total)
    }

    /// The result of a pairing, as its first engine sees it.
    #[must_use]
    pub fn tally(&self, pairing: usize) -> Option<&Tally> {
        self.tallies.get(pairing)
    }

    /// Where the test stands: the log-likelihood ratio and what it says.
    #[must_use]
    pub fn sprt(&self) -> Option<(&Sprt, f64, Verdict)> {
        let sprt = self.sprt.as_ref()?;
        let tally = self.tallies.first()?;
        Some((sprt, sprt.llr(tally), sprt.verdict(tally)))
    }

    /// Whether the match is over.
    #[must_use]
    pub fn end(&self) -> Option<MatchEnd> {
        match self.sprt() {
            Some((_, _, verdict @ (Verdict::H0 | Verdict::H1))) => Some(MatchEnd::Decided(verdict)),
            _ => (self.games >= self.total).then_some(MatchEnd::Complete),
        }
    }

    /// An engine's results against all others together.
    fn overall(&self, engine: usize) -> Tally {
        let mut sum = Tally::default();
        for (players, tally) in self.pairings.iter().zip(&self.tallies) {
            if players[0] == engine {
                sum = sum.plus(tally);
            } else if players[1] == engine {
                sum = sum.plus(&tally.reversed());
            }
        }
        sum
    }

    /// One line about the whole match.
    #[must_use]
    pub fn headline(&self) -> String {
        let mut parts = vec![format!("{}/{}", self.games, self.total)];
        if let [tally] = self.tallies.as_slice() {
            parts.push(describe(tally));
        }
        if let Some((sprt, llr, _)) = self.sprt() {
            let [lower, upper] = sprt.bounds();
            parts.push(format!("LLR {llr:.2} [{lower:.2}, {upper:.2}]"));
        }
        parts.join("  ")
    }

    /// Every pairing, and every engine's failures, a line each.
    #[must_use]
    pub fn table(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for ([first, second], tally) in self.pairings.iter().zip(&self.tallies) {
            let names = format!("{} - {}", self.names[*first], self.names[*second]);
            lines.push(format!("{names}: {}", describe(tally)));
        }
        if self.pairings.len() > 1 {
            let mut engines: Vec<(usize, Tally)> =
                (0..self.names.len()).map(|engine| (engine, self.overall(engine))).collect();
            engines.sort_by(|(_, a), (_, b)| share(b).total_cmp(&share(a)));
            for (engine, tally) in engines {
                lines.push(format!("{}: {}", self.names[engine], describe(&tally)));
            }
        }
        for (name, faults) in self.names.iter().zip(&self.faults) {
            let mut faults: Vec<_> = faults.iter().collect();
            faults.sort_by_key(|(ending, _)| ending.name());
            for (ending, times) in faults {
                lines.push(format!("{name}: lost {times} by {}", ending.name()));
            }
        }
        lines
    }

    /// The whole standing for scripts.
    #[must_use]
    pub fn to_json(&self, end: MatchEnd) -> Value {
        let one = |tally: &Tally| json!({ "tally": tally, "estimate": tally.estimate() });
        let pairings: Vec<Value> = self
            .pairings
            .iter()
            .zip(&self.tallies)
            .map(|([first, second], tally)| {
                let mut value = one(tally);
                value["first"] = json!(self.names[*first]);
                value["second"] = json!(self.names[*second]);
                value
            })
            .collect();
        let engines: Vec<Value> = (0..self.names.len())
            .map(|engine| {
                let mut value = one(&self.overall(engine));
                value["name"] = json!(self.names[engine]);
                value["faults"] = json!(self.faults[engine]);
                value
            })
            .collect();
        let sprt = self.sprt().map(|(sprt, llr, verdict)| {
            json!({ "terms": sprt, "llr": llr, "bounds": sprt.bounds(), "verdict": verdict })
        });
        let end = match end {
            MatchEnd::Complete => "complete",
            MatchEnd::Decided(_) => "decided",
            MatchEnd::Stopped => "stopped",
        };
        json!({
            "games": self.games,
            "planned": self.total,
            "end": end,
            "pairings": pairings,
            "engines": engines,
            "sprt": sprt,
        })
    }
}

fn reversed(points: Points) -> Points {
    match points {
        Points::Loss => Points::Win,
        Points::Draw => Points::Draw,
        Points::Win => Points::Loss,
    }
}

fn share(tally: &Tally) -> f64 {
    tally.points() / tally.games().max(1) as f64
}

fn describe(tally: &Tally) -> String {
    let mut parts = vec![format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses)];
    if tally.games() > 0 {
        parts.push(format!("{:.1} %", 100.0 * share(tally)));
    }
    if let Some(estimate) = tally.estimate() {
        let error = estimate.error();
        let error = if error.is_finite() { format!(" ±{error:.1}") } else { String::new() };
        parts.push(format!("Elo {}{error}", elo_text(estimate.elo)));
        parts.push(format!("LOS {:.1} %", 100.0 * estimate.los));
        parts.push(format!("draws {:.1} %", 100.0 * estimate.draw_rate));
        parts.push(format!("pairs {:?}", tally.pairs));
    }
    parts.join("  ")
}

fn elo_text(elo: f64) -> String {
    if elo.is_finite() {
        // Adding nothing turns -0 into 0.
        format!("{:+.1}", elo + 0.0)
    } else if elo > 0.0 {
        "+inf".into()
    } else {
        "-inf".into()
    }
}
