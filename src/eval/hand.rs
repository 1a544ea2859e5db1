//! The hand-made evaluation of games that no fitted table comes near to: material, advancement and
//! formation, computed from a position with bit operations, the same for every rule set. And what
//! holds for fitted games as well: endings that are drawish whatever they are worth. It knows no
//! variant by name.

use super::{masks, rates};
use crate::board::{Board, Dir, Word};
use crate::rules::ruleset::Range;
use crate::rules::{BitsOf, Color, Position, Rules};

/// The value for the side to move, as if winning were the aim.
#[inline(always)]
pub(super) fn value<R: Rules>(rules: R, position: &Position<BitsOf<R>>) -> i32 {
    let white = side::<R, true>(rules, position) - side::<R, false>(rules, position);
    let own = if position.turn == Color::White { white } else { -white };
    own + rates::TEMPO
}

/// What one side has.
#[inline(always)]
fn side<R: Rules, const WHITE: bool>(rules: R, position: &Position<BitsOf<R>>) -> i32 {
    let (own, foes) = (position.sides[usize::from(!WHITE)], position.sides[usize::from(WHITE)]);
    let men = own & !position.kings;
    let mut value = rates::MAN * count(men)
        + rates::ADVANCE * distances::<R::Board, WHITE>(men)
        + rates::CENTRE * count(men & region::<R>(const { masks::centre(R::Board::LAYOUT) }))
        + rates::EDGE * count(men & region::<R>(const { masks::edges(R::Board::LAYOUT) }))
        + rates::FREE_STEP * free_steps::<R, WHITE>(rules, men, own | foes);
    if (foes & !position.kings).any() {
        let back = region::<R>(const { masks::back_row(R::Board::LAYOUT, WHITE) });
        value += rates::BACK_ROW * count(men & back);
    }
    let kings = own & position.kings;
    if kings.any() {
        value += kings_value(rules, kings);
    }
    value
}

#[inline(always)]
fn kings_value<R: Rules>(rules: R, kings: BitsOf<R>) -> i32 {
    if rules.get().king_range == Range::Short {
        return rates::SHORT_KING * count(kings);
    }
    let mut value = rates::FLYING_KING * count(kings);
    if R::Board::LAYOUT.is_diagonal() {
        value += rates::MAIN_ROAD * count(kings & road::<R>());
    }
    value
}

/// The sum of the men's distances from their back row.
#[inline(always)]
fn distances<B: Board, const WHITE: bool>(men: B::Bits) -> i32 {
    let digit = |mask: u128| count(men & B::Bits::narrow(mask));
    digit(const { masks::distance_digit(B::LAYOUT, WHITE, 0) })
        + 2 * digit(const { masks::distance_digit(B::LAYOUT, WHITE, 1) })
        + 4 * digit(const { masks::distance_digit(B::LAYOUT, WHITE, 2) })
        + 8 * digit(const { masks::distance_digit(B::LAYOUT, WHITE, 3) })
}

/// The empty squares that men can step to, counted once for each direction.
#[inline(always)]
fn free_steps<R: Rules, const WHITE: bool>(rules: R, men: BitsOf<R>, occupied: BitsOf<R>) -> i32 {
    let empty = R::Board::SQUARES & !occupied;
    let moves = rules.get().man_moves;
    let mut steps = 0;
    let mut along = |dir: Dir| {
        if moves.has_for::<WHITE>(dir) {
            steps += count(R::Board::step(men, dir) & empty);
        }
    };
    let forward = if WHITE { [Dir::NW, Dir::N, Dir::NE] } else { [Dir::SW, Dir::S, Dir::SE] };
    for dir in forward {
        along(dir);
    }
    along(Dir::E);
    along(Dir::W);
    steps
}

/// Shrinks an advantage that flying kings on a diagonal board can hardly make count: they are
/// caught only by force of numbers, and on the main road a single one is not caught at all.
#[inline(always)]
pub(super) fn drawish<R: Rules>(rules: R, position: &Position<BitsOf<R>>, white: i32) -> i32 {
    if rules.get().king_range == Range::Short || !R::Board::LAYOUT.is_diagonal() {
        return white;
    }
    let weaker = usize::from(white > 0);
    let (weak, strong) = (position.sides[weaker], position.sides[1 - weaker]);
    if !weak.any() || (weak & !position.kings).any() {
        return white;
    }
    let (few, more) = (count(weak), count(strong));
    if few == 1 && more <= rates::ROAD_HOLDS && (weak & road::<R>()).any() {
        white / rates::ROAD_HELD
    } else if more - few <= rates::KINGS_HOLD {
        white / rates::KINGS_HELD
    } else {
        white
    }
}

#[inline(always)]
fn road<R: Rules>() -> BitsOf<R> {
    region::<R>(const { R::Board::LAYOUT.main_road() })
}

#[inline(always)]
fn region<R: Rules>(mask: u128) -> BitsOf<R> {
    BitsOf::<R>::narrow(mask)
}

#[inline(always)]
fn count<W: Word>(set: W) -> i32 {
    set.count() as i32
}
