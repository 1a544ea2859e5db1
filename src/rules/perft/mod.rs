//! Perft: how many move sequences of a length there are, and the fastest honest way to count them.
//!
//! A position without moves counts 0 at any depth above 0, and draw rules play no part. At the last
//! ply moves are counted, not made ("bulk counting"). This file is the face: it splits a count into
//! shares and gives them to threads. `tree` walks, `leaf`, `lanes` and `chains` count, `table`
//! remembers, `apart` answers the rare questions.

mod apart;
mod chains;
mod lanes;
mod leaf;
mod table;
mod tree;

pub use lanes::Path;

use super::ruleset::Rules;
use super::setup::{Play, Setup};
use super::variant::{Variant, Visitor};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use table::Table;

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
        if depth == 0 {
            return Some(Vec::new());
        }
        let roots = apart::moves(self, setup, settings.counting);
        let work = Work {
            tasks: self.split(setup, &roots, depth, settings.counting),
            sums: roots.iter().map(|_| AtomicU64::new(0)).collect(),
            next: AtomicUsize::new(0),
            table: Table::new(settings.hash_mb),
            counting: settings.counting,
            stop,
        };
        std::thread::scope(|scope| {
            for _ in 1..settings.threads {
                // A thread that the system refuses is done without.
                if std::thread::Builder::new().spawn_scoped(scope, || work.run(self)).is_err() {
                    break;
                }
            }
            work.run(self);
        });
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let plays = roots.into_iter().map(|(play, _)| play);
        Some(plays.zip(work.sums.into_iter().map(AtomicU64::into_inner)).collect())
    }

    /// The number of move sequences of `depth` plies by one thread without a table.
    #[must_use]
    pub fn perft(&self, setup: &Setup, depth: u32) -> u64 {
        self.visit(Plain { setup, depth })
    }

    /// [`Self::perft`] with the rules as a run-time value even if they are built in.
    #[must_use]
    pub fn perft_as_custom(&self, setup: &Setup, depth: u32) -> u64 {
        self.visit_as_custom(Plain { setup, depth })
    }

    /// The descendants of the root that make up the work, a few plies down.
    fn split(
        &self,
        setup: &Setup,
        roots: &[(Play, u64)],
        depth: u32,
        counting: Counting,
    ) -> Vec<Task> {
        let child = |root, times, setup: &Setup, play: &Play, depth| Task {
            root,
            times,
            setup: self.after(setup, play),
            depth,
        };
        let mut tasks: Vec<Task> = roots
            .iter()
            .enumerate()
            .map(|(root, (play, times))| child(root, *times, setup, play, depth - 1))
            .collect();
        for _ in 1..PLIES_SPLIT.min(depth) {
            let mut finer = Vec::new();
            for task in tasks {
                for (play, times) in apart::moves(self, &task.setup, counting) {
                    let times = task.times.saturating_mul(times);
                    finer.push(child(task.root, times, &task.setup, &play, task.depth - 1));
                }
            }
            tasks = finer;
        }
        tasks
    }
}

struct Plain<'a> {
    setup: &'a Setup,
    depth: u32,
}

impl Visitor for Plain<'_> {
    type Out = u64;
    fn visit<R: Rules>(self, rules: R) -> u64 {
        let never = AtomicBool::new(false);
        let position = super::position::of_setup::<R>(self.setup);
        tree::Counter::new(rules, None, &never).nodes(&position, self.depth)
    }
}

/// A share of the work: a descendant of the root with the depth still to go.
struct Task {
    root: usize,
    times: u64,
    setup: Setup,
    depth: u32,
}

/// Shares small enough to keep threads busy to the end.
const PLIES_SPLIT: u32 = 3;

/// The work of one count, taken share by share by all threads.
struct Work<'a> {
    tasks: Vec<Task>,
    sums: Vec<AtomicU64>,
    next: AtomicUsize,
    table: Option<Table>,
    counting: Counting,
    stop: &'a AtomicBool,
}

impl Work<'_> {
    /// Takes shares until none are left.
    fn run(&self, variant: &Variant) {
        match self.counting {
            Counting::Distinct => variant.visit(Distinct(self)),
            Counting::Orders | Counting::Routes => variant.visit_cold(Apart(self)),
        }
    }

    fn take(&self, mut count: impl FnMut(&Task) -> u64) {
        while let Some(task) = self.tasks.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let more = task.times.saturating_mul(count(task));
            // The update always succeeds: it never declines.
            let _ =
                self.sums[task.root].fetch_update(Ordering::Relaxed, Ordering::Relaxed, |sum| {
                    Some(sum.saturating_add(more))
                });
        }
    }
}

struct Distinct<'a>(&'a Work<'a>);

impl Visitor for Distinct<'_> {
    type Out = ();
    fn visit<R: Rules>(self, rules: R) {
        let mut counter = tree::Counter::new(rules, self.0.table.as_ref(), self.0.stop);
        self.0.take(|task| counter.nodes(&super::position::of_setup::<R>(&task.setup), task.depth));
    }
}

struct Apart<'a>(&'a Work<'a>);

impl Visitor for Apart<'_> {
    type Out = ();
    fn visit<R: Rules>(self, rules: R) {
        let work = self.0;
        let counter = apart::Counter::new(rules, work.counting, work.table.as_ref(), work.stop);
        work.take(|task| counter.nodes(&super::position::of_setup::<R>(&task.setup), task.depth));
    }
}
