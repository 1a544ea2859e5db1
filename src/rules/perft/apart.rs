//! Counts that tell ways round apart: a question for comparing with published tables, so clarity
//! comes before speed. Each different move is followed once and counts as often as it can be made.

use super::table::Table;
use super::tree::STOP_DEPTH;
use super::{Counting, Nodes};
use crate::board::Board;
use crate::rules::generate::{self, generate};
use crate::rules::list::MoveList;
use crate::rules::position::{self, Move, Position};
use crate::rules::ruleset::{BitsOf, Rules};
use crate::rules::setup::{Play, Setup};
use crate::rules::variant::{Variant, Visitor};
use std::sync::atomic::{AtomicBool, Ordering};

/// The legal moves of a position, each with the number of times that it counts.
pub(super) fn moves(variant: &Variant, setup: &Setup, counting: Counting) -> Vec<(Play, u64)> {
    struct Moves<'a>(&'a Setup, Counting);
    impl Visitor for Moves<'_> {
        type Out = Vec<(Play, u64)>;
        fn visit<R: Rules>(self, rules: R) -> Vec<(Play, u64)> {
            weighted(rules, &position::of_setup::<R>(self.0), self.1)
                .into_iter()
                .map(|(mv, times)| (mv.to_play(R::Board::LAYOUT), times))
                .collect()
        }
    }
    variant.visit_cold(Moves(setup, counting))
}

fn weighted<R: Rules>(
    rules: R,
    position: &Position<BitsOf<R>>,
    counting: Counting,
) -> Vec<(Move<BitsOf<R>>, u64)> {
    let mut list = MoveList::new();
    generate(rules, position, &mut list);
    let mut moves: Vec<_> = list.iter().map(|mv| (*mv, 1)).collect();
    if counting == Counting::Distinct || !list.first().is_some_and(Move::is_capture) {
        return moves;
    }
    let ways: Vec<Move<BitsOf<R>>> = match counting {
        Counting::Routes => {
            generate::routes(rules, position).into_iter().map(|(mv, _)| mv).collect()
        }
        _ => generate::captures_told_apart(rules, position).to_vec(),
    };
    for (mv, times) in &mut moves {
        *times = ways.iter().filter(|way| *way == mv).count() as u64;
    }
    moves
}

/// What one thread needs to count.
pub(super) struct Counter<'a, R> {
    rules: R,
    counting: Counting,
    table: Option<&'a Table>,
    stop: &'a AtomicBool,
}

impl<'a, R: Rules> Counter<'a, R> {
    pub(super) fn new(
        rules: R,
        counting: Counting,
        table: Option<&'a Table>,
        stop: &'a AtomicBool,
    ) -> Self {
        Counter { rules, counting, table, stop }
    }

    /// The number of move sequences of `depth` plies; what it is worth is void once `stop` is set.
    pub(super) fn nodes(&self, position: &Position<BitsOf<R>>, depth: u32) -> Nodes {
        if depth == 0 {
            return Nodes { all: 1, walked: 1 };
        }
        if depth >= STOP_DEPTH && self.stop.load(Ordering::Relaxed) {
            return Nodes::default();
        }
        if let Some(known) = self.table.and_then(|table| table.get(position, depth)) {
            return Nodes { all: known, walked: 0 };
        }
        let mut nodes = Nodes::default();
        for (mv, times) in weighted(self.rules, position, self.counting) {
            let below = self.nodes(&position.play(self.rules, mv), depth - 1);
            nodes.all = nodes.all.saturating_add(times.saturating_mul(below.all));
            nodes.walked = nodes.walked.saturating_add(times.saturating_mul(below.walked));
        }
        if let Some(table) = self.table
            && !self.stop.load(Ordering::Relaxed)
        {
            table.put(position, depth, nodes.all);
        }
        nodes
    }
}
