//! Moves as people and programs write them.
//!
//! **PDN**: `32-28`, `28x19`; if another legal capture shares both squares but takes other pieces,
//! every landing square is written. Read besides: `3228`, `c3d4`, `28:19`, `28-19`, and paths where
//! they were not needed. A text is read against the legal moves: it is one of them or an error.
//! **Hub**: `28x19x23` is from, to and the captured squares, never a path, so it has a reader of its
//! own.

use super::SquareNames;
use super::squares_text::{self, Text};
use crate::board::{Square, SquareSet};
use crate::rules::ruleset::Priority;
use crate::rules::{Color, Play, Route, Setup, Variant};

/// Why a move text was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// No move of this notation.
    #[error("move \"{text}\" not understood; expected something like {example}")]
    NotUnderstood {
        /// What was read.
        text: String,
        /// A move of this variant's notation.
        example: &'static str,
    },
    /// It names a square that is not there.
    #[error("move \"{text}\": \"{square}\" is no square of this board; squares are {range}")]
    NoSquare {
        /// What was read.
        text: String,
        /// The part that is no square.
        square: String,
        /// The first and last square.
        range: String,
    },
    /// Understood, but not legal.
    #[error("move \"{text}\" is illegal: {why}")]
    Illegal {
        /// What was read.
        text: String,
        /// The reason.
        why: Illegal,
    },
    /// It stands for several legal moves.
    #[error("move \"{text}\" is ambiguous: {}", choose(.choices))]
    Ambiguous {
        /// What was read.
        text: String,
        /// Every move that it may stand for, with all landing squares.
        choices: Vec<String>,
    },
    /// The capture goes on.
    #[error("move \"{text}\" is an incomplete capture: {}", choose(.choices))]
    Incomplete {
        /// What was read.
        text: String,
        /// Every legal way to go on, with all landing squares.
        choices: Vec<String>,
    },
}

/// Why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The side to move has none.
    #[error("the game is over, there are no legal moves")]
    NoMoves,
    /// Nothing stands on the first square.
    #[error("there is no piece on {0}")]
    NoPiece(String),
    /// The other side's piece stands there.
    #[error("the piece on {0} is not {1}'s, who is to move")]
    WrongSide(String, &'static str),
    /// A quiet move where something can be taken.
    #[error("capture is compulsory; {}", choose(.0))]
    CaptureIsCompulsory(Vec<String>),
    /// A capture, but the majority rule asks for another.
    #[error("another capture must be made; {}", choose(.0))]
    AnotherCapture(Vec<String>),
    /// Written as a capture, and nothing can be taken.
    #[error("there is nothing to capture")]
    NothingToCapture,
    /// Anything else; the moves of that piece, if it has any.
    #[error("that piece cannot move there; {}", choose(.0))]
    NotThere(Vec<String>),
    /// The piece has no legal move at all.
    #[error("the piece on {0} has no legal move")]
    Stuck(String),
}

/// A list of choices, cut where nobody would read on.
fn choose(choices: &[String]) -> String {
    const MOST: usize = 12;
    let shown = choices.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    match choices.len().saturating_sub(MOST) {
        0 => format!("choose {shown}"),
        more => format!("choose {shown} or one of {more} more"),
    }
}

/// A legal move with everything that can be said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The move.
    pub play: Play,
    /// As [`write()`] has it.
    pub notation: String,
    /// Whether from and to alone do not tell it from another legal move.
    pub ambiguous: bool,
    /// Every list of landing squares; the first is the one that is written.
    pub routes: Vec<Vec<Square>>,
}

/// All legal moves, sorted by from, to and captured squares in numbering order.
#[must_use]
pub fn list(variant: &Variant, setup: &Setup) -> Vec<Entry> {
    let names = SquareNames::of(variant);
    let routes = variant.routes(setup);
    let mut plays = variant.legal(setup);
    plays.sort_by_key(|play| sort_key(&names, play));
    let entry = |play: &Play| {
        let ways = ways(&names, &routes, play);
        let ambiguous = is_ambiguous(&plays, play);
        let notation = notation(variant, &names, play, ambiguous.then_some(&ways));
        Entry { play: *play, notation, ambiguous, routes: ways }
    };
    plays.iter().map(entry).collect()
}

/// Writes a legal move as PDN: short, or with all landing squares of its first way round if the
/// short form is ambiguous.
#[must_use]
pub fn write(variant: &Variant, setup: &Setup, play: &Play) -> String {
    let names = SquareNames::of(variant);
    if play.captured.len() > 1 && is_ambiguous(&variant.legal(setup), play) {
        let ways = ways(&names, &variant.routes(setup), play);
        return notation(variant, &names, play, Some(&ways));
    }
    notation(variant, &names, play, None)
}

/// Writes a move in Hub form: `32-28`, or from, to and captured squares in numbering order.
#[must_use]
pub fn write_hub(names: &SquareNames, play: &Play) -> String {
    if play.captured.is_empty() {
        return format!("{}-{}", names.name(play.from), names.name(play.to));
    }
    let squares = [play.from, play.to].into_iter().chain(in_order(names, play.captured));
    squares.map(|square| names.name(square)).collect::<Vec<_>>().join("x")
}

/// The squares of a set in numbering order.
#[must_use]
pub fn in_order(names: &SquareNames, set: SquareSet) -> Vec<Square> {
    let mut squares: Vec<Square> = set.iter().collect();
    squares.sort_by_key(|&square| names.number(square));
    squares
}

/// Orders moves by from, to and captured squares in numbering order.
#[must_use]
pub fn sort_key(names: &SquareNames, play: &Play) -> (u8, u8, Vec<u8>) {
    let captured = in_order(names, play.captured);
    let captured = captured.into_iter().map(|square| names.number(square)).collect();
    (names.number(play.from), names.number(play.to), captured)
}

fn is_ambiguous(legal: &[Play], play: &Play) -> bool {
    legal.iter().any(|other| other.from == play.from && other.to == play.to && other != play)
}

/// The landing squares of every way to make `play`, sorted as [`turns`] says.
fn ways(names: &SquareNames, routes: &[Route], play: &Play) -> Vec<Vec<Square>> {
    let own = routes.iter().filter(|route| route.play == *play);
    let mut ways: Vec<_> = own.map(|route| route.landings.clone()).collect();
    ways.sort_by_key(|way| turns(names, play.from, way));
    ways.dedup();
    ways
}

/// A way round as turns to be compared: at each jump diagonals before straight lines, directions as
/// one reads a page, then the nearer landing square.
fn turns(names: &SquareNames, from: Square, landings: &[Square]) -> Vec<(bool, i8, i8, u8)> {
    let mut at = names.seen(from);
    let turn = |&square: &Square| {
        let to = names.seen(square);
        let (right, down) = (to.0.cmp(&at.0) as i8, to.1.cmp(&at.1) as i8);
        let distance = at.0.abs_diff(to.0).max(at.1.abs_diff(to.1));
        at = to;
        (right == 0 || down == 0, down, right, distance)
    };
    landings.iter().map(turn).collect()
}

fn notation(
    variant: &Variant,
    names: &SquareNames,
    play: &Play,
    ways: Option<&Vec<Vec<Square>>>,
) -> String {
    match ways.and_then(|ways| ways.first()) {
        Some(way) => path(variant, names, play.from, way),
        None if play.captured.is_empty() => {
            format!("{}-{}", names.name(play.from), names.name(play.to))
        }
        None => path(variant, names, play.from, &[play.to]),
    }
}

fn path(variant: &Variant, names: &SquareNames, from: Square, landings: &[Square]) -> String {
    let mut text = names.name(from);
    for &square in landings {
        text.push(variant.notation.separator);
        text.push_str(&names.name(square));
    }
    text
}

/// Reads a move against the legal moves of a position.
///
/// # Errors
/// Says what is wrong, and names the choices where there are some.
pub fn parse(variant: &Variant, setup: &Setup, text: &str) -> Result<Play, MoveError> {
    let names = SquareNames::of(variant);
    let asked = Asked { variant, setup, names, text: squares_text::excerpt(text) };
    let readings = match squares_text::read(&names, text) {
        Text::Squares { readings, capture } => {
            readings.into_iter().map(|squares| asked.resolve(&squares, capture)).collect::<Vec<_>>()
        }
        Text::NoSquare(square) => {
            return Err(MoveError::NoSquare { text: asked.text, square, range: names.range() });
        }
        Text::NotUnderstood => return Err(asked.not_understood()),
    };
    asked.one_of(readings)
}

/// Reads a move in Hub form against the legal moves: from, to, and the captured squares in any
/// order. `names` says how the squares are called.
///
/// # Errors
/// Says what is wrong.
pub fn parse_hub(
    variant: &Variant,
    setup: &Setup,
    names: &SquareNames,
    text: &str,
) -> Result<Play, MoveError> {
    let asked = Asked { variant, setup, names: *names, text: squares_text::excerpt(text) };
    let squares = match squares_text::read_half_joined(names, text) {
        Text::Squares { mut readings, .. } => readings.pop().unwrap_or_default(),
        Text::NoSquare(square) => {
            return Err(MoveError::NoSquare { text: asked.text, square, range: names.range() });
        }
        Text::NotUnderstood => return Err(asked.not_understood()),
    };
    let &[from, to, ref captured @ ..] = squares.as_slice() else {
        return Err(asked.not_understood());
    };
    let captured: SquareSet = captured.iter().copied().collect();
    let legal = variant.legal(setup);
    let wanted = |play: &&Play| (play.from, play.to, play.captured) == (from, to, captured);
    match legal.iter().find(wanted) {
        Some(play) => Ok(*play),
        None => Err(asked.illegal(asked.why(&legal, from, to, !captured.is_empty()))),
    }
}

/// A text being read in a position.
struct Asked<'a> {
    variant: &'a Variant,
    setup: &'a Setup,
    names: SquareNames,
    text: String,
}

impl Asked<'_> {
    /// The legal move that begins with the first square, ends on the last, and touches down on the
    /// others on its way. A text that is the whole path of a move is that move.
    fn resolve(&self, squares: &[Square], capture: bool) -> Result<Play, MoveError> {
        let (from, via) = (squares[0], &squares[1..]);
        let to = via[via.len() - 1];
        let legal = self.variant.legal(self.setup);
        let mut fitting: Vec<Play> =
            legal.iter().filter(|play| play.from == from && play.to == to).copied().collect();
        if capture {
            fitting.retain(|play| !play.captured.is_empty());
        }
        if via.len() == 1 && fitting.len() == 1 {
            return Ok(fitting[0]);
        }
        let routes = self.variant.routes(self.setup);
        let routes: Vec<&Route> = routes.iter().filter(|route| route.play.from == from).collect();
        let whole = routes.iter().find(|route| route.landings == via);
        if let Some(route) = whole.filter(|route| fitting.contains(&route.play)) {
            return Ok(route.play);
        }
        fitting.retain(|play| routes.iter().any(|way| way.play == *play && passes(way, via)));
        match fitting.as_slice() {
            [] => Err(self.refuse(&legal, &routes, squares, capture)),
            [play] => Ok(*play),
            several => {
                let choices = several.iter().map(|play| self.in_full(&routes, play)).collect();
                Err(MoveError::Ambiguous { text: self.text.clone(), choices })
            }
        }
    }

    /// The first way round of a move, with all landing squares.
    fn in_full(&self, routes: &[&Route], play: &Play) -> String {
        let owned: Vec<Route> = routes.iter().map(|&route| route.clone()).collect();
        notation(self.variant, &self.names, play, Some(&ways(&self.names, &owned, play)))
    }

    fn refuse(
        &self,
        legal: &[Play],
        routes: &[&Route],
        squares: &[Square],
        capture: bool,
    ) -> MoveError {
        let (from, via) = (squares[0], &squares[1..]);
        let mut choices: Vec<String> = routes
            .iter()
            .filter(|route| begins(route, via))
            .map(|route| path(self.variant, &self.names, from, &route.landings))
            .collect();
        choices.dedup();
        if !choices.is_empty() {
            return MoveError::Incomplete { text: self.text.clone(), choices };
        }
        self.illegal(self.why(legal, from, via[via.len() - 1], capture || via.len() > 1))
    }

    fn why(&self, legal: &[Play], from: Square, to: Square, capture: bool) -> Illegal {
        let name = self.names.name(from);
        match self.setup.piece(from) {
            _ if legal.is_empty() => return Illegal::NoMoves,
            None => return Illegal::NoPiece(name),
            Some((color, _)) if color != self.setup.turn => {
                return Illegal::WrongSide(name, color_name(self.setup.turn));
            }
            Some(_) => {}
        }
        let must_capture = legal.iter().any(|play| !play.captured.is_empty());
        let own = || self.written(legal.iter().filter(|play| play.from == from));
        match (must_capture, capture) {
            (true, _) if self.is_lesser_capture(from, to) => {
                Illegal::AnotherCapture(self.written(legal.iter()))
            }
            (true, false) => Illegal::CaptureIsCompulsory(self.written(legal.iter())),
            (true, true) if own().is_empty() => Illegal::AnotherCapture(self.written(legal.iter())),
            (false, true) => Illegal::NothingToCapture,
            _ if own().is_empty() => Illegal::Stuck(name),
            _ => Illegal::NotThere(own()),
        }
    }

    /// Whether the move would be legal if captures could be chosen freely.
    fn is_lesser_capture(&self, from: Square, to: Square) -> bool {
        if self.variant.rules.priority.is_free() {
            return false;
        }
        let mut free = self.variant.clone();
        free.rules.priority = Priority::FREE;
        free.legal(self.setup).iter().any(|play| play.from == from && play.to == to)
    }

    /// Moves as PDN, in numbering order.
    fn written<'p>(&self, plays: impl Iterator<Item = &'p Play>) -> Vec<String> {
        let mut plays: Vec<&Play> = plays.collect();
        plays.sort_by_key(|play| sort_key(&self.names, play));
        plays.into_iter().map(|play| write(self.variant, self.setup, play)).collect()
    }

    /// The one reading that is a legal move; digits without a separator may be read in two ways.
    fn one_of(&self, mut readings: Vec<Result<Play, MoveError>>) -> Result<Play, MoveError> {
        let legal: Vec<Play> = readings.iter().filter_map(|reading| reading.clone().ok()).collect();
        match legal.as_slice() {
            [] => readings.pop().unwrap_or_else(|| Err(self.not_understood())),
            [play] => Ok(*play),
            several => {
                let choices = self.written(several.iter());
                Err(MoveError::Ambiguous { text: self.text.clone(), choices })
            }
        }
    }

    fn illegal(&self, why: Illegal) -> MoveError {
        MoveError::Illegal { text: self.text.clone(), why }
    }

    fn not_understood(&self) -> MoveError {
        let example = if self.names.is_algebraic() { "c3-d4 or c3xe5" } else { "32-28 or 28x19" };
        MoveError::NotUnderstood { text: self.text.clone(), example }
    }
}

/// Whether a way round touches down on all of `via` in this order, the last being its end.
fn passes(route: &Route, via: &[Square]) -> bool {
    route.landings.last() == via.last() && touches(&route.landings, via)
}

/// Whether a way round touches down on all of `via` in this order and then goes on.
fn begins(route: &Route, via: &[Square]) -> bool {
    route.landings.len() > 1 && touches(&route.landings[..route.landings.len() - 1], via)
}

fn touches(landings: &[Square], via: &[Square]) -> bool {
    let mut rest = landings.iter();
    via.iter().all(|square| rest.any(|landing| landing == square))
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
