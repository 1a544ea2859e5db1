//! Short chains of jumps by men, counted for all men at once and without branches, so that a loop
//! over many positions runs in vector lanes.
//!
//! Every man that can jump in a direction does, all in one word; the set of landing squares jumps
//! on in every direction but back, and so on. A bit in such a set stands for one man on one way, so
//! a population count is a count of captures. This is exact while no chain can touch what it has
//! changed itself: with diagonal or with straight jumps alone, three jumps never lead back to the
//! square the man left, nor to a piece already taken, nor onto its square; with both kinds mixed
//! that holds for two jumps only. If any man has a jump after those, be it one that closes a ring
//! on the square that it left, the position is hard: the walk in `capture` decides.

use crate::board::{Board, Dir, Layout, Word};
use crate::rules::capture::{self, Springs};
use crate::rules::quiet::{each_dir, far_row};
use crate::rules::ruleset::{BitsOf, DirSet, FarRow, Range, Removal, Rules};

/// How many captures men have.
pub(super) struct Counted {
    pub(super) captures: u32,
    /// A chain is too long, or its worth is not its length: the count is void.
    pub(super) hard: bool,
}

/// Counts the captures of a side that has only men and at least one capture, by rules that tell
/// [`Rules::MAN_TAKES`]. `CROWNS` says whether a man that reaches the far row goes on as a king,
/// `MOST` whether only the longest captures are legal: run-time rules ask before a loop, not in it.
#[inline(always)]
pub(super) fn count<R: Rules, const WHITE: bool, const CROWNS: bool, const MOST: bool>(
    rules: R,
    own: BitsOf<R>,
    foes: BitsOf<R>,
    kings: BitsOf<R>,
) -> Counted {
    let mut chains = Chains::<R, WHITE, CROWNS, MOST>::new(rules, own, foes, kings);
    each_dir!(|DIR| {
        if const { takes::<R>().has_for::<WHITE>(DIR) } {
            let at = chains.jump(own, DIR);
            chains.land(0, at, DIR);
            chains.second(at, DIR);
        }
    });
    let rule = rules.get();
    let special = capture::when(rule.priority.tells_kings_apart(), kings);
    let mut hard = (chains.deeper | chains.prey & special).any();
    if CROWNS {
        hard |= chains.goes_on_as_king();
    }
    Counted { captures: chains.captures(), hard }
}

/// Where White's men take; none if only the rules as a value know.
const fn takes<R: Rules>() -> DirSet {
    match R::MAN_TAKES {
        Some(takes) => takes,
        None => DirSet::of(&[]),
    }
}

struct Chains<R: Rules, const WHITE: bool, const CROWNS: bool, const MOST: bool> {
    rules: R,
    foes: BitsOf<R>,
    prey: BitsOf<R>,
    empty: BitsOf<R>,
    /// For each direction, the squares from which a man can jump in it.
    springs: [BitsOf<R>; 8],
    /// For each direction, the squares from which a man that came in it can jump on.
    onward: [BitsOf<R>; 8],
    /// For each direction, the squares reached in it by one jump or two.
    reached: [BitsOf<R>; 8],
    /// How many chains of one, two and three jumps there are; if the choice is free, only those
    /// that end there.
    ends: [u32; 3],
    /// Squares where a chain may go on that has come to its limit.
    deeper: BitsOf<R>,
}

impl<R: Rules, const WHITE: bool, const CROWNS: bool, const MOST: bool>
    Chains<R, WHITE, CROWNS, MOST>
{
    /// For two jumps one after the other, the direction of a third that leads back to the start.
    const CLOSING: [[Option<Dir>; 8]; 8] = closing_table(R::Board::LAYOUT);

    #[inline(always)]
    fn new(rules: R, own: BitsOf<R>, foes: BitsOf<R>, kings: BitsOf<R>) -> Self {
        let rule = rules.get();
        let none = BitsOf::<R>::EMPTY;
        let empty = R::Board::SQUARES & !(own | foes);
        // Men do not start on the far row, and where it ends their time as men none jumps on.
        let stop = capture::when(rule.far_row != FarRow::GoesOnAsMan, far_row::<R, WHITE>());
        let all = Springs::new::<R, WHITE>(rules, foes, kings, empty);
        let (mut springs, mut onward) = ([none; 8], [none; 8]);
        each_dir!(|DIR| {
            springs[DIR as usize] = all.towards(DIR) & !stop;
        });
        each_dir!(|CAME| {
            each_dir!(|DIR| {
                if const { takes::<R>().has_for::<WHITE>(DIR) && !leads_back(CAME, DIR) } {
                    onward[CAME as usize] |= springs[DIR as usize];
                }
            });
        });
        let reached = [none; 8];
        Chains {
            rules,
            foes,
            prey: all.prey,
            empty,
            springs,
            onward,
            reached,
            ends: [0; 3],
            deeper: none,
        }
    }

    #[inline(always)]
    fn jump(&self, at: BitsOf<R>, dir: Dir) -> BitsOf<R> {
        R::Board::step(R::Board::step(at & self.springs[dir as usize], dir), dir)
    }

    /// Counts the chains that have come to `at`, the last of `before + 1` jumps in direction `came`.
    #[inline(always)]
    fn land(&mut self, before: usize, at: BitsOf<R>, came: Dir) {
        let passing = if MOST { BitsOf::<R>::EMPTY } else { self.onward[came as usize] };
        self.ends[before] += (at & !passing).count();
        self.reached[came as usize] |= at;
    }

    /// Jumps on from `at`, reached by one jump in direction `a`.
    #[inline(always)]
    fn second(&mut self, at: BitsOf<R>, a: Dir) {
        each_dir!(|B| {
            if const { takes::<R>().has_for::<WHITE>(B) } && !leads_back(a, B) {
                let at = self.jump(at, B);
                self.land(1, at, B);
                if const { takes::<R>().is_mixed() } {
                    self.limit(at, B, Self::CLOSING[a as usize][B as usize]);
                } else {
                    self.third(at, a, B);
                }
            }
        });
    }

    /// Jumps on from `at`, reached by jumps in directions `a` and `b`.
    #[inline(always)]
    fn third(&mut self, at: BitsOf<R>, a: Dir, b: Dir) {
        each_dir!(|C| {
            if const { takes::<R>().has_for::<WHITE>(C) } && !leads_back(b, C) {
                let at = self.jump(at, C);
                self.land(2, at, C);
                self.limit(at, C, if leads_back(a, C) { Some(b.opposite()) } else { None });
                if CROWNS {
                    self.deeper |= at & far_row::<R, WHITE>();
                }
            }
        });
    }

    /// Marks what goes on from `at`, where the method comes to its end; a jump in direction
    /// `closing` would land where the man started, which counts as empty for it alone.
    #[inline(always)]
    fn limit(&mut self, at: BitsOf<R>, came: Dir, closing: Option<Dir>) {
        self.deeper |= at & self.onward[came as usize];
        if let Some(dir) = closing {
            self.deeper |= at & R::Board::step(self.prey, dir.opposite());
        }
    }

    /// Whether a man that was crowned by its first or second jump may take more as a king.
    #[inline(always)]
    fn goes_on_as_king(&self) -> bool {
        let rule = self.rules.get();
        let mut found = BitsOf::<R>::EMPTY;
        each_dir!(|CAME| {
            if const { takes::<R>().has_for::<WHITE>(CAME) && (CAME.delta().1 > 0) == WHITE } {
                let crowned = self.reached[CAME as usize] & far_row::<R, WHITE>();
                // What the chain has changed, its start and its prey, lies on no line from there but
                // the one it came by: unless jumps are mixed, or prey is gone at once.
                let mixed = rule.man_takes.union(rule.king_takes).is_mixed();
                let unsure = mixed || rule.removal == Removal::Immediate;
                found |= capture::when(unsure, crowned);
                each_dir!(|DIR| {
                    if rule.king_takes.has_for::<WHITE>(DIR) && !leads_back(CAME, DIR) {
                        found |= self.prey_of_king(crowned, DIR);
                    }
                });
            }
        });
        found.any()
    }

    /// The enemies that a king on one of the squares `at` can take in direction `dir`.
    #[inline(always)]
    fn prey_of_king(&self, at: BitsOf<R>, dir: Dir) -> BitsOf<R> {
        let exposed = R::Board::step(self.empty, dir.opposite()) & self.foes;
        let mut reach = R::Board::step(at, dir);
        let mut found = reach & exposed;
        let on = capture::when(self.rules.get().king_range == Range::Flying, self.empty);
        for _ in 2..const { R::Board::LAYOUT.ranks() } {
            reach = R::Board::step(reach & on, dir);
            found |= reach & exposed;
        }
        found
    }

    #[inline(always)]
    fn captures(&self) -> u32 {
        let [one, two, three] = self.ends;
        if !MOST {
            return one + two + three;
        }
        let longer = if two == 0 { one } else { two };
        if three == 0 { longer } else { three }
    }
}

/// Whether a jump in direction `dir` leads back over the piece just taken in direction `came`.
#[inline(always)]
const fn leads_back(came: Dir, dir: Dir) -> bool {
    came.opposite() as u8 == dir as u8
}

const fn closing_table(layout: Layout) -> [[Option<Dir>; 8]; 8] {
    let mut table = [[None; 8]; 8];
    let mut place = 0;
    while place < 512 {
        let (a, b, c) = (place / 64, place / 8 % 8, place % 8);
        let steps = [
            step_delta(layout, Dir::ALL[a]),
            step_delta(layout, Dir::ALL[b]),
            step_delta(layout, Dir::ALL[c]),
        ];
        if steps[0].0 + steps[1].0 + steps[2].0 == 0 && steps[0].1 + steps[1].1 + steps[2].1 == 0 {
            table[a][b] = Some(Dir::ALL[c]);
        }
        place += 1;
    }
    table
}

/// The change of file and rank by one step; straight steps on diagonal boards are twice as long.
const fn step_delta(layout: Layout, dir: Dir) -> (i8, i8) {
    let (files, ranks) = dir.delta();
    let scale = if layout.is_diagonal() && (files == 0 || ranks == 0) { 2 } else { 1 };
    (scale * files, scale * ranks)
}
