//! The walk of the tree down to the leaves.

use super::lanes::{Lanes, Path};
use super::leaf;
use super::table::Table;
use crate::board::{Board, Word};
use crate::rules::capture::{self, Springs};
use crate::rules::generate::{has_captures, is_over, list_captures};
use crate::rules::list::MoveList;
use crate::rules::position::Position;
use crate::rules::quiet::{self, Step, each_dir};
use crate::rules::ruleset::{BitsOf, Rules};
use crate::rules::setup::Color;
use std::sync::atomic::{AtomicBool, Ordering};

/// Subtrees this shallow are counted faster than they are looked up.
const MIN_TABLE_DEPTH: u32 = 4;
/// How deep a subtree is when the stop flag is looked at.
pub(super) const STOP_DEPTH: u32 = 5;

/// What one thread needs to count.
pub(super) struct Counter<'a, R: Rules> {
    rules: R,
    table: Option<&'a Table>,
    stop: &'a AtomicBool,
    lanes: Lanes<BitsOf<R>>,
    /// Nodes that the table knew.
    known: u64,
}

impl<'a, R: Rules> Counter<'a, R> {
    pub(super) fn new(rules: R, table: Option<&'a Table>, stop: &'a AtomicBool) -> Self {
        Counter { rules, table, stop, lanes: Lanes::new(), known: 0 }
    }

    /// Counts leaves on `path` from now on, if the processor can run it.
    pub(super) fn set_path(&mut self, path: Path) {
        self.lanes.set_path(path);
    }

    /// The nodes that the table knew since this was last asked.
    pub(super) fn take_known(&mut self) -> u64 {
        std::mem::take(&mut self.known)
    }

    /// The number of move sequences of `depth` plies; what it is worth is void once `stop` is set.
    pub(super) fn nodes(&mut self, position: &Position<BitsOf<R>>, depth: u32) -> u64 {
        match position.turn {
            Color::White => self.subtree::<true>(position, depth),
            Color::Black => self.subtree::<false>(position, depth),
        }
    }

    /// The whole count of a subtree, leaves waiting in the lanes included.
    fn subtree<const WHITE: bool>(&mut self, position: &Position<BitsOf<R>>, depth: u32) -> u64 {
        let nodes = self.below::<WHITE>(position, depth);
        nodes.saturating_add(self.drain::<WHITE>(depth))
    }

    /// The count of the leaves waiting in the lanes, `depth` plies below a node of side `WHITE`:
    /// the side to move there follows from the parity.
    fn drain<const WHITE: bool>(&mut self, depth: u32) -> u64 {
        if WHITE == (depth % 2 == 1) {
            self.lanes.drain::<R, true>(self.rules)
        } else {
            self.lanes.drain::<R, false>(self.rules)
        }
    }

    /// What is counted so far of a subtree; some leaves may still wait in the lanes.
    fn below<const WHITE: bool>(&mut self, position: &Position<BitsOf<R>>, depth: u32) -> u64 {
        match depth {
            0 => return 1,
            1 => return self.leaf::<WHITE>(position),
            _ => {}
        }
        if depth >= STOP_DEPTH && self.stop.load(Ordering::Relaxed) {
            return 0;
        }
        match self.table {
            Some(table) if depth >= MIN_TABLE_DEPTH => {
                self.remembered::<WHITE>(table, position, depth)
            }
            _ => self.children::<WHITE>(position, depth),
        }
    }

    fn remembered<const WHITE: bool>(
        &mut self,
        table: &Table,
        position: &Position<BitsOf<R>>,
        depth: u32,
    ) -> u64 {
        if let Some(known) = table.get(position, depth) {
            self.known = self.known.saturating_add(known);
            return known;
        }
        let before = self.drain::<WHITE>(depth);
        let below = self.children::<WHITE>(position, depth);
        let nodes = below.saturating_add(self.drain::<WHITE>(depth));
        if !self.stop.load(Ordering::Relaxed) {
            table.put(position, depth, nodes);
        }
        before.saturating_add(nodes)
    }

    #[inline(always)]
    fn leaf<const WHITE: bool>(&mut self, position: &Position<BitsOf<R>>) -> u64 {
        let own = position.sides[usize::from(!WHITE)];
        let foes = position.sides[usize::from(WHITE)];
        if !leaf::is_plain::<R>(own, position.kings) || is_over(self.rules, position) {
            return leaf::count_moves::<R, WHITE>(self.rules, position);
        }
        self.lanes.push([own, foes, position.kings]);
        self.lanes.count_full::<R, WHITE>(self.rules)
    }

    #[inline(always)]
    fn children<const WHITE: bool>(&mut self, position: &Position<BitsOf<R>>, depth: u32) -> u64 {
        let rules = self.rules;
        if is_over(rules, position) {
            return 0;
        }
        if depth == 2
            && !position.kings.any()
            && let Some(nodes) = self.children_of_men::<WHITE>(position)
        {
            return nodes;
        }
        let springs = Springs::of::<R, WHITE>(rules, position);
        // With a table, counts of kings alone outgrow 64 bits within seconds.
        let mut nodes = 0_u64;
        if has_captures::<R, WHITE>(rules, position, &springs) {
            let mut list = MoveList::new();
            list_captures::<R, WHITE>(rules, position, &springs, &mut list);
            for mv in list.iter() {
                let next = position.play_as::<R, WHITE>(rules, *mv);
                nodes = nodes.saturating_add(self.below_other::<WHITE>(&next, depth - 1));
            }
        } else {
            quiet::each_quiet::<R, WHITE>(rules, position, |step| {
                let next = position.step_as::<R, WHITE>(rules, step);
                nodes = nodes.saturating_add(self.below_other::<WHITE>(&next, depth - 1));
            });
        }
        nodes
    }

    /// The count of a node without kings, two plies above the leaves: all of them wait in the lanes,
    /// and what fills these is counted. `None` if captures must be walked, or a king ends the game.
    ///
    /// Half of a count is spent here. That there are no kings is said to what is called, so that
    /// run-time rules are not asked about them.
    #[inline(always)]
    fn children_of_men<const WHITE: bool>(
        &mut self,
        position: &Position<BitsOf<R>>,
    ) -> Option<u64> {
        let own = position.sides[usize::from(!WHITE)];
        let foes = position.sides[usize::from(WHITE)];
        let rules = self.rules;
        if (own & near_far_row::<R, WHITE>()).any() && rules.get().king_ends {
            return None;
        }
        let none = BitsOf::<R>::EMPTY;
        let empty = R::Board::SQUARES & !(own | foes);
        let springs = Springs::new::<R, WHITE>(rules, foes, none, empty);
        let takers = springs.takers(own);
        let mut adding = self.lanes.adding();
        if takers.any() {
            let crowning = capture::crowning::<R, WHITE>(rules);
            if springs.first_jumps::<R, WHITE>(rules, takers, none, crowning).hard {
                return None;
            }
            springs.each_jump::<R, WHITE>(rules, takers, |step, over| {
                adding.push(after(step, own, foes & !over));
            });
        } else {
            quiet::each_step_of_men::<R, WHITE>(rules, own, own | foes, |step| {
                adding.push(after(step, own, foes));
            });
        }
        adding.end();
        Some(if WHITE {
            self.lanes.count_full::<R, false>(rules)
        } else {
            self.lanes.count_full::<R, true>(rules)
        })
    }

    /// [`Self::below`] for the side that was not `WHITE`.
    #[inline(always)]
    fn below_other<const WHITE: bool>(&mut self, next: &Position<BitsOf<R>>, depth: u32) -> u64 {
        match (WHITE, depth) {
            (true, 1) => self.leaf::<false>(next),
            (false, 1) => self.leaf::<true>(next),
            (true, _) => self.below::<false>(next, depth),
            (false, _) => self.below::<true>(next, depth),
        }
    }
}

/// The leaf after a man's step or jump: the pieces of its side before it, and the enemies left.
#[inline(always)]
fn after<W: Word>(step: Step<W>, own: W, foes: W) -> [W; 3] {
    let kings = if step.promotes { step.to } else { W::EMPTY };
    [foes, own ^ (step.from | step.to), kings]
}

/// The squares from which a step or a jump may lead to the far row of a side.
#[inline(always)]
fn near_far_row<R: Rules, const WHITE: bool>() -> BitsOf<R> {
    let mut near = BitsOf::<R>::EMPTY;
    each_dir!(|DIR| {
        let next = R::Board::step(quiet::far_row::<R, WHITE>(), DIR);
        near |= next | R::Board::step(next, DIR);
    });
    near
}
