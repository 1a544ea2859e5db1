//! The hot position and move: three words, a side to move, and the king-move counts of Frisian
//! draughts. Positions are copied, never unmade. It knows no legality: moves come from `generate`.

use super::quiet::Step;
use super::ruleset::{BitsOf, Rules};
use super::setup::{Color, KingWalk, Play, Setup};
use crate::board::{Board, Layout, Word};

/// A position on a board with words `W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<W> {
    /// White's pieces and Black's.
    pub sides: [W; 2],
    /// The kings of both.
    pub kings: W,
    /// Who is to move.
    pub turn: Color,
    /// King-move counts of White and Black; squares are bit indices.
    pub walks: [KingWalk; 2],
}

/// A move on a board with words `W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Move<W> {
    /// The bits of the captured pieces.
    pub captured: W,
    /// The bit index of the square it starts from.
    pub from: u8,
    /// The bit index of the square it ends on.
    pub to: u8,
    /// Whether a man becomes a king.
    pub promotes: bool,
}

impl<W: Word> Move<W> {
    /// Whether it takes anything.
    #[inline(always)]
    #[must_use]
    pub fn is_capture(&self) -> bool {
        self.captured.any()
    }

    /// The move in squares.
    #[must_use]
    pub fn to_play(self, layout: Layout) -> Play {
        Play {
            from: layout.square(self.from),
            to: layout.square(self.to),
            captured: layout.set(self.captured),
            promotes: self.promotes,
        }
    }

    /// A move of squares as this board's bits.
    #[must_use]
    pub fn from_play(play: &Play, layout: Layout) -> Move<W> {
        Move {
            captured: layout.word(play.captured),
            from: layout.bit(play.from),
            to: layout.bit(play.to),
            promotes: play.promotes,
        }
    }
}

impl<W: Word> Position<W> {
    /// The pieces of a side.
    #[inline(always)]
    #[must_use]
    pub fn pieces(&self, color: Color) -> W {
        self.sides[color as usize]
    }

    /// The pieces of the side to move.
    #[inline(always)]
    #[must_use]
    pub fn own(&self) -> W {
        self.sides[self.turn as usize]
    }

    /// The pieces of the other side.
    #[inline(always)]
    #[must_use]
    pub fn foes(&self) -> W {
        self.sides[self.turn.other() as usize]
    }

    /// Everything on the board.
    #[inline(always)]
    #[must_use]
    pub fn occupied(&self) -> W {
        self.sides[0] | self.sides[1]
    }

    /// A 64-bit digest of the whole position, side to move and king-move counts included: two
    /// multiplications, so it is computed where it is needed and never kept up by hand.
    #[inline(always)]
    #[must_use]
    pub fn key(&self) -> u64 {
        let [white, black] = self.walks;
        let walks = u64::from(white.moves) << 8
            | u64::from(white.square)
            | u64::from(black.moves) << 24
            | u64::from(black.square) << 16;
        W::mix(self.sides[0], self.sides[1], self.kings, walks << 1 | self.turn as u64)
    }

    /// The position after a legal move.
    #[inline(always)]
    #[must_use]
    pub fn play<R: Rules<Board: Board<Bits = W>>>(&self, rules: R, mv: Move<W>) -> Self {
        match self.turn {
            Color::White => self.play_as::<R, true>(rules, mv),
            Color::Black => self.play_as::<R, false>(rules, mv),
        }
    }

    /// [`Self::play`] with the side to move known at compile time.
    #[inline(always)]
    #[must_use]
    pub(super) fn play_as<R: Rules<Board: Board<Bits = W>>, const WHITE: bool>(
        &self,
        rules: R,
        mv: Move<W>,
    ) -> Self {
        let (own, foe) = if WHITE { (0, 1) } else { (1, 0) };
        let (from, to) = (W::bit(mv.from), W::bit(mv.to));
        let was_king = (self.kings & from).any();
        let mut next = *self;
        next.sides[own] = (self.sides[own] & !from) | to;
        next.sides[foe] = self.sides[foe] & !mv.captured;
        next.kings = self.kings & !(from | mv.captured);
        if was_king || mv.promotes {
            next.kings |= to;
        }
        next.turn = if WHITE { Color::Black } else { Color::White };
        if rules.get().king_walk_limit > 0 {
            next.walks = self.walks_after(mv, was_king, own);
            next.forget_walks_of_kings_alone();
        }
        next
    }

    /// [`Self::play_as`] for a quiet move as bits.
    #[inline(always)]
    #[must_use]
    pub(super) fn step_as<R: Rules<Board: Board<Bits = W>>, const WHITE: bool>(
        &self,
        rules: R,
        step: Step<W>,
    ) -> Self {
        if rules.get().king_walk_limit > 0 {
            return self.play_as::<R, WHITE>(rules, step.to_move());
        }
        let own = usize::from(!WHITE);
        let mut next = *self;
        next.sides[own] ^= step.from | step.to;
        if step.by_king {
            next.kings ^= step.from | step.to;
        } else if step.promotes {
            next.kings |= step.to;
        }
        next.turn = if WHITE { Color::Black } else { Color::White };
        next
    }

    /// Frisian art. 17: a king's quiet moves in a row are counted while its side also has men; a
    /// capture, or a move of another piece, starts anew.
    fn walks_after(&self, mv: Move<W>, was_king: bool, own: usize) -> [KingWalk; 2] {
        let mut walks = self.walks;
        let foe = 1 - own;
        if walks[foe].moves > 0 && (mv.captured & W::bit(walks[foe].square)).any() {
            walks[foe] = KingWalk::default();
        }
        let walk = walks[own];
        walks[own] = if mv.is_capture() || !was_king {
            KingWalk::default()
        } else if walk.moves > 0 && walk.square == mv.from {
            KingWalk { moves: walk.moves.saturating_add(1), square: mv.to }
        } else {
            KingWalk { moves: 1, square: mv.to }
        };
        walks
    }

    /// A side with only kings is free, and cannot get men again.
    fn forget_walks_of_kings_alone(&mut self) {
        for side in 0..2 {
            if !(self.sides[side] & !self.kings).any() {
                self.walks[side] = KingWalk::default();
            }
        }
    }

    /// The position in squares.
    #[must_use]
    pub fn to_setup(self, layout: Layout) -> Setup {
        Setup {
            turn: self.turn,
            white: layout.set(self.sides[0]),
            black: layout.set(self.sides[1]),
            kings: layout.set(self.kings),
            walks: self.walks.map(|walk| recount(walk, |bit| layout.square(bit).0)),
        }
    }

    /// A position of squares as this board's bits.
    #[must_use]
    pub fn from_setup(setup: &Setup, layout: Layout) -> Self {
        Position {
            sides: [layout.word(setup.white), layout.word(setup.black)],
            kings: layout.word(setup.kings),
            turn: setup.turn,
            walks: setup
                .walks
                .map(|walk| recount(walk, |square| layout.bit(crate::board::Square(square)))),
        }
    }
}

/// A count with its square renamed; no count has no square.
fn recount(walk: KingWalk, rename: impl Fn(u8) -> u8) -> KingWalk {
    if walk.moves == 0 {
        return KingWalk::default();
    }
    KingWalk { moves: walk.moves, square: rename(walk.square) }
}

/// The position of `setup` in the words of a rule set's board.
#[must_use]
pub fn of_setup<R: Rules>(setup: &Setup) -> Position<BitsOf<R>> {
    Position::from_setup(setup, R::Board::LAYOUT)
}
