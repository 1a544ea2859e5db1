//! Perft: how many move sequences of a length there are, and the fastest honest way to count them.
//!
//! A position without moves counts 0 at any depth above 0, and draw rules play no part. At the last
//! ply moves are counted, not made ("bulk counting").

use super::capture;
use super::generate::{self, can_capture_as, generate_as, is_over};
use super::list::MoveList;
use super::position::Position;
use super::quiet::{self, each_dir, far_row};
use super::ruleset::{BitsOf, FarRow, Key, Rules};
use super::setup::{Color, Play, Setup};
use super::variant::{Variant, Visitor};
use crate::board::{Board, Word};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// Which captures count as one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// Moves with the same from, to and captured set are one (published as `drop`).
    #[default]
    Distinct,
    /// Captures that differ in the order or direction of their jumps count apart (`keep`).
    Orders,
    /// Every list of landing squares counts (`paths`).
    Routes,
}

impl Counting {
    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Counting::Distinct => "distinct",
            Counting::Orders => "orders",
            Counting::Routes => "routes",
        }
    }
}

/// How to count.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// What counts as one move.
    pub counting: Counting,
    /// Worker threads, at least 1.
    pub threads: usize,
    /// Size of the table of counts already known, in MiB; 0 for none.
    pub hash_mb: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { counting: Counting::Distinct, threads: 1, hash_mb: 0 }
    }
}

/// Counts of subtrees by position and depth, shared by all threads without locks.
///
/// An entry is two words: the count, and the check word xor the count, so that a torn pair of
/// writes does not match. The check is a second 64-bit digest of position and depth, independent of
/// the one that picks the slot: a false hit needs both to agree by chance.
pub struct Table {
    slots: Box<[[AtomicU64; 2]]>,
}

impl Table {
    /// A table of `mb` MiB; `None` for 0.
    #[must_use]
    pub fn new(mb: usize) -> Option<Table> {
        let slots = (mb << 20) / size_of::<[AtomicU64; 2]>();
        (slots > 0).then(|| Table {
            slots: (0..slots).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect(),
        })
    }

    #[inline]
    fn place<W: Word>(&self, position: &Position<W>, depth: u32) -> (&[AtomicU64; 2], u64) {
        let key = position.key();
        let slot = ((u128::from(key) * self.slots.len() as u128) >> 64) as usize;
        let side = position.turn as u64;
        let check = W::mix(
            position.kings,
            position.sides[0],
            position.sides[1],
            key ^ (u64::from(depth) << 1 | side),
        );
        (&self.slots[slot], check)
    }

    #[inline]
    fn get<W: Word>(&self, position: &Position<W>, depth: u32) -> Option<u64> {
        let (slot, check) = self.place(position, depth);
        let count = slot[0].load(Ordering::Relaxed);
        (slot[1].load(Ordering::Relaxed) ^ count == check).then_some(count)
    }

    #[inline]
    fn put<W: Word>(&self, position: &Position<W>, depth: u32, count: u64) {
        let (slot, check) = self.place(position, depth);
        slot[0].store(count, Ordering::Relaxed);
        slot[1].store(check ^ count, Ordering::Relaxed);
    }
}

/// One count: the nodes below each root move, in the generator's order.
pub type Divide = Vec<(Play, u64)>;

impl Variant {
    /// The number of move sequences of `depth` plies, split by the first move, or `None` if `stop`
    /// was set before the end. Under [`Counting::Orders`] and [`Counting::Routes`] a root move that
    /// is counted several times stands there once with the sum. Sums stop at `u64::MAX`.
    #[must_use]
    pub fn divide(
        &self,
        setup: &Setup,
        depth: u32,
        settings: &Settings,
        stop: &AtomicBool,
    ) -> Option<Divide> {
        self.visit(Count { setup, depth, settings, stop })
    }

    /// The number of move sequences of `depth` plies by one thread without a table.
    #[must_use]
    pub fn perft(&self, setup: &Setup, depth: u32) -> u64 {
        struct Plain<'a>(&'a Setup, u32);
        impl Visitor for Plain<'_> {
            type Out = u64;
            fn visit<R: Rules>(self, rules: R) -> u64 {
                let never = AtomicBool::new(false);
                let counter = Counter { rules, table: None, stop: &never };
                counter.nodes(&super::position::of_setup::<R>(self.0), self.1, Counting::Distinct)
            }
        }
        if depth == 0 { 1 } else { self.visit(Plain(setup, depth)) }
    }
}

struct Count<'a> {
    setup: &'a Setup,
    depth: u32,
    settings: &'a Settings,
    stop: &'a AtomicBool,
}

impl Visitor for Count<'_> {
    type Out = Option<Divide>;

    fn visit<R: Rules>(self, rules: R) -> Option<Divide> {
        let position = super::position::of_setup::<R>(self.setup);
        let counting = self.settings.counting;
        let table = Table::new(self.settings.hash_mb);
        let counter = Counter { rules, table: table.as_ref(), stop: self.stop };
        if self.depth == 0 {
            return Some(Vec::new());
        }
        let roots = root_moves(rules, &position, counting);
        let tasks = split(rules, &position, &roots, self.depth, counting);
        let sums: Vec<AtomicU64> = roots.iter().map(|_| AtomicU64::new(0)).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                let nodes = counter.nodes(&task.position, task.depth, counting);
                let more = task.times.saturating_mul(nodes);
                // The update always succeeds: it never declines.
                let _ = sums[task.root].fetch_update(Ordering::Relaxed, Ordering::Relaxed, |sum| {
                    Some(sum.saturating_add(more))
                });
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.settings.threads {
                // A thread that the system refuses is done without.
                if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let plays = roots.iter().map(|(mv, _)| mv.to_play(R::Board::LAYOUT));
        Some(plays.zip(sums.into_iter().map(AtomicU64::into_inner)).collect())
    }
}

type Weighted<W> = Vec<(super::position::Move<W>, u64)>;

/// The moves at the root, each with the number of times that it counts.
fn root_moves<R: Rules>(
    rules: R,
    position: &Position<BitsOf<R>>,
    counting: Counting,
) -> Weighted<BitsOf<R>> {
    let mut roots: Weighted<BitsOf<R>> = Vec::new();
    let mut add = |mv| match roots.iter_mut().find(|(known, _)| *known == mv) {
        Some((_, times)) => *times += 1,
        None => roots.push((mv, 1)),
    };
    match counting {
        Counting::Routes => {
            for (mv, _) in generate::routes(rules, position) {
                add(mv);
            }
        }
        Counting::Distinct | Counting::Orders => {
            let mut list = MoveList::new();
            let distinct = counting == Counting::Distinct;
            match (position.turn, distinct) {
                (Color::White, true) => generate_as::<R, true, true>(rules, position, &mut list),
                (Color::White, false) => generate_as::<R, true, false>(rules, position, &mut list),
                (Color::Black, true) => generate_as::<R, false, true>(rules, position, &mut list),
                (Color::Black, false) => {
                    generate_as::<R, false, false>(rules, position, &mut list);
                }
            }
            list.iter().for_each(|mv| add(*mv));
        }
    }
    roots
}

/// A share of the work: a descendant of the root with the depth still to go.
struct Task<W> {
    root: usize,
    times: u64,
    position: Position<W>,
    depth: u32,
}

/// Shares small enough to keep threads busy to the end.
const PLIES_SPLIT: u32 = 3;

fn split<R: Rules>(
    rules: R,
    position: &Position<BitsOf<R>>,
    roots: &[(super::position::Move<BitsOf<R>>, u64)],
    depth: u32,
    counting: Counting,
) -> Vec<Task<BitsOf<R>>> {
    let mut tasks: Vec<_> = roots
        .iter()
        .enumerate()
        .map(|(root, (mv, times))| Task {
            root,
            times: *times,
            position: position.play(rules, *mv),
            depth: depth - 1,
        })
        .collect();
    for _ in 1..PLIES_SPLIT.min(depth) {
        let mut finer = Vec::new();
        for task in tasks {
            for (mv, times) in root_moves(rules, &task.position, counting) {
                finer.push(Task {
                    root: task.root,
                    times: task.times.saturating_mul(times),
                    position: task.position.play(rules, mv),
                    depth: task.depth - 1,
                });
            }
        }
        tasks = finer;
    }
    tasks
}

/// Subtrees this shallow are counted faster than they are looked up.
const MIN_TABLE_DEPTH: u32 = 2;
/// How deep a subtree is when the stop flag is looked at.
const STOP_DEPTH: u32 = 4;

struct Counter<'a, R> {
    rules: R,
    table: Option<&'a Table>,
    stop: &'a AtomicBool,
}

impl<R: Rules> Counter<'_, R> {
    fn nodes(&self, position: &Position<BitsOf<R>>, depth: u32, counting: Counting) -> u64 {
        match (counting, position.turn) {
            (Counting::Distinct, Color::White) => self.below::<true, true>(position, depth),
            (Counting::Distinct, Color::Black) => self.below::<false, true>(position, depth),
            (Counting::Orders, Color::White) => self.below::<true, false>(position, depth),
            (Counting::Orders, Color::Black) => self.below::<false, false>(position, depth),
            (Counting::Routes, _) => self.routes_below(position, depth),
        }
    }

    fn routes_below(&self, position: &Position<BitsOf<R>>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if depth >= STOP_DEPTH && self.stop.load(Ordering::Relaxed) {
            return 0;
        }
        let moves = root_moves(self.rules, position, Counting::Routes);
        let below = |(mv, times): &(super::position::Move<BitsOf<R>>, u64)| {
            times.saturating_mul(self.routes_below(&position.play(self.rules, *mv), depth - 1))
        };
        moves.iter().map(below).fold(0, u64::saturating_add)
    }

    fn below<const WHITE: bool, const DISTINCT: bool>(
        &self,
        position: &Position<BitsOf<R>>,
        depth: u32,
    ) -> u64 {
        match depth {
            0 => return 1,
            1 => return count_moves::<R, WHITE, DISTINCT>(self.rules, position),
            _ => {}
        }
        if depth >= STOP_DEPTH && self.stop.load(Ordering::Relaxed) {
            return 0;
        }
        match self.table {
            Some(table) if depth >= MIN_TABLE_DEPTH => {
                if let Some(known) = table.get(position, depth) {
                    return known;
                }
                let nodes = self.children::<WHITE, DISTINCT>(position, depth);
                if !self.stop.load(Ordering::Relaxed) {
                    table.put(position, depth, nodes);
                }
                nodes
            }
            _ => self.children::<WHITE, DISTINCT>(position, depth),
        }
    }

    #[inline(always)]
    fn children<const WHITE: bool, const DISTINCT: bool>(
        &self,
        position: &Position<BitsOf<R>>,
        depth: u32,
    ) -> u64 {
        let rules = self.rules;
        let mut nodes = 0_u64;
        let mut visit = |mv| {
            let next = position.play_as::<R, WHITE>(rules, mv);
            // With a table, counts of kings alone outgrow 64 bits within seconds.
            nodes = nodes.saturating_add(if WHITE {
                self.below::<false, DISTINCT>(&next, depth - 1)
            } else {
                self.below::<true, DISTINCT>(&next, depth - 1)
            });
        };
        if is_over(rules, position) {
            return 0;
        }
        if can_capture_as::<R, WHITE>(rules, position) {
            let mut list = MoveList::new();
            generate_as::<R, WHITE, DISTINCT>(rules, position, &mut list);
            list.iter().for_each(|mv| visit(*mv));
        } else {
            quiet::each_quiet::<R, WHITE>(rules, position, visit);
        }
        nodes
    }
}

/// How many moves the side to move has.
#[inline(always)]
fn count_moves<R: Rules, const WHITE: bool, const DISTINCT: bool>(
    rules: R,
    position: &Position<BitsOf<R>>,
) -> u64 {
    if is_over(rules, position) {
        return 0;
    }
    let taking = capture::taking_men::<R, WHITE>(rules, position);
    let kings = position.sides[usize::from(!WHITE)] & position.kings;
    if kings.any() && capture::kings_can_take::<R, WHITE>(rules, position) {
        return count_captures::<R, WHITE, DISTINCT>(rules, position);
    }
    if !taking.any() {
        return quiet::count_quiet::<R, WHITE>(rules, position);
    }
    match count_single_jumps::<R, WHITE>(rules, position) {
        Some(count) => count,
        None => count_captures::<R, WHITE, DISTINCT>(rules, position),
    }
}

#[inline(never)]
fn count_captures<R: Rules, const WHITE: bool, const DISTINCT: bool>(
    rules: R,
    position: &Position<BitsOf<R>>,
) -> u64 {
    let mut list = MoveList::new();
    generate_as::<R, WHITE, DISTINCT>(rules, position, &mut list);
    list.len() as u64
}

/// The number of captures where only men take, if no jump can go on from where it lands and all
/// are worth the same: then it is the sum of the landing squares over the directions.
///
/// A jump back over the piece just taken ends where the man started, and that square is not in
/// `empty`, so plain occupancy answers whether any *other* jump follows.
#[inline(always)]
fn count_single_jumps<R: Rules, const WHITE: bool>(
    rules: R,
    position: &Position<BitsOf<R>>,
) -> Option<u64> {
    let rule = rules.get();
    let own = position.sides[usize::from(!WHITE)];
    let foes = position.sides[usize::from(WHITE)];
    let men = own & !position.kings;
    let empty = R::Board::SQUARES & !(own | foes);
    let prey = capture::prey_of_men(&rule, foes, position.kings);
    let values_kings = rule.priority.has(Key::Kings)
        || rule.priority.has(Key::KingFirst)
        || rule.priority.has(Key::Value);
    if values_kings && (prey & position.kings).any() {
        return None;
    }
    let (mut count, mut landings, mut springs) = (0, BitsOf::<R>::EMPTY, BitsOf::<R>::EMPTY);
    each_dir!(|DIR| {
        if rule.man_takes.has_for::<WHITE>(DIR) {
            let land = R::Board::step(R::Board::step(men, DIR) & prey, DIR) & empty;
            count += land.count();
            landings |= land;
            let over = R::Board::step(empty, DIR.opposite()) & prey;
            springs |= R::Board::step(over, DIR.opposite());
        }
    });
    if rule.far_row == FarRow::GoesOnAsKing {
        springs |= far_row::<R, WHITE>();
    }
    if (landings & springs).any() {
        return None;
    }
    Some(u64::from(count))
}
