//! How far searches have been off the static value in positions with the same men: learned as the
//! search goes, added to the static value the next time. It knows nothing of moves.

use crate::board::Word;
use crate::rules::Position;

/// Formations told apart; two that share a place share their correction.
const PLACES_LOG: u32 = 14;
/// Corrections are kept in this part of a hundredth of a man.
const GRAIN: i32 = 64;
/// One lesson moves a correction by at most this, in hundredths of a man.
const LESSON: i32 = 16;
/// Corrections stay within this many grains.
const LIMIT: i32 = 8_192;

/// What one thread has learned.
pub(super) struct Corrections(Box<[i16]>);

impl Corrections {
    /// Nothing.
    pub(super) fn new() -> Self {
        Corrections(vec![0; 1 << PLACES_LOG].into_boxed_slice())
    }

    #[inline(always)]
    fn place<W: Word>(position: &Position<W>) -> usize {
        let [white, black] = position.sides.map(|side| side & !position.kings);
        (W::mix(white, black, W::EMPTY, position.turn as u64) >> (64 - PLACES_LOG)) as usize
    }

    /// What to add to the static value, in hundredths of a man.
    #[inline(always)]
    pub(super) fn get<W: Word>(&self, position: &Position<W>) -> i32 {
        i32::from(self.0[Self::place(position)]) / GRAIN
    }

    /// A search to `depth` was `error` above the corrected value. The pull towards zero makes new
    /// lessons count more than old.
    #[inline(always)]
    pub(super) fn learn<W: Word>(&mut self, position: &Position<W>, error: i32, depth: i32) {
        let place = &mut self.0[Self::place(position)];
        let step = (error * depth * GRAIN / 32).clamp(-LESSON * GRAIN, LESSON * GRAIN);
        let old = i32::from(*place);
        *place = (old + step - old * step.abs() / LIMIT) as i16;
    }
}
