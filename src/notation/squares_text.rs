//! A move text taken apart into squares. It knows the shape of texts, and nothing of legality.

use super::SquareNames;
use crate::board::Square;

/// What a move text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Text {
    /// Two or more squares, in each way that the text can be read, and whether a sign of capture
    /// stands between them.
    Squares { readings: Vec<Vec<Square>>, capture: bool },
    /// This part is no square of the board.
    NoSquare(String),
    /// No move text at all.
    NotUnderstood,
}

/// As much of a text as a message can bear, without control characters.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let text: String = text.trim().chars().filter(|c| !c.is_control()).collect();
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST).chain("...".chars()).collect()
}

/// More squares than any capture on any board has.
const MOST_SQUARES: usize = 80;

/// Reads `32-28`, `28x19x10`, `c3:e5` and the same without signs between the squares.
pub(super) fn read(names: &SquareNames, text: &str) -> Text {
    let text = text.trim();
    if text.contains(is_separator) { read_separated(names, text) } else { read_joined(names, text) }
}

/// Reads squares with signs between them only.
pub(super) fn read_separated(names: &SquareNames, text: &str) -> Text {
    let parts: Vec<&str> = text.trim().split(is_separator).map(str::trim).collect();
    let like_a_square = |part: &&str| {
        let digits = part.strip_prefix(|c: char| c.is_ascii_alphabetic()).unwrap_or(part);
        (1..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !(2..=MOST_SQUARES).contains(&parts.len()) || !parts.iter().all(like_a_square) {
        return Text::NotUnderstood;
    }
    let capture = text.contains(is_capture_sign);
    match squares(names, &parts) {
        Ok(squares) => Text::Squares { readings: vec![squares], capture },
        Err(part) => Text::NoSquare(part),
    }
}

/// Reads squares with signs between them, as programs that speak Hub write them: some set the first
/// sign only and run two-digit squares together after it, `28x1923`.
pub(super) fn read_half_joined(names: &SquareNames, text: &str) -> Text {
    let mut apart = String::with_capacity(text.len());
    for part in text.trim().split_inclusive(is_separator) {
        let digits = part.trim_end_matches(is_separator);
        let joined = digits.len() >= 4 && digits.len() % 2 == 0;
        if joined && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            for at in (2..digits.len()).step_by(2) {
                apart.push_str(&digits[at - 2..at]);
                apart.push('x');
            }
            apart.push_str(&part[digits.len() - 2..]);
        } else {
            apart.push_str(part);
        }
    }
    read_separated(names, &apart)
}

fn is_separator(c: char) -> bool {
    c == '-' || is_capture_sign(c)
}

fn is_capture_sign(c: char) -> bool {
    matches!(c, 'x' | 'X' | ':' | '\u{d7}')
}

fn squares(names: &SquareNames, parts: &[&str]) -> Result<Vec<Square>, String> {
    let square = |part: &&str| names.parse(part).ok_or_else(|| (*part).to_owned());
    parts.iter().map(square).collect()
}

/// Reads `3228`, `c3d4e5`. Three digits are read both ways: `914` is 9-14 or 91-4.
fn read_joined(names: &SquareNames, text: &str) -> Text {
    if text.is_empty() || text.len() > 3 * MOST_SQUARES || !text.is_ascii() {
        return Text::NotUnderstood;
    }
    let cuts: Vec<Vec<&str>> = if text.bytes().all(|byte| byte.is_ascii_digit()) {
        match text.len() {
            2 => vec![vec![&text[..1], &text[1..]]],
            3 => vec![vec![&text[..1], &text[1..]], vec![&text[..2], &text[2..]]],
            len if len >= 4 && len % 2 == 0 => {
                vec![(0..len).step_by(2).map(|at| &text[at..at + 2]).collect()]
            }
            _ => return Text::NotUnderstood,
        }
    } else {
        match names_in(text) {
            Some(parts) => vec![parts],
            None => return Text::NotUnderstood,
        }
    };
    let mut readings = Vec::new();
    let mut wrong = None;
    for cut in cuts {
        match squares(names, &cut) {
            Ok(squares) => readings.push(squares),
            Err(part) => wrong = Some(part),
        }
    }
    match wrong {
        Some(part) if readings.is_empty() => Text::NoSquare(part),
        _ => Text::Squares { readings, capture: false },
    }
}

/// Cuts `c3d4` before each letter; every part must be a letter and one or two digits.
fn names_in(text: &str) -> Option<Vec<&str>> {
    let starts: Vec<usize> =
        text.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(at, _)| at).collect();
    if starts.first() != Some(&0) || starts.len() < 2 {
        return None;
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let parts: Vec<&str> = starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect();
    let fine = |part: &&str| {
        (2..=3).contains(&part.len()) && part[1..].bytes().all(|byte| byte.is_ascii_digit())
    };
    parts.iter().all(fine).then_some(parts)
}
