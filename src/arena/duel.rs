//! One game between two running engines: whose turn it is, what it may cost, what came of it.

use super::adjudicate::{Adjudication, Adjudicator};
use super::clock::{Clock, Control};
use super::contender::Contender;
use super::dialect::Turn;
use super::engine::Thought;
use super::referee::{Ending, Outcome};
use crate::rules::{Color, Game};
use std::time::Duration;

/// What both players agree on before the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// Thinking, White's and Black's.
    pub controls: [Control; 2],
    /// Time by which a limit may be overstepped: pipes and a busy machine cost some.
    pub margin: Duration,
    /// When the game ends early.
    pub adjudication: Adjudication,
}

/// A move played by an engine, with what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What the engine said and how long it took.
    pub thought: Thought,
    /// The time left on its clock, the next increment included.
    pub clock: Option<Duration>,
}

/// A game played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The whole game, opening included.
    pub game: Game,
    /// The moves of the engines, after the opening.
    pub steps: Vec<Step>,
    /// How it ended.
    pub outcome: Outcome,
}

/// Plays a game to its end; `engines` are White's and Black's, told already of a new game.
pub async fn play(game: Game, engines: [&mut Contender; 2], terms: &Terms) -> Played {
    let mut duel = Duel {
        clocks: terms.controls.map(|control| control.clock.map(Clock::new)),
        adjudicator: Adjudicator::new(terms.adjudication),
        moves: [Vec::new(), Vec::new()],
        game,
        engines,
        terms,
        steps: Vec::new(),
    };
    duel.write_opening();
    let outcome = loop {
        if let Some(outcome) = Outcome::by_rule(&duel.game) {
            break outcome;
        }
        if let Err(outcome) = duel.step().await {
            break outcome;
        }
    };
    for (color, engine) in Color::BOTH.into_iter().zip(duel.engines) {
        // Who is at fault is not waited for, and who is gone needs not be told.
        if !(outcome.ending.is_fault() && outcome.winner == Some(color.other())) {
            let _ = engine.end(&duel.game, outcome.winner).await;
        }
    }
    Played { game: duel.game, steps: duel.steps, outcome }
}

struct Duel<'a> {
    game: Game,
    engines: [&'a mut Contender; 2],
    terms: &'a Terms,
    clocks: [Option<Clock>; 2],
    adjudicator: Adjudicator,
    /// The moves of the game as each engine reads them.
    moves: [Vec<String>; 2],
    steps: Vec<Step>,
}

impl Duel<'_> {
    fn write_opening(&mut self) {
        let variant = self.game.variant();
        for (engine, moves) in self.engines.iter().zip(&mut self.moves) {
            let all = self.game.setups().zip(self.game.plays());
            moves.extend(all.map(|(setup, play)| engine.write_move(variant, setup, play)));
        }
    }

    /// One move; `Err` when the game is over otherwise than by its rules.
    async fn step(&mut self) -> Result<(), Outcome> {
        let mover = self.game.setup().turn;
        let thought = self.think(mover).await?;
        self.check_time(mover, &thought)?;
        let engine = &self.engines[mover as usize];
        let play = engine
            .read_move(&self.game, &thought.text)
            .map_err(|fault| Outcome::by_illegal_move(mover, &thought.text, &fault))?;
        let before = *self.game.setup();
        if !self.game.play(&play) {
            let detail = format!("'{}' is not legal", thought.text);
            return Err(Outcome::lost(mover, Ending::IllegalMove, detail));
        }
        for (engine, moves) in self.engines.iter().zip(&mut self.moves) {
            moves.push(engine.write_move(self.game.variant(), &before, &play));
        }
        let score = thought.info.score;
        let clock = self.clocks[mover as usize].map(|clock| clock.face().left);
        self.steps.push(Step { thought, clock });
        match self.adjudicator.after_move(mover, score) {
            // A game that its rules have just ended needs no judge.
            Some(decision) if self.game.end().is_none() => Err(Outcome::by_decision(decision)),
            _ => Ok(()),
        }
    }

    async fn think(&mut self, mover: Color) -> Result<Thought, Outcome> {
        let turn = Turn {
            game: &self.game,
            moves: &self.moves[mover as usize],
            control: &self.terms.controls[mover as usize],
            faces: self.clocks.map(|clock| clock.map(|clock| clock.face())),
        };
        let allowed = self.time_left(mover).map(|left| left + self.terms.margin);
        let engine = &mut *self.engines[mover as usize];
        engine.think(&turn, allowed).await.map_err(|fault| Outcome::by_fault(mover, &fault))
    }

    /// The least of the time limits of this move.
    fn time_left(&self, mover: Color) -> Option<Duration> {
        let clock = self.clocks[mover as usize].map(|clock| clock.face().left);
        let move_time = self.terms.controls[mover as usize].move_time;
        clock.into_iter().chain(move_time).min()
    }

    fn check_time(&mut self, mover: Color, thought: &Thought) -> Result<(), Outcome> {
        let left = self.time_left(mover);
        let kept = match &mut self.clocks[mover as usize] {
            Some(clock) => clock.spend(thought.used, self.terms.margin),
            None => true,
        };
        let within = left.is_none_or(|left| thought.used <= left + self.terms.margin);
        let used = thought.used.as_secs_f64();
        match left {
            Some(left) if !(kept && within) => {
                let detail = format!("{used:.3} s used of {:.3} s", left.as_secs_f64());
                Err(Outcome::lost(mover, Ending::Time, detail))
            }
            None if thought.late => {
                let detail = format!("no move for {used:.3} s, until told to stop");
                Err(Outcome::lost(mover, Ending::Hang, detail))
            }
            _ => Ok(()),
        }
    }
}
