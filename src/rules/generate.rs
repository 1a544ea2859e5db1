//! The legal moves of a position: captures if there are any, quiet moves otherwise.

use super::capture::{self, Best, Sink};
use super::list::MoveList;
use super::position::{Move, Position};
use super::quiet;
use super::ruleset::{BitsOf, Rules};
use super::setup::{Color, Play, Route, Setup};
use super::variant::{Variant, Visitor};
use crate::board::{Board, Word};

/// Fills `list` with the legal moves of the side to move, each once.
#[inline]
pub fn generate<R: Rules>(
    rules: R,
    position: &Position<BitsOf<R>>,
    list: &mut MoveList<BitsOf<R>>,
) {
    match position.turn {
        Color::White => generate_as::<R, true>(rules, position, list),
        Color::Black => generate_as::<R, false>(rules, position, list),
    }
}

/// [`generate`] with the side known.
pub(super) fn generate_as<R: Rules, const WHITE: bool>(
    rules: R,
    position: &Position<BitsOf<R>>,
    list: &mut MoveList<BitsOf<R>>,
) {
    list.clear();
    if is_over(rules, position) {
        return;
    }
    if own_kings::<R, WHITE>(position).any() {
        walk_captures::<R, WHITE>(rules, position, Best::new(&rules.get(), list));
    } else {
        let own = position.sides[usize::from(!WHITE)];
        let foes = position.sides[usize::from(WHITE)];
        let empty = R::Board::SQUARES & !(own | foes);
        let jumps = capture::first_jumps::<R, WHITE>(rules, own, empty, foes, position.kings);
        if jumps.hard {
            walk_captures::<R, WHITE>(rules, position, Best::new(&rules.get(), list));
        } else {
            jumps.each::<R, WHITE>(rules, |mv| list.push(mv));
        }
    }
    if !list.is_empty() {
        return;
    }
    quiet::each_quiet::<R, WHITE>(rules, position, |step| list.push(step.to_move()));
}

/// Hands every capture to `sink`, walking through them.
#[inline(always)]
fn walk_captures<R: Rules, const WHITE: bool>(
    rules: R,
    position: &Position<BitsOf<R>>,
    mut sink: impl Sink<BitsOf<R>>,
) {
    let men = capture::taking_men::<R, WHITE>(rules, position);
    capture::each_capture::<R, _, WHITE>(rules, position, men, &mut sink);
}

/// The captures of a position, those that differ in the order of their jumps told apart.
pub(super) fn captures_told_apart<R: Rules>(
    rules: R,
    position: &Position<BitsOf<R>>,
) -> MoveList<BitsOf<R>> {
    let mut list = MoveList::new();
    if !is_over(rules, position) {
        let sink = Best::told_apart(&mut list);
        match position.turn {
            Color::White => walk_captures::<R, true>(rules, position, sink),
            Color::Black => walk_captures::<R, false>(rules, position, sink),
        }
    }
    list
}

/// Whether a king on the board has ended the game (breakthrough).
#[inline(always)]
pub(super) fn is_over<R: Rules>(rules: R, position: &Position<BitsOf<R>>) -> bool {
    rules.get().king_ends && position.kings.any()
}

#[inline(always)]
fn own_kings<R: Rules, const WHITE: bool>(position: &Position<BitsOf<R>>) -> BitsOf<R> {
    position.sides[usize::from(!WHITE)] & position.kings
}

/// Whether `color` could capture if it were to move.
#[inline]
pub fn can_capture<R: Rules>(rules: R, position: &Position<BitsOf<R>>, color: Color) -> bool {
    match color {
        Color::White => can_capture_as::<R, true>(rules, position),
        Color::Black => can_capture_as::<R, false>(rules, position),
    }
}

#[inline(always)]
pub(super) fn can_capture_as<R: Rules, const WHITE: bool>(
    rules: R,
    position: &Position<BitsOf<R>>,
) -> bool {
    capture::taking_men::<R, WHITE>(rules, position).any()
        || own_kings::<R, WHITE>(position).any()
            && capture::kings_can_take::<R, WHITE>(rules, position)
}

/// Whether the side to move has no legal move.
#[inline]
pub fn is_blocked<R: Rules>(rules: R, position: &Position<BitsOf<R>>) -> bool {
    let blocked = match position.turn {
        Color::White => {
            !quiet::any_quiet::<R, true>(rules, position)
                && !can_capture_as::<R, true>(rules, position)
        }
        Color::Black => {
            !quiet::any_quiet::<R, false>(rules, position)
                && !can_capture_as::<R, false>(rules, position)
        }
    };
    blocked || is_over(rules, position)
}

/// Whether the side to move has a quiet move, legal or not: whoever can capture must.
#[inline]
pub fn can_step<R: Rules>(rules: R, position: &Position<BitsOf<R>>) -> bool {
    match position.turn {
        Color::White => quiet::any_quiet::<R, true>(rules, position),
        Color::Black => quiet::any_quiet::<R, false>(rules, position),
    }
}

/// A move and one way to make it: its landing squares in order.
pub(super) type Way<W> = (Move<W>, Vec<W>);

/// Records every way round of the captures of the greatest worth.
struct Routes<W> {
    landings: Vec<W>,
    worth: u64,
    found: Vec<Way<W>>,
}

impl<W: Word> Sink<W> for Routes<W> {
    const EVERY_LANDING: bool = true;
    fn enter(&mut self, _over: W, land: W) {
        self.landings.push(land);
    }
    fn leave(&mut self) {
        self.landings.pop();
    }
    fn found(&mut self, mv: Move<W>, worth: u64) {
        if worth < self.worth {
            return;
        }
        if worth > self.worth {
            self.worth = worth;
            self.found.clear();
        }
        self.found.push((mv, self.landings.clone()));
    }
}

/// Every legal move with every way to make it: each list of landing squares once, in the order the
/// generator finds them.
pub(super) fn routes<R: Rules>(rules: R, position: &Position<BitsOf<R>>) -> Vec<Way<BitsOf<R>>> {
    let mut list = MoveList::new();
    generate(rules, position, &mut list);
    if !list.first().is_some_and(Move::is_capture) {
        let landing = |mv: &Move<BitsOf<R>>| vec![BitsOf::<R>::bit(mv.to)];
        return list.iter().map(|mv| (*mv, landing(mv))).collect();
    }
    let mut sink = Routes { landings: Vec::new(), worth: 0, found: Vec::new() };
    match position.turn {
        Color::White => walk_captures::<R, true>(rules, position, &mut sink),
        Color::Black => walk_captures::<R, false>(rules, position, &mut sink),
    }
    sink.found
}

/// The cold face of the generator. It runs with the rules as a run-time value: nothing here is worth
/// compiling once for every rule set.
impl Variant {
    /// The legal moves of a position, in the generator's order.
    #[must_use]
    pub fn legal(&self, setup: &Setup) -> Vec<Play> {
        struct Legal<'a>(&'a Setup);
        impl Visitor for Legal<'_> {
            type Out = Vec<Play>;
            fn visit<R: Rules>(self, rules: R) -> Vec<Play> {
                let mut list = MoveList::new();
                generate(rules, &super::position::of_setup::<R>(self.0), &mut list);
                list.iter().map(|mv| mv.to_play(R::Board::LAYOUT)).collect()
            }
        }
        self.visit_cold(Legal(setup))
    }

    /// Every legal move with every way to make it.
    #[must_use]
    pub fn routes(&self, setup: &Setup) -> Vec<Route> {
        struct Ways<'a>(&'a Setup);
        impl Visitor for Ways<'_> {
            type Out = Vec<Route>;
            fn visit<R: Rules>(self, rules: R) -> Vec<Route> {
                let layout = R::Board::LAYOUT;
                let squares = |landings: Vec<BitsOf<R>>| {
                    landings.into_iter().map(|land| layout.square(land.index())).collect()
                };
                routes(rules, &super::position::of_setup::<R>(self.0))
                    .into_iter()
                    .map(|(mv, landings)| Route {
                        play: mv.to_play(layout),
                        landings: squares(landings),
                    })
                    .collect()
            }
        }
        self.visit_cold(Ways(setup))
    }

    /// The position after a move that must be legal.
    #[must_use]
    pub fn after(&self, setup: &Setup, play: &Play) -> Setup {
        struct After<'a>(&'a Setup, &'a Play);
        impl Visitor for After<'_> {
            type Out = Setup;
            fn visit<R: Rules>(self, rules: R) -> Setup {
                let layout = R::Board::LAYOUT;
                let mv = Move::from_play(self.1, layout);
                super::position::of_setup::<R>(self.0).play(rules, mv).to_setup(layout)
            }
        }
        self.visit_cold(After(setup, play))
    }
}
