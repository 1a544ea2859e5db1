//! The threads of the search and the table that they share. Threads are plain, started when first
//! needed and parked between searches. It knows nothing of how a search goes.

use super::clock;
use super::control::Control;
use super::params::Params;
use super::root::{self, Task};
use super::table::{HashError, Table};
use super::{Input, Output, Report};
use crate::rules::{Rules, Visitor};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Stacks are committed as they are used; deep lines of wide move lists want a few megabytes.
const STACK_BYTES: usize = 16 << 20;
/// While a search has nothing left to do but wait for `ponder_hit`, it looks for it this often.
const PONDER_POLL: Duration = Duration::from_millis(1);

/// The searcher. Dropping it stops and joins.
pub struct Pool {
    threads: Vec<Worker>,
    wanted: usize,
    table: Arc<Table>,
    hash_mb: usize,
    /// `None` for those of the game.
    params: Option<Params>,
    /// The last search.
    control: Option<Arc<Control>>,
    gate: Arc<Gate>,
}

/// A parked thread.
struct Worker {
    jobs: Option<Sender<Job>>,
    handle: Option<JoinHandle<()>>,
}

type Job = Box<dyn FnOnce() + Send>;

/// Where searches are waited for.
#[derive(Default)]
struct Gate {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The search has not yet come to its output.
    searching: bool,
    /// The search or what is done with its output goes on.
    busy: bool,
    /// Helpers still at work.
    helpers: usize,
}

impl Gate {
    /// A thread that panicked has left nothing half done here: the state is plain counters.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changed.notify_all();
    }

    fn wait_while(&self, condition: impl FnMut(&mut State) -> bool) {
        drop(
            self.changed
                .wait_while(self.state(), condition)
                .unwrap_or_else(PoisonError::into_inner),
        );
    }
}

/// Makes a change at the gate when it is dropped: at the end of a job, out of a panic, or with a
/// job that no thread took.
struct Leave<F: FnMut(&mut State)>(Arc<Gate>, F);

impl<F: FnMut(&mut State)> Drop for Leave<F> {
    fn drop(&mut self) {
        self.0.change(&mut self.1);
    }
}

impl Pool {
    /// A pool that will search with `threads` threads and a table of `hash_mb` MiB, or the largest
    /// smaller one that can be had. No thread is started and no memory touched yet.
    #[must_use]
    pub fn new(threads: usize, hash_mb: usize) -> Pool {
        let (table, hash_mb) = Table::largest(hash_mb);
        Pool {
            threads: Vec::new(),
            wanted: threads.max(1),
            table: Arc::new(table),
            hash_mb,
            params: None,
            control: None,
            gate: Arc::default(),
        }
    }

    /// How many threads search from the next search on, at least 1.
    pub fn set_threads(&mut self, threads: usize) {
        self.finish();
        self.wanted = threads.max(1);
        self.threads.truncate(self.wanted);
    }

    /// Replaces the table by an empty one of `mb` MiB.
    ///
    /// # Errors
    /// There is not that much memory; the old table stays.
    pub fn set_hash(&mut self, mb: usize) -> Result<(), HashError> {
        self.finish();
        self.table = Arc::new(Table::new(mb)?);
        self.hash_mb = mb;
        Ok(())
    }

    /// Searches with these tunables instead of those of the game: for matches between two settings.
    pub fn set_params(&mut self, params: Params) {
        self.params = Some(params);
    }

    /// Forgets everything learned in earlier searches.
    pub fn clear(&mut self) {
        self.finish();
        let (table, hash_mb) = Table::largest(self.hash_mb);
        (self.table, self.hash_mb) = (Arc::new(table), hash_mb);
    }

    /// Starts a search and returns at once; one that is still running is stopped first. Reports
    /// and the output are handed over on a search thread; the output comes exactly once, after the
    /// last report. Neither callback may call back into the pool.
    pub fn start(
        &mut self,
        input: Input,
        mut on_report: impl FnMut(Report) + Send + 'static,
        on_done: impl FnOnce(Output) + Send + 'static,
    ) {
        self.finish();
        self.grow();
        self.table.next_age();
        let control = Arc::new(Control::new(
            clock::budget(&input.limits),
            input.limits.ponder,
            input.limits.clock_in_nodes,
            nodes(&input),
            self.wanted,
        ));
        self.control = Some(Arc::clone(&control));
        let helpers = self.wanted - 1;
        self.gate.change(|state| *state = State { searching: true, busy: true, helpers });
        let params = self.params.unwrap_or_else(|| Params::of(input.game.variant()));
        let input = Arc::new(input);
        for thread in 1..self.wanted {
            let part = self.part(&input, &control, params, thread);
            let leave = Leave(Arc::clone(&self.gate), |state| state.helpers -= 1);
            self.threads[thread].send(Box::new(move || {
                let _leave = leave;
                part.run(&mut |_| {});
            }));
        }
        let part = self.part(&input, &control, params, 0);
        let gate = Arc::clone(&self.gate);
        let leave =
            Leave(Arc::clone(&gate), |state| (state.searching, state.busy) = (false, false));
        self.threads[0].send(Box::new(move || {
            let _leave = leave;
            let output = part.run(&mut on_report);
            part.control.stop();
            gate.wait_while(|state| state.helpers > 0);
            gate.change(|state| state.searching = false);
            on_done(output);
        }));
    }

    fn part(
        &self,
        input: &Arc<Input>,
        control: &Arc<Control>,
        params: Params,
        thread: usize,
    ) -> Part {
        Part {
            input: Arc::clone(input),
            table: Arc::clone(&self.table),
            control: Arc::clone(control),
            params,
            thread,
        }
    }

    /// Starts the threads that are missing.
    fn grow(&mut self) {
        while self.threads.len() < self.wanted {
            self.threads.push(Worker::start(self.threads.len()));
        }
    }

    /// Ends the search that is running, if any: its output comes soon. Nothing else changes.
    pub fn stop(&self) {
        if let Some(control) = &self.control {
            control.stop();
        }
    }

    /// The move pondered on was played: from now on the clock runs.
    pub fn ponder_hit(&self) {
        if let Some(control) = &self.control {
            control.ponder_hit();
        }
    }

    /// Nodes of the last search, as far as its threads have told.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.control.as_ref().map_or(0, |control| control.nodes())
    }

    /// Whether a search has not yet come to its output.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        self.gate.state().searching
    }

    /// Waits until the search has ended and its output has been handed over.
    pub fn wait(&mut self) {
        self.gate.wait_while(|state| state.busy);
    }

    fn finish(&mut self) {
        self.stop();
        self.wait();
        self.control = None;
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The most nodes that a search may have.
fn nodes(input: &Input) -> Option<u64> {
    let allowed = input.strength.map(|strength| strength.nodes);
    [input.limits.nodes, allowed].into_iter().flatten().min()
}

/// One thread's part of a search, owning what it needs.
struct Part {
    input: Arc<Input>,
    table: Arc<Table>,
    control: Arc<Control>,
    params: Params,
    thread: usize,
}

impl Part {
    fn run(&self, on_report: &mut dyn FnMut(Report)) -> Output {
        let task = Task {
            input: &self.input,
            table: &self.table,
            control: &self.control,
            params: self.params,
            thread: self.thread,
        };
        let output = self.input.game.variant().visit(Run { task: &task, on_report });
        while self.thread == 0 && self.control.is_pondering() && !self.control.is_stopped() {
            std::thread::sleep(PONDER_POLL);
        }
        output
    }
}

struct Run<'a> {
    task: &'a Task<'a>,
    on_report: &'a mut dyn FnMut(Report),
}

impl Visitor for Run<'_> {
    type Out = Output;
    fn visit<R: Rules>(self, rules: R) -> Output {
        root::run(rules, self.task, self.on_report)
    }
}

impl Worker {
    fn start(number: usize) -> Worker {
        let (jobs, inbox): (Sender<Job>, Receiver<Job>) = channel();
        let handle = std::thread::Builder::new()
            .name(format!("search-{number}"))
            .stack_size(STACK_BYTES)
            .spawn(move || inbox.into_iter().for_each(|job| job()))
            .ok();
        Worker { jobs: Some(jobs), handle }
    }

    fn send(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            let _ = jobs.send(job);
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Without its inbox the thread ends.
        self.jobs = None;
        if let Some(handle) = self.handle.take() {
            let _ = handle.join();
        }
    }
}
