//! The majority rules as an ordering: a capture maps to a number, and the greatest are legal.

use super::ruleset::{Key, RuleSet};
use crate::board::Word;

/// More pieces than any side has: a man's worth in the Frisian order, so that n kings, each worth
/// two men less one 64th, stay above 2n - 1 men.
const FRISIAN_MAN: u64 = 64;

/// What a capture is worth under the rule set's majority rule; 0 for all if the choice is free.
///
/// `order` has one bit a captured piece, the first jump highest (bit 31), set where a king was
/// taken; it is read by [`Key::KingFirst`] alone. Packed into 64 bits: pieces 7, with king 1,
/// kings 7, order 32 bits, Frisian value 14 bits; no rule has all five keys.
#[inline(always)]
pub(super) fn worth<W: Word>(
    rules: &RuleSet,
    pieces: u32,
    captured_kings: W,
    by_king: bool,
    order: u32,
) -> u64 {
    // The two commonest rules, told at once from run-time rules too.
    if rules.priority.is_free() {
        return 0;
    }
    if rules.priority.is_only(Key::Pieces) {
        return u64::from(pieces);
    }
    let pieces = u64::from(pieces);
    // Kings are seldom taken, and few processors count bits in the code for every machine.
    let kings = if captured_kings.any() { u64::from(captured_kings.count()) } else { 0 };
    let mut worth = 0;
    let mut place = 0;
    while place < 4 {
        worth = match rules.priority.key(place) {
            // Keys stand in a row: none follows.
            None => break,
            Some(Key::Pieces) => worth << 7 | pieces,
            Some(Key::WithKing) => worth << 1 | u64::from(by_king),
            Some(Key::Kings) => worth << 7 | kings,
            Some(Key::KingFirst) => worth << 32 | u64::from(order),
            Some(Key::Value) => worth << 14 | (pieces * FRISIAN_MAN + kings * (FRISIAN_MAN - 1)),
        };
        place += 1;
    }
    worth
}
