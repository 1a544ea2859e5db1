//! The referee of one game: it alone decides what a move was and how the game ended. It stands on
//! the rules of the game and takes no engine's word for anything.
//!
//! Draws that a player would have to claim are given at once: an engine cannot claim over a pipe,
//! and neither side would play on for long.

use super::adjudicate::Decision;
use super::engine::Fault;
use crate::notation::MoveError;
use crate::rules::game::WinReason;
use crate::rules::{Color, Game, GameEnd};
use serde::{Deserialize, Serialize};

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The side to move had no piece left.
    NoPieces,
    /// The side to move had no move.
    Blocked,
    /// The first king won.
    FirstKing,
    /// A draw rule of the game.
    DrawRule,
    /// The loser made a move that is none.
    IllegalMove,
    /// The loser's engine ended, or did not even start.
    Crash,
    /// The loser's engine gave no move or no answer.
    Hang,
    /// The loser overstepped his time.
    Time,
    /// The loser gave the game up.
    Resigned,
    /// The loser ended a game that was not over, or did not begin one.
    BrokeOff,
    /// The scores of both engines agreed on a winner.
    ScoreWin,
    /// The scores of both engines stayed level.
    ScoreDraw,
    /// The limit of moves was reached.
    MoveLimit,
}

impl Ending {
    /// Whether an engine misbehaved.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            Ending::IllegalMove | Ending::Crash | Ending::Hang | Ending::Time | Ending::BrokeOff
        )
    }

    /// The name it has in records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ending::NoPieces => "no-pieces",
            Ending::Blocked => "blocked",
            Ending::FirstKing => "first-king",
            Ending::DrawRule => "draw-rule",
            Ending::IllegalMove => "illegal-move",
            Ending::Crash => "crash",
            Ending::Hang => "hang",
            Ending::Time => "time",
            Ending::Resigned => "resigned",
            Ending::BrokeOff => "broke-off",
            Ending::ScoreWin => "score-win",
            Ending::ScoreDraw => "score-draw",
            Ending::MoveLimit => "move-limit",
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; `None`: drawn.
    pub winner: Option<Color>,
    /// By what.
    pub ending: Ending,
    /// More about it for a person; may be empty.
    pub detail: String,
}

impl Outcome {
    /// What the rules say about a game, if it is over.
    #[must_use]
    pub fn by_rule(game: &Game) -> Option<Outcome> {
        Some(match game.end()? {
            GameEnd::Win { winner, why } => {
                let ending = match why {
                    WinReason::NoPieces => Ending::NoPieces,
                    WinReason::Blocked => Ending::Blocked,
                    WinReason::FirstKing => Ending::FirstKing,
                };
                Outcome { winner: Some(winner), ending, detail: String::new() }
            }
            GameEnd::Draw { article, .. } => {
                Outcome { winner: None, ending: Ending::DrawRule, detail: article.into() }
            }
        })
    }

    /// What the scores say.
    #[must_use]
    pub fn by_decision(decision: Decision) -> Outcome {
        let (winner, ending) = match decision {
            Decision::Win(color) => (Some(color), Ending::ScoreWin),
            Decision::Draw => (None, Ending::ScoreDraw),
            Decision::TooLong => (None, Ending::MoveLimit),
        };
        Outcome { winner, ending, detail: String::new() }
    }

    /// A side's engine failed.
    #[must_use]
    pub fn by_fault(loser: Color, fault: &Fault) -> Outcome {
        let ending = match fault {
            Fault::Silent { .. } => Ending::Hang,
            Fault::NotStarted { .. }
            | Fault::NotConnected { .. }
            | Fault::Ended(_)
            | Fault::Refused(_) => Ending::Crash,
            Fault::Declined(_) | Fault::BrokeOff(_) => Ending::BrokeOff,
            Fault::Resigned => Ending::Resigned,
        };
        Outcome::lost(loser, ending, fault.to_string())
    }

    /// A side made a move that is none.
    #[must_use]
    pub fn by_illegal_move(loser: Color, text: &str, fault: &MoveError) -> Outcome {
        const WIDTH: usize = 80;
        let shown: String = text.chars().take(WIDTH).collect();
        let fault: String = fault.to_string().chars().take(3 * WIDTH).collect();
        Outcome::lost(loser, Ending::IllegalMove, format!("'{shown}': {fault}"))
    }

    /// A side loses.
    #[must_use]
    pub fn lost(loser: Color, ending: Ending, detail: String) -> Outcome {
        Outcome { winner: Some(loser.other()), ending, detail }
    }
}
