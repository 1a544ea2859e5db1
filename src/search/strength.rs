//! Playing weaker than one could, by honest means: fewer nodes, and an evaluation that is a little
//! wrong. The error of a position is the same throughout a game, as a person's is, and another one
//! in the next game; no move is ever made at random, and what is won or lost within the search is
//! seen as what it is.
//!
//! How Elo numbers become nodes and error is a table ([`LEVELS`]), measured by matches between its
//! rows; `docs/strength.md` says how.

/// How weak to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Nodes for each move, at most.
    pub nodes: u64,
    /// The standard deviation of the error of the evaluation, in hundredths of a man.
    pub error: i32,
    /// Which errors: one number for each game.
    pub seed: u64,
}

/// A row of the scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// The strength it is called by.
    pub elo: i32,
    /// Nodes for each move.
    pub nodes: u64,
    /// The standard deviation of the error, in hundredths of a man.
    pub error: i32,
}

const fn level(elo: i32, nodes: u64, error: i32) -> Level {
    Level { elo, nodes, error }
}

/// The scale, weakest first. Between two rows the error changes evenly, and the nodes by even
/// factors. Errors stay small: large ones make a search that looks two plies ahead play *worse* than
/// one that looks one ply ahead, since the fewer replies the other side has, the fewer errors the
/// worst of them is picked from, and giving men away leaves few replies.
pub const LEVELS: [Level; 9] = [
    level(600, 60, 20),
    level(940, 120, 8),
    level(1160, 250, 8),
    level(1380, 500, 8),
    level(1590, 1_000, 8),
    level(1720, 2_000, 8),
    level(1900, 4_000, 8),
    level(2080, 8_000, 8),
    level(2230, 16_000, 8),
];

/// What is left of full strength after 1, 2 and 3 steps of a host's `handicap`, in Elo. The
/// site that has invented it gives 3 to beginners, together with a few dozen nodes.
const HANDICAPS: [i32; 3] = [1_720, 1_380, 940];

/// The strength in Elo of a host's `handicap`: more steps than there are mean the last; none mean
/// full strength.
#[must_use]
pub fn elo_of_handicap(steps: u32) -> Option<i32> {
    let last = HANDICAPS.len() - 1;
    let step = (steps as usize).checked_sub(1)?;
    Some(HANDICAPS[step.min(last)])
}

/// The weakest level in Elo.
pub const MIN_ELO: i32 = LEVELS[0].elo;
/// The strongest level in Elo, still below full strength.
pub const MAX_ELO: i32 = LEVELS[LEVELS.len() - 1].elo;

impl Strength {
    /// The strength of an Elo number, within the scale; `seed` tells one game from another.
    #[must_use]
    pub fn of_elo(elo: i32, seed: u64) -> Strength {
        let elo = elo.clamp(MIN_ELO, MAX_ELO);
        let above = LEVELS.iter().position(|row| row.elo >= elo).unwrap_or(LEVELS.len() - 1);
        let (low, high) = (&LEVELS[above.saturating_sub(1)], &LEVELS[above]);
        let way = f64::from(elo - low.elo) / f64::from((high.elo - low.elo).max(1));
        let nodes = low.nodes as f64 * (high.nodes as f64 / low.nodes as f64).powf(way);
        let error = f64::from(low.error) + f64::from(high.error - low.error) * way;
        Strength { nodes: nodes.round() as u64, error: error.round() as i32, seed }
    }

    /// The error of the position with this key.
    #[inline]
    pub(super) fn error_of(&self, key: u64) -> i32 {
        let mixed = mix(key ^ self.seed);
        let sum: i64 = (0..4).map(|part| i64::from((mixed >> (16 * part)) as u16)).sum();
        ((sum - SUM_MEAN) * i64::from(self.error) / SUM_DEVIATION) as i32
    }
}

// The sum of four numbers of 16 bits is nearly normally distributed.
/// Its mean: 4 (2^16 - 1) / 2.
const SUM_MEAN: i64 = 131_070;
/// Its standard deviation: 2^16 / sqrt(3).
const SUM_DEVIATION: i64 = 37_837;

/// A digest of 64 bits (the finaliser of `SplitMix64`, Steele, Lea and Flood 2014).
fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_rises_and_its_rows_are_met() {
        let mut last = Strength { nodes: 0, error: i32::MAX, seed: 0 };
        for elo in MIN_ELO..=MAX_ELO {
            let now = Strength::of_elo(elo, 0);
            assert!(now.nodes >= last.nodes && now.error <= last.error, "{elo}: {now:?}");
            last = now;
        }
        for Level { elo, nodes, error } in LEVELS {
            assert_eq!(Strength::of_elo(elo, 7), Strength { nodes, error, seed: 7 });
        }
        assert_eq!(Strength::of_elo(i32::MIN, 0), Strength::of_elo(MIN_ELO, 0));
        assert_eq!(Strength::of_elo(i32::MAX, 0), Strength::of_elo(MAX_ELO, 0));
    }

    #[test]
    fn more_handicap_is_weaker() {
        assert_eq!(elo_of_handicap(0), None);
        let elos: Vec<i32> = (1..=4).filter_map(elo_of_handicap).collect();
        assert_eq!(elos.len(), 4);
        assert!(elos.windows(2).all(|pair| pair[0] >= pair[1]) && elos[3] >= MIN_ELO);
        assert_eq!(elo_of_handicap(u32::MAX), elos.last().copied());
    }

    #[test]
    fn errors_have_the_deviation_asked_for_and_belong_to_position_and_game() {
        let strength = Strength { nodes: 1, error: 50, seed: 3 };
        let errors: Vec<f64> =
            (0..20_000_u64).map(|key| f64::from(strength.error_of(key))).collect();
        let count = errors.len() as f64;
        let mean = errors.iter().sum::<f64>() / count;
        let variance = errors.iter().map(|error| (error - mean).powi(2)).sum::<f64>() / count;
        assert!(mean.abs() < 2.0 && (variance.sqrt() - 50.0).abs() < 2.0, "{mean} {variance}");
        assert_eq!(strength.error_of(9), strength.error_of(9));
        let other = Strength { seed: 4, ..strength };
        assert!((0..100).any(|key| strength.error_of(key) != other.error_of(key)));
    }
}
