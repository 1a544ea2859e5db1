//! Perft: how many move sequences of a length there are, and the fastest honest way to count them.
//!
//! A position without moves counts 0 at any depth above 0, and draw rules play no part. At the last
//! ply moves are counted, not made ("bulk counting"). This file is the face and gives the work to
//! threads. `split` makes parts of it, `watch` tells how far it is, `tree` walks, `leaf`, `lanes` and
//! `chains` count, `table` remembers, `apart` answers the rare questions.

mod apart;
mod chains;
mod lanes;
mod leaf;
mod split;
mod table;
mod tree;
mod watch;

pub use lanes::Path;
pub use split::{Shard, ShardError};
pub use table::NoMemory;
pub use watch::{Progress, Watch};

use super::ruleset::Rules;
use super::setup::{Play, Setup};
use super::variant::{Variant, Visitor};
use split::Task;
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
    /// All conventions.
    pub const ALL: [Counting; 3] = [Counting::Distinct, Counting::Orders, Counting::Routes];

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
    /// Count one share only.
    pub shard: Option<Shard>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { counting: Counting::Distinct, threads: 1, hash_mb: 0, shard: None }
    }
}

/// The nodes below each root move, in the generator's order.
pub type Divide = Vec<(Play, u64)>;

/// What was counted.
#[derive(Clone, Debug)]
pub struct Count {
    /// The nodes below each root move. Under [`Counting::Orders`] and [`Counting::Routes`] a root
    /// move that is counted several times stands there once with the sum.
    pub divide: Divide,
    /// Their sum, at most `u64::MAX`; 1 at depth 0.
    pub nodes: u64,
    /// The nodes that were counted one by one; the table knew the others.
    pub walked: u64,
    /// Whether the count reached its end. If not, it holds whole subtrees of the root, but not all.
    pub complete: bool,
}

/// Counts of one game in one manner, with a table that stays from count to count.
pub struct Perft<'a> {
    variant: &'a Variant,
    settings: Settings,
    table: Option<Table>,
}

impl<'a> Perft<'a> {
    /// Nothing is known yet.
    ///
    /// # Errors
    /// The system has no memory for the table.
    pub fn new(variant: &'a Variant, settings: Settings) -> Result<Perft<'a>, NoMemory> {
        Ok(Perft { variant, settings, table: Table::new(settings.hash_mb)? })
    }

    /// The number of move sequences of `depth` plies. Sums stop at `u64::MAX`.
    #[must_use]
    pub fn count(&self, setup: &Setup, depth: u32, watch: &Watch<'_>) -> Count {
        let Settings { counting, shard, .. } = self.settings;
        if depth == 0 {
            // The root itself belongs to the first share.
            let nodes = u64::from(shard.is_none_or(|shard| shard.has(0)));
            return Count { divide: Vec::new(), nodes, walked: nodes, complete: true };
        }
        let roots = apart::moves(self.variant, setup, counting);
        let tasks = split::split(self.variant, setup, depth, counting, shard);
        watch.begin(tasks.len(), tasks.iter().map(|task| task.weight).sum());
        let work = Work {
            tasks,
            sums: roots.iter().map(|_| AtomicU64::new(0)).collect(),
            walked: AtomicU64::new(0),
            next: AtomicUsize::new(0),
            table: self.table.as_ref(),
            counting,
            watch,
        };
        std::thread::scope(|scope| {
            for _ in 1..self.settings.threads {
                let run = || work.run(self.variant);
                // A thread that the system refuses is done without.
                if std::thread::Builder::new().spawn_scoped(scope, run).is_err() {
                    break;
                }
            }
            work.run(self.variant);
        });
        let plays = roots.into_iter().map(|(play, _)| play);
        let progress = watch.progress();
        Count {
            divide: plays.zip(work.sums.into_iter().map(AtomicU64::into_inner)).collect(),
            nodes: progress.nodes,
            walked: work.walked.into_inner(),
            complete: progress.subtrees_done == progress.subtrees,
        }
    }
}

impl Variant {
    /// The number of move sequences of `depth` plies, split by the first move, or `None` if `stop`
    /// was set before the end or there is no memory for the table. See [`Perft::count`].
    #[must_use]
    pub fn divide(
        &self,
        setup: &Setup,
        depth: u32,
        settings: &Settings,
        stop: &AtomicBool,
    ) -> Option<Divide> {
        let count = Perft::new(self, *settings).ok()?.count(setup, depth, &Watch::new(stop));
        count.complete.then_some(count.divide)
    }

    /// The number of move sequences of `depth` plies by one thread without a table.
    #[must_use]
    pub fn perft(&self, setup: &Setup, depth: u32) -> u64 {
        self.visit(Plain { setup, depth, path: None })
    }

    /// [`Self::perft`] with leaves counted on `path`, if this processor can run it.
    #[must_use]
    pub fn perft_on(&self, path: Path, setup: &Setup, depth: u32) -> u64 {
        self.visit(Plain { setup, depth, path: Some(path) })
    }

    /// [`Self::perft`] with the rules as a run-time value even if they are built in.
    #[must_use]
    pub fn perft_as_custom(&self, setup: &Setup, depth: u32) -> u64 {
        self.visit_as_custom(Plain { setup, depth, path: None })
    }
}

struct Plain<'a> {
    setup: &'a Setup,
    depth: u32,
    path: Option<Path>,
}

impl Visitor for Plain<'_> {
    type Out = u64;
    fn visit<R: Rules>(self, rules: R) -> u64 {
        let never = AtomicBool::new(false);
        let position = super::position::of_setup::<R>(self.setup);
        let mut counter = tree::Counter::new(rules, None, &never);
        if let Some(path) = self.path {
            counter.set_path(path);
        }
        counter.nodes(&position, self.depth)
    }
}

/// The work of one count, taken part by part by all threads.
struct Work<'a> {
    tasks: Vec<Task>,
    sums: Vec<AtomicU64>,
    walked: AtomicU64,
    next: AtomicUsize,
    table: Option<&'a Table>,
    counting: Counting,
    watch: &'a Watch<'a>,
}

/// The nodes of a subtree, and how many of them were counted one by one.
#[derive(Clone, Copy, Default)]
struct Nodes {
    all: u64,
    walked: u64,
}

impl Work<'_> {
    /// Takes parts until none are left.
    fn run(&self, variant: &Variant) {
        match self.counting {
            Counting::Distinct => variant.visit(Distinct(self)),
            Counting::Orders | Counting::Routes => variant.visit_cold(Apart(self)),
        }
    }

    fn take(&self, mut count: impl FnMut(&Task) -> Nodes) {
        while let Some(task) = self.tasks.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let nodes = count(task);
            // What was broken off is not worth anything.
            if self.watch.is_stopped() {
                return;
            }
            let all = task.times.saturating_mul(nodes.all);
            watch::add(&self.sums[task.root], all);
            watch::add(&self.walked, task.times.saturating_mul(nodes.walked));
            self.watch.finish(task.weight, all);
        }
    }
}

struct Distinct<'a>(&'a Work<'a>);

impl Visitor for Distinct<'_> {
    type Out = ();
    fn visit<R: Rules>(self, rules: R) {
        let work = self.0;
        let mut counter = tree::Counter::new(rules, work.table, work.watch.stop());
        work.take(|task| {
            let all = counter.nodes(&super::position::of_setup::<R>(&task.setup), task.depth);
            Nodes { all, walked: all.saturating_sub(counter.take_known()) }
        });
    }
}

struct Apart<'a>(&'a Work<'a>);

impl Visitor for Apart<'_> {
    type Out = ();
    fn visit<R: Rules>(self, rules: R) {
        let work = self.0;
        let (table, stop) = (work.table, work.watch.stop());
        let counter = apart::Counter::new(rules, work.counting, table, stop);
        work.take(|task| counter.nodes(&super::position::of_setup::<R>(&task.setup), task.depth));
    }
}
