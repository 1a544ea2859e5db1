//! How a running search is steered from outside: one stop flag, deadlines that `ponder_hit` sets,
//! and node counters. Each search has its own, so a late `stop` cannot reach the next one.

use super::clock::Budget;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The shared state of one search. All orderings are relaxed: each value stands for itself.
pub(super) struct Control {
    started: Instant,
    stop: AtomicBool,
    pondering: AtomicBool,
    budget: Option<Budget>,
    /// Nanoseconds after `started`: when the clock started, and when the search ends; `u64::MAX`
    /// for never.
    clock_start: AtomicU64,
    hard: AtomicU64,
    /// Whether nodes stand for milliseconds.
    in_nodes: bool,
    node_limit: u64,
    nodes: Box<[Counter]>,
}

const NS_PER_MS: u64 = 1_000_000;

/// A node counter with a cache line to itself.
#[repr(align(64))]
#[derive(Default)]
struct Counter(AtomicU64);

impl Control {
    /// A search of `threads` threads that starts now; if `pondering`, the budget waits for
    /// [`Self::ponder_hit`]. If `in_nodes`, its milliseconds are nodes.
    pub(super) fn new(
        budget: Option<Budget>,
        pondering: bool,
        in_nodes: bool,
        node_limit: Option<u64>,
        threads: usize,
    ) -> Control {
        let control = Control {
            started: Instant::now(),
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            budget,
            clock_start: AtomicU64::new(0),
            hard: AtomicU64::new(u64::MAX),
            in_nodes,
            node_limit: node_limit.unwrap_or(u64::MAX),
            nodes: (0..threads).map(|_| Counter::default()).collect(),
        };
        if !pondering {
            control.start_clock();
        }
        control
    }

    fn start_clock(&self) {
        if let Some(budget) = self.budget {
            let now = self.elapsed_ns();
            self.clock_start.store(now, Ordering::Relaxed);
            let hard = now.saturating_add(nanoseconds(budget.hard));
            self.hard.store(hard, Ordering::Relaxed);
        }
    }

    /// Ends the search.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search is to end.
    #[inline(always)]
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The move pondered on was played: the clock starts now. Once; later calls do nothing.
    pub(super) fn ponder_hit(&self) {
        if self.pondering.load(Ordering::Relaxed) {
            self.start_clock();
            self.pondering.store(false, Ordering::Relaxed);
        }
    }

    /// Whether it is still the opponent's time.
    pub(super) fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Stops the search if the hard deadline or the node limit has been reached.
    pub(super) fn check_limits(&self) {
        if self.elapsed_ns() >= self.hard.load(Ordering::Relaxed) || self.nodes() >= self.node_limit
        {
            self.stop();
        }
    }

    /// Whether `per_mille` thousandths of the soft time are over.
    pub(super) fn is_soft_over(&self, per_mille: u32) -> bool {
        let Some(soft) = self.budget.and_then(|budget| budget.soft) else { return false };
        let start = self.clock_start.load(Ordering::Relaxed);
        let used = u128::from(self.elapsed_ns().saturating_sub(start));
        used * 1000 >= soft.as_nanos() * u128::from(per_mille)
    }

    /// Nodes left until the limit, also that of a clock that counts nodes.
    pub(super) fn nodes_left(&self) -> u64 {
        let hard = self.hard.load(Ordering::Relaxed) / NS_PER_MS;
        let limit = if self.in_nodes { hard.min(self.node_limit) } else { self.node_limit };
        limit.saturating_sub(self.nodes())
    }

    /// Publishes the nodes of a thread.
    #[inline(always)]
    pub(super) fn set_nodes(&self, thread: usize, nodes: u64) {
        self.nodes[thread].0.store(nodes, Ordering::Relaxed);
    }

    /// Nodes published so far by all threads.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }

    /// Time since the search started.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// What the clock says.
    fn elapsed_ns(&self) -> u64 {
        if self.in_nodes {
            self.nodes().saturating_mul(NS_PER_MS)
        } else {
            nanoseconds(self.elapsed())
        }
    }
}

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}
