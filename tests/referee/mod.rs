//! A slow referee of any rule set, written from the rules in words: the board as columns and rows,
//! captures followed jump by jump, nothing shared with the generator but the names of the rules.

use crownhead::board::{Dir, Square, SquareSet};
use crownhead::rules::ruleset::{DirSet, FarRow, Key, Landing, Range, Removal};
use crownhead::rules::{Color, KingWalk, Play, Setup, Variant};
use std::cell::Cell;
use std::collections::HashSet;

/// A square as column and row, from the upper left corner.
type Place = (i16, i16);

/// Jumps followed in one position before it is given up: a few positions of made-up rules have
/// millions of ways round.
const MOST_JUMPS: u32 = 20_000;

pub struct Referee<'a> {
    variant: &'a Variant,
    setup: &'a Setup,
    jumps: Cell<u32>,
}

/// A capture on its way.
#[derive(Clone)]
struct Way {
    from: Place,
    at: Place,
    taken: Vec<Place>,
    last: Option<Dir>,
}

/// A capture that is complete.
struct Complete {
    play: Play,
    worth: Vec<u64>,
}

impl<'a> Referee<'a> {
    pub fn new(variant: &'a Variant, setup: &'a Setup) -> Referee<'a> {
        Referee { variant, setup, jumps: Cell::new(0) }
    }

    fn square(&self, (column, row): Place) -> Option<Square> {
        let (column, row) = (u8::try_from(column).ok()?, u8::try_from(row).ok()?);
        self.variant.layout.at(column, row)
    }

    fn place(&self, square: Square) -> Place {
        let layout = self.variant.layout;
        (layout.column(square).into(), layout.row(square).into())
    }

    /// One step; on a board of every second square a straight step passes over one square.
    fn step(&self, (column, row): Place, dir: Dir) -> Place {
        let (right, up) = dir.delta();
        let straight = right == 0 || up == 0;
        let length = if straight && self.variant.layout.is_diagonal() { 2 } else { 1 };
        (column + length * i16::from(right), row - length * i16::from(up))
    }

    fn piece(&self, place: Place) -> Option<(Color, bool)> {
        self.setup.piece(self.square(place)?)
    }

    /// The directions of a set as the side to move sees them.
    fn directions(&self, set: DirSet) -> impl Iterator<Item = Dir> {
        let black = self.setup.turn == Color::Black;
        Dir::ALL.into_iter().filter(move |dir| {
            let (right, up) = dir.delta();
            let seen = Dir::ALL
                .into_iter()
                .find(|other| other.delta() == (right, if black { -up } else { up }))
                .expect("a direction");
            set.has(seen)
        })
    }

    fn on_far_row(&self, (_, row): Place) -> bool {
        row == match self.setup.turn {
            Color::White => 0,
            Color::Black => i16::from(self.variant.layout.ranks()) - 1,
        }
    }

    /// Whether nothing stands in the way of a piece that is capturing.
    fn is_free(&self, place: Place, way: &Way) -> bool {
        self.square(place).is_some()
            && (self.piece(place).is_none()
                || place == way.from
                || self.variant.rules.removal == Removal::Immediate && way.taken.contains(&place))
    }

    fn may_take(&self, place: Place, way: &Way, by_man: bool) -> bool {
        match self.piece(place) {
            Some((color, king)) => {
                color != self.setup.turn
                    && !way.taken.contains(&place)
                    && !(by_man && king && !self.variant.rules.man_takes_king)
            }
            None => false,
        }
    }

    fn may_turn(&self, way: &Way, dir: Dir) -> bool {
        let rules = &self.variant.rules;
        rules.removal != Removal::Immediate
            || rules.reversal
            || way.last.is_none_or(|last| last.opposite() != dir)
    }

    fn jumped(way: &Way, over: Place, dir: Dir, at: Place) -> Way {
        let mut next = way.clone();
        next.taken.push(over);
        next.last = Some(dir);
        next.at = at;
        next
    }

    /// Follows a man; tells whether it could take anything.
    fn man(&self, way: &Way, found: &mut Vec<Complete>) -> bool {
        let mut any = false;
        for dir in self.directions(self.variant.rules.man_takes) {
            let over = self.step(way.at, dir);
            let land = self.step(over, dir);
            let jumps = self.may_turn(way, dir)
                && self.may_take(over, way, true)
                && self.is_free(land, way);
            if !jumps || !self.go_on() {
                continue;
            }
            any = true;
            let next = Self::jumped(way, over, dir, land);
            let crowned = self.on_far_row(land);
            let goes_on = match self.variant.rules.far_row {
                FarRow::GoesOnAsKing if crowned => self.king(&next, false, found),
                FarRow::StopsThere if crowned => false,
                _ => self.man(&next, found),
            };
            if !goes_on {
                self.complete(&next, crowned, false, found);
            }
        }
        any
    }

    /// Follows a king, which may have been a man when it set out.
    fn king(&self, way: &Way, set_out: bool, found: &mut Vec<Complete>) -> bool {
        let rules = &self.variant.rules;
        let mut any = false;
        for dir in self.directions(rules.king_takes) {
            if !self.may_turn(way, dir) {
                continue;
            }
            let mut over = self.step(way.at, dir);
            while rules.king_range == Range::Flying && self.is_free(over, way) {
                over = self.step(over, dir);
            }
            let mut behind = Vec::new();
            let mut land = self.step(over, dir);
            while self.is_free(land, way) {
                behind.push(land);
                land = self.step(land, dir);
            }
            let one = rules.king_range == Range::Short || rules.landing == Landing::DirectlyBehind;
            behind.truncate(if one { 1 } else { usize::MAX });
            if !self.may_take(over, way, false) || behind.is_empty() {
                continue;
            }
            any = true;
            let landings: Vec<Way> =
                behind.iter().map(|land| Self::jumped(way, over, dir, *land)).collect();
            let mut goes_on = false;
            for next in &landings {
                goes_on |= self.go_on() && self.king(next, set_out, found);
            }
            if !goes_on {
                let king = self.piece(over).is_some_and(|(_, king)| king);
                let ends =
                    if rules.landing == Landing::KillerEnd && king { 1 } else { landings.len() };
                for next in &landings[..ends] {
                    self.complete(next, !set_out, set_out, found);
                }
            }
        }
        any
    }

    fn go_on(&self) -> bool {
        self.jumps.set(self.jumps.get() + 1);
        self.jumps.get() <= MOST_JUMPS
    }

    fn complete(&self, way: &Way, promotes: bool, by_king: bool, found: &mut Vec<Complete>) {
        let taken: SquareSet = way.taken.iter().filter_map(|place| self.square(*place)).collect();
        let is_king = |place: &Place| self.piece(*place).is_some_and(|(_, king)| king);
        let kings: Vec<bool> = way.taken.iter().map(is_king).collect();
        let (pieces, kings_taken) =
            (kings.len() as u64, kings.iter().filter(|king| **king).count() as u64);
        let mut worth = Vec::new();
        for key in self.variant.rules.priority.keys() {
            match key {
                Key::Pieces => worth.push(pieces),
                Key::WithKing => worth.push(by_king.into()),
                Key::Kings => worth.push(kings_taken),
                // The first jump at which one meets a king and the other none decides.
                Key::KingFirst => {
                    worth.extend((0..32).map(|jump| u64::from(kings.get(jump) == Some(&true))));
                }
                // A king is worth a little less than two men.
                Key::Value => worth.push(1000 * (pieces - kings_taken) + 1999 * kings_taken),
            }
        }
        let square = |place| self.square(place).expect("on the board");
        let play = Play { from: square(way.from), to: square(way.at), captured: taken, promotes };
        found.push(Complete { play, worth });
    }

    /// The legal moves; `None` if there are too many ways round to follow.
    pub fn legal(&self) -> Option<HashSet<Play>> {
        let own = self.setup.pieces(self.setup.turn);
        if self.variant.rules.king_ends && !self.setup.kings.is_empty() {
            return Some(HashSet::new());
        }
        let mut found = Vec::new();
        for square in own.iter() {
            let at = self.place(square);
            let way = Way { from: at, at, taken: Vec::new(), last: None };
            if self.setup.kings.contains(square) {
                self.king(&way, true, &mut found);
            } else {
                self.man(&way, &mut found);
            }
        }
        if self.jumps.get() > MOST_JUMPS {
            return None;
        }
        if found.is_empty() {
            return Some(self.quiet());
        }
        let best = found.iter().map(|capture| capture.worth.clone()).max().expect("one at least");
        let legal = found.into_iter().filter(|capture| capture.worth == best);
        Some(legal.map(|capture| capture.play).collect())
    }

    fn quiet(&self) -> HashSet<Play> {
        let rules = &self.variant.rules;
        let mut moves = HashSet::new();
        let free =
            |place: Place| self.square(place).filter(|square| self.setup.piece(*square).is_none());
        for from in self.setup.pieces(self.setup.turn).iter() {
            let king = self.setup.kings.contains(from);
            if king && self.is_tired(from) {
                continue;
            }
            let set = if king { rules.king_moves } else { rules.man_moves };
            for dir in self.directions(set) {
                let mut place = self.step(self.place(from), dir);
                while let Some(to) = free(place) {
                    let promotes = !king && self.on_far_row(place);
                    moves.insert(Play { from, to, captured: SquareSet::EMPTY, promotes });
                    if !king || rules.king_range == Range::Short {
                        break;
                    }
                    place = self.step(place, dir);
                }
            }
        }
        moves
    }

    /// Whether a king has made all the quiet moves in a row that it may make.
    fn is_tired(&self, king: Square) -> bool {
        let walk = self.setup.walks[self.setup.turn as usize];
        let limit = self.variant.rules.king_walk_limit;
        limit > 0 && walk.moves >= limit && walk.square == king.0
    }

    /// The position after a legal move.
    pub fn after(&self, play: &Play) -> Setup {
        let (own, foe) = (self.setup.turn, self.setup.turn.other());
        let was_king = self.setup.kings.contains(play.from);
        let mut next = *self.setup;
        next.turn = foe;
        next.pieces_mut(own).remove(play.from);
        next.pieces_mut(own).insert(play.to);
        next.kings.remove(play.from);
        for taken in play.captured.iter() {
            next.pieces_mut(foe).remove(taken);
            next.kings.remove(taken);
        }
        if was_king || play.promotes {
            next.kings.insert(play.to);
        }
        if self.variant.rules.king_walk_limit > 0 {
            self.count_walks(play, was_king, &mut next);
        }
        next
    }

    fn count_walks(&self, play: &Play, was_king: bool, next: &mut Setup) {
        let (own, foe) = (self.setup.turn as usize, self.setup.turn.other() as usize);
        let walk = self.setup.walks[own];
        let quiet_king_move = was_king && play.captured.is_empty();
        next.walks[own] = match quiet_king_move {
            true if walk.moves > 0 && walk.square == play.from.0 => {
                KingWalk { moves: walk.moves + 1, square: play.to.0 }
            }
            true => KingWalk { moves: 1, square: play.to.0 },
            false => KingWalk::default(),
        };
        if play.captured.contains(Square(self.setup.walks[foe].square)) {
            next.walks[foe] = KingWalk::default();
        }
        for color in Color::BOTH {
            if next.pieces(color).iter().all(|square| next.kings.contains(square)) {
                next.walks[color as usize] = KingWalk::default();
            }
        }
    }
}
