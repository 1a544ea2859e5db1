//! Who plays whom, with which opening and which colours. A schedule is a pure function from a
//! game's number to its players, so that a match can be taken up again anywhere.

use serde::Serialize;
use std::str::FromStr;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().as_str() {
            "round-robin" | "roundrobin" => Ok(Format::RoundRobin),
            "gauntlet" => Ok(Format::Gauntlet),
            _ => Err(format!("'{text}' is not a format: round-robin or gauntlet")),
        }
    }
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number in the match, from 0.
    pub number: u64,
    /// The pairing, a place in [`Schedule::pairings`].
    pub pairing: usize,
    /// The pair of games of this pairing that it belongs to, from 0; also the opening's number.
    pub pair: u64,
    /// The players, White's and Black's, as places in the list of engines.
    pub players: [usize; 2],
}

/// The order of games: pairs with the same opening and colours reversed, all pairings in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    pairs: u64,
}

impl Schedule {
    /// A schedule for a number of engines with so many pairs of games for each pairing.
    #[must_use]
    pub fn new(format: Format, engines: usize, pairs: u64) -> Schedule {
        let firsts = match format {
            Format::RoundRobin => engines,
            Format::Gauntlet => engines.min(1),
        };
        let pairings = (0..firsts)
            .flat_map(|first| (first + 1..engines).map(move |second| [first, second]))
            .collect();
        Schedule { pairings, pairs }
    }

    /// The pairings, each the places of two engines.
    #[must_use]
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.pairs * 2 * self.pairings.len() as u64
    }

    /// The game of a number. The first engine of a pairing has White in even games.
    #[must_use]
    pub fn fixture(&self, number: u64) -> Option<Fixture> {
        if number >= self.games() {
            return None;
        }
        let pairings = self.pairings.len() as u64;
        let pairing = (number / 2 % pairings) as usize;
        let pair = number / 2 / pairings;
        let [first, second] = self.pairings[pairing];
        let players = if number.is_multiple_of(2) { [first, second] } else { [second, first] };
        Some(Fixture { number, pairing, pair, players })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn everybody_meets_everybody_with_both_colours() {
        for (format, engines, pairings) in
            [(Format::RoundRobin, 4, 6), (Format::Gauntlet, 4, 3), (Format::RoundRobin, 2, 1)]
        {
            let schedule = Schedule::new(format, engines, 3);
            assert_eq!(schedule.pairings().len(), pairings);
            assert_eq!(schedule.games(), 6 * pairings as u64);
            let mut met = HashMap::new();
            for number in 0..schedule.games() {
                let game = schedule.fixture(number).expect("within the schedule");
                *met.entry((game.players, game.pair)).or_insert(0) += 1;
            }
            assert!(met.values().all(|times| *times == 1));
            assert_eq!(met.len() as u64, schedule.games());
            assert!(schedule.fixture(schedule.games()).is_none());
        }
        assert_eq!(Schedule::new(Format::RoundRobin, 1, 3).games(), 0);
        assert!(Schedule::new(Format::Gauntlet, 0, 3).fixture(0).is_none());
    }
}
