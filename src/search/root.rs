//! The root: iterative deepening over the root moves, aspiration windows, several best lines, and
//! what is said about them. It decides when an answer is good enough; how much time there is, the
//! control knows.

use super::node::Window;
use super::params::{MAX_DEPTH, MAX_PV, Params};
use super::score::{self, INFINITE, WIN, is_proven};
use super::table::{MoveCode, Table};
use super::worker::{Leaves, Searcher};
use super::{Input, Output, Report, control::Control};
use crate::board::Board;
use crate::rules::{BitsOf, Move, MoveList, Play, Position, Rules, position};
use std::time::Duration;

/// A root move and what is known about it.
#[derive(Clone)]
struct Line<W> {
    mv: Move<W>,
    /// From the last iteration that searched it with an open window, else below all others.
    score: i32,
    /// The score before this iteration.
    previous: i32,
    pv: Vec<Move<W>>,
}

/// A search as each of its threads sees it.
pub(super) struct Task<'a> {
    pub(super) input: &'a Input,
    pub(super) table: &'a Table,
    pub(super) control: &'a Control,
    pub(super) params: Params,
    /// Which thread; 0 is the main one: it reports and decides.
    pub(super) thread: usize,
}

/// New best moves inside an iteration are reported once the search has lasted this long.
const TALKATIVE_AFTER: Duration = Duration::from_secs(1);
/// With a clock, the only move is played after an iteration of this depth.
const FORCED_DEPTH: u32 = 4;

struct Root<'a, R: Rules> {
    task: &'a Task<'a>,
    searcher: Searcher<'a, R>,
    position: Position<BitsOf<R>>,
    lines: Vec<Line<BitsOf<R>>>,
    /// The best line of the root search going on, to be kept if it is cut short.
    found: Option<Line<BitsOf<R>>>,
    on_report: &'a mut dyn FnMut(Report),
    last: Option<Report>,
    /// Iterations in a row with the same best move.
    steady: i32,
}

/// Runs one thread's part of a search; the main thread's output counts.
pub(super) fn run<R: Rules>(
    rules: R,
    task: &Task<'_>,
    on_report: &mut dyn FnMut(Report),
) -> Output {
    let position = position::of_setup::<R>(task.input.game.setup());
    let Task { input, table, control, params, thread } = *task;
    let mut searcher = Searcher::new(rules, input, table, control, thread, params);
    searcher.evaluator.reset(&position);
    let lines = root_lines(&searcher, &position, &input.root_moves);
    if lines.is_empty() {
        return Output { best: None, ponder: None, last: None };
    }
    let mut root =
        Root { task, searcher, position, lines, found: None, on_report, last: None, steady: 0 };
    root.deepen();
    root.output()
}

/// The moves to be searched: the legal ones among `wanted`, or all.
fn root_lines<R: Rules>(
    searcher: &Searcher<'_, R>,
    position: &Position<BitsOf<R>>,
    wanted: &[Play],
) -> Vec<Line<BitsOf<R>>> {
    let mut list = MoveList::new();
    searcher.generate(position, &mut list);
    let value = searcher.value(position);
    let line = |&mv: &_| Line { mv, score: value, previous: value, pv: vec![mv] };
    let is_wanted = |mv: &&Move<BitsOf<R>>| wanted.contains(&mv.to_play(R::Board::LAYOUT));
    let some: Vec<_> = list.iter().filter(is_wanted).map(line).collect();
    if some.is_empty() { list.iter().map(line).collect() } else { some }
}

impl<R: Rules> Root<'_, R> {
    fn is_main(&self) -> bool {
        self.task.thread == 0
    }

    /// How many lines are wanted and there.
    fn width(&self) -> usize {
        let wanted = if self.is_main() { self.task.input.multi_pv } else { 1 };
        wanted.clamp(1, self.lines.len())
    }

    /// Iterates until something is enough.
    fn deepen(&mut self) {
        let deepest = self.task.input.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        for depth in 1..=deepest {
            if depth > 1 && self.skips(depth) {
                continue;
            }
            let leader = self.lines[0].mv;
            self.iterate(depth);
            if self.searcher.aborted {
                self.report_interrupted(depth, leader);
                return;
            }
            self.steady = if self.lines[0].mv == leader { self.steady + 1 } else { 0 };
            self.searcher.warming_up = false;
            if self.is_main() {
                (0..self.width()).for_each(|number| self.report(number, depth));
            }
            if self.task.control.is_stopped() || self.is_main() && self.is_enough(depth) {
                return;
            }
        }
    }

    /// Helpers leave out every third iteration, each another one, so that threads spread over depths.
    fn skips(&self, depth: u32) -> bool {
        let thread = self.task.thread as u32;
        thread > 0 && (depth + thread).is_multiple_of(3)
    }

    /// Searches every line wanted to a depth.
    fn iterate(&mut self, depth: u32) {
        self.searcher.seldepth = 0;
        self.searcher.leaves = Leaves::default();
        for line in &mut self.lines {
            line.previous = line.score;
        }
        for number in 0..self.width() {
            let before = self.lines.clone();
            self.found = None;
            self.aspire(number, depth as i32);
            if self.searcher.aborted {
                self.lines = before;
                self.keep_found(number);
                return;
            }
            // What was found on the way to a later line may have lifted it above an earlier one.
            self.lines[..=number].sort_by_key(|line| -line.score);
        }
    }

    /// A search cut short still counts if it found a better move.
    fn keep_found(&mut self, number: usize) {
        let Some(found) = self.found.take() else { return };
        if let Some(at) = self.lines.iter().position(|line| line.mv == found.mv) {
            self.lines[number.min(at)..=at].rotate_right(1);
            self.lines[number.min(at)] = found;
        }
    }

    /// Searches for the best of the lines from `first` on, in a window around what is expected that
    /// widens on the side where the score falls out.
    fn aspire(&mut self, first: usize, depth: i32) {
        let expected = self.lines[first].previous;
        let mut width = self.searcher.params.aspiration_width;
        let mut window = Window { alpha: -INFINITE, beta: INFINITE };
        if depth >= self.searcher.params.aspiration_depth && !is_proven(expected) {
            window = Window { alpha: expected - width, beta: expected + width };
        }
        loop {
            let score = self.root_search(first, window, depth);
            if self.searcher.aborted {
                return;
            }
            self.lines[first..].sort_by_key(|line| -line.score);
            width *= 3;
            if score <= window.alpha {
                window.beta = i32::midpoint(window.alpha, window.beta);
                window.alpha = if width > 1_000 { -INFINITE } else { score - width };
                self.found = None;
            } else if score >= window.beta {
                window.beta = if width > 1_000 { INFINITE } else { score + width };
            } else {
                return;
            }
        }
    }

    /// One search of the moves from `first` on.
    fn root_search(&mut self, first: usize, mut window: Window, depth: i32) -> i32 {
        let mut best = -INFINITE;
        for at in first..self.lines.len() {
            let mv = self.lines[at].mv;
            let score = self.root_move(mv, window, depth, at - first);
            if self.searcher.aborted {
                return best;
            }
            let line = &mut self.lines[at];
            if at > first && score <= window.alpha {
                line.score = -INFINITE;
                continue;
            }
            line.score = score;
            line.pv.clear();
            line.pv.push(mv);
            line.pv.extend_from_slice(self.searcher.pv.line(1));
            best = best.max(score);
            if score > window.alpha {
                self.found = Some(self.lines[at].clone());
                if score >= window.beta {
                    break;
                }
                window.alpha = score;
                if at > 0 && first == 0 && self.is_talkative() {
                    self.report(at, depth as u32);
                }
            }
        }
        best
    }

    fn root_move(&mut self, mv: Move<BitsOf<R>>, window: Window, depth: i32, number: usize) -> i32 {
        let searcher = &mut self.searcher;
        let next = searcher.play(&self.position, mv);
        searcher.path.push(searcher.rules, &self.position, mv, &next);
        let reduction = searcher.reduction::<true>(&self.position, mv, depth, number);
        let score = searcher.child::<true>(&next, window, depth, 0, number == 0, reduction);
        searcher.path.pop();
        searcher.evaluator.undone();
        score
    }

    fn is_talkative(&self) -> bool {
        self.is_main() && self.width() == 1 && self.task.control.elapsed() > TALKATIVE_AFTER
    }

    /// Whether the answer is good enough after an iteration.
    fn is_enough(&self, depth: u32) -> bool {
        let limits = &self.task.input.limits;
        let score = self.lines[0].score;
        let plies = (WIN - score.abs()).unsigned_abs();
        if limits
            .mate
            .is_some_and(|moves| is_proven(score) && score > 0 && plies.div_ceil(2) <= moves)
        {
            return true;
        }
        if limits.clock.is_none() || limits.infinite || self.task.control.is_pondering() {
            return false;
        }
        let forced = self.lines.len() == 1 && depth >= FORCED_DEPTH;
        let settled = is_proven(score) && depth > plies;
        forced || settled || self.task.control.is_soft_over(self.patience())
    }

    /// The part of the soft time to be used, in thousandths: less the longer the best move has
    /// stood, more while the score falls.
    fn patience(&self) -> u32 {
        let Params { clock_base, clock_steady, clock_falls, .. } = self.task.params;
        let falls = self.lines[0].score < self.lines[0].previous - 25;
        let trust = clock_steady * self.steady.min(6);
        (clock_base - trust + if falls { clock_falls } else { 0 }).max(0).unsigned_abs()
    }

    /// After a search cut short: says what has changed since the last report.
    fn report_interrupted(&mut self, depth: u32, leader: Move<BitsOf<R>>) {
        if self.is_main() && (self.last.is_none() || self.lines[0].mv != leader) {
            self.report(0, depth);
        }
    }

    /// Reports a line; one that has overtaken others is the first, whatever its place.
    fn report(&mut self, number: usize, depth: u32) {
        self.task.control.set_nodes(self.task.thread, self.searcher.nodes);
        let line = &self.lines[number];
        let pv = self.extended(&line.pv, depth as usize);
        let multi_pv = if number < self.width() { number + 1 } else { 1 };
        let report = Report {
            depth,
            seldepth: self.searcher.seldepth.max(depth as usize) as u32,
            mean_depth: self.searcher.leaves.mean().unwrap_or(10 * depth),
            multi_pv,
            score: score::public(line.score),
            wdl: score::wdl(line.score),
            nodes: self.task.control.nodes(),
            time: self.task.control.elapsed(),
            hashfull: self.task.table.fullness(),
            egdb_hits: 0,
            pv,
        };
        if multi_pv == 1 {
            self.last = Some(report.clone());
        }
        (self.on_report)(report);
    }

    /// A line as plays, continued with legal moves from the table as far as the search looked, but
    /// not into a position that has been before.
    fn extended(&self, pv: &[Move<BitsOf<R>>], depth: usize) -> Vec<Play> {
        let rules = self.searcher.rules;
        let (mut at, mut seen, mut plays) = (self.position, vec![self.position.key()], vec![]);
        let mut list = MoveList::new();
        while plays.len() < MAX_PV {
            let next = pv.get(plays.len()).copied().or_else(|| {
                let entry = self.task.table.get(at.key(), 0)?;
                self.searcher.generate(&at, &mut list);
                let known = list.iter().find(|mv| MoveCode::of(**mv) == entry.mv)?;
                (plays.len() < depth && entry.mv.is_some()).then_some(*known)
            });
            let Some(mv) = next else { break };
            at = at.play(rules, mv);
            let again = seen.contains(&at.key());
            if again && plays.len() >= pv.len() {
                break;
            }
            seen.push(at.key());
            plays.push(mv.to_play(R::Board::LAYOUT));
        }
        plays
    }

    fn output(self) -> Output {
        let best = self.lines[0].mv.to_play(R::Board::LAYOUT);
        let last = self.last.filter(|report| report.pv.first() == Some(&best));
        let ponder = last.as_ref().and_then(|report| report.pv.get(1)).copied();
        Output { best: Some(best), ponder, last }
    }
}
