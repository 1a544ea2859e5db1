//! The legal moves of a position: captures if there are any, quiet moves otherwise.

use super::capture::{self, Best, Sink, Springs};
use super::crowd;
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
    let springs = Springs::of::<R, WHITE>(rules, position);
    list_captures::<R, WHITE>(rules, position, &springs, list);
    if !list.is_empty() {
        return;
    }
    quiet::each_quiet::<R, WHITE>(rules, position, |step| list.push(step.to_move()));
}

/// Fills the empty `list` with the captures of a position whose springs are known.
#[inline(always)]
pub(super) fn list_captures<R: Rules, const WHITE: bool>(
    rules: R,
    position: &Position<BitsOf<R>>,
    springs: &Springs<BitsOf<R>>,
    list: &mut MoveList<BitsOf<R>>,
) {
    let own = position.sides[usize::from(!WHITE)];
    let takers = springs.takers(own & !position.kings);
    let kings = (own & position.kings).any();
    if !(kings || takers.any()) {
        return;
    }
    let crowning = capture::crowning::<R, WHITE>(rules);
    if kings || springs.first_jumps::<R, WHITE>(rules, takers, position.kings, crowning).hard {
        walk_to_list::<R, WHITE>(rules, position, takers, list);
    } else {
        springs.each_jump::<R, WHITE>(rules, takers, |step, over| {
            list.push(Move { captured: over, ..step.to_move() });
        });
    }
}

/// Fills the empty `list` with the captures of the men in `men` and of all kings, by walking; tells
/// whether these are all: see [`super::validity::Fault::TooManyCaptures`].
#[inline(always)]
pub(super) fn walk_to_list<R: Rules, const WHITE: bool>(
    rules: R,
    position: &Position<BitsOf<R>>,
    men: BitsOf<R>,
    list: &mut MoveList<BitsOf<R>>,
) -> bool {
    let mut sink = Best::new(&rules.get(), list);
    let most = crowd::PLAIN_JUMPS;
    capture::each_capture::<R, _, WHITE>(rules, position, men, most, &mut sink)
        || crowd::list_captures::<R::Board, WHITE>(&rules.get(), position, list)
}

/// The men of the side to move that can take something.
#[inline(always)]
pub(super) fn takers<R: Rules, const WHITE: bool>(
    rules: R,
    position: &Position<BitsOf<R>>,
) -> BitsOf<R> {
    let own = position.sides[usize::from(!WHITE)];
    Springs::of::<R, WHITE>(rules, position).takers(own & !position.kings)
}

/// Hands every capture to `sink`, walking through them, as far as
/// [`capture::MOST_JUMPS`] lead.
#[inline(always)]
fn walk_captures<R: Rules, const WHITE: bool>(
    rules: R,
    position: &Position<BitsOf<R>>,
    mut sink: impl Sink<BitsOf<R>>,
) {
    let men = takers::<R, WHITE>(rules, position);
    let most = capture::MOST_JUMPS;
    capture::each_capture::<R, _, WHITE>(rules, position, men, most, &mut sink);
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
    position.kings.any() && rules.get().king_ends
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
    has_captures::<R, WHITE>(rules, position, &Springs::of::<R, WHITE>(rules, position))
}

/// [`can_capture_as`] for a position whose springs are known.
#[inline(always)]
pub(super) fn has_captures<R: Rules, const WHITE: bool>(
    rules: R,
    position: &Position<BitsOf<R>>,
    springs: &Springs<BitsOf<R>>,
) -> bool {
    let own = position.sides[usize::from(!WHITE)];
    springs.takers(own & !position.kings).any()
        || (own & position.kings).any() && capture::kings_can_take::<R, WHITE>(rules, position)
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

impl<W> Routes<W> {
    /// How many jumps could be made while a way is written down.
    const COST: u32 = 8;
}

impl<W: Word> Sink<W> for Routes<W> {
    const EVERY_LANDING: bool = true;
    fn enter(&mut self, _over: W, land: W) {
        self.landings.push(land);
    }
    fn leave(&mut self) {
        self.landings.pop();
    }
    fn found(&mut self, mv: Move<W>, _pieces: u32, worth: u64) -> u32 {
        if worth < self.worth {
            return 0;
        }
        if worth > self.worth {
            self.worth = worth;
            self.found.clear();
        }
        self.found.push((mv, self.landings.clone()));
        Self::COST
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

    /// Whether a side has more captures, or more places to be in on the way to them, than the
    /// generator goes through: its list of moves would be cut short.
    #[must_use]
    pub fn has_too_many_captures(&self, setup: &Setup, color: Color) -> bool {
        struct TooMany<'a>(&'a Setup, Color);
        impl Visitor for TooMany<'_> {
            type Out = bool;
            fn visit<R: Rules>(self, rules: R) -> bool {
                let position = &super::position::of_setup::<R>(self.0);
                let list = &mut MoveList::new();
                !match self.1 {
                    Color::White => {
                        let men = takers::<R, true>(rules, position);
                        walk_to_list::<R, true>(rules, position, men, list)
                    }
                    Color::Black => {
                        let men = takers::<R, false>(rules, position);
                        walk_to_list::<R, false>(rules, position, men, list)
                    }
                }
            }
        }
        self.visit_cold(TooMany(setup, color))
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
