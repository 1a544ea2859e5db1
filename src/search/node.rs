//! One position of the tree: principal variation search with what is known about it, and what its
//! moves lead to.

use super::order::Ordered;
use super::params::{MAX_PLY, Params};
use super::score::{DRAW, INFINITE, is_proven, loss_at, win_at};
use super::table::{Bound, Entry, MoveCode};
use super::worker::Searcher;
use crate::rules::{BitsOf, Move, MoveList, Position, Rules, is_blocked};

/// Between what bounds the score is wanted.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// Whether there is anything between the bounds.
    #[inline(always)]
    pub(super) const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// Just above `alpha`.
    #[inline(always)]
    pub(super) const fn null(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// As the other side sees it.
    #[inline(always)]
    pub(super) const fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// What can be said of a position without searching it.
#[derive(Clone, Copy, Default)]
struct Glance {
    /// The table's move.
    table_move: MoveCode,
    /// The static value of a quiet position.
    value: Option<i32>,
    /// Whether the position is quiet, and the other side could capture if it were to move.
    threatened: bool,
}

/// What a node found.
struct Found<W> {
    score: i32,
    best: Option<Move<W>>,
}

impl<R: Rules> Searcher<'_, R> {
    /// The score of a position, the last one of the path, for the side to move.
    pub(super) fn node<const PV: bool>(
        &mut self,
        position: &Position<BitsOf<R>>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> i32 {
        if PV {
            self.pv.clear(ply);
        }
        if depth <= 0 {
            self.leaves.add(ply);
            return self.quiesce(position, window.alpha, window.beta, ply);
        }
        self.visit(ply);
        if self.aborted {
            return 0;
        }
        if ply >= MAX_PLY {
            return self.value(position);
        }
        if self.path.repeats() || self.is_counted_out(position) {
            return DRAW;
        }
        // Nothing below is faster than winning with the next move or slower than having lost.
        let window = Window {
            alpha: window.alpha.max(loss_at(ply)),
            beta: window.beta.min(win_at(ply + 1)),
        };
        if window.alpha >= window.beta {
            return window.alpha;
        }
        // The moves are generated while the table's line is on its way from memory.
        let mut list = MoveList::new();
        self.generate(position, &mut list);
        let key = self.path.key();
        let known = self.table.get(key, ply);
        if !PV && let Some(score) = known.and_then(|entry| cutoff(&entry, window, depth)) {
            return score;
        }
        self.expand::<PV>(position, &mut list, window, depth, ply, known)
    }

    /// Whether a draw rule ends the game here. A game that is won is not drawn.
    #[inline(always)]
    fn is_counted_out(&self, position: &Position<BitsOf<R>>) -> bool {
        self.path.counts_out::<R>(position) && !is_blocked(self.rules, position)
    }

    /// Searches the moves, and stores what comes out.
    #[inline(always)]
    fn expand<const PV: bool>(
        &mut self,
        position: &Position<BitsOf<R>>,
        list: &mut MoveList<BitsOf<R>>,
        window: Window,
        mut depth: i32,
        ply: usize,
        known: Option<Entry>,
    ) -> i32 {
        let Some(first) = list.first() else { return self.finished(position, ply) };
        self.hurry(list.len() / 8);
        let captures = first.is_capture();
        let glance = self.glance(position, known, !captures);
        if !PV && let Some(value) = self.futile(&glance, window.beta, depth) {
            return self.judged(value, position);
        }
        if self.is_forced(list.len(), captures) {
            depth += 1;
        } else if depth >= self.params.iir_depth && !glance.table_move.is_some() {
            depth -= 1;
        }
        let found = self.moves::<PV>(position, list, glance.table_move, window, depth, ply);
        if self.aborted {
            return 0;
        }
        let bound = if found.score >= window.beta {
            Bound::Lower
        } else if found.score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let mv = found.best.map_or(MoveCode::default(), MoveCode::of);
        let entry = Entry { mv, score: found.score, eval: glance.value, depth, bound };
        self.table.put(self.path.key(), entry, ply);
        found.score
    }

    /// Whether there are so few moves that the position costs no depth.
    #[inline(always)]
    fn is_forced(&self, moves: usize, captures: bool) -> bool {
        let Params { single_reply, few_captures, .. } = self.params;
        moves == 1 && single_reply > 0 || captures && moves as i32 <= few_captures
    }

    /// Looks at a position without searching it.
    #[inline(always)]
    fn glance(&self, position: &Position<BitsOf<R>>, known: Option<Entry>, quiet: bool) -> Glance {
        let table_move = known.map_or(MoveCode::default(), |entry| entry.mv);
        if !quiet {
            return Glance { table_move, ..Glance::default() };
        }
        let stored = known.and_then(|entry| entry.eval);
        let value = stored.unwrap_or_else(|| self.evaluator.value(position));
        Glance {
            table_move,
            value: Some(value),
            threatened: self.can_capture(position, position.turn.other()),
        }
    }

    /// The value of a quiet position that is so far above beta that a shallow search will not bring
    /// it down: never if the other side threatens to capture.
    #[inline(always)]
    fn futile(&self, glance: &Glance, beta: i32, depth: i32) -> Option<i32> {
        let value = glance.value.map(|value| self.faded(value));
        let far = |value: &i32| value - self.params.futility_margin * depth >= beta;
        let shallow = depth <= self.params.futility_depth && !glance.threatened;
        value.filter(far).filter(|_| shallow && !is_proven(beta))
    }

    /// Searches the moves, best first, until one refutes the position.
    #[inline(always)]
    fn moves<const PV: bool>(
        &mut self,
        position: &Position<BitsOf<R>>,
        list: &mut MoveList<BitsOf<R>>,
        table_move: MoveCode,
        mut window: Window,
        depth: i32,
        ply: usize,
    ) -> Found<BitsOf<R>> {
        let (side, killers) = (position.turn, &self.killers[ply]);
        let mut ordered =
            Ordered::new(list, side, position.kings, table_move, killers, &self.history);
        let mut found = Found { score: -INFINITE, best: None };
        let mut number = 0;
        while let Some(mv) = ordered.pick() {
            let next = self.play(position, mv);
            // Below the last full ply nobody asks for keys, repetition or counts.
            let inner = depth > 1;
            if inner {
                self.path.push(self.rules, position, mv, &next);
                self.table.prefetch(self.path.key());
            }
            let reduction = self.reduction::<PV>(position, mv, depth, number);
            let score = self.child::<PV>(&next, window, depth, ply, number == 0, reduction);
            if inner {
                self.path.pop();
            }
            self.evaluator.undone();
            if self.aborted {
                return found;
            }
            number += 1;
            if score > found.score {
                found.score = score;
                if score > window.alpha {
                    found.best = Some(mv);
                    if PV {
                        self.pv.set(ply, mv);
                    }
                    if score >= window.beta {
                        self.refuted_by(mv, ordered.tried(), position, depth, ply);
                        break;
                    }
                    window.alpha = score;
                }
            }
        }
        found
    }

    /// The score of the position after a move, seen from before it: the first move with the whole
    /// window, the others with a null window and again if they turn out better than expected.
    #[inline(always)]
    pub(super) fn child<const PV: bool>(
        &mut self,
        next: &Position<BitsOf<R>>,
        window: Window,
        depth: i32,
        ply: usize,
        first: bool,
        reduction: i32,
    ) -> i32 {
        if first {
            return -self.node::<PV>(next, window.turned(), depth - 1, ply + 1);
        }
        if PV {
            // What stands there is the line of another move, and a closed window leaves it at that.
            self.pv.clear(ply + 1);
        }
        let null = window.null().turned();
        let mut score = -self.node::<false>(next, null, depth - 1 - reduction, ply + 1);
        if reduction > 0 && score > window.alpha {
            score = -self.node::<false>(next, null, depth - 1, ply + 1);
        }
        if PV && score > window.alpha && window.is_open() {
            score = -self.node::<true>(next, window.turned(), depth - 1, ply + 1);
        }
        score
    }

    /// By how many plies a move is searched less at first: late quiet moves that have not shone.
    #[inline(always)]
    pub(super) fn reduction<const PV: bool>(
        &self,
        position: &Position<BitsOf<R>>,
        mv: Move<BitsOf<R>>,
        depth: i32,
        number: usize,
    ) -> i32 {
        let Params { lmr_depth, lmr_move, lmr_base, lmr_factor, lmr_history, .. } = self.params;
        if depth < lmr_depth || (number as i32) < lmr_move || mv.is_capture() || mv.promotes {
            return 0;
        }
        let logs = LOGS[(depth as usize).min(63)] * LOGS[number.min(63)];
        let shine = self.history.get(position.turn, mv) * 100 / lmr_history;
        let hundredths = lmr_base + (logs * lmr_factor) / 10_000 - shine - 100 * i32::from(PV);
        (hundredths / 100).clamp(0, depth - 1)
    }

    /// Remembers a quiet move that refuted a position, and which ones did not.
    #[inline(always)]
    fn refuted_by(
        &mut self,
        mv: Move<BitsOf<R>>,
        tried: &[Move<BitsOf<R>>],
        position: &Position<BitsOf<R>>,
        depth: i32,
        ply: usize,
    ) {
        if mv.is_capture() {
            return;
        }
        let killers = &mut self.killers[ply];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
        for other in &tried[..tried.len() - 1] {
            self.history.learn(position.turn, *other, depth, false);
        }
        self.history.learn(position.turn, mv, depth, true);
    }
}

/// The score that the table settles the node with, if it does.
#[inline(always)]
fn cutoff(entry: &Entry, window: Window, depth: i32) -> Option<i32> {
    let settles = entry.depth >= depth
        && match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= window.beta,
            Bound::Upper => entry.score <= window.alpha,
        };
    settles.then_some(entry.score)
}

/// Natural logarithms in hundredths, by summing ln(n / (n - 1)) = 2 artanh(1 / (2n - 1)).
const LOGS: [i32; 64] = {
    let mut logs = [0; 64];
    let (mut sum, mut n) = (0.0, 2);
    while n < 64 {
        let z = 1.0 / (2.0 * n as f64 - 1.0);
        sum += 2.0 * (z + z * z * z / 3.0 + z * z * z * z * z / 5.0);
        logs[n] = (sum * 100.0) as i32;
        n += 1;
    }
    logs
};
