//! Quiet moves: steps of men and slides of kings. Legal only where nothing can be captured; that
//! is the caller's business.

use super::position::{Move, Position};
use super::ruleset::{BitsOf, Range, Rules};
use crate::board::{Board, Word, bits};

/// Runs a block once for each direction, with the direction as a constant.
macro_rules! each_dir {
    (|$dir:ident| $body:block) => {{
        {
            const $dir: crate::board::Dir = crate::board::Dir::N;
            $body
        }
        {
            const $dir: crate::board::Dir = crate::board::Dir::NE;
            $body
        }
        {
            const $dir: crate::board::Dir = crate::board::Dir::E;
            $body
        }
        {
            const $dir: crate::board::Dir = crate::board::Dir::SE;
            $body
        }
        {
            const $dir: crate::board::Dir = crate::board::Dir::S;
            $body
        }
        {
            const $dir: crate::board::Dir = crate::board::Dir::SW;
            $body
        }
        {
            const $dir: crate::board::Dir = crate::board::Dir::W;
            $body
        }
        {
            const $dir: crate::board::Dir = crate::board::Dir::NW;
            $body
        }
    }};
}
pub(super) use each_dir;

/// The row where men of a side become kings.
#[inline(always)]
pub(super) fn far_row<R: Rules, const WHITE: bool>() -> BitsOf<R> {
    if WHITE { R::Board::TOP } else { R::Board::BOTTOM }
}

/// The kings of the side to move that may make a quiet move: all but one at its Frisian limit.
#[inline(always)]
pub(super) fn walking_kings<R: Rules, const WHITE: bool>(
    rules: R,
    position: &Position<BitsOf<R>>,
) -> BitsOf<R> {
    let side = usize::from(!WHITE);
    let kings = position.sides[side] & position.kings;
    let limit = rules.get().king_walk_limit;
    let walk = position.walks[side];
    if limit > 0 && walk.moves >= limit {
        return kings & !BitsOf::<R>::bit(walk.square);
    }
    kings
}

/// A quiet move as bits.
#[derive(Clone, Copy)]
pub(super) struct Step<W> {
    pub(super) from: W,
    pub(super) to: W,
    /// Whether a king moves.
    pub(super) by_king: bool,
    /// Whether a man becomes a king.
    pub(super) promotes: bool,
}

impl<W: Word> Step<W> {
    /// The same as a move in a list.
    #[inline(always)]
    pub(super) fn to_move(self) -> Move<W> {
        Move {
            from: self.from.index(),
            to: self.to.index(),
            captured: W::EMPTY,
            promotes: self.promotes,
        }
    }
}

/// Calls `found` with every step of `men`.
#[inline(always)]
pub(super) fn each_step_of_men<R: Rules, const WHITE: bool>(
    rules: R,
    men: BitsOf<R>,
    occupied: BitsOf<R>,
    mut found: impl FnMut(Step<BitsOf<R>>),
) {
    let rule = rules.get();
    let empty = R::Board::SQUARES & !occupied;
    let far = far_row::<R, WHITE>();
    each_dir!(|DIR| {
        if rule.man_moves.has_for::<WHITE>(DIR) {
            for to in bits(R::Board::step(men, DIR) & empty) {
                let from = R::Board::step(to, DIR.opposite());
                found(Step { from, to, by_king: false, promotes: (to & far).any() });
            }
        }
    });
}

/// Calls `found` with every quiet move of the side to move.
#[inline(always)]
pub(super) fn each_quiet<R: Rules, const WHITE: bool>(
    rules: R,
    position: &Position<BitsOf<R>>,
    mut found: impl FnMut(Step<BitsOf<R>>),
) {
    let rule = rules.get();
    let men = position.sides[usize::from(!WHITE)] & !position.kings;
    let empty = R::Board::SQUARES & !position.occupied();
    each_step_of_men::<R, WHITE>(rules, men, position.occupied(), &mut found);
    let kings = walking_kings::<R, WHITE>(rules, position);
    for from in bits(kings) {
        each_dir!(|DIR| {
            if rule.king_moves.has_for::<WHITE>(DIR) {
                let mut to = R::Board::step(from, DIR) & empty;
                while to.any() {
                    found(Step { from, to, by_king: true, promotes: false });
                    if rule.king_range == Range::Short {
                        break;
                    }
                    to = R::Board::step(to, DIR) & empty;
                }
            }
        });
    }
}

/// How many quiet moves the side to move has.
#[inline(always)]
pub(super) fn count_quiet<R: Rules, const WHITE: bool>(
    rules: R,
    position: &Position<BitsOf<R>>,
) -> u64 {
    let rule = rules.get();
    let own = position.sides[usize::from(!WHITE)];
    let empty = R::Board::SQUARES & !position.occupied();
    let men = own & !position.kings;
    let mut count = 0;
    each_dir!(|DIR| {
        if rule.man_moves.has_for::<WHITE>(DIR) {
            count += (R::Board::step(men, DIR) & empty).count();
        }
    });
    let kings = walking_kings::<R, WHITE>(rules, position);
    if kings.any() {
        each_dir!(|DIR| {
            if rule.king_moves.has_for::<WHITE>(DIR) {
                let mut to = R::Board::step(kings, DIR) & empty;
                while to.any() {
                    count += to.count();
                    if rule.king_range == Range::Short {
                        break;
                    }
                    to = R::Board::step(to, DIR) & empty;
                }
            }
        });
    }
    u64::from(count)
}

/// Whether the side to move has any quiet move.
#[inline(always)]
pub(super) fn any_quiet<R: Rules, const WHITE: bool>(
    rules: R,
    position: &Position<BitsOf<R>>,
) -> bool {
    let rule = rules.get();
    let own = position.sides[usize::from(!WHITE)];
    let empty = R::Board::SQUARES & !position.occupied();
    let men = own & !position.kings;
    let kings = walking_kings::<R, WHITE>(rules, position);
    let mut reached = BitsOf::<R>::EMPTY;
    each_dir!(|DIR| {
        if rule.man_moves.has_for::<WHITE>(DIR) {
            reached |= R::Board::step(men, DIR);
        }
        if rule.king_moves.has_for::<WHITE>(DIR) {
            reached |= R::Board::step(kings, DIR);
        }
    });
    (reached & empty).any()
}
