//! How many moves a leaf has: counted, not made.

use crate::board::{Board, Word};
use crate::rules::capture::{self, Springs};
use crate::rules::generate::{is_over, takers, walk_to_list};
use crate::rules::list::MoveList;
use crate::rules::position::Position;
use crate::rules::quiet::{self, each_dir};
use crate::rules::ruleset::{BitsOf, Rules};

/// Whether a leaf can be counted by [`count_plain`]: the side to move has only men.
#[inline(always)]
pub(super) fn is_plain<R: Rules>(own: BitsOf<R>, kings: BitsOf<R>) -> bool {
    !(own & kings).any()
}

/// How many moves the side to move has.
pub(super) fn count_moves<R: Rules, const WHITE: bool>(
    rules: R,
    position: &Position<BitsOf<R>>,
) -> u64 {
    if is_over(rules, position) {
        return 0;
    }
    let own = position.sides[usize::from(!WHITE)];
    let foes = position.sides[usize::from(WHITE)];
    let by_king =
        (own & position.kings).any() && capture::kings_can_take::<R, WHITE>(rules, position);
    if by_king {
        return count_captures::<R, WHITE>(rules, position);
    }
    let men = own & !position.kings;
    let crowning = capture::crowning::<R, WHITE>(rules);
    match count_plain::<R, WHITE>(rules, men, own | foes, foes, position.kings, crowning) {
        Plain { hard: true, .. } => count_captures::<R, WHITE>(rules, position),
        Plain { captures: 0, .. } => quiet::count_quiet::<R, WHITE>(rules, position),
        Plain { captures, .. } => u64::from(captures),
    }
}

/// How many captures the side to move has, by walking. It must have one.
#[inline(never)]
pub(super) fn count_captures<R: Rules, const WHITE: bool>(
    rules: R,
    position: &Position<BitsOf<R>>,
) -> u64 {
    let mut list = MoveList::new();
    let men = takers::<R, WHITE>(rules, position);
    walk_to_list::<R, WHITE>(rules, position, men, &mut list);
    list.len() as u64
}

/// What men alone can do, without walking.
pub(super) struct Plain {
    /// Quiet moves.
    pub(super) quiet: u32,
    /// Captures of one piece.
    pub(super) captures: u32,
    /// The captures must be walked.
    pub(super) hard: bool,
}

/// What `men` can do; for `crowning` see [`Springs::first_jumps`]. No branches: a loop over many positions runs in vector lanes.
#[inline(always)]
pub(super) fn count_plain<R: Rules, const WHITE: bool>(
    rules: R,
    men: BitsOf<R>,
    occupied: BitsOf<R>,
    foes: BitsOf<R>,
    kings: BitsOf<R>,
    crowning: BitsOf<R>,
) -> Plain {
    let rule = rules.get();
    let empty = R::Board::SQUARES & !occupied;
    let springs = Springs::new::<R, WHITE>(rules, foes, kings, empty);
    let jumps = springs.first_jumps::<R, WHITE>(rules, men, kings, crowning);
    let mut quiet = 0;
    each_dir!(|DIR| {
        if rule.man_moves.has_for::<WHITE>(DIR) {
            quiet += (R::Board::step(men, DIR) & empty).count();
        }
    });
    Plain { quiet, captures: jumps.count, hard: jumps.hard }
}
