//! Perft: how many move sequences of a length there are, and the fastest honest way to count them.
//!
//! A position without moves counts 0 at any depth above 0, and draw rules play no part. At the last
//! ply moves are counted, not made ("bulk counting").

mod chains;
mod lanes;
mod leaf;
mod table;
mod tree;

use super::generate::{self, generate_as};
use super::list::MoveList;
use super::position::Position;
use super::ruleset::{BitsOf, Rules};
use super::setup::{Color, Play, Setup};
use super::variant::{Variant, Visitor};
use crate::board::Board;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use table::Table;
use tree::Counter;

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
                let mut counter = Counter::new(rules, None, &never);
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
        if self.depth == 0 {
            return Some(Vec::new());
        }
        let roots = root_moves(rules, &position, counting);
        let tasks = split(rules, &position, &roots, self.depth, counting);
        let sums: Vec<AtomicU64> = roots.iter().map(|_| AtomicU64::new(0)).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            let mut counter = Counter::new(rules, table.as_ref(), self.stop);
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
