//! Captures of crowds. The ways through many scattered pieces are more than the orders to take them
//! in, and soon too many to walk; the places to be in with so many taken are far fewer. A walk that
//! remembers them takes longer for each jump, so it comes second: `generate` calls it where the
//! plain one has not come to its end. It knows the rules as a value only: such positions are rare.

use super::capture::{self, Best, Sink, Springs, State};
use super::list::MoveList;
use super::position::{Move, Position};
use super::ruleset::{Custom, RuleSet};
use crate::board::{Board, Word};
use std::collections::HashMap;

/// The most jumps of the plain walk: a position that needs them all costs a few milliseconds.
pub(super) const PLAIN_JUMPS: u32 = 1 << 16;

/// Keeps the best captures, and every state of the walk.
struct Remembering<'a, W> {
    best: Best<'a, W>,
    seen: HashMap<State<W>, bool>,
}

impl<W: Word> Sink<W> for Remembering<'_, W> {
    const EVERY_LANDING: bool = false;
    fn enter(&mut self, _over: W, _land: W) {}
    fn leave(&mut self) {}
    fn found(&mut self, mv: Move<W>, pieces: u32, worth: u64) -> u32 {
        self.best.found(mv, pieces, worth)
    }
    fn recall(&self, state: &State<W>) -> Option<bool> {
        self.seen.get(state).copied()
    }
    fn remember(&mut self, state: State<W>, goes_on: bool) {
        self.seen.insert(state, goes_on);
    }
}

/// Fills `list` with the captures of the side to move; tells whether these are all. If not, there
/// are more states or more captures than anybody could wait for.
#[cold]
#[inline(never)]
pub(super) fn list_captures<B: Board, const WHITE: bool>(
    rules: &RuleSet,
    position: &Position<B::Bits>,
    list: &mut MoveList<B::Bits>,
) -> bool {
    list.clear();
    let custom = Custom::<B>::any(rules);
    let own = position.sides[usize::from(!WHITE)];
    let springs = Springs::of::<Custom<B>, WHITE>(custom, position);
    let men = springs.takers(own & !position.kings);
    let mut sink = Remembering { best: Best::new(rules, list), seen: HashMap::new() };
    capture::each_capture::<_, _, WHITE>(custom, position, men, capture::MOST_JUMPS, &mut sink)
}
