//! The session: options, the game being played, and the search that it starts and stops.
//!
//! [`Session`] takes commands and news of the work it has started, and gives back events. It holds
//! no thread, no pipe and no clock of its own, and knows no protocol.
//!
//! One job runs at a time (a search, a perft, a bench). While it runs, what could disturb it waits
//! in line and what cannot is answered at once, so that no command is lost and every search ends
//! with one answer:
//!
//! * `Stop` ends everything asked for before it and nothing asked for after it, however fast the
//!   commands come: it marks the searches that still wait in line.
//! * A search that runs until told to stop keeps its answer until told.
//! * When the input has ended, what is finite still runs to its end, so that a piped script gets
//!   all its answers; what is endless is stopped.

mod describe;
mod engine;
pub mod options;

pub use options::{OPTIONS, OptionError, Settings};

use crate::message::{
    Answer, Bench, Command, Event, Go, Info, Query, SideClock, Writing, nodes_per_second,
};
use crate::notation::{SquareNames, movetext, variant_named};
use crate::rules::{Color, GameEnd, Variant, perft, variants};
use crate::search::{Output, Report, Score, bench};
use engine::{Engine, Refusal};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Commands that may wait for a job to end.
const MOST_WAITING: usize = 256;

/// What a job has to tell; the mailbox carries it from its thread to [`Session::news`].
#[derive(Debug)]
pub enum News {
    /// A line found by the search.
    Report(Report),
    /// The search is over.
    Searched(Output),
    /// The perft or bench has something to say.
    Told(Event),
    /// The perft or bench is over.
    Worked,
}

/// Takes news from any thread to the loop that owns the session; must not block.
pub type Mailbox = Arc<dyn Fn(News) + Send + Sync>;

/// One engine talking to one host.
pub struct Session {
    engine: Engine,
    job: Option<Job>,
    /// Commands for when the job is done; empty if there is none.
    waiting: VecDeque<Waiting>,
    mailbox: Mailbox,
    /// No more commands will come.
    closed: bool,
    /// Told to leave at once.
    quit: bool,
}

struct Waiting {
    command: Command,
    /// A search that was told to stop before it began.
    stop: bool,
}

/// What runs.
struct Job {
    work: Work,
    /// Whether the answer must wait for `Stop` or `PonderHit`.
    held: bool,
    /// Whether it ends without being told to.
    finite: bool,
    /// Whether it has been told to stop.
    stopped: bool,
    /// Whether a line has been shown.
    told: bool,
    /// The answer, once there is one.
    answer: Option<Output>,
}

enum Work {
    /// The pool searches; what the host ordered.
    Search(Go),
    /// A thread counts or benches until this flag is set.
    Thread(Arc<AtomicBool>),
}

impl Session {
    /// A session at the start position, nothing running, with a host that writes moves so.
    #[must_use]
    pub fn new(writing: Writing, mailbox: Mailbox) -> Session {
        Session {
            engine: Engine::new(writing),
            job: None,
            waiting: VecDeque::new(),
            mailbox,
            closed: false,
            quit: false,
        }
    }

    /// Whether the session has nothing more to say. After `Quit` only a search that was running is
    /// waited for: it has been stopped, and its answer is a matter of milliseconds.
    #[must_use]
    pub fn is_over(&self) -> bool {
        match &self.job {
            None => self.quit || self.closed,
            Some(job) => self.quit && matches!(job.work, Work::Thread(_)),
        }
    }

    /// Whether the session was told to leave at once.
    #[must_use]
    pub fn has_quit(&self) -> bool {
        self.quit
    }

    /// Whether there is room for another command. While a finite job runs, a long script waits in
    /// the pipe; while an endless one runs, input must be read, for `Stop` may come.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.waiting.len() < MOST_WAITING || self.job.as_ref().is_none_or(|job| !job.finite)
    }

    /// Takes a command.
    pub fn command(&mut self, command: Command) -> Vec<Event> {
        let mut events = Vec::new();
        match command {
            Command::Ready => events.push(Event::Ready),
            Command::Stop => self.stop(&mut events),
            Command::PonderHit => self.ponder_hit(&mut events),
            Command::Quit => self.leave(&mut events),
            command if self.job.is_none() => self.run(command, &mut events),
            Command::Identify | Command::Show | Command::Evaluate | Command::Query(_)
                if self.waiting.is_empty() =>
            {
                self.run(command, &mut events);
            }
            command => events.extend(self.enqueue(command)),
        }
        self.go_on(&mut events);
        events
    }

    /// Takes news from the job.
    pub fn news(&mut self, news: News) -> Vec<Event> {
        let mut events = Vec::new();
        match news {
            News::Report(report) => {
                events.push(Event::Info(self.engine.info(&report)));
                if let Some(job) = &mut self.job {
                    job.told = true;
                }
            }
            News::Searched(output) => {
                self.engine.pool.wait();
                if let Some(job) = &mut self.job {
                    job.answer = Some(output);
                }
                self.answer(&mut events);
            }
            News::Told(event) => events.push(event),
            News::Worked => self.job = None,
        }
        self.go_on(&mut events);
        events
    }

    /// Takes note that no more commands will come.
    pub fn close(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        self.closed = true;
        self.stop_if_endless(&mut events);
        self.go_on(&mut events);
        events
    }

    fn leave(&mut self, events: &mut Vec<Event>) {
        self.quit = true;
        self.waiting.clear();
        self.stop_job(events);
    }

    /// Puts a command in line, or refuses what would wait for ever.
    fn enqueue(&mut self, command: Command) -> Option<Event> {
        let refused = |why: &str| Some(Event::Error(why.into()));
        if starts_job(&command) && self.endless_ahead() {
            return refused("a search that runs until stop is going on: stop it first");
        }
        if self.waiting.len() >= MOST_WAITING && self.endless_ahead() {
            return refused("too many commands wait for the search to be stopped");
        }
        self.waiting.push_back(Waiting { command, stop: false });
        None
    }

    /// Whether the last job in line, or the running one, ends only by being told to.
    fn endless_ahead(&self) -> bool {
        let last = self.waiting.iter().rev().find(|waiting| starts_job(&waiting.command));
        match last {
            Some(Waiting { command: Command::Go(go), stop }) => !stop && !is_finite(go),
            Some(_) => false,
            None => self.job.as_ref().is_some_and(|job| !job.finite && !job.stopped),
        }
    }

    /// Does what a command asks; no job runs, or the command does not disturb it.
    fn run(&mut self, command: Command, events: &mut Vec<Event>) {
        let done = match command {
            Command::Identify => {
                let options = OPTIONS.iter().map(options::Row::info).collect();
                events.push(Event::Identity(options));
                Ok(())
            }
            Command::SetOption { name, lenient: true, .. } if options::find(&name).is_err() => {
                tracing::debug!(name, "there is no such option");
                Ok(())
            }
            Command::SetOption { name, value, .. } => {
                self.engine.set_option(&name, value.as_deref())
            }
            Command::Position(position) => self.engine.set_position(&position),
            Command::NewGame => {
                self.engine.new_game();
                Ok(())
            }
            Command::Flip => {
                self.engine.flip();
                Ok(())
            }
            Command::Init => {
                events.push(Event::Initialised);
                Ok(())
            }
            Command::Query(query) => {
                events.push(Event::Answer(self.reply(query)));
                Ok(())
            }
            Command::Show => {
                events.push(Event::Text(describe::game(&self.engine.game)));
                Ok(())
            }
            Command::Evaluate => {
                events.push(Event::Text(describe::evaluation(&self.engine.game)));
                Ok(())
            }
            Command::Go(go) => self.search(go, events),
            Command::Perft(depth) => self.perft(depth),
            Command::Bench(order) => self.bench(&order),
            // Never put in line.
            Command::Ready | Command::Stop | Command::PonderHit | Command::Quit => Ok(()),
        };
        if let Err(refusal) = done {
            events.push(Event::Error(refusal.to_string()));
        }
    }

    fn search(&mut self, mut go: Go, events: &mut Vec<Event>) -> Result<(), Refusal> {
        go.infinite |= !has_limit(&go);
        let input = self.engine.input(&go)?;
        let mut job = Job {
            held: (go.infinite || go.ponder) && !go.early,
            finite: is_finite(&go),
            work: Work::Search(go),
            stopped: false,
            told: false,
            answer: None,
        };
        if self.engine.game.legal().is_empty() {
            events.push(Event::Info(self.finished_position()));
            job.answer = Some(Output { best: None, ponder: None, last: None });
        } else {
            let (reports, done) = (Arc::clone(&self.mailbox), Arc::clone(&self.mailbox));
            self.engine.pool.start(
                input,
                move |report| reports(News::Report(report)),
                move |output| done(News::Searched(output)),
            );
        }
        self.job = Some(job);
        self.answer(events);
        Ok(())
    }

    /// How the game stands.
    fn reply(&self, query: Query) -> Answer {
        let (game, first) = (&self.engine.game, self.engine.settings.variant.first);
        match (query, game.end()) {
            (Query::FirstToMove, _) => Answer::Is(game.setup().turn == first),
            (Query::GameOver, end) => Answer::Is(end.is_some()),
            (Query::Result, None) => Answer::Undecided,
            (Query::Result, Some(GameEnd::Draw { .. })) => Answer::Drawn,
            (Query::Result, Some(GameEnd::Win { winner, .. })) if winner == first => {
                Answer::FirstWon
            }
            (Query::Result, Some(GameEnd::Win { .. })) => Answer::SecondWon,
        }
    }

    /// What is known of a position without a move.
    fn finished_position(&self) -> Info {
        let turn = self.engine.game.setup().turn;
        let won = |winner: Color| if winner == turn { Score::Win(0) } else { Score::Loss(0) };
        let score = match self.engine.game.end() {
            Some(GameEnd::Win { winner, .. }) => won(winner),
            _ => Score::Value(0),
        };
        let wdl = match score {
            Score::Win(_) => [1000, 0, 0],
            Score::Value(_) => [0, 1000, 0],
            Score::Loss(_) => [0, 0, 1000],
        };
        Info {
            depth: 0,
            seldepth: 0,
            mean_depth: 0,
            multi_pv: 1,
            score,
            wdl: self.engine.settings.show_wdl.then_some(wdl),
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            egdb_hits: 0,
            pv: Vec::new(),
        }
    }

    fn perft(&mut self, depth: u32) -> Result<(), Refusal> {
        let variant = Arc::clone(&self.engine.settings.variant);
        let setup = *self.engine.game.setup();
        let settings =
            perft::Settings { threads: self.engine.settings.threads, ..perft::Settings::default() };
        self.on_a_thread(move |stop, tell| {
            let start = Instant::now();
            let Some(mut divide) = variant.divide(&setup, depth, &settings, stop) else {
                return tell(Event::Error("perft was stopped before its end".into()));
            };
            let names = SquareNames::of(&variant);
            divide.sort_by_key(|(play, _)| movetext::sort_key(&names, play));
            let write = |play| movetext::write(&variant, &setup, play);
            let divide = divide.iter().map(|(play, nodes)| (write(play), *nodes)).collect();
            tell(Event::Perft { divide, time: start.elapsed() });
        })
    }

    fn bench(&mut self, order: &Bench) -> Result<(), Refusal> {
        let variants = match order.variant.as_deref() {
            None => vec![Variant::clone(&self.engine.settings.variant)],
            Some("all") => variants::VARIANTS.to_vec(),
            Some(name) => vec![variant_named(name)?.clone()],
        };
        let settings = bench::Settings { depth: order.depth, ..bench::Settings::default() };
        self.on_a_thread(move |stop, tell| {
            let (mut nodes, mut time) = (0, Duration::ZERO);
            for variant in &variants {
                if stop.load(Ordering::Relaxed) {
                    return tell(Event::Error("bench was stopped before its end".into()));
                }
                bench::run(variant, &settings, |row| {
                    nodes += row.nodes;
                    time += row.time;
                    tell(Event::Text(vec![describe::bench_row(row)]));
                });
            }
            tell(Event::Text(vec![format!("{nodes} nodes {} nps", nodes_per_second(nodes, time))]));
        })
    }

    /// Starts a job apart from the pool; `work` looks at the flag, which says that it should stop,
    /// and tells what it finds.
    fn on_a_thread(
        &mut self,
        work: impl FnOnce(&AtomicBool, &dyn Fn(Event)) + Send + 'static,
    ) -> Result<(), Refusal> {
        let stop = Arc::new(AtomicBool::new(false));
        let (mailbox, flag) = (Arc::clone(&self.mailbox), Arc::clone(&stop));
        std::thread::Builder::new().spawn(move || {
            work(&flag, &|event| mailbox(News::Told(event)));
            mailbox(News::Worked);
        })?;
        self.job = Some(Job {
            work: Work::Thread(stop),
            held: false,
            finite: true,
            stopped: false,
            told: false,
            answer: None,
        });
        Ok(())
    }

    /// Ends everything asked for so far.
    fn stop(&mut self, events: &mut Vec<Event>) {
        for waiting in &mut self.waiting {
            waiting.stop = true;
        }
        self.stop_job(events);
    }

    fn stop_job(&mut self, events: &mut Vec<Event>) {
        let Some(job) = &mut self.job else { return };
        job.stopped = true;
        job.held = false;
        match &job.work {
            Work::Search(_) => self.engine.pool.stop(),
            Work::Thread(stop) => stop.store(true, Ordering::Relaxed),
        }
        self.answer(events);
    }

    /// Lets the clock run on the last search that ponders.
    fn ponder_hit(&mut self, events: &mut Vec<Event>) {
        let in_line =
            self.waiting.iter_mut().rev().find_map(|waiting| match &mut waiting.command {
                Command::Go(go) if go.ponder => Some(go),
                _ => None,
            });
        if let Some(go) = in_line {
            // It has not begun: it begins as a search of its own.
            go.ponder = false;
            return;
        }
        let Some(Job { work: Work::Search(go), held, finite, .. }) = &mut self.job else { return };
        go.ponder = false;
        *held = go.infinite && !go.early;
        *finite = is_finite(go);
        self.engine.pool.ponder_hit();
        self.answer(events);
        if self.closed {
            self.stop_if_endless(events);
        }
    }

    /// Gives the answer of the search if there is one and it may be given.
    fn answer(&mut self, events: &mut Vec<Event>) {
        let Some(job) = self.job.take_if(|job| !job.held && job.answer.is_some()) else { return };
        let Some(output) = job.answer else { return };
        if let Some(last) = output.last.filter(|_| !job.told) {
            events.push(Event::Info(self.engine.info(&last)));
        }
        let plays: Vec<_> = output.best.into_iter().chain(output.ponder).collect();
        let mut line = self.engine.line(&plays).into_iter();
        events.push(Event::Best { best: line.next(), ponder: line.next() });
    }

    /// Does what waits in line, up to the next job.
    fn go_on(&mut self, events: &mut Vec<Event>) {
        while self.job.is_none() {
            let Some(Waiting { command, stop }) = self.waiting.pop_front() else { break };
            self.run(command, events);
            if stop {
                self.stop_job(events);
            } else if self.closed {
                self.stop_if_endless(events);
            }
        }
    }

    fn stop_if_endless(&mut self, events: &mut Vec<Event>) {
        if self.job.as_ref().is_some_and(|job| !job.finite) {
            self.stop_job(events);
        }
    }
}

/// Whether a command starts a job.
const fn starts_job(command: &Command) -> bool {
    matches!(command, Command::Go(_) | Command::Perft(_) | Command::Bench(_))
}

/// Whether a search surely ends by itself; a `mate` may never be found.
fn is_finite(go: &Go) -> bool {
    has_limit(&Go { mate: None, ..go.clone() }) && !go.infinite && !go.ponder
}

/// Whether the host set any limit.
fn has_limit(go: &Go) -> bool {
    let timed = [go.white, go.black].iter().any(|clock| *clock != SideClock::default());
    timed || go.move_time.is_some() || go.depth.is_some() || go.nodes.is_some() || go.mate.is_some()
}
