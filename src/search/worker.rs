//! One thread's searcher: everything that a search needs, in one place, and the small steps that
//! nodes of all kinds share.

use super::Input;
use super::control::Control;
use super::history::History;
use super::order::Killers;
use super::params::{GRACE_NODES, MAX_PLY, POLL_NODES, Params};
use super::path::Path;
use super::pv::Pv;
use super::score::{loss_at, win_at};
use super::strength::Strength;
use super::table::Table;
use crate::board::Word;
use crate::eval::{Evaluator, MAX_VALUE};
use crate::rules::{BitsOf, Color, Move, MoveList, Position, Rules, can_capture, generate};

/// A searcher for one root and one thread.
pub(super) struct Searcher<'a, R: Rules> {
    pub(super) rules: R,
    pub(super) params: Params,
    pub(super) table: &'a Table,
    pub(super) control: &'a Control,
    /// Which thread this is; 0 is the main one.
    pub(super) thread: usize,
    pub(super) giveaway: bool,
    pub(super) evaluator: Evaluator<R>,
    /// Whose evaluation is a little wrong.
    strength: Option<Strength>,
    pub(super) path: Path,
    pub(super) history: History<BitsOf<R>>,
    pub(super) killers: Box<[Killers<BitsOf<R>>]>,
    pub(super) pv: Pv<BitsOf<R>>,
    /// Nodes of this thread.
    pub(super) nodes: u64,
    next_poll: u64,
    pub(super) seldepth: usize,
    pub(super) leaves: Leaves,
    /// The limits do not hold before the first iteration is done, within reason.
    pub(super) warming_up: bool,
    /// The search has been stopped: scores mean nothing any more.
    pub(super) aborted: bool,
}

/// Where the full-width lines of an iteration ended.
#[derive(Clone, Copy, Default)]
pub(super) struct Leaves {
    count: u64,
    plies: u64,
}

impl Leaves {
    #[inline(always)]
    pub(super) fn add(&mut self, ply: usize) {
        self.count += 1;
        self.plies += ply as u64;
    }

    /// The mean in tenths of a ply; `None` without a leaf.
    pub(super) fn mean(self) -> Option<u32> {
        (10 * self.plies).checked_div(self.count).map(|tenths| tenths as u32)
    }
}

impl<'a, R: Rules> Searcher<'a, R> {
    /// A searcher at the last position of the input's game.
    pub(super) fn new(
        rules: R,
        input: &Input,
        table: &'a Table,
        control: &'a Control,
        thread: usize,
        params: Params,
    ) -> Self {
        let game = &input.game;
        let giveaway = game.variant().giveaway;
        Searcher {
            rules,
            params,
            table,
            control,
            thread,
            giveaway,
            evaluator: Evaluator::new(rules, giveaway),
            strength: input.strength.filter(|strength| strength.error > 0),
            path: Path::of_game(rules, game, MAX_PLY + 2),
            history: History::new(),
            killers: vec![Killers::default(); MAX_PLY + 2].into_boxed_slice(),
            pv: Pv::new(),
            nodes: 0,
            next_poll: 1,
            seldepth: 0,
            leaves: Leaves::default(),
            warming_up: true,
            aborted: false,
        }
    }

    /// Counts a node and looks at the limits from time to time.
    #[inline(always)]
    pub(super) fn visit(&mut self, ply: usize) {
        self.nodes += 1;
        if ply > self.seldepth {
            self.seldepth = ply;
        }
        if self.nodes >= self.next_poll {
            self.poll();
        }
    }

    #[cold]
    #[inline(never)]
    fn poll(&mut self) {
        self.control.set_nodes(self.thread, self.nodes);
        self.control.check_limits();
        self.aborted = self.control.is_stopped() && !(self.warming_up && self.nodes < GRACE_NODES);
        self.next_poll = self.nodes + self.control.nodes_left().clamp(1, POLL_NODES);
    }

    /// Makes the limits be looked at sooner: this node cost as much as `nodes` plain ones.
    #[inline(always)]
    pub(super) fn hurry(&mut self, nodes: usize) {
        self.next_poll = self.next_poll.saturating_sub(nodes as u64);
    }

    /// The legal moves of a position. In one place, so that the generator is compiled in once.
    #[inline(never)]
    pub(super) fn generate(&self, position: &Position<BitsOf<R>>, list: &mut MoveList<BitsOf<R>>) {
        generate(self.rules, position, list);
    }

    /// Whether a side could capture if it were to move. In one place for the same reason.
    #[inline(never)]
    pub(super) fn can_capture(&self, position: &Position<BitsOf<R>>, color: Color) -> bool {
        can_capture(self.rules, position, color)
    }

    /// Tells the evaluation of a move and gives the position after it.
    #[inline(always)]
    pub(super) fn play(
        &mut self,
        position: &Position<BitsOf<R>>,
        mv: Move<BitsOf<R>>,
    ) -> Position<BitsOf<R>> {
        let next = position.play(self.rules, mv);
        self.evaluator.played(position, mv, &next);
        next
    }

    /// The score of a position where the side to move has no move.
    #[inline(always)]
    pub(super) fn finished(&self, position: &Position<BitsOf<R>>, ply: usize) -> i32 {
        let wins = if self.rules.get().king_ends && position.kings.any() {
            (position.kings & position.own()).any()
        } else {
            self.giveaway
        };
        if wins { win_at(ply) } else { loss_at(ply) }
    }

    /// The static value of a position as this player judges it.
    #[inline(always)]
    pub(super) fn value(&self, position: &Position<BitsOf<R>>) -> i32 {
        self.judged(self.evaluator.value(position), position)
    }

    /// A static value less what the draw counters have come near their limits: what is not won
    /// while there is time is not won.
    #[inline(always)]
    pub(super) fn faded(&self, value: i32) -> i32 {
        let (progress, from) = (self.path.progress(), self.params.fade_from);
        if progress <= from { value } else { value * (1_000 - progress) / (1_000 - from) }
    }

    /// A static value with this player's error in it. What is pruned must not hang on errors: a
    /// weak player that looks further would then overlook more.
    #[inline(always)]
    pub(super) fn judged(&self, value: i32, position: &Position<BitsOf<R>>) -> i32 {
        match &self.strength {
            None => value,
            Some(strength) => misjudged(value, strength, position.key()),
        }
    }
}

/// A value with the error that a weaker player makes.
#[cold]
#[inline(never)]
fn misjudged(value: i32, strength: &Strength, key: u64) -> i32 {
    (value + strength.error_of(key)).clamp(-MAX_VALUE, MAX_VALUE)
}
