//! Whether a game that a file describes can be played at all.
//!
//! Only what cannot be played, or would break the engine, is a fault. A column that has no effect
//! beside the others (where a short king lands) is none: single overrides must stay possible in
//! any order.

use crate::board::Dir;
use crate::notation::SquareNames;
use crate::rules::draws::{By, Count, DrawRule, MAX_COUNTS};
use crate::rules::ruleset::Key;
use crate::rules::{Game, GameEnd, Variant, validity, variants};
use std::sync::Arc;

/// Faults with the keys they concern.
type Found = Vec<(&'static [&'static str], String)>;

/// Whether the rows of men fit the board.
pub(super) fn rows(variant: &Variant) -> Option<String> {
    if variant.start.is_some() {
        return None;
    }
    let (rows, back) = (u16::from(variant.rows), u16::from(variant.back_rows));
    let ranks = u16::from(variant.layout.ranks());
    (2 * (rows + back) > ranks).then(|| {
        format!(
            "rows: {rows} rows of men with {back} empty rows behind them on each side do not fit \
             on the {ranks} rows of the board"
        )
    })
}

/// Everything else that would keep the game from being played.
pub(super) fn check(variant: &Variant) -> Found {
    let mut found = Found::new();
    directions(variant, &mut found);
    majority(variant, &mut found);
    draw_rules(&variant.draws, &mut found);
    start(variant, &mut found);
    found
}

fn directions(variant: &Variant, found: &mut Found) {
    let rules = &variant.rules;
    let diagonal = variant.layout.is_diagonal();
    let forward: &[Dir] = if diagonal { &[Dir::NW, Dir::NE] } else { &[Dir::N, Dir::NW, Dir::NE] };
    if !forward.iter().any(|&dir| rules.man_moves.has(dir)) {
        let names = if diagonal { "NW or NE" } else { "N, NW or NE" };
        found.push((
            &["man-moves", "board"],
            format!("man-moves: a man must be able to move forward ({names}) on this board"),
        ));
    }
    let sets = [
        (&["man-takes"] as &[_], rules.man_takes, "man-takes: a man must be able to take"),
        (&["king-moves"], rules.king_moves, "king-moves: a king must be able to move"),
        (&["king-takes"], rules.king_takes, "king-takes: a king must be able to take"),
    ];
    for (keys, set, message) in sets {
        if set.iter().next().is_none() {
            found.push((keys, format!("{message} in at least one direction")));
        }
    }
}

fn majority(variant: &Variant, found: &mut Found) {
    let keys: Vec<Key> = variant.rules.priority.keys().collect();
    for (place, key) in keys.iter().enumerate() {
        if keys[..place].contains(key) {
            found.push((&["majority"], "majority: a key stands there twice".to_owned()));
        }
    }
}

fn draw_rules(rules: &[DrawRule], found: &mut Found) {
    let counts: Vec<&Count> = rules
        .iter()
        .filter_map(|rule| match rule {
            DrawRule::Count(count) => Some(count),
            DrawRule::Repetition { .. } => None,
        })
        .collect();
    if counts.len() > MAX_COUNTS {
        found.push((&["draws"], format!("draws: no more than {MAX_COUNTS} counts can be kept")));
    }
    if rules.len() - counts.len() > 1 {
        found.push((&["draws"], "draws: repetition stands there twice".to_owned()));
    }
    for count in counts {
        let balance = &count.balance;
        if count.by == By::Stronger && !(balance.lone_king && balance.other.0 > 1) {
            let message = "draws: moves of the stronger side can be counted only against a \
                           lone king, with other of 2 or more";
            found.push((&["draws"], message.to_owned()));
        }
    }
}

fn start(variant: &Variant, found: &mut Found) {
    const KEYS: &[&str] = &["start", "rows", "board", "first", "aim", "draws"];
    let setup = variant.start();
    if let Err(faults) = validity::check(variant, &setup) {
        let names = SquareNames::of(variant);
        let texts = faults.iter().map(|fault| fault.text(|square| names.name(square)));
        let texts: Vec<String> = texts.collect();
        found.push((KEYS, format!("start: impossible position: {}", texts.join("; "))));
        return;
    }
    if !found.is_empty() {
        return;
    }
    let message = match Game::new(Arc::new(variant.clone())).end() {
        None => return,
        Some(GameEnd::Win { .. }) => "start: the game is over before the first move",
        Some(GameEnd::Draw { .. }) => "draws: the start position is drawn already",
    };
    found.push((KEYS, message.to_owned()));
}

/// Whether the name may stand for this game.
pub(super) fn name(variant: &Variant) -> Option<String> {
    let row = variants::find(&variant.name)?;
    let same = Variant { title: row.title.clone(), ..variant.clone() };
    (same != *row).then(|| {
        format!(
            "name: \"{}\" is a built-in game with other rules; give this one a name of its own",
            variant.name
        )
    })
}
