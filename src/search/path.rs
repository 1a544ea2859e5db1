//! The line being searched and the game behind it: repetition and draw counts. It knows the rules
//! of drawing and nothing of scores.
//!
//! Inside the tree the *first* recurrence counts as a draw, whatever number the rules ask for: who
//! can force a position once can force it again. That holds in games without a repetition rule as
//! well: a side that does best by going round in circles has nothing better, and nobody wins there.

use crate::board::{Board, Dir, Word};
use crate::rules::draws::{self, Counters, DrawRule, Event, Material};
use crate::rules::{BitsOf, Game, Move, Position, Rules, position};
use std::borrow::Cow;

/// A position of the line.
#[derive(Clone, Copy)]
struct Step {
    key: u64,
    /// Plies since a move that cannot be taken back.
    reversible: u16,
    counters: Counters,
    /// How far the counters have come, in thousandths.
    progress: u16,
}

/// Which positions the counting rules can say anything about. Keeping counts costs more than a
/// move, and in most positions there is nothing to count.
#[derive(Clone, Copy, Default)]
struct Watch {
    /// All of them.
    always: bool,
    /// Those with a king.
    kings: bool,
    /// Those with at most so many pieces.
    total: u32,
}

impl Watch {
    fn new(rules: &[DrawRule]) -> Watch {
        let mut watch = Watch::default();
        for (_, count) in draws::counts(rules) {
            let balance = &count.balance;
            if balance.one_each {
                watch.total = watch.total.max(2);
            } else if count.reset_by_man
                || balance.lone_king
                || balance.both_have_kings
                || balance.no_men
            {
                watch.kings = true;
            } else {
                watch.always = true;
            }
        }
        watch
    }

    #[inline(always)]
    fn sees<W: Word>(self, position: &Position<W>) -> bool {
        self.always
            || self.kings && position.kings.any()
            || self.total > 0 && position.occupied().count() <= self.total
    }
}

/// The line.
pub(super) struct Path {
    rules: Cow<'static, [DrawRule]>,
    watch: Watch,
    steps: Vec<Step>,
}

impl Path {
    /// The positions of a game, the last one being the root; `room` plies can follow without
    /// another allocation.
    pub(super) fn of_game<R: Rules>(rules: R, game: &Game, room: usize) -> Path {
        let variant = game.variant();
        let mut path = Path {
            rules: variant.draws.clone(),
            watch: Watch::new(&variant.draws),
            steps: Vec::with_capacity(game.plays().len() + 1 + room),
        };
        let mut reversible = 0;
        for (number, setup) in game.setups().enumerate() {
            let now = position::of_setup::<R>(setup);
            let last = number.checked_sub(1).and_then(|last| {
                let mv = Move::from_play(game.plays().get(last)?, R::Board::LAYOUT);
                Some((mv, position::of_setup::<R>(game.setups().nth(last)?)))
            });
            reversible = match last {
                Some((mv, before)) if !is_final(rules, &before, mv) => reversible + 1,
                _ => 0,
            };
            path.steps.push(Step {
                key: now.key(),
                reversible,
                counters: Counters::default(),
                progress: 0,
            });
        }
        if let Some(root) = path.steps.last_mut() {
            root.counters = *game.counters();
            root.progress = root.counters.progress(&path.rules);
        }
        path
    }

    /// The key of the last position.
    #[inline(always)]
    pub(super) fn key(&self) -> u64 {
        self.steps[self.steps.len() - 1].key
    }

    /// The line goes on with a move.
    #[inline(always)]
    pub(super) fn push<R: Rules>(
        &mut self,
        rules: R,
        before: &Position<BitsOf<R>>,
        mv: Move<BitsOf<R>>,
        after: &Position<BitsOf<R>>,
    ) {
        let last = self.steps[self.steps.len() - 1];
        let reversible =
            if is_final(rules, before, mv) { 0 } else { last.reversible.saturating_add(1) };
        let (counters, progress) = if self.watch.sees(after) {
            self.count::<R>(&last.counters, before, mv, after)
        } else {
            (Counters::default(), 0)
        };
        self.steps.push(Step { key: after.key(), reversible, counters, progress });
    }

    #[inline(never)]
    fn count<R: Rules>(
        &self,
        last: &Counters,
        before: &Position<BitsOf<R>>,
        mv: Move<BitsOf<R>>,
        after: &Position<BitsOf<R>>,
    ) -> (Counters, u16) {
        let man = !(before.kings & BitsOf::<R>::bit(mv.from)).any();
        let event = Event { capture: mv.is_capture(), man, mover: before.turn };
        let material = |position| Material::of::<R::Board>(position);
        let counters = last.after(&self.rules, &material(before), &material(after), event);
        (counters, counters.progress(&self.rules))
    }

    /// How far the draw counter nearest to its limit has come in the last position, in thousandths
    /// of the limit.
    #[inline(always)]
    pub(super) fn progress(&self) -> i32 {
        self.steps[self.steps.len() - 1].progress.into()
    }

    /// The last move is taken back.
    #[inline(always)]
    pub(super) fn pop(&mut self) {
        self.steps.pop();
    }

    /// Whether the last position has occurred before, in the line or in the game.
    #[inline(always)]
    pub(super) fn repeats(&self) -> bool {
        let last = self.steps.len() - 1;
        let Step { key, reversible, .. } = self.steps[last];
        // The same position comes back at the earliest when both sides have moved away and back.
        let mut back = 4;
        while back <= usize::from(reversible) && back <= last {
            if self.steps[last - back].key == key {
                return true;
            }
            back += 2;
        }
        false
    }

    /// Whether a counting rule makes the last position a draw, if it is not won.
    #[inline(always)]
    pub(super) fn counts_out<R: Rules>(&self, position: &Position<BitsOf<R>>) -> bool {
        self.watch.sees(position) && self.is_drawn::<R>(position)
    }

    #[inline(never)]
    fn is_drawn<R: Rules>(&self, position: &Position<BitsOf<R>>) -> bool {
        let counters = &self.steps[self.steps.len() - 1].counters;
        counters.drawn(&self.rules, &Material::of::<R::Board>(position)).is_some()
    }
}

/// Whether no position from before this move can come back after it.
#[inline(always)]
fn is_final<R: Rules>(rules: R, before: &Position<BitsOf<R>>, mv: Move<BitsOf<R>>) -> bool {
    mv.is_capture()
        || mv.promotes
        || men_never_return(rules) && !(before.kings & BitsOf::<R>::bit(mv.from)).any()
}

/// Whether men go forward only; in some games they step sideways too.
#[inline(always)]
fn men_never_return<R: Rules>(rules: R) -> bool {
    let moves = rules.get().man_moves;
    ![Dir::E, Dir::SE, Dir::S, Dir::SW, Dir::W].into_iter().any(|dir| moves.has(dir))
}
