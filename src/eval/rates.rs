//! The weights of the guessed terms, in hundredths of a man, one row each, for games that no fitted
//! table comes near to.

/// A man.
pub(super) const MAN: i32 = 100;
/// A king that goes one step.
pub(super) const SHORT_KING: i32 = 130;
/// A king that flies.
pub(super) const FLYING_KING: i32 = 300;
/// A man, for each row that it has advanced.
pub(super) const ADVANCE: i32 = 3;
/// A man on its own back row, while the other side has men to keep out.
pub(super) const BACK_ROW: i32 = 9;
/// A man in the centre.
pub(super) const CENTRE: i32 = 3;
/// A man on the edge.
pub(super) const EDGE: i32 = -2;
/// An empty square in front of a man.
pub(super) const FREE_STEP: i32 = 1;
/// A flying king on the main road of a diagonal board.
pub(super) const MAIN_ROAD: i32 = 12;
/// Having the move.
pub(super) const TEMPO: i32 = 3;
/// A flying king that holds the main road alone draws against this many pieces: the advantage is
/// divided by [`ROAD_HELD`].
pub(super) const ROAD_HOLDS: i32 = 3;
/// See [`ROAD_HOLDS`].
pub(super) const ROAD_HELD: i32 = 8;
/// Against flying kings an advantage of so few pieces seldom wins once the weaker side has kings
/// only: it is divided by [`KINGS_HELD`].
pub(super) const KINGS_HOLD: i32 = 2;
/// See [`KINGS_HOLD`].
pub(super) const KINGS_HELD: i32 = 4;
