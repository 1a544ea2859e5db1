//! A count seen from outside: how far it is, and whether it shall stop. Any thread may look.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// What the threads of a count share with those who watch it.
#[derive(Debug)]
pub struct Watch<'a> {
    stop: &'a AtomicBool,
    subtrees: AtomicUsize,
    subtrees_done: AtomicUsize,
    weight: AtomicU64,
    weight_done: AtomicU64,
    nodes: AtomicU64,
}

/// How far a count is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Subtrees of the root that are counted.
    pub subtrees_done: usize,
    /// All of them; 0 until they are known.
    pub subtrees: usize,
    /// A guess of how much of the work is done, from 0 to 1.
    pub part: f64,
    /// The nodes of the subtrees that are counted.
    pub nodes: u64,
}

impl<'a> Watch<'a> {
    /// Nothing is counted yet; the count ends early once `stop` is set.
    #[must_use]
    pub fn new(stop: &'a AtomicBool) -> Self {
        Watch {
            stop,
            subtrees: AtomicUsize::new(0),
            subtrees_done: AtomicUsize::new(0),
            weight: AtomicU64::new(0),
            weight_done: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
        }
    }

    /// How far the count is now.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let (done, all) =
            (self.weight_done.load(Ordering::Relaxed), self.weight.load(Ordering::Relaxed));
        Progress {
            subtrees_done: self.subtrees_done.load(Ordering::Relaxed),
            subtrees: self.subtrees.load(Ordering::Relaxed),
            part: if all == 0 { 0.0 } else { done as f64 / all as f64 },
            nodes: self.nodes.load(Ordering::Relaxed),
        }
    }

    pub(super) const fn stop(&self) -> &'a AtomicBool {
        self.stop
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// A count of so many subtrees begins.
    pub(super) fn begin(&self, subtrees: usize, weight: u64) {
        self.subtrees_done.store(0, Ordering::Relaxed);
        self.weight_done.store(0, Ordering::Relaxed);
        self.nodes.store(0, Ordering::Relaxed);
        self.subtrees.store(subtrees, Ordering::Relaxed);
        self.weight.store(weight, Ordering::Relaxed);
    }

    /// One more subtree is counted.
    pub(super) fn finish(&self, weight: u64, nodes: u64) {
        self.subtrees_done.fetch_add(1, Ordering::Relaxed);
        self.weight_done.fetch_add(weight, Ordering::Relaxed);
        add(&self.nodes, nodes);
    }
}

/// Adds to a sum that stops at the top.
pub(super) fn add(sum: &AtomicU64, more: u64) {
    // The update always succeeds: it never declines.
    let _ = sum
        .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |sum| Some(sum.saturating_add(more)));
}
