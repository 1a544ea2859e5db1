//! The opening sets of `data/openings`, and the command that makes them.

use crownhead::arena::opening::{self, Opening};
use crownhead::rules::Variant;
use crownhead::rules::variants::{self, VARIANTS};
use std::collections::HashSet;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

fn read(variant: &Arc<Variant>, file: &str) -> (String, Vec<Opening>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/openings").join(file);
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let openings = opening::read(variant, &text).unwrap_or_else(|error| panic!("{file}: {error}"));
    (text, openings)
}

#[test]
fn every_variant_has_a_balanced_and_an_unbalanced_set() {
    for row in &VARIANTS {
        let variant = Arc::new(row.clone());
        for kind in ["balanced", "unbalanced"] {
            let file = format!("{}.{kind}.fen", row.name);
            let (text, openings) = read(&variant, &file);
            assert!((60..=200).contains(&openings.len()), "{file}: {}", openings.len());
            let places: HashSet<_> = openings.iter().map(|opening| opening.start).collect();
            assert_eq!(places.len(), openings.len(), "{file}");
            let how = text.lines().nth(1).expect("a second line");
            assert!(how.starts_with("# crownhead openings --variant"), "{file}: {how}");
            for opening in &openings {
                let legal = opening.game(&variant).legal();
                assert!(legal.iter().all(|play| play.captured.is_empty()), "{file}: {opening:?}");
            }
        }
    }
}

#[test]
fn the_deck_has_156_ballots() {
    let english = Arc::new(variants::find("english").expect("a variant").clone());
    let (_, ballots) = read(&english, "english.ballots.pdn");
    assert_eq!(ballots.len(), 156);
    let places: HashSet<_> = ballots.iter().map(|ballot| *ballot.game(&english).setup()).collect();
    assert_eq!(places.len(), 156);
    assert!(ballots.iter().all(|ballot| ballot.plays.len() == 3));
}

fn make(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    command.arg("openings").args(args).output().expect("the program runs")
}

#[test]
fn a_set_is_made_again_by_its_own_second_line() {
    let args = "--variant brazilian --count 5 --plies 4 --score 0..40 --nodes 300 --seed 3 --games 2 \
                --points 50..75 --move-nodes 20";
    let first = make(&args.split_whitespace().collect::<Vec<_>>());
    assert!(first.status.success());
    let text = String::from_utf8(first.stdout).expect("text");
    let how = text.lines().nth(1).and_then(|line| line.strip_prefix("# crownhead openings "));
    let again = make(&how.expect("a command").split_whitespace().collect::<Vec<_>>());
    assert_eq!(text, String::from_utf8(again.stdout).expect("text"));
    let brazilian = Arc::new(variants::find("brazilian").expect("a variant").clone());
    assert_eq!(opening::read(&brazilian, &text).expect("openings").len(), 5);
}

#[test]
fn what_is_not_there_is_not_looked_for_for_ever() {
    // Seven first moves, all of them level.
    let set = make(&["--variant", "english", "--plies", "1", "--nodes", "100", "--count", "50"]);
    assert!(set.status.success());
    assert!(String::from_utf8_lossy(&set.stderr).contains("only 7 of 50"));
    for wrong in [
        ["--score", "30..0"],
        ["--score", "x"],
        ["--points", "20..60"],
        ["--count", "0"],
        ["--variant", "chess"],
    ] {
        let output = make(&wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}
