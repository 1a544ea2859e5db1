//! A game: a start position, the moves played, and what the rules say about where it stands. The
//! referee of matches and the session both play on this.

use super::draws::{self, Count, Counters, DrawRule, Event, Material};
use super::setup::{Color, Play, Setup};
use super::variant::Variant;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// A side has won.
    Win {
        /// Who.
        winner: Color,
        /// Why.
        why: WinReason,
    },
    /// Drawn by a rule; the article that says so.
    Draw {
        /// Whether a player has to claim it.
        claimed: bool,
        /// Where the rule stands.
        article: Cow<'static, str>,
    },
}

/// Why a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinReason {
    /// The side to move has no piece left.
    NoPieces,
    /// The side to move has pieces but no move.
    Blocked,
    /// A side has a king, which wins in this game.
    FirstKing,
}

/// How the game has ended, in words.
impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameEnd::Win { winner, why } => {
                let winner = match winner {
                    Color::White => "White",
                    Color::Black => "Black",
                };
                write!(f, "{winner} wins, {why}")
            }
            GameEnd::Draw { claimed: false, article } => write!(f, "draw, {article}"),
            GameEnd::Draw { claimed: true, article } => write!(f, "draw if claimed, {article}"),
        }
    }
}

impl fmt::Display for WinReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WinReason::NoPieces => "the side to move has no pieces",
            WinReason::Blocked => "the side to move has no move",
            WinReason::FirstKing => "the first king",
        })
    }
}

/// Where a draw rule stands in a game: what a person or a host is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterState<'a> {
    /// The rule; it writes itself out in words.
    pub rule: &'a DrawRule,
    /// Where the rule stands.
    pub article: &'a str,
    /// Plies counted, or how often the position has occurred.
    pub counted: u16,
    /// What makes the draw.
    pub limit: u16,
    /// Whether the position meets the rule's condition.
    pub active: bool,
    /// Whether a player has to claim it.
    pub claimed: bool,
}

/// A game of one variant. Cheap to clone for a look ahead.
#[derive(Clone, Debug)]
pub struct Game {
    variant: Arc<Variant>,
    states: Vec<State>,
    plays: Vec<Play>,
}

#[derive(Clone, Copy, Debug)]
struct State {
    setup: Setup,
    counters: Counters,
}

impl Game {
    /// A game from the variant's start position.
    #[must_use]
    pub fn new(variant: Arc<Variant>) -> Game {
        let start = variant.start();
        Game::from(variant, start)
    }

    /// A game from a position, which the validity checker must have passed.
    #[must_use]
    pub fn from(variant: Arc<Variant>, setup: Setup) -> Game {
        let state = State { setup, counters: Counters::default() };
        Game { variant, states: vec![state], plays: Vec::new() }
    }

    /// The variant being played.
    #[must_use]
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The position now.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.now().setup
    }

    /// The draw counters now.
    #[must_use]
    pub fn counters(&self) -> &Counters {
        &self.now().counters
    }

    /// The moves played.
    #[must_use]
    pub fn plays(&self) -> &[Play] {
        &self.plays
    }

    /// Every position of the game from the start to now.
    #[must_use]
    pub fn setups(&self) -> impl DoubleEndedIterator<Item = &Setup> + ExactSizeIterator {
        self.states.iter().map(|state| &state.setup)
    }

    fn now(&self) -> &State {
        self.states.last().expect("a game has its start position")
    }

    /// The legal moves; none once the game is won.
    #[must_use]
    pub fn legal(&self) -> Vec<Play> {
        self.variant.legal(self.setup())
    }

    /// Plays a move, if it is legal; otherwise nothing changes and it says `false`.
    #[must_use]
    pub fn play(&mut self, play: &Play) -> bool {
        if !self.legal().contains(play) {
            return false;
        }
        let before = *self.now();
        let setup = self.variant.after(&before.setup, play);
        let layout = self.variant.layout;
        let event = Event {
            capture: !play.captured.is_empty(),
            man: !before.setup.kings.contains(play.from),
            mover: before.setup.turn,
        };
        let counters = before.counters.after(
            &self.variant.draws,
            &Material::of_setup(&before.setup, layout),
            &Material::of_setup(&setup, layout),
            event,
        );
        self.states.push(State { setup, counters });
        self.plays.push(*play);
        true
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Play> {
        let play = self.plays.pop()?;
        self.states.pop();
        Some(play)
    }

    /// How often the position has occurred, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        let setup = self.setup();
        self.setups().filter(|earlier| *earlier == setup).count()
    }

    /// How the game has ended, if it has. A win comes before a draw.
    #[must_use]
    pub fn end(&self) -> Option<GameEnd> {
        self.win().or_else(|| self.draw())
    }

    fn win(&self) -> Option<GameEnd> {
        let setup = self.setup();
        if self.variant.rules.king_ends {
            for color in Color::BOTH {
                if setup.pieces(color).0 & setup.kings.0 != 0 {
                    return Some(GameEnd::Win { winner: color, why: WinReason::FirstKing });
                }
            }
        }
        if !self.legal().is_empty() {
            return None;
        }
        let winner = if self.variant.giveaway { setup.turn } else { setup.turn.other() };
        let why = if setup.pieces(setup.turn).is_empty() {
            WinReason::NoPieces
        } else {
            WinReason::Blocked
        };
        Some(GameEnd::Win { winner, why })
    }

    fn draw(&self) -> Option<GameEnd> {
        let rules = &self.variant.draws;
        let material = Material::of_setup(self.setup(), self.variant.layout);
        if let Some(Count { claimed, article, .. }) = self.counters().drawn(rules, &material) {
            return Some(GameEnd::Draw { claimed: *claimed, article: article.clone() });
        }
        let occurrences = self.occurrences();
        rules.iter().find_map(|rule| match rule {
            DrawRule::Repetition { times, claimed, article }
                if occurrences >= usize::from(*times) =>
            {
                Some(GameEnd::Draw { claimed: *claimed, article: article.clone() })
            }
            _ => None,
        })
    }

    /// Where each draw rule stands now, in the order of the variant's rules.
    pub fn counter_states(&self) -> impl Iterator<Item = CounterState<'_>> {
        let material = Material::of_setup(self.setup(), self.variant.layout);
        let mut place = 0;
        self.variant.draws.iter().map(move |rule| match rule {
            DrawRule::Repetition { times, claimed, article } => CounterState {
                rule,
                article,
                counted: self.occurrences().try_into().unwrap_or(u16::MAX),
                limit: u16::from(*times),
                active: true,
                claimed: *claimed,
            },
            DrawRule::Count(count) => {
                place += 1;
                CounterState {
                    rule,
                    article: &count.article,
                    counted: self.counters().get(place - 1),
                    limit: count.plies,
                    active: count.balance.holds(&material),
                    claimed: count.claimed,
                }
            }
        })
    }

    /// How often a position must occur to be a draw; 0 if the game has no such rule.
    #[must_use]
    pub fn repetitions(&self) -> u8 {
        draws::repetitions(&self.variant.draws)
    }
}
