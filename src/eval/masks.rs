//! Regions of a board as compile-time words, for any layout. It knows neither rules nor weights.

use crate::board::{Layout, Square};

/// The squares for which `wanted` row and column predicates hold, as a word of the board.
macro_rules! squares_where {
    ($layout:expr, |$column:ident, $row:ident| $wanted:expr) => {{
        let layout: Layout = $layout;
        let mut mask = 0u128;
        let mut number = 0;
        while number < layout.squares() {
            let ($column, $row) = (layout.column(Square(number)), layout.row(Square(number)));
            if $wanted {
                mask |= 1 << layout.bit(Square(number));
            }
            number += 1;
        }
        mask
    }};
}

/// The squares whose distance from the side's own back row has the binary digit `digit` set: with
/// one population count for each digit, the distances of all men are summed.
pub(super) const fn distance_digit(layout: Layout, white: bool, digit: u8) -> u128 {
    squares_where!(layout, |_column, row| {
        let distance = if white { layout.ranks() - 1 - row } else { row };
        distance >> digit & 1 != 0
    })
}

/// The side's own back row.
pub(super) const fn back_row(layout: Layout, white: bool) -> u128 {
    if white { layout.rows(layout.ranks() - 1, layout.ranks()) } else { layout.rows(0, 1) }
}

/// The leftmost and rightmost columns.
pub(super) const fn edges(layout: Layout) -> u128 {
    squares_where!(layout, |column, _row| column == 0 || column == layout.files() - 1)
}

/// The middle half of the columns on the middle rows.
pub(super) const fn centre(layout: Layout) -> u128 {
    let (side, end) = (layout.files() / 4, layout.ranks() / 4 + 1);
    squares_where!(layout, |column, row| {
        column >= side && column < layout.files() - side && row >= end && row < layout.ranks() - end
    })
}
