//! Short chains of jumps by men, counted for all men at once and without branches, so that a loop
//! over many positions runs in vector lanes.
//!
//! Every man that can jump in a direction does, all in one word; the set of landing squares jumps
//! on in every direction but back, and so on. A bit in such a set stands for one man on one way, so
//! a population count is a count of captures. This is exact for three jumps: with diagonal or with
//! straight jumps alone they never lead back to the square the man left, nor to a piece already
//! taken, nor onto its square. With both kinds mixed the third can take the first piece again; such
//! ways are known by their directions and not counted. If the third can lead back to the start, or
//! any man has a jump after those, be it one onto a square that a man has left, the position is
//! hard: the walk in `capture` decides.

use crate::board::{Board, Dir, Layout, Word};
use crate::rules::capture::{self, Springs};
use crate::rules::quiet::{each_dir, far_row};
use crate::rules::ruleset::{BitsOf, DirSet, Range, Removal, Rules};

/// How many captures men have.
pub(super) struct Counted {
    pub(super) captures: u32,
    /// A chain is too long, or its worth is not its length: the count is void.
    pub(super) hard: bool,
}

/// Counts the captures of a side that has only men and at least one capture, by rules that tell
/// [`Rules::MAN_TAKES`]. `CROWNS` says whether a man that reaches the far row goes on as a king,
/// `STOPS` whether it does not go on as a man, `MOST` whether only the longest captures are legal:
/// run-time rules ask before a loop, not in it.
#[inline(always)]
pub(super) fn count<
    R: Rules,
    const WHITE: bool,
    const CROWNS: bool,
    const STOPS: bool,
    const MOST: bool,
>(
    rules: R,
    own: BitsOf<R>,
    foes: BitsOf<R>,
    kings: BitsOf<R>,
) -> Counted {
    let mut chains = Chains::<R, WHITE, CROWNS, STOPS, MOST>::new(rules, own, foes, kings);
    chains.jump_twice(own);
    chains.jump_thrice();
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

struct Chains<R: Rules, const WHITE: bool, const CROWNS: bool, const STOPS: bool, const MOST: bool>
{
    rules: R,
    foes: BitsOf<R>,
    prey: BitsOf<R>,
    empty: BitsOf<R>,
    /// For each direction, the squares from which a man can jump in it.
    springs: [BitsOf<R>; 8],
    /// For each direction, the squares from which a man that came in it can jump on.
    onward: [BitsOf<R>; 8],
    /// The squares from which a man can jump to the square of a man that can take: the chain may
    /// have begun there.
    homeward: BitsOf<R>,
    /// For each direction, the squares reached in it by one jump or two.
    reached: [BitsOf<R>; 8],
    /// For each direction, the squares reached in it by a second jump.
    second: [BitsOf<R>; 8],
    /// The same, in two ways.
    twice: [BitsOf<R>; 8],
    /// For each direction, the squares from which a third jump in it would take the first piece
    /// again.
    retaking: [BitsOf<R>; 8],
    /// How many chains of one, two and three jumps there are; if the choice is free, only those
    /// that end there.
    ends: [u32; 3],
    /// Squares where a chain may go on that has come to its limit.
    deeper: BitsOf<R>,
}

impl<R: Rules, const WHITE: bool, const CROWNS: bool, const STOPS: bool, const MOST: bool>
    Chains<R, WHITE, CROWNS, STOPS, MOST>
{
    /// For two jumps one after the other, the direction of a third that takes the first piece again.
    const RETAKING: [[Option<Dir>; 8]; 8] = third_table(R::Board::LAYOUT, 2);
    /// For two jumps one after the other, the direction of a third that leads back to the start.
    const CLOSING: [[Option<Dir>; 8]; 8] = third_table(R::Board::LAYOUT, 1);

    #[inline(always)]
    fn new(rules: R, own: BitsOf<R>, foes: BitsOf<R>, kings: BitsOf<R>) -> Self {
        let none = BitsOf::<R>::EMPTY;
        let empty = R::Board::SQUARES & !(own | foes);
        let all = Springs::new::<R, WHITE>(rules, foes, kings, empty);
        let homes = Springs::new::<R, WHITE>(rules, foes, kings, all.takers(own));
        let springs = inner_springs::<R, WHITE, STOPS>(&all);
        Chains {
            rules,
            foes,
            prey: all.prey,
            empty,
            springs,
            onward: onward::<R, WHITE>(&springs),
            homeward: homes.takers(!stop::<R, WHITE, STOPS>()),
            reached: [none; 8],
            second: [none; 8],
            twice: [none; 8],
            retaking: [none; 8],
            ends: [0; 3],
            deeper: none,
        }
    }

    #[inline(always)]
    fn jump(&self, at: BitsOf<R>, dir: Dir) -> BitsOf<R> {
        jump_over::<R>(at & self.springs[dir as usize], dir)
    }

    /// Counts the chains that have come to `at`, the last of `before + 1` jumps in direction `came`.
    #[inline(always)]
    fn land(&mut self, before: usize, at: BitsOf<R>, came: Dir) {
        let passing = if MOST { BitsOf::<R>::EMPTY } else { self.onward[came as usize] };
        self.ends[before] += (at & !passing).count();
        self.reached[came as usize] |= at;
    }

    /// Makes the first jumps of all `men`, and the second.
    ///
    /// For these nobody need ask which way a man came: back over the piece just taken there is no
    /// jump, as the square that he started from was not empty.
    #[inline(always)]
    fn jump_twice(&mut self, men: BitsOf<R>) {
        let none = BitsOf::<R>::EMPTY;
        let mut first = [none; 8];
        // Two sets hold two men, or one on two ways, that have come to one square; more are seldom.
        let (mut once, mut twice, mut thrice) = (none, none, none);
        each_dir!(|A| {
            if const { takes::<R>().has_for::<WHITE>(A) } {
                let at = self.jump(men, A);
                self.land(0, at, A);
                first[A as usize] = at;
                thrice |= twice & at;
                twice |= once & at;
                once |= at;
            }
        });
        each_dir!(|B| {
            if const { takes::<R>().has_for::<WHITE>(B) } {
                self.second[B as usize] = self.jump(once, B);
                self.twice[B as usize] = self.jump(twice, B);
                self.deeper |= thrice & self.springs[B as usize];
                each_dir!(|A| {
                    if const { takes::<R>().has_for::<WHITE>(A) } {
                        self.look_back(first[A as usize], A, B);
                    }
                });
            }
        });
    }

    /// Keeps what a third jump must know of men at `at`, reached in direction `a`, that jump on in
    /// direction `b`: whether it would lead over the first piece again, or to where the chain began.
    #[inline(always)]
    fn look_back(&mut self, at: BitsOf<R>, a: Dir, b: Dir) {
        if let Some(dir) = Self::RETAKING[a as usize][b as usize] {
            self.retaking[dir as usize] |= self.jump(at, b) & self.springs[dir as usize];
        }
        if let Some(dir) = Self::CLOSING[a as usize][b as usize]
            && const { takes::<R>() }.has_for::<WHITE>(dir)
            && !is_seen_the_other_way::<R, WHITE>(a, b, dir)
        {
            let before = R::Board::step(self.prey, dir.opposite());
            self.deeper |= self.jump(at, b) & before;
        }
    }

    /// Counts the second jumps, and jumps on from all squares that they have reached.
    #[inline(always)]
    fn jump_thrice(&mut self) {
        let none = BitsOf::<R>::EMPTY;
        let (mut reached, mut met, mut springs) = (none, none, none);
        each_dir!(|B| {
            if const { takes::<R>().has_for::<WHITE>(B) } {
                let at = self.second[B as usize];
                self.land(1, at, B);
                self.land(1, self.twice[B as usize], B);
                met |= reached & at;
                reached |= at;
                springs |= self.springs[B as usize];
            }
        });
        // Ways that cross where they go on in different directions are rarer than they look.
        self.deeper |= met & springs;
        each_dir!(|C| {
            if const { takes::<R>().has_for::<WHITE>(C) } {
                self.third(C);
            }
        });
    }

    /// Makes third jumps in direction `c`.
    #[inline(always)]
    fn third(&mut self, c: Dir) {
        let none = BitsOf::<R>::EMPTY;
        let retaking = self.retaking[c as usize];
        let springs = self.springs[c as usize] & !retaking;
        let (mut from, mut twice) = (none, none);
        each_dir!(|B| {
            if const { takes::<R>().has_for::<WHITE>(B) } && !leads_back(B, c) {
                from |= self.second[B as usize];
                twice |= self.twice[B as usize];
            }
        });
        twice &= self.springs[c as usize];
        self.ends[2] += (from & springs).count() + twice.count();
        self.deeper |= twice & retaking;
        let at = jump_over::<R>(from & springs, c);
        self.deeper |= at & (self.onward[c as usize] | self.homeward);
        if CROWNS {
            self.deeper |= at & far_row::<R, WHITE>();
        }
        if !MOST {
            // What passed for a way on may be none.
            self.deeper |= retaking;
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

/// Whether the ring of jumps in directions `a`, `b` and `c` is found as well from its other end, if
/// men take the other way round too: one of the two is enough.
#[inline(always)]
const fn is_seen_the_other_way<R: Rules, const WHITE: bool>(a: Dir, b: Dir, c: Dir) -> bool {
    let takes = takes::<R>();
    a as u8 > c.opposite() as u8
        && takes.has_for::<WHITE>(a.opposite())
        && takes.has_for::<WHITE>(b.opposite())
        && takes.has_for::<WHITE>(c.opposite())
}

/// For each direction, the squares from which a man can jump in it inside a chain: where the far row
/// ends its time as a man it does not jump on from there, and men do not start there.
#[inline(always)]
fn inner_springs<R: Rules, const WHITE: bool, const STOPS: bool>(
    springs: &Springs<BitsOf<R>>,
) -> [BitsOf<R>; 8] {
    Dir::ALL.map(|dir| springs.towards(dir) & !stop::<R, WHITE, STOPS>())
}

/// The squares where a man's way ends.
#[inline(always)]
fn stop<R: Rules, const WHITE: bool, const STOPS: bool>() -> BitsOf<R> {
    if STOPS { far_row::<R, WHITE>() } else { BitsOf::<R>::EMPTY }
}

/// Where men land that jump from all of these squares.
#[inline(always)]
fn jump_over<R: Rules>(from: BitsOf<R>, dir: Dir) -> BitsOf<R> {
    R::Board::step(R::Board::step(from, dir), dir)
}

/// For each direction, the squares from which a man that came in it can jump on.
#[inline(always)]
fn onward<R: Rules, const WHITE: bool>(springs: &[BitsOf<R>; 8]) -> [BitsOf<R>; 8] {
    let mut onward = [BitsOf::<R>::EMPTY; 8];
    each_dir!(|CAME| {
        each_dir!(|DIR| {
            if const { takes::<R>().has_for::<WHITE>(DIR) && !leads_back(CAME, DIR) } {
                onward[CAME as usize] |= springs[DIR as usize];
            }
        });
    });
    onward
}

/// For jumps in directions a and b, the direction c for which a + `weight` b + c = 0. With 1 the
/// third jump leads back to the start; with 2 it goes over the piece of the first, as the way from
/// there leads over half of the first jump, all of the second and half of the third.
const fn third_table(layout: Layout, weight: i8) -> [[Option<Dir>; 8]; 8] {
    let mut table = [[None; 8]; 8];
    let mut place = 0;
    while place < 512 {
        let (a, b, c) = (place / 64, place / 8 % 8, place % 8);
        let steps = [
            step_delta(layout, Dir::ALL[a]),
            step_delta(layout, Dir::ALL[b]),
            step_delta(layout, Dir::ALL[c]),
        ];
        let files = steps[0].0 + weight * steps[1].0 + steps[2].0;
        let ranks = steps[0].1 + weight * steps[1].1 + steps[2].1;
        if files == 0 && ranks == 0 && !leads_back(Dir::ALL[a], Dir::ALL[b]) {
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
