//! Leaves in vector lanes: positions where only men can move wait in a buffer, and a full buffer is
//! counted by one loop without branches, which the compiler turns into vector code. Those whose
//! captures may go on wait in a second buffer for a longer loop; what that one finds too hard is
//! walked through one by one.
//!
//! Each loop is compiled three times, for AVX-512, for AVX2 and for any machine; what the processor
//! has is asked once. All three are the same code and give the same counts.

use super::chains;
use super::leaf;
use crate::board::{Board, Word};
use crate::rules::position::Position;
use crate::rules::quiet::far_row;
use crate::rules::ruleset::{BitsOf, FarRow, Rules};
use crate::rules::setup::{Color, KingWalk};

/// Positions in a full buffer: one bit each in a word of hard ones.
const LANES: usize = 64;
/// How many leaves may be added to lanes that are not full: men on all squares of the largest board
/// with a step in every direction have no more.
const ROOM: usize = 72 * 8;
/// A power of two, so that places cost no division.
const CAPACITY: usize = (LANES + ROOM).next_power_of_two();

/// The waiting leaves, all with the same side to move.
pub(super) struct Lanes<W> {
    /// Leaves that nothing is known about.
    fresh: Waiting<W, CAPACITY>,
    /// Leaves with a capture that may go on.
    chains: Waiting<W, { 2 * LANES }>,
    path: Path,
}

/// A buffer of positions, word by word.
pub(super) struct Waiting<W, const N: usize> {
    own: [W; N],
    foes: [W; N],
    kings: [W; N],
    len: usize,
}

impl<W: Word, const N: usize> Waiting<W, N> {
    fn new() -> Self {
        let none = [W::EMPTY; N];
        Waiting { own: none, foes: none, kings: none, len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, leaf: [W; 3]) {
        self.put(self.len, leaf);
        self.len += 1;
    }

    #[inline(always)]
    fn put(&mut self, place: usize, [own, foes, kings]: [W; 3]) {
        let place = place % N;
        self.own[place] = own;
        self.foes[place] = foes;
        self.kings[place] = kings;
    }

    /// Drops the first positions, a whole buffer of them; the rest moves up.
    #[inline(always)]
    fn forget_first(&mut self) {
        self.len -= LANES;
        for place in 0..self.len {
            self.own[place] = self.own[place + LANES];
            self.foes[place] = self.foes[place + LANES];
            self.kings[place] = self.kings[place + LANES];
        }
    }

    fn position<const WHITE: bool>(&self, place: usize) -> Position<W> {
        let (own, foes) = (self.own[place], self.foes[place]);
        Position {
            sides: if WHITE { [own, foes] } else { [foes, own] },
            kings: self.kings[place],
            turn: if WHITE { Color::White } else { Color::Black },
            walks: [KingWalk::default(); 2],
        }
    }

    /// The moves of all positions waiting, counted one by one.
    fn drain<R: Rules<Board: Board<Bits = W>>, const WHITE: bool>(&mut self, rules: R) -> u64 {
        let waiting = 0..self.len;
        self.len = 0;
        waiting
            .map(|place| leaf::count_moves::<R, WHITE>(rules, &self.position::<WHITE>(place)))
            .sum()
    }
}

/// Adds leaves to those waiting. How many there are is kept out of memory meanwhile.
pub(super) struct Adding<'a, W> {
    fresh: &'a mut Waiting<W, CAPACITY>,
    len: usize,
}

impl<W: Word> Adding<'_, W> {
    #[inline(always)]
    pub(super) fn push(&mut self, leaf: [W; 3]) {
        self.fresh.put(self.len, leaf);
        self.len += 1;
    }

    #[inline(always)]
    pub(super) fn end(self) {
        self.fresh.len = self.len;
    }
}

/// Which copy of the loop the processor can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// 512 bits at a time, with a population count and shifts across two words of their own.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// 256 bits at a time.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// What every processor can do.
    Plain,
}

impl Path {
    /// The widest copy that this processor can run.
    #[must_use]
    pub fn detect() -> Path {
        Path::available()[0]
    }

    /// Every copy that this processor can run, the widest first. Each feature that a copy is
    /// compiled for is asked for: some processors have the wide ones without their companions.
    #[must_use]
    pub fn available() -> Vec<Path> {
        let mut paths = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            let scalar = is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt");
            let wide = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vpopcntdq")
                && is_x86_feature_detected!("avx512vbmi2");
            if scalar && wide {
                paths.push(Path::Avx512);
            }
            if scalar && is_x86_feature_detected!("avx2") {
                paths.push(Path::Avx2);
            }
        }
        paths.push(Path::Plain);
        paths
    }

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Path::Avx512 => "AVX-512",
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => "AVX2",
            Path::Plain => "plain",
        }
    }
}

impl<W: Word> Lanes<W> {
    /// Counts another way from now on, if the processor can.
    pub(super) fn set_path(&mut self, path: Path) {
        if Path::available().contains(&path) {
            self.path = path;
        }
    }

    pub(super) fn new() -> Self {
        Lanes { fresh: Waiting::new(), chains: Waiting::new(), path: Path::detect() }
    }

    /// Adds a leaf where the game is not over: own pieces, enemies and kings. [`Self::count_full`] must follow before [`ROOM`]
    /// more are added.
    #[inline(always)]
    pub(super) fn push(&mut self, leaf: [W; 3]) {
        self.fresh.push(leaf);
    }

    /// A hand that adds leaves, [`ROOM`] at most, and must [`Adding::end`].
    #[inline(always)]
    pub(super) fn adding(&mut self) -> Adding<'_, W> {
        let len = self.fresh.len;
        Adding { fresh: &mut self.fresh, len }
    }

    /// The count of the leaves waiting, as far as they fill the lanes; the rest goes on waiting.
    #[inline(always)]
    pub(super) fn count_full<R: Rules<Board: Board<Bits = W>>, const WHITE: bool>(
        &mut self,
        rules: R,
    ) -> u64 {
        let mut count = 0;
        while self.fresh.len >= LANES {
            count += self.full::<R, WHITE>(rules);
        }
        count
    }

    #[inline(never)]
    fn full<R: Rules<Board: Board<Bits = W>>, const WHITE: bool>(&mut self, rules: R) -> u64 {
        let (mut count, hard) = run::<R, WHITE, false, _>(self.path, rules, &self.fresh);
        for place in places(hard) {
            let (fresh, chains) = (&self.fresh, &mut self.chains);
            if const { R::MAN_TAKES.is_some() } {
                chains.push([fresh.own[place], fresh.foes[place], fresh.kings[place]]);
            } else {
                count += leaf::count_captures::<R, WHITE>(rules, &fresh.position::<WHITE>(place));
            }
        }
        self.fresh.forget_first();
        if const { R::MAN_TAKES.is_some() } && self.chains.len >= LANES {
            count += self.full_of_chains::<R, WHITE>(rules);
        }
        count
    }

    #[inline(never)]
    fn full_of_chains<R: Rules<Board: Board<Bits = W>>, const WHITE: bool>(
        &mut self,
        rules: R,
    ) -> u64 {
        let (mut count, hard) = run::<R, WHITE, true, _>(self.path, rules, &self.chains);
        for place in places(hard) {
            let position = self.chains.position::<WHITE>(place);
            count += leaf::count_captures::<R, WHITE>(rules, &position);
        }
        self.chains.forget_first();
        count
    }

    /// The count of the leaves still waiting.
    pub(super) fn drain<R: Rules<Board: Board<Bits = W>>, const WHITE: bool>(
        &mut self,
        rules: R,
    ) -> u64 {
        self.fresh.drain::<R, WHITE>(rules) + self.chains.drain::<R, WHITE>(rules)
    }
}

/// The places of the bits of a mask.
#[inline(always)]
fn places(mask: u64) -> impl Iterator<Item = usize> {
    crate::board::bits(mask).map(|bit| usize::from(bit.index()))
}

/// Runs the copy of [`count_lanes`] that the processor can run best.
#[inline(always)]
fn run<R: Rules, const WHITE: bool, const CHAINS: bool, const N: usize>(
    path: Path,
    rules: R,
    lanes: &Waiting<BitsOf<R>, N>,
) -> (u64, u64) {
    match path {
        // SAFETY: the processor has what the function was compiled for; see `Path::available`.
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code, reason = "a function compiled for features that were asked for")]
        Path::Avx512 => unsafe { count_avx512::<R, WHITE, CHAINS, N>(rules, lanes) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code, reason = "a function compiled for features that were asked for")]
        Path::Avx2 => unsafe { count_avx2::<R, WHITE, CHAINS, N>(rules, lanes) },
        Path::Plain => count_lanes::<R, WHITE, CHAINS, N>(rules, lanes),
    }
}

/// The moves of the first leaves, all that are easy, and a bit for each that is hard. `CHAINS` says
/// that all of them have captures which may go on.
///
/// What run-time rules say is asked here, once for all lanes: each answer has its own loop.
#[inline(always)]
fn count_lanes<R: Rules, const WHITE: bool, const CHAINS: bool, const N: usize>(
    rules: R,
    lanes: &Waiting<BitsOf<R>, N>,
) -> (u64, u64) {
    let rule = rules.get();
    let most = rule.priority.prefers_many();
    let kings = !rule.man_takes_king || rule.priority.tells_kings_apart();
    match (rule.far_row, CHAINS) {
        (FarRow::GoesOnAsMan | FarRow::StopsThere, false) if kings => {
            count_each::<R, WHITE, Fresh<false, true>, N>(rules, lanes)
        }
        (FarRow::GoesOnAsMan | FarRow::StopsThere, false) => {
            count_each::<R, WHITE, Fresh<false, false>, N>(rules, lanes)
        }
        (FarRow::GoesOnAsKing, false) if kings => {
            count_each::<R, WHITE, Fresh<true, true>, N>(rules, lanes)
        }
        (FarRow::GoesOnAsKing, false) => {
            count_each::<R, WHITE, Fresh<true, false>, N>(rules, lanes)
        }
        (FarRow::GoesOnAsMan, true) if most => {
            count_each::<R, WHITE, Chain<false, false, true>, N>(rules, lanes)
        }
        (FarRow::GoesOnAsMan, true) => {
            count_each::<R, WHITE, Chain<false, false, false>, N>(rules, lanes)
        }
        (FarRow::StopsThere, true) if most => {
            count_each::<R, WHITE, Chain<false, true, true>, N>(rules, lanes)
        }
        (FarRow::StopsThere, true) => {
            count_each::<R, WHITE, Chain<false, true, false>, N>(rules, lanes)
        }
        (FarRow::GoesOnAsKing, true) if most => {
            count_each::<R, WHITE, Chain<true, true, true>, N>(rules, lanes)
        }
        (FarRow::GoesOnAsKing, true) => {
            count_each::<R, WHITE, Chain<true, true, false>, N>(rules, lanes)
        }
    }
}

/// How one leaf is counted. No branches: the loop over many runs in vector lanes.
trait Leaf<R: Rules, const WHITE: bool> {
    /// The moves, and whether that count is void because the leaf is hard.
    fn count(rules: R, own: BitsOf<R>, foes: BitsOf<R>, kings: BitsOf<R>) -> (u32, bool);
}

/// A leaf that nothing is known about. `CROWNS` says whether a man that reaches the far row goes on
/// as a king, `KINGS` whether it matters which of the enemies are kings.
struct Fresh<const CROWNS: bool, const KINGS: bool>;

impl<R: Rules, const WHITE: bool, const CROWNS: bool, const KINGS: bool> Leaf<R, WHITE>
    for Fresh<CROWNS, KINGS>
{
    #[inline(always)]
    fn count(rules: R, own: BitsOf<R>, foes: BitsOf<R>, kings: BitsOf<R>) -> (u32, bool) {
        let none = BitsOf::<R>::EMPTY;
        let kings = if KINGS { kings } else { none };
        let crowning = if CROWNS { far_row::<R, WHITE>() } else { none };
        let plain = leaf::count_plain::<R, WHITE>(rules, own, own | foes, foes, kings, crowning);
        let moves = if plain.captures == 0 { plain.quiet } else { plain.captures };
        (moves, plain.hard)
    }
}

/// A leaf with captures that may go on; for what is known of the rules see [`chains::count`].
struct Chain<const CROWNS: bool, const STOPS: bool, const MOST: bool>;

impl<R: Rules, const WHITE: bool, const CROWNS: bool, const STOPS: bool, const MOST: bool>
    Leaf<R, WHITE> for Chain<CROWNS, STOPS, MOST>
{
    #[inline(always)]
    fn count(rules: R, own: BitsOf<R>, foes: BitsOf<R>, kings: BitsOf<R>) -> (u32, bool) {
        let counted = chains::count::<R, WHITE, CROWNS, STOPS, MOST>(rules, own, foes, kings);
        (counted.captures, counted.hard)
    }
}

/// One loop.
#[inline(always)]
fn count_each<R: Rules, const WHITE: bool, L: Leaf<R, WHITE>, const N: usize>(
    rules: R,
    lanes: &Waiting<BitsOf<R>, N>,
) -> (u64, u64) {
    let (mut count, mut hard) = (0_u64, 0_u64);
    for place in 0..LANES {
        let (own, foes, kings) = (lanes.own[place], lanes.foes[place], lanes.kings[place]);
        let (moves, is_hard) = L::count(rules, own, foes, kings);
        count += if is_hard { 0 } else { u64::from(moves) };
        hard |= u64::from(is_hard) << place;
    }
    (count, hard)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx512vbmi2,popcnt,bmi1,bmi2,lzcnt"
)]
fn count_avx512<R: Rules, const WHITE: bool, const CHAINS: bool, const N: usize>(
    rules: R,
    lanes: &Waiting<BitsOf<R>, N>,
) -> (u64, u64) {
    count_lanes::<R, WHITE, CHAINS, N>(rules, lanes)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
fn count_avx2<R: Rules, const WHITE: bool, const CHAINS: bool, const N: usize>(
    rules: R,
    lanes: &Waiting<BitsOf<R>, N>,
) -> (u64, u64) {
    count_lanes::<R, WHITE, CHAINS, N>(rules, lanes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::generate::generate;
    use crate::rules::list::MoveList;
    use crate::rules::variant::Visitor;
    use crate::rules::variants::VARIANTS;

    /// Random positions by the thousand, counted by every path and by the plain generator.
    struct Compare;

    impl Visitor for Compare {
        type Out = ();
        fn visit<R: Rules>(self, rules: R) {
            let mut random = 0x9E37_79B9_7F4A_7C15_u64;
            for _ in 0..20 {
                compare::<R, true>(rules, &mut random);
                compare::<R, false>(rules, &mut random);
            }
        }
    }

    /// A random set of squares, about a quarter of them (xorshift64, Marsaglia 2003).
    fn some_squares<R: Rules>(random: &mut u64) -> BitsOf<R> {
        let mut word = || {
            *random ^= *random << 13;
            *random ^= *random >> 7;
            *random ^= *random << 17;
            u128::from(*random) << 64 | u128::from(random.rotate_left(29))
        };
        BitsOf::<R>::narrow(word() & word() & R::Board::SQUARES.wide())
    }

    /// Enough to fill the lanes of chains too; half of them have enemy kings, if that is not the
    /// end of the game.
    fn compare<R: Rules, const WHITE: bool>(rules: R, random: &mut u64) {
        let positions: Vec<_> = (0..10 * LANES)
            .map(|number| {
                let own = some_squares::<R>(random) & !far_row::<R, WHITE>();
                let foes = some_squares::<R>(random) & !own;
                let kings = some_squares::<R>(random) & foes & some_squares::<R>(random);
                let has_kings = number % 2 == 0 && !rules.get().king_ends;
                (own, foes, if has_kings { kings } else { BitsOf::<R>::EMPTY })
            })
            .collect();
        let listed: u64 = positions
            .iter()
            .map(|&(own, foes, kings)| {
                let mut one = Waiting::<BitsOf<R>, 1>::new();
                one.push([own, foes, kings]);
                let mut list = MoveList::new();
                generate(rules, &one.position::<WHITE>(0), &mut list);
                list.len() as u64
            })
            .sum();
        for path in Path::available() {
            let mut lanes = Lanes::<BitsOf<R>> { path, ..Lanes::new() };
            let mut counted = 0;
            for &(own, foes, kings) in &positions {
                lanes.push([own, foes, kings]);
                counted += lanes.count_full::<R, WHITE>(rules);
            }
            counted += lanes.drain::<R, WHITE>(rules);
            assert_eq!(counted, listed, "{}", path.name());
        }
    }

    #[test]
    fn every_path_counts_what_the_generator_lists() {
        for variant in &VARIANTS {
            variant.visit(Compare);
        }
    }
}
