//! Ending games early where the engines agree about them. The scores are the engines' own; the
//! rules of the game are the [`super::referee`]'s.

use crate::rules::Color;
use crate::search::Score;
use serde::Serialize;

/// A win is given when one side is lost by this for long enough in the eyes of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WinRule {
    /// Moves of each side in a row.
    pub moves: u32,
    /// At least so much for one side and against the other, in hundredths of a man.
    pub score: i32,
}

/// A draw is given when both sides see little for long enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DrawRule {
    /// Moves of each side in a row.
    pub moves: u32,
    /// At most so much either way, in hundredths of a man.
    pub score: i32,
    /// Moves of each side that must have been played before.
    pub after: u32,
}

/// When a game ends before the rules end it. Nothing set: never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Adjudication {
    /// A clear score wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<WinRule>,
    /// A long level score draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// After so many moves of each side the game is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<u32>,
}

/// What has been decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A side wins by the scores.
    Win(Color),
    /// Drawn by the scores.
    Draw,
    /// Drawn by the number of moves.
    TooLong,
}

/// Follows the scores of one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    plies: u32,
    level_plies: u32,
    /// Plies in a row in which White's, and Black's, win was seen by whoever moved.
    winning_plies: [u32; 2],
}

impl Adjudicator {
    /// At the start of play; moves of an opening do not count.
    #[must_use]
    pub fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator { rules, plies: 0, level_plies: 0, winning_plies: [0; 2] }
    }

    /// Takes note of a move with the score that its player gave for himself. A move without a score
    /// breaks every row.
    pub fn after_move(&mut self, mover: Color, score: Option<Score>) -> Option<Decision> {
        self.plies += 1;
        let value = score.map(centimen);
        self.win(mover, value).or_else(|| self.draw(value)).or_else(|| self.too_long())
    }

    fn win(&mut self, mover: Color, value: Option<i32>) -> Option<Decision> {
        let rule = self.rules.win?;
        for color in Color::BOTH {
            let seen = value.is_some_and(|value| {
                if color == mover { value >= rule.score } else { value <= -rule.score }
            });
            let plies = &mut self.winning_plies[color as usize];
            *plies = if seen { *plies + 1 } else { 0 };
            if *plies >= rule.moves.saturating_mul(2) {
                return Some(Decision::Win(color));
            }
        }
        None
    }

    fn draw(&mut self, value: Option<i32>) -> Option<Decision> {
        let rule = self.rules.draw?;
        let level = value.is_some_and(|value| value.abs() <= rule.score);
        self.level_plies = if level { self.level_plies + 1 } else { 0 };
        let enough = self.level_plies >= rule.moves.saturating_mul(2);
        (enough && self.plies >= rule.after.saturating_mul(2)).then_some(Decision::Draw)
    }

    fn too_long(&self) -> Option<Decision> {
        let limit = self.rules.max_moves?.saturating_mul(2);
        (self.plies >= limit).then_some(Decision::TooLong)
    }
}

/// A score as one number: hundredths of a man, proven results far beyond all others.
#[must_use]
pub fn centimen(score: Score) -> i32 {
    let far = |plies: u32| PROVEN - plies.min(MOST_PLIES as u32) as i32;
    match score {
        Score::Value(value) => value.clamp(-PROVEN / 2, PROVEN / 2),
        Score::Win(plies) => far(plies),
        Score::Loss(plies) => -far(plies),
    }
}

/// A proven win is this less its plies.
pub const PROVEN: i32 = 30_000;
/// Proven results further away than this count as if they were so far.
pub const MOST_PLIES: i32 = 10_000;

#[cfg(test)]
mod tests {
    use super::*;

    fn play(rules: Adjudication, scores: &[Option<i32>]) -> Option<(usize, Decision)> {
        let mut adjudicator = Adjudicator::new(rules);
        scores.iter().enumerate().find_map(|(ply, score)| {
            let mover = Color::BOTH[ply % 2];
            let decision = adjudicator.after_move(mover, score.map(Score::Value))?;
            Some((ply, decision))
        })
    }

    #[test]
    fn both_must_see_the_win() {
        let rules =
            Adjudication { win: Some(WinRule { moves: 2, score: 300 }), ..Adjudication::default() };
        let seen = [Some(400), Some(-350), Some(300), Some(-300)];
        assert_eq!(play(rules, &seen), Some((3, Decision::Win(Color::White))));
        let doubted = [Some(400), Some(-350), Some(300), Some(-10), Some(400), Some(-350)];
        assert_eq!(play(rules, &doubted), None);
        let silent = [Some(400), None, Some(400), None, Some(400)];
        assert_eq!(play(rules, &silent), None);
        let black = [Some(-400), Some(350), Some(-300), Some(300)];
        assert_eq!(play(rules, &black), Some((3, Decision::Win(Color::Black))));
    }

    #[test]
    fn draws_wait_for_their_time() {
        let rules = Adjudication {
            draw: Some(DrawRule { moves: 1, score: 10, after: 2 }),
            ..Adjudication::default()
        };
        assert_eq!(play(rules, &[Some(0); 8]), Some((3, Decision::Draw)));
        assert_eq!(play(rules, &[Some(11); 8]), None);
        let rules = Adjudication { max_moves: Some(3), ..Adjudication::default() };
        assert_eq!(play(rules, &[None; 8]), Some((5, Decision::TooLong)));
    }

    #[test]
    fn proven_scores_are_beyond_all_others() {
        assert!(centimen(Score::Win(500)) > centimen(Score::Value(i32::MAX)));
        assert_eq!(centimen(Score::Loss(3)), -centimen(Score::Win(3)));
    }
}
