//! The board drawn in text, for people: White at the bottom, mirrored boards as people see them.

use super::SquareNames;
use crate::rules::{Color, Setup, Variant};
use std::fmt::Write;

/// What the letters mean, to be printed below the board.
const LEGEND: &str = "w W white man, king   b B black man, king   . empty";

/// Draws the board with square numbers beside each row, or with ranks and files where squares have
/// `a1` names, and with a legend and the side to move below. Several lines, no line end after the
/// last.
#[must_use]
pub fn draw(variant: &Variant, setup: &Setup) -> String {
    let names = SquareNames::of(variant);
    let mut text = String::new();
    for row in 0..variant.layout.ranks() {
        let cells: String =
            (0..variant.layout.files()).map(|column| cell(&names, setup, column, row)).collect();
        let (left, right) = margins(variant, &names, row);
        let line = format!("{left:>7} {cells}  {right}");
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if names.is_algebraic() {
        let letters = (0..variant.layout.files()).map(|column| names.file_letter(column));
        let files: String = letters.flat_map(|letter| [' ', letter]).collect();
        let _ = writeln!(text, "{:>7} {files}", "");
    }
    let turn = match setup.turn {
        Color::White => "White",
        Color::Black => "Black",
    };
    let _ = write!(text, "\n{LEGEND}\n{turn} to move");
    text
}

/// Two characters of the board: a blank and what is there.
fn cell(names: &SquareNames, setup: &Setup, column: u8, row: u8) -> String {
    let sign = match names.at_seen(column, row) {
        None => ' ',
        Some(square) => match setup.piece(square) {
            None => '.',
            Some((Color::White, false)) => 'w',
            Some((Color::White, true)) => 'W',
            Some((Color::Black, false)) => 'b',
            Some((Color::Black, true)) => 'B',
        },
    };
    format!(" {sign}")
}

/// What stands left and right of a row: the rank, or the numbers of its first and last square.
fn margins(variant: &Variant, names: &SquareNames, row: u8) -> (String, String) {
    if names.is_algebraic() {
        return (names.rank_number(row).to_string(), String::new());
    }
    let mut squares = (0..variant.layout.files()).filter_map(|column| names.at_seen(column, row));
    let number = |square| names.number(square).to_string();
    let first = squares.next().map(number).unwrap_or_default();
    let last = squares.next_back().map(number).unwrap_or_default();
    (first, last)
}
