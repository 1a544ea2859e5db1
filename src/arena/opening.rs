//! Openings: where the games of a match begin. They are read from files, one FEN a line or PDN
//! games, or drawn at random.

use super::random::Random;
use crate::notation::{FenError, MoveError, fen, movetext};
use crate::rules::{Game, Play, Setup, Variant};
use std::collections::HashSet;
use std::sync::Arc;

/// A start position and the moves to be made before the engines take over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Where the game starts.
    pub start: Setup,
    /// The moves of the opening.
    pub plays: Vec<Play>,
}

/// Why a file of openings was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct OpeningError {
    /// Where, from 1.
    pub line: usize,
    /// Why.
    pub fault: OpeningFault,
}

/// What is wrong with an opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningFault {
    /// Not a position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// Not a move of the position.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// Nothing is left to be played.
    #[error("the game is over in this opening")]
    Over,
    /// A comment, variation or tag does not end.
    #[error("'{0}' is never closed")]
    Unclosed(char),
}

impl Opening {
    /// The game after the opening.
    #[must_use]
    pub fn game(&self, variant: &Arc<Variant>) -> Game {
        let mut game = Game::from(Arc::clone(variant), self.start);
        for play in &self.plays {
            // Openings hold legal moves only; see `push` and `random`.
            let legal = game.play(play);
            debug_assert!(legal, "an opening with an illegal move");
        }
        game
    }
}

/// Reads openings: a file whose first word is a FEN has one on every line, all others are PDN. `#`
/// and `;` start a comment in a file of FENs.
///
/// # Errors
/// The first line that is wrong.
pub fn read(variant: &Arc<Variant>, text: &str) -> Result<Vec<Opening>, OpeningError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = || text.lines().enumerate().map(|(at, line)| (at + 1, without_comment(line)));
    let is_fen = |line: &str| {
        let mut chars = line.chars().filter(|c| !c.is_whitespace());
        matches!(chars.next(), Some('W' | 'B' | 'w' | 'b')) && chars.next() == Some(':')
    };
    match lines().find(|(_, line)| !line.is_empty()) {
        None => return Ok(Vec::new()),
        Some((_, line)) if is_fen(line) => {}
        Some(_) => return super::pdn::openings(variant, text),
    }
    let mut openings = Vec::new();
    for (line, text) in lines().filter(|(_, line)| !line.is_empty()) {
        let fault = |fault| OpeningError { line, fault };
        let start = fen::parse(variant, text).map_err(|error| fault(error.into()))?;
        push(&mut openings, variant, start, Vec::new()).map_err(fault)?;
    }
    Ok(openings)
}

fn without_comment(line: &str) -> &str {
    line.split(['#', ';']).next().unwrap_or_default().trim()
}

/// Adds an opening whose moves are legal, if something is left to be played in it.
pub(super) fn push(
    openings: &mut Vec<Opening>,
    variant: &Arc<Variant>,
    start: Setup,
    plays: Vec<Play>,
) -> Result<(), OpeningFault> {
    let opening = Opening { start, plays };
    if opening.game(variant).end().is_some() {
        return Err(OpeningFault::Over);
    }
    openings.push(opening);
    Ok(())
}

/// Reads a move of a game.
pub(super) fn read_move(game: &Game, text: &str) -> Result<Play, OpeningFault> {
    Ok(movetext::parse(game.variant(), game.setup(), text)?)
}

/// A number that tells one text from another; the same on every machine and in every build
/// (FNV-1a).
#[must_use]
pub fn digest(text: &[u8]) -> u64 {
    text.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Puts openings into an order that only the seed decides.
pub fn shuffle(openings: &mut [Opening], seed: u64) {
    Random::new(seed).shuffle(openings);
}

/// Positions reached by `plies` random moves from the start, all different, in an order that only
/// the seed decides. It never ends by itself, so take what you need: see [`random`].
pub fn walks(variant: &Arc<Variant>, plies: u32, seed: u64) -> impl Iterator<Item = Opening> {
    let mut random = Random::new(seed);
    let variant = Arc::clone(variant);
    std::iter::from_fn(move || {
        // Where almost every game is over so early, give up rather than hang.
        const TRIES: usize = 10_000;
        (0..TRIES).find_map(|_| walk(&variant, plies, &mut random))
    })
}

fn walk(variant: &Arc<Variant>, plies: u32, random: &mut Random) -> Option<Opening> {
    let mut game = Game::new(Arc::clone(variant));
    for _ in 0..plies {
        let legal = game.legal();
        if legal.is_empty() {
            return None;
        }
        let play = legal[random.below(legal.len())];
        let _ = game.play(&play);
    }
    let over = game.end().is_some();
    (!over).then(|| Opening { start: variant.start(), plays: game.plays().to_vec() })
}

/// The first `count` distinct positions of [`walks`]; fewer if no more are found.
#[must_use]
pub fn random(variant: &Arc<Variant>, plies: u32, count: usize, seed: u64) -> Vec<Opening> {
    let mut places = HashSet::new();
    let mut openings = Vec::new();
    let mut stale = 0;
    for opening in walks(variant, plies, seed) {
        if openings.len() == count || stale > 1000 + 20 * openings.len() {
            break;
        }
        if places.insert(*opening.game(variant).setup()) {
            openings.push(opening);
        } else {
            stale += 1;
        }
    }
    openings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variant_named;

    fn variant(name: &str) -> Arc<Variant> {
        Arc::new(variant_named(name).expect("a variant").clone())
    }

    #[test]
    fn one_fen_a_line() {
        let international = variant("international");
        let text = "\u{feff}# balanced\n\nW:W31-50:B1-20 ; start\r\nB:WK40:B1,2\n";
        let openings = read(&international, text).expect("two openings");
        assert_eq!(openings.len(), 2);
        assert_eq!(openings[0].start, international.start());
        let error = read(&international, "W:W31:B1\nW:W31:B99").expect_err("no square 99");
        assert_eq!(error.line, 2);
        let error = read(&international, "B:W31:B").expect_err("Black has nothing");
        assert_eq!(error.fault, OpeningFault::Over);
        assert_eq!(read(&international, ""), Ok(vec![]));
    }

    #[test]
    fn random_openings_are_distinct_and_stay_the_same() {
        let english = variant("english");
        let some = random(&english, 4, 50, 7);
        let more = random(&english, 4, 80, 7);
        assert_eq!((some.len(), more.len()), (50, 80));
        assert_eq!(some[..], more[..50]);
        let places: HashSet<_> = more.iter().map(|o| *o.game(&english).setup()).collect();
        assert_eq!(places.len(), 80);
        // Seven first moves, and no more to be found.
        assert_eq!(random(&english, 1, 100, 1).len(), 7);
        assert_eq!(random(&english, 0, 100, 1).len(), 1);
    }
}
