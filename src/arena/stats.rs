//! What results say: Elo difference with its error, likelihood of superiority, and the sequential
//! probability ratio test that tells when a match has said enough.
//!
//! The unit is the pair of games with one opening and colours reversed, not the game: the two
//! games of a pair are far from independent, and the five results of a pair (pentanomial) measure
//! the spread that the opening leaves. The test is the generalised one: the likelihood of what was
//! seen, under the likeliest five-way distribution with each of the two expected scores (M. Van den
//! Bergh, "The generalized sequential probability ratio test for trinomial and pentanomial
//! distributions", 2019).

use serde::Serialize;
use std::str::FromStr;

/// Results of one engine against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games by their points: 0, 1/2, 1, 1 1/2, 2.
    pub pairs: [u64; 5],
}

/// A game as its first engine sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Points {
    /// 0 points.
    Loss,
    /// Half a point.
    Draw,
    /// 1 point.
    Win,
}

impl Tally {
    /// Counts a game.
    pub fn add_game(&mut self, points: Points) {
        match points {
            Points::Loss => self.losses += 1,
            Points::Draw => self.draws += 1,
            Points::Win => self.wins += 1,
        }
    }

    /// Counts a whole pair, whose games have been counted one by one.
    pub fn add_pair(&mut self, first: Points, second: Points) {
        self.pairs[first as usize + second as usize] += 1;
    }

    /// Games played.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points scored.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The same results seen by the other engine.
    #[must_use]
    pub fn reversed(&self) -> Tally {
        let mut pairs = self.pairs;
        pairs.reverse();
        Tally { wins: self.losses, draws: self.draws, losses: self.wins, pairs }
    }

    /// Both together.
    #[must_use]
    pub fn plus(&self, other: &Tally) -> Tally {
        let mut pairs = self.pairs;
        for (sum, more) in pairs.iter_mut().zip(other.pairs) {
            *sum += more;
        }
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            pairs,
        }
    }

    /// What the results say about strength; `None` before the first whole pair.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        let pairs: u64 = self.pairs.iter().sum();
        if pairs == 0 {
            return None;
        }
        let spread = Spread::of(&self.pairs);
        let error = (spread.variance / pairs as f64).sqrt();
        // A few equal results show no spread, which is not to say that there is none.
        let reach = if error > 0.0 { Z95 * error } else { f64::INFINITY };
        let [low, high] = [-reach, reach].map(|reach| elo(spread.mean + reach));
        let normalised = (spread.variance > 0.0)
            .then(|| (spread.mean - 0.5) / (2.0 * spread.variance).sqrt() * ELO_A_SIGMA);
        Some(Estimate {
            score: spread.mean,
            elo: elo(spread.mean),
            low,
            high,
            normalised,
            los: likelihood_of_superiority(spread.mean, error),
            draw_rate: self.draws as f64 / self.games().max(1) as f64,
        })
    }
}

/// The strength of one engine against another, by whole pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Points a game.
    pub score: f64,
    /// Elo difference; infinite if every game was won.
    pub elo: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
    /// Difference in units of the spread of single games, on the scale of Elo; `None` if nothing
    /// is spread.
    pub normalised: Option<f64>,
    /// Likelihood that the engine is the stronger one.
    pub los: f64,
    /// Part of the games drawn.
    pub draw_rate: f64,
}

impl Estimate {
    /// Half the width of the 95 % interval.
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The normal deviate of a 95 % interval.
const Z95: f64 = 1.959_963_985;
/// Normalised Elo for a difference of one standard deviation of a game: 800 / ln 10.
const ELO_A_SIGMA: f64 = 347.435_585_522_601_3;

/// The Elo difference of an expected score.
#[must_use]
pub fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

/// The expected score of an Elo difference.
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

fn likelihood_of_superiority(mean: f64, error: f64) -> f64 {
    if error > 0.0 {
        normal((mean - 0.5) / error)
    } else if mean > 0.5 {
        1.0
    } else if mean < 0.5 {
        0.0
    } else {
        0.5
    }
}

/// The normal distribution function, within 1e-7 (Abramowitz and Stegun 26.2.17).
fn normal(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 5] =
        [1.330_274_429, -1.821_255_978, 1.781_477_937, -0.356_563_782, 0.319_381_530];
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let sum = COEFFICIENTS.iter().fold(0.0, |sum, c| (sum + c) * t);
    let tail = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * sum;
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// Points a game of each result of a pair.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Mean and variance of the points a game over pairs.
struct Spread {
    mean: f64,
    variance: f64,
}

impl Spread {
    fn of(pairs: &[u64; 5]) -> Spread {
        Spread::of_shares(&shares(&pairs.map(|count| count as f64)))
    }

    fn of_shares(shares: &[f64; 5]) -> Spread {
        let mean = shares.iter().zip(SCORES).map(|(share, score)| share * score).sum();
        let variance = shares
            .iter()
            .zip(SCORES)
            .map(|(share, score): (&f64, f64)| share * (score - mean) * (score - mean))
            .sum();
        Spread { mean, variance }
    }
}

fn shares(counts: &[f64; 5]) -> [f64; 5] {
    let sum: f64 = counts.iter().sum();
    counts.map(|count| count / sum)
}

/// The scale of the hypotheses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Elo as usual.
    #[default]
    Logistic,
    /// Normalised Elo, which does not depend on how much is drawn.
    Normalised,
}

/// A sequential test of two hypotheses about the Elo difference of the first engine.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// The difference of the alternative, greater than `elo0`.
    pub elo1: f64,
    /// Chance of accepting the alternative although the null hypothesis holds.
    pub alpha: f64,
    /// Chance of accepting the null hypothesis although the alternative holds.
    pub beta: f64,
    /// The scale.
    pub model: Model,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The null hypothesis is accepted.
    H0,
    /// The alternative is accepted.
    H1,
    /// More games are needed.
    Open,
}

/// Why a test was not understood.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// Not `key=value` of a known key.
    #[error(
        "'{0}' is not part of a test: elo0=N, elo1=N, alpha=N, beta=N, model=logistic|normalised"
    )]
    Item(String),
    /// The hypotheses are not in order.
    #[error("elo0 ({0}) must be less than elo1 ({1})")]
    Order(f64, f64),
    /// A chance that is none.
    #[error("alpha and beta must be greater than 0 and at most 0.5, not {0}")]
    Chance(f64),
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic`; what is left out is as here.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut sprt =
            Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::Logistic };
        for item in text.split([',', ' ']).filter(|item| !item.is_empty()) {
            let fault = || SprtError::Item(item.into());
            let (key, value) = item.split_once('=').ok_or_else(fault)?;
            let number = || match value.parse::<f64>() {
                Ok(number) if number.is_finite() => Ok(number),
                _ => Err(fault()),
            };
            match key {
                "elo0" => sprt.elo0 = number()?,
                "elo1" => sprt.elo1 = number()?,
                "alpha" => sprt.alpha = number()?,
                "beta" => sprt.beta = number()?,
                "model" => {
                    sprt.model = match value {
                        "logistic" => Model::Logistic,
                        "normalised" | "normalized" => Model::Normalised,
                        _ => return Err(fault()),
                    }
                }
                _ => return Err(fault()),
            }
        }
        if sprt.elo0 >= sprt.elo1 {
            return Err(SprtError::Order(sprt.elo0, sprt.elo1));
        }
        for chance in [sprt.alpha, sprt.beta] {
            if !(chance > 0.0 && chance <= 0.5) {
                return Err(SprtError::Chance(chance));
            }
        }
        Ok(sprt)
    }
}

impl Sprt {
    /// The log-likelihood ratios at which the null hypothesis and the alternative are accepted.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The log-likelihood ratio of the alternative to the null hypothesis.
    #[must_use]
    pub fn llr(&self, tally: &Tally) -> f64 {
        /// Stands for a result not seen yet: without it the likeliest distribution would exclude
        /// it for ever.
        const UNSEEN: f64 = 1e-3;
        if tally.pairs.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        let counts = tally.pairs.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let shares = shares(&counts);
        let [score0, score1] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Logistic => expected_score(elo),
            Model::Normalised => {
                let sigma = (2.0 * Spread::of_shares(&shares).variance).sqrt();
                (0.5 + elo / ELO_A_SIGMA * sigma).clamp(1e-6, 1.0 - 1e-6)
            }
        });
        let per_pair = log_likelihood(&shares, score1) - log_likelihood(&shares, score0);
        per_pair * counts.iter().sum::<f64>()
    }

    /// Whether the test is over.
    #[must_use]
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        let [lower, upper] = self.bounds();
        match self.llr(tally) {
            llr if llr >= upper => Verdict::H1,
            llr if llr <= lower => Verdict::H0,
            _ => Verdict::Open,
        }
    }
}

/// How likely the shares are under the likeliest distribution with mean `score`, against the shares
/// themselves, as a logarithm a pair. That distribution is share / (1 + theta (x - score)), with the
/// theta that gives the mean (a Lagrange multiplier), found by halving.
fn log_likelihood(shares: &[f64; 5], score: f64) -> f64 {
    let excess = |theta: f64| -> f64 {
        let term = |(share, x): (&f64, f64)| share * (x - score) / (1.0 + theta * (x - score));
        shares.iter().zip(SCORES).map(term).sum()
    };
    // All five shares are positive, so theta lies strictly between the poles of the outer two.
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = f64::midpoint(low, high);
    -shares.iter().zip(SCORES).map(|(share, x)| share * (theta * (x - score)).ln_1p()).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, within: f64) -> bool {
        (a - b).abs() < within
    }

    #[test]
    fn elo_and_score_are_each_others_inverse() {
        for difference in [-300.0, -5.0, 0.0, 1.0, 400.0] {
            assert!(close(elo(expected_score(difference)), difference, 1e-9));
        }
        assert!(close(expected_score(400.0), 10.0 / 11.0, 1e-12));
        assert!(elo(1.0).is_infinite() && elo(0.0).is_infinite());
    }

    #[test]
    fn the_normal_distribution_is_known() {
        for (x, p) in [(0.0, 0.5), (Z95, 0.975), (-1.0, 0.158_655_254), (3.0, 0.998_650_102)] {
            assert!(close(normal(x), p, 1e-6), "{x}");
        }
    }

    #[test]
    fn estimates_by_pairs() {
        // Ten openings each won by the side with White: no difference and no spread.
        let mut tally = Tally { wins: 10, losses: 10, pairs: [0, 0, 10, 0, 0], draws: 0 };
        let estimate = tally.estimate().expect("there are pairs");
        assert!(close(estimate.elo, 0.0, 1e-9) && estimate.error().is_infinite());
        assert!(close(estimate.los, 0.5, 1e-9));
        tally = Tally { wins: 30, draws: 10, losses: 10, pairs: [1, 3, 5, 7, 9] };
        let estimate = tally.estimate().expect("there are pairs");
        // Mean (0 + 0.75 + 2.5 + 5.25 + 9) / 25 = 0.7; variance by hand 0.0850.
        assert!(close(estimate.score, 0.7, 1e-12));
        assert!(close(estimate.elo, 147.19, 0.01));
        assert!(close(estimate.draw_rate, 0.2, 1e-12));
        assert!(close(estimate.los, normal(0.2 / (0.085_f64 / 25.0).sqrt()), 1e-9));
        assert_eq!(tally.reversed().reversed(), tally);
        assert!(Tally::default().estimate().is_none());
    }

    #[test]
    fn the_ratio_agrees_with_its_approximation() {
        // For small differences the ratio tends to (s1 - s0)(2 mean - s0 - s1) N / (2 variance).
        let test: Sprt = "elo0=0,elo1=5".parse().expect("a test");
        let tally = Tally { pairs: [100, 900, 3000, 1000, 120], ..Tally::default() };
        let spread = Spread::of(&tally.pairs);
        let [s0, s1] = [0.0, 5.0].map(expected_score);
        let about = (s1 - s0) * (2.0 * spread.mean - s0 - s1) * 5120.0 / (2.0 * spread.variance);
        assert!(close(test.llr(&tally), about, 0.02), "{} {about}", test.llr(&tally));
    }

    #[test]
    fn tests_are_read() {
        let test: Sprt = "elo0=-4,elo1=1,alpha=0.1".parse().expect("a test");
        assert_eq!((test.elo0, test.elo1, test.alpha, test.beta), (-4.0, 1.0, 0.1, 0.05));
        for wrong in ["elo0=5,elo1=5", "elo2=1", "elo0", "alpha=0", "beta=0.9", "elo1=nan"] {
            assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
        }
        assert!(close(test.llr(&Tally::default()), 0.0, 1e-12));
    }

    /// A small generator of numbers in 0..1 (xorshift), enough for a simulation.
    struct Chance(u64);

    impl Chance {
        fn next(&mut self) -> f64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 11) as f64 / (1_u64 << 53) as f64
        }
    }

    /// Runs the test on random pairs whose expected score is that of `elo`.
    fn simulate(test: &Sprt, elo: f64, chance: &mut Chance) -> Verdict {
        // The mean is 1/2 before the shift, which moves weight from 1/2 a point to 1 1/2 of 2.
        let shift = 2.0 * (expected_score(elo) - 0.5);
        let shares = [0.03, 0.22 - shift, 0.5, 0.22 + shift, 0.03];
        let mut tally = Tally::default();
        loop {
            let mut at = chance.next();
            let result = shares.iter().position(|share| {
                at -= share;
                at < 0.0
            });
            tally.pairs[result.unwrap_or(2)] += 1;
            match test.verdict(&tally) {
                Verdict::Open => {}
                verdict => return verdict,
            }
        }
    }

    #[test]
    fn errors_are_as_rare_as_promised() {
        let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
        for text in ["elo0=0,elo1=60", "elo0=0,elo1=90,model=normalised"] {
            let test: Sprt = text.parse().expect("a test");
            let logistic = match test.model {
                Model::Logistic => [test.elo0, test.elo1],
                Model::Normalised => {
                    let shares = [0.03, 0.22, 0.5, 0.22, 0.03];
                    let sigma = (2.0 * Spread::of_shares(&shares).variance).sqrt();
                    [test.elo0, test.elo1].map(|elo_n| elo(0.5 + elo_n / ELO_A_SIGMA * sigma))
                }
            };
            for (truth, wrong) in logistic.into_iter().zip([Verdict::H1, Verdict::H0]) {
                let errors =
                    (0..200).filter(|_| simulate(&test, truth, &mut chance) == wrong).count();
                // 5 % of 200 are 10, with a deviation of 3.1.
                assert!((1..=22).contains(&errors), "{text} at {truth}: {errors} of 200");
            }
        }
    }
}
