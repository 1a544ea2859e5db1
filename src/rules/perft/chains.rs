//! Short chains of jumps by men, counted for all men at once.
//!
//! Every man that can jump in a direction does, all in one word; the set of landing squares jumps
//! on in every direction but back, and so on. A bit in a set stands for one man on one way, so a
//! population count is a count of captures. This is exact while no chain can touch what it has
//! changed itself: with diagonal or with straight jumps alone, three jumps never lead back to the
//! square the man left, nor to a piece already taken, nor onto its square; with both kinds mixed
//! that holds for two jumps only. Where the jump after that could close a ring, on the square that
//! some man left, and for longer chains, the walk in `capture` decides.

use crate::board::{Board, Dir, Word};
use crate::rules::capture;
use crate::rules::position::Position;
use crate::rules::quiet::{each_dir, far_row};
use crate::rules::ruleset::{BitsOf, FarRow, Rules};

/// The number of captures of the side to move, which must have only men and at least one capture;
/// `None` if a chain is too long or a man becomes a king on its way.
#[inline(always)]
pub(super) fn count<R: Rules, const WHITE: bool>(
    rules: R,
    position: &Position<BitsOf<R>>,
) -> Option<u64> {
    let rule = rules.get();
    let own = position.sides[usize::from(!WHITE)];
    let foes = position.sides[usize::from(WHITE)];
    let prey = capture::prey_of_men(&rule, foes, position.kings);
    if rule.priority.tells_kings_apart() && (prey & position.kings).any() {
        return None;
    }
    let empty = R::Board::SQUARES & !(own | foes);
    // Men do not start on the far row, and where it stops them none jumps on from there.
    let stops = rule.far_row == FarRow::StopsThere;
    let stop = if stops { far_row::<R, WHITE>() } else { BitsOf::<R>::EMPTY };
    let mut springs = [BitsOf::<R>::EMPTY; 8];
    each_dir!(|DIR| {
        if rule.man_takes.has_for::<WHITE>(DIR) {
            springs[DIR as usize] = capture::springs_of::<R>(DIR, prey, empty) & !stop;
        }
    });
    let mut chains =
        Chains::<R, WHITE> { rules, springs, prey, men: own, longest: 0, count: 0, hard: false };
    chains.jump_on(own, None, 0);
    (!chains.hard).then_some(chains.count)
}

struct Chains<R: Rules, const WHITE: bool> {
    rules: R,
    /// For each direction, the squares from which a man can jump in it.
    springs: [BitsOf<R>; 8],
    prey: BitsOf<R>,
    men: BitsOf<R>,
    longest: u32,
    count: u64,
    hard: bool,
}

impl<R: Rules, const WHITE: bool> Chains<R, WHITE> {
    /// The most jumps for which the method is exact.
    const LIMIT_MIXED: u32 = 2;
    const LIMIT: u32 = 3;

    /// Goes on from the squares `at`, reached after `jumps` jumps, the last in direction `came`.
    fn jump_on(&mut self, at: BitsOf<R>, came: Option<Dir>, jumps: u32) {
        let rule = self.rules.get();
        let mut going = BitsOf::<R>::EMPTY;
        each_dir!(|DIR| {
            if rule.man_takes.has_for::<WHITE>(DIR) && came != Some(DIR.opposite()) {
                let leaving = at & self.springs[DIR as usize];
                if leaving.any() {
                    going |= leaving;
                    let over = R::Board::step(leaving, DIR);
                    self.land(R::Board::step(over, DIR), DIR, jumps + 1);
                }
            }
        });
        if jumps == 0 {
            return;
        }
        if !rule.priority.prefers_many() {
            self.count += u64::from((at & !going).count());
        } else if jumps > self.longest {
            self.longest = jumps;
            self.count = u64::from(at.count());
        } else if jumps == self.longest {
            self.count += u64::from(at.count());
        }
    }

    #[inline(always)]
    fn land(&mut self, at: BitsOf<R>, came: Dir, jumps: u32) {
        let rule = self.rules.get();
        let limit = if rule.man_takes.is_mixed() { Self::LIMIT_MIXED } else { Self::LIMIT };
        if jumps > limit
            || jumps == limit && self.may_close(at)
            || rule.far_row == FarRow::GoesOnAsKing && (at & far_row::<R, WHITE>()).any()
        {
            self.hard = true;
            return;
        }
        self.jump_on(at, Some(came), jumps);
    }

    /// Whether a jump from `at` would land on a square that some man left.
    #[inline(always)]
    fn may_close(&self, at: BitsOf<R>) -> bool {
        let rule = self.rules.get();
        let mut closing = BitsOf::<R>::EMPTY;
        each_dir!(|DIR| {
            if rule.man_takes.has_for::<WHITE>(DIR) {
                let over = R::Board::step(at, DIR) & self.prey;
                closing |= R::Board::step(over, DIR) & self.men;
            }
        });
        closing.any()
    }
}
