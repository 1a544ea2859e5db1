//! Draw rules as data: repetition, and counts of plies that start with a balance of material and
//! are reset by captures, men's moves or promotions. Each rule cites its article. The game and the
//! search keep the same [`Counters`]; perft ignores them all.

use super::position::Position;
use super::setup::{Color, Setup};
use crate::board::{Board, Square, Word};
use std::borrow::Cow;
use std::fmt;

/// The most counting rules a variant may have.
pub const MAX_COUNTS: usize = 6;

/// One draw rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DrawRule {
    /// The same position with the same side to move occurs for the `times`th time.
    Repetition {
        /// 3 in most games, 4 in Italian.
        times: u8,
        /// Whether a player has to claim it.
        claimed: bool,
        /// Where the rule stands.
        article: Cow<'static, str>,
    },
    /// A number of plies have passed under a condition.
    Count(Count),
}

/// A count of plies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// What must hold, without a break, from the position where the count starts.
    pub balance: Balance,
    /// Whether a capture starts the count anew.
    pub reset_by_capture: bool,
    /// Whether a man's move starts the count anew.
    pub reset_by_man: bool,
    /// Whether a man that becomes a king starts the count anew.
    pub reset_by_promotion: bool,
    /// Whose plies are counted.
    pub by: By,
    /// How many plies of those that count make the draw; 0: at once.
    pub plies: u16,
    /// Whether a player has to claim it.
    pub claimed: bool,
    /// Where the rule stands.
    pub article: Cow<'static, str>,
}

/// Whose plies a count counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// Those of both sides: "25 moves by each side" are 50 plies.
    Each,
    /// Those of the side with more pieces: "draw if its 15th move has not captured the king".
    Stronger,
}

/// A condition on material. The default holds always.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Balance {
    /// Pieces on the board, from and to.
    pub total: (u8, u8),
    /// No men on the board.
    pub no_men: bool,
    /// Both sides have a king.
    pub both_have_kings: bool,
    /// One side has a single king and nothing else; the next three speak of the other side.
    pub lone_king: bool,
    /// The pieces of the other side, from and to.
    pub other: (u8, u8),
    /// The fewest kings of the other side.
    pub other_kings: u8,
    /// The lone king stands on the main road, the long diagonal from White's left corner.
    pub main_road: bool,
    /// Each side has a single piece.
    pub one_each: bool,
}

impl Balance {
    /// The condition that always holds.
    pub const ANY: Balance = Balance {
        total: (0, u8::MAX),
        no_men: false,
        both_have_kings: false,
        lone_king: false,
        other: (0, u8::MAX),
        other_kings: 0,
        main_road: false,
        one_each: false,
    };

    /// A single king against `from` to `to` pieces with at least `kings` kings among them.
    #[must_use]
    pub const fn lone_king(from: u8, to: u8, kings: u8) -> Balance {
        Balance { lone_king: true, other: (from, to), other_kings: kings, ..Balance::ANY }
    }

    /// Whether the condition holds.
    #[must_use]
    pub fn holds(&self, material: &Material) -> bool {
        let [white, black] = [0, 1].map(|side| material.men[side] + material.kings[side]);
        let total = white + black;
        let men = material.men[0] + material.men[1];
        total >= self.total.0
            && total <= self.total.1
            && !(self.no_men && men > 0)
            && !(self.both_have_kings && material.kings.contains(&0))
            && !(self.one_each && (white != 1 || black != 1))
            && (!self.lone_king || self.lone_side_holds(material))
    }

    fn lone_side_holds(&self, material: &Material) -> bool {
        [0, 1].into_iter().any(|lone| {
            let other = 1 - lone;
            let pieces = material.men[other] + material.kings[other];
            material.men[lone] == 0
                && material.kings[lone] == 1
                && pieces >= self.other.0
                && pieces <= self.other.1
                && material.kings[other] >= self.other_kings
                && (!self.main_road || material.on_road[lone])
        })
    }
}

impl Count {
    fn is_reset_by(&self, before: &Material, after: &Material, event: Event) -> bool {
        let side = event.mover as usize;
        let promotion = after.kings[side] > before.kings[side];
        event.capture && self.reset_by_capture
            || event.man && self.reset_by_man
            || promotion && self.reset_by_promotion
    }

    fn counts_ply_of(&self, mover: Color, material: &Material) -> bool {
        match self.by {
            By::Each => true,
            By::Stronger => material.pieces(mover) > material.pieces(mover.other()),
        }
    }

    /// The limit in moves as the articles count them: by each side, or by the stronger one.
    #[must_use]
    pub const fn moves(&self) -> u16 {
        match self.by {
            By::Each => self.plies / 2,
            By::Stronger => self.plies,
        }
    }
}

/// What the counts look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Material {
    /// Men, White's and Black's.
    pub men: [u8; 2],
    /// Kings, White's and Black's.
    pub kings: [u8; 2],
    /// Whether a king of that side stands on the main road.
    pub on_road: [bool; 2],
}

impl Material {
    fn pieces(&self, color: Color) -> u8 {
        self.men[color as usize] + self.kings[color as usize]
    }

    /// The material of a position as the search holds it.
    #[inline]
    #[must_use]
    pub fn of<B: Board>(position: &Position<B::Bits>) -> Material {
        let road = B::Bits::narrow(const { B::LAYOUT.main_road() });
        let side = |color: Color| {
            let own = position.pieces(color);
            let kings = own & position.kings;
            ((own & !kings).count() as u8, kings.count() as u8, (kings & road).any())
        };
        Material::from_sides([side(Color::White), side(Color::Black)])
    }

    /// The material of a position as the game holds it.
    #[must_use]
    pub fn of_setup(setup: &Setup, layout: crate::board::Layout) -> Material {
        let side = |color: Color| {
            let own = setup.pieces(color);
            let kings = own.0 & setup.kings.0;
            let road = own
                .iter()
                .any(|square: Square| setup.kings.contains(square) && layout.is_main_road(square));
            ((own.0 & !kings).count_ones() as u8, kings.count_ones() as u8, road)
        };
        Material::from_sides([side(Color::White), side(Color::Black)])
    }

    fn from_sides([white, black]: [(u8, u8, bool); 2]) -> Material {
        Material { men: [white.0, black.0], kings: [white.1, black.1], on_road: [white.2, black.2] }
    }
}

/// What a move was, as far as the counts care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Something was taken.
    pub capture: bool,
    /// A man moved.
    pub man: bool,
    /// Who moved.
    pub mover: Color,
}

/// The state of a variant's counts, in the order of its counting rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counters([u16; MAX_COUNTS]);

/// The counting rules of a list, with their places in [`Counters`].
pub fn counts(rules: &[DrawRule]) -> impl Iterator<Item = (usize, &Count)> {
    rules
        .iter()
        .filter_map(|rule| match rule {
            DrawRule::Count(count) => Some(count),
            DrawRule::Repetition { .. } => None,
        })
        .take(MAX_COUNTS)
        .enumerate()
}

/// How often a position must occur to be a draw; 0 if the game has no such rule.
#[must_use]
pub fn repetitions(rules: &[DrawRule]) -> u8 {
    rules
        .iter()
        .find_map(|rule| match rule {
            DrawRule::Repetition { times, .. } => Some(*times),
            DrawRule::Count(_) => None,
        })
        .unwrap_or(0)
}

impl Counters {
    /// The plies counted by the rule at a place.
    #[must_use]
    pub const fn get(&self, place: usize) -> u16 {
        self.0[place]
    }

    /// The counts after a move that led from material `before` to material `after`.
    #[must_use]
    pub fn after(
        &self,
        rules: &[DrawRule],
        before: &Material,
        after: &Material,
        event: Event,
    ) -> Counters {
        let mut next = Counters::default();
        for (place, count) in counts(rules) {
            let kept = !count.is_reset_by(before, after, event)
                && count.balance.holds(before)
                && count.balance.holds(after);
            if kept {
                next.0[place] = self.0[place]
                    .saturating_add(u16::from(count.counts_ply_of(event.mover, after)));
            }
        }
        next
    }

    /// How far the count nearest to its limit has come, in thousandths of the limit, 1000 at most.
    #[must_use]
    pub fn progress(&self, rules: &[DrawRule]) -> u16 {
        let share = |(place, count): (usize, &Count)| {
            let thousandths = 1_000 * u32::from(self.0[place]);
            thousandths.checked_div(count.plies.into()).map_or(0, |share| share.min(1_000) as u16)
        };
        counts(rules).map(share).max().unwrap_or(0)
    }

    /// The first counting rule that makes the position a draw.
    #[must_use]
    pub fn drawn<'a>(&self, rules: &'a [DrawRule], material: &Material) -> Option<&'a Count> {
        counts(rules)
            .find(|(place, count)| self.0[*place] >= count.plies && count.balance.holds(material))
            .map(|(_, count)| count)
    }
}

/// The rule in words, without its article: what people read beside a counter.
impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DrawRule::Repetition { times, .. } => {
                write!(f, "the same position {times} times")
            }
            DrawRule::Count(count) => count.fmt(f),
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.plies == 0 {
            return write!(f, "at once with {}", self.balance);
        }
        let by = match self.by {
            By::Each => "by each side",
            By::Stronger => "by the stronger side",
        };
        write!(f, "{} moves {by}", self.moves())?;
        if self.balance != Balance::ANY {
            write!(f, " with {}", self.balance)?;
        }
        let resets = [
            (self.reset_by_capture, "a capture"),
            (self.reset_by_man, "a man's move"),
            (self.reset_by_promotion, "a promotion"),
        ];
        let resets: Vec<&str> =
            resets.iter().filter(|(holds, _)| *holds).map(|(_, what)| *what).collect();
        if !resets.is_empty() {
            write!(f, ", anew after {}", resets.join(" or "))?;
        }
        Ok(())
    }
}

impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.lone_king {
            let kings = match self.other_kings {
                0 => String::new(),
                kings => format!(", {kings} or more of them kings"),
            };
            let road = if self.main_road { " on the main road" } else { "" };
            parts.push(format!("a lone king{road} against {}{kings}", pieces(self.other)));
        }
        if self.one_each {
            parts.push("one piece each".to_owned());
        }
        if self.both_have_kings {
            parts.push("kings on both sides".to_owned());
        }
        if self.total != Balance::ANY.total {
            parts.push(format!("{} in all", pieces(self.total)));
        }
        if self.no_men {
            parts.push("no men".to_owned());
        }
        if parts.is_empty() {
            parts.push("any material".to_owned());
        }
        f.write_str(&parts.join(", "))
    }
}

/// A number of pieces from one bound to the other in words.
fn pieces((from, to): (u8, u8)) -> String {
    match (from, to) {
        (from, u8::MAX) => format!("{from} or more pieces"),
        (1, 1) => "1 piece".to_owned(),
        (from, to) if from == to => format!("{from} pieces"),
        (from, to) => format!("{from} to {to} pieces"),
    }
}
