//! Counts in every way they can be run: shares, tables, threads, conventions, and counts that are
//! stopped.

mod common;

use common::variant;
use crownhead::notation::fen;
use crownhead::rules::perft::{Count, Counting, Perft, Settings, Shard, Watch};
use crownhead::rules::{Setup, Variant};
use std::sync::atomic::AtomicBool;

fn count(variant: &Variant, setup: &Setup, depth: u32, settings: &Settings) -> Count {
    let never = AtomicBool::new(false);
    let count =
        Perft::new(variant, *settings).expect("memory").count(setup, depth, &Watch::new(&never));
    assert!(count.complete);
    count
}

/// Positions with few and with many root moves, men and kings, and none to move.
const POSITIONS: [(&str, &str); 9] = [
    ("international", "start"),
    ("international", "W:WK46:BK4"),
    ("international", "B:W50:B"),
    ("english", "start"),
    ("russian", "W:Wc3,Kg1:Bd6,f6,h8"),
    ("frisian", "start"),
    ("canadian", "start"),
    ("turkish", "start"),
    ("breakthrough", "W:W8,38,39:B12,13,14"),
];

fn positions() -> impl Iterator<Item = (&'static Variant, Setup)> {
    POSITIONS.iter().map(|&(name, position)| {
        let variant = variant(name);
        let parse = |text| fen::parse(variant, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        (variant, if position == "start" { variant.start() } else { parse(position) })
    })
}

#[test]
fn shares_add_up() {
    for (variant, setup) in positions() {
        for depth in 0..=4 {
            let whole = count(variant, &setup, depth, &Settings::default());
            // More shares than the root has descendants, too.
            for of in [1, 2, 3, 7, 100, 2000] {
                if of == 2000 && depth > 2 {
                    continue;
                }
                let mut nodes = 0;
                let mut divide: Vec<u64> = vec![0; whole.divide.len()];
                for number in 1..=of {
                    let shard = Shard::new(number, of).ok();
                    let part =
                        count(variant, &setup, depth, &Settings { shard, ..Settings::default() });
                    nodes += part.nodes;
                    divide.iter_mut().zip(&part.divide).for_each(|(sum, (_, more))| *sum += more);
                }
                assert_eq!(nodes, whole.nodes, "{} depth {depth} in {of}", variant.name);
                assert!(divide.iter().eq(whole.divide.iter().map(|(_, nodes)| nodes)));
            }
        }
    }
}

#[test]
fn a_share_is_the_same_whatever_counts_it() {
    for (variant, setup) in positions() {
        for counting in Counting::ALL {
            for shard in [Shard::new(1, 3), Shard::new(3, 3)] {
                let plain = Settings {
                    counting,
                    shard: Some(shard.expect("a share")),
                    ..Settings::default()
                };
                let other = Settings { threads: 3, hash_mb: 1, ..plain };
                let (plain, other) =
                    (count(variant, &setup, 5, &plain), count(variant, &setup, 5, &other));
                assert_eq!(plain.divide, other.divide, "{} {counting:?}", variant.name);
            }
        }
    }
}

#[test]
fn shares_are_balanced() {
    for (name, depth) in [("international", 7), ("english", 8), ("turkish", 6)] {
        let variant = variant(name);
        let mean = variant.perft(&variant.start(), depth) / 8;
        for number in 1..=8 {
            let shard = Shard::new(number, 8).ok();
            let part =
                count(variant, &variant.start(), depth, &Settings { shard, ..Settings::default() });
            let bounds = mean / 2..=mean * 2;
            assert!(bounds.contains(&part.nodes), "{name} {number}/8: {} of {mean}", part.nodes);
        }
    }
}

/// Without a table every node is walked; with one, fewer are, and the count is the same. A table
/// that is far too small loses entries all the time.
#[test]
fn a_table_saves_work_and_changes_no_count() {
    for counting in [Counting::Distinct, Counting::Orders] {
        for name in ["international", "frisian", "canadian", "turkish", "poddavki"] {
            let variant = variant(name);
            let plain = Settings { counting, ..Settings::default() };
            let depth = if counting == Counting::Distinct { 7 } else { 6 };
            let whole = count(variant, &variant.start(), depth, &plain);
            assert_eq!(whole.walked, whole.nodes, "{name} {counting:?}");
            for hash_mb in [1, 16] {
                for threads in [1, 2] {
                    let settings = Settings { hash_mb, threads, ..plain };
                    let known = count(variant, &variant.start(), depth, &settings);
                    assert_eq!(known.divide, whole.divide, "{name} {counting:?} {settings:?}");
                    assert!(known.walked < whole.walked, "{name} {counting:?} {settings:?}");
                }
            }
        }
    }
}

#[test]
fn a_table_that_no_machine_has_is_refused() {
    let variant = variant("english");
    let settings = Settings { hash_mb: usize::MAX >> 20, ..Settings::default() };
    let refused = Perft::new(variant, settings);
    assert!(refused.is_err_and(|no| no.to_string().contains("no memory")));
}

#[test]
fn a_count_that_is_stopped_holds_whole_subtrees_and_says_so() {
    let variant = variant("international");
    let stop = AtomicBool::new(false);
    let watch = Watch::new(&stop);
    let settings = Settings { threads: 2, ..Settings::default() };
    let perft = Perft::new(variant, settings).expect("no table");
    let stopped = std::thread::scope(|scope| {
        scope.spawn(|| {
            while watch.progress().subtrees_done < 2 {
                std::thread::yield_now();
            }
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        perft.count(&variant.start(), 12, &watch)
    });
    let progress = watch.progress();
    assert!(!stopped.complete);
    assert!((2..progress.subtrees).contains(&progress.subtrees_done), "{progress:?}");
    assert!(progress.part > 0.0 && progress.part < 1.0, "{progress:?}");
    assert_eq!(stopped.nodes, progress.nodes);
    assert_eq!(stopped.nodes, stopped.divide.iter().map(|(_, nodes)| nodes).sum::<u64>());
    assert!(stopped.nodes > 0);
}

#[test]
fn a_count_that_is_stopped_before_it_begins_is_empty() {
    let variant = variant("turkish");
    let stop = AtomicBool::new(true);
    let settings = Settings { hash_mb: 1, ..Settings::default() };
    let perft = Perft::new(variant, settings).expect("memory");
    for depth in [1, 5, 9] {
        let count = perft.count(&variant.start(), depth, &Watch::new(&stop));
        assert_eq!((count.nodes, count.complete), (0, false), "depth {depth}");
    }
}
