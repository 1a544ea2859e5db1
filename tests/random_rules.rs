//! Random rule files: each is refused with a reason, or is played, and then the generator agrees at
//! every ply with a slow referee that knows the rules in words only, squares as columns and rows.
//! FEN and keys are held against the positions met.

mod common;
mod referee;

use crownhead::board::{Board, Square, SquareSet};
use crownhead::notation::fen;
use crownhead::rule_file;
use crownhead::rules::validity::Fault;
use crownhead::rules::{Color, KingWalk, Play, Position, Rules, Setup, Variant, Visitor, validity};
use referee::Referee;
use std::collections::{HashMap, HashSet};

/// How many files, games a file and plies a game.
const FILES: u64 = if cfg!(debug_assertions) { 150 } else { 1000 };
const GAMES: u64 = if cfg!(debug_assertions) { 10 } else { 50 };
const PLIES: usize = if cfg!(debug_assertions) { 10 } else { 40 };
/// One position in so many has its leaves counted as well.
const COUNTED: u64 = 8;

/// A small generator of numbers, so that failures repeat themselves.
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn roll(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % below as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())]
    }
}

/// A key with what writes a random value for it.
type Write = (&'static str, Box<dyn Fn(&mut Dice) -> String>);

/// A random file: some keys, most of them with values that exist.
fn random_file(dice: &mut Dice) -> String {
    let directions = |dice: &mut Dice| match dice.roll(8) {
        0 => "\"forward-diagonal\"".to_owned(),
        1 => "\"all\"".to_owned(),
        2 => "\"straight\"".to_owned(),
        3 | 4 => "\"diagonal\"".to_owned(),
        5 => "\"forward-half\"".to_owned(),
        _ => {
            let all = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
            let some: Vec<String> =
                all.iter().filter(|_| dice.roll(3) > 0).map(|dir| format!("{dir:?}")).collect();
            format!("[{}]", some.join(", "))
        }
    };
    let majority = |dice: &mut Dice| {
        let all = ["pieces", "with-king", "kings", "king-first", "value"];
        let keys: Vec<String> =
            (0..dice.roll(5)).map(|_| format!("{:?}", dice.pick(&all))).collect();
        format!("[{}]", keys.join(", "))
    };
    let word = |dice: &mut Dice, words: &[&str]| format!("{:?}", dice.pick(words));
    let bases = ["international", "english", "russian", "turkish", "thai", "frisian", "armenian"];
    let keys: Vec<Write> = vec![
        (
            "board",
            Box::new(move |dice| word(dice, &["8x8", "10x8", "10x10", "12x12", "8x8-orthogonal"])),
        ),
        ("corner", Box::new(move |dice| word(dice, &["dark-left", "dark-right"]))),
        ("rows", Box::new(|dice| dice.roll(5).to_string())),
        ("back-rows", Box::new(|dice| dice.roll(3).to_string())),
        ("first", Box::new(move |dice| word(dice, &["white", "black"]))),
        ("aim", Box::new(move |dice| word(dice, &["normal", "giveaway", "first-king"]))),
        ("man-moves", Box::new(directions)),
        ("man-takes", Box::new(directions)),
        ("king-moves", Box::new(directions)),
        ("king-takes", Box::new(directions)),
        ("king-range", Box::new(move |dice| word(dice, &["short", "flying"]))),
        ("landing", Box::new(move |dice| word(dice, &["any", "directly-behind", "killer"]))),
        ("removal", Box::new(move |dice| word(dice, &["end-of-move", "at-once"]))),
        ("reversal", Box::new(|dice| (dice.roll(2) > 0).to_string())),
        (
            "far-row",
            Box::new(move |dice| {
                word(dice, &["goes-on-as-man", "goes-on-as-king", "stops", "turns-back"])
            }),
        ),
        ("majority", Box::new(majority)),
        ("man-takes-king", Box::new(|dice| (dice.roll(2) > 0).to_string())),
        ("king-walk-limit", Box::new(|dice| dice.roll(4).to_string())),
        ("draws", Box::new(move |dice| word(dice, &["none", "russian", "english"]))),
    ];
    let mut text = format!("base = {:?}\n", dice.pick(&bases));
    for (name, value) in &keys {
        if dice.roll(3) > 0 {
            text.extend([*name, " = ", &value(dice), "\n"]);
        }
    }
    if dice.roll(2) > 0 {
        let squares = word(dice, &["numbers", "letters"]);
        let corners = ["bottom-left", "bottom-right", "top-left", "top-right"];
        let (first, a1) = (word(dice, &corners), word(dice, &corners[..2]));
        let table = format!("[notation]\nsquares = {squares}\nfirst-square = {first}\na1 = {a1}\n");
        text.push_str(&table);
    }
    text
}

/// A random position, mostly with up to a dozen pieces, so that games have kings and captures; now
/// and then a crowd.
fn random_setup(variant: &Variant, dice: &mut Dice) -> Setup {
    let mut setup = Setup {
        turn: dice.pick(&Color::BOTH),
        white: SquareSet::EMPTY,
        black: SquareSet::EMPTY,
        kings: SquareSet::EMPTY,
        walks: [KingWalk::default(); 2],
    };
    let kings_of_ten = if variant.rules.king_ends { 0 } else { dice.roll(6) };
    let squares = usize::from(variant.layout.squares());
    let crowd = dice.roll(12) == 0;
    for _ in 0..2 + dice.roll(if crowd { squares } else { 11 }) {
        let square = Square(dice.roll(squares) as u8);
        let color = if crowd && dice.roll(4) > 0 { setup.turn } else { dice.pick(&Color::BOTH) };
        let king = dice.roll(10) < kings_of_ten;
        let late = !king && variant.far_row(color).contains(square);
        if setup.piece(square).is_none() && !late {
            setup.pieces_mut(color).insert(square);
            if king {
                setup.kings.insert(square);
            }
        }
    }
    setup
}

/// The key of a position, by the rules as a run-time value, and that of the position reached by
/// playing, which must be the same.
struct Keys<'a> {
    setup: &'a Setup,
    before: &'a Setup,
    play: &'a Play,
}

impl Visitor for Keys<'_> {
    type Out = [u64; 2];
    fn visit<R: Rules>(self, rules: R) -> [u64; 2] {
        let layout = R::Board::LAYOUT;
        let before: Position<crownhead::rules::BitsOf<R>> =
            Position::from_setup(self.before, layout);
        let mv = crownhead::rules::Move::from_play(self.play, layout);
        let after = before.play(rules, mv);
        [Position::<crownhead::rules::BitsOf<R>>::from_setup(self.setup, layout).key(), after.key()]
    }
}

/// A FEN says which king has moved only where one can have; the rest must come back as it was.
fn check_fen(variant: &Variant, setup: &Setup) {
    let text = fen::write(variant, setup);
    let read = fen::parse(variant, &text).unwrap_or_else(|why| panic!("{text}: {why}"));
    let bare = |setup: &Setup| Setup { walks: [KingWalk::default(); 2], ..*setup };
    assert_eq!(bare(&read), bare(setup), "{text}");
}

/// Leaves are counted by ways of their own; they must find what the referee finds, unless that is
/// too much for it.
fn check_perft(variant: &Variant, setup: &Setup, legal: &[Play]) {
    let mut two = 0;
    for play in legal {
        let after = variant.after(setup, play);
        let Some(replies) = Referee::new(variant, &after).legal() else { return };
        two += replies.len() as u64;
    }
    let found = [variant.perft(setup, 1), variant.perft(setup, 2)];
    assert_eq!(
        found,
        [legal.len() as u64, two],
        "{}\n{}",
        fen::write(variant, setup),
        rule_file::write(variant)
    );
}

#[derive(Default)]
struct Tally {
    refused: u64,
    played: u64,
    positions: u64,
    skipped: u64,
}

/// Plays one game at random, holding the generator against the referee.
fn play_game(
    variant: &Variant,
    start: Setup,
    dice: &mut Dice,
    keys: &mut HashMap<u64, Setup>,
    tally: &mut Tally,
) {
    let mut setup = start;
    for _ in 0..PLIES {
        match validity::check(variant, &setup) {
            Ok(()) => {}
            Err(faults) => {
                let crowd = |fault: &Fault| matches!(fault, Fault::TooManyCaptures(_));
                assert!(faults.iter().all(crowd), "{faults:?}");
                tally.skipped += 1;
                return;
            }
        }
        check_fen(variant, &setup);
        let referee = Referee::new(variant, &setup);
        let Some(expected) = referee.legal() else {
            tally.skipped += 1;
            return;
        };
        let legal = variant.legal(&setup);
        let found: HashSet<Play> = legal.iter().copied().collect();
        assert_eq!(found.len(), legal.len(), "a move twice: {}", fen::write(variant, &setup));
        assert_eq!(
            found,
            expected,
            "{}\n{}",
            fen::write(variant, &setup),
            rule_file::write(variant)
        );
        tally.positions += 1;
        if tally.positions.is_multiple_of(COUNTED) {
            check_perft(variant, &setup, &legal);
        }
        if legal.is_empty() {
            return;
        }
        let play = dice.pick(&legal);
        let after = variant.after(&setup, &play);
        assert_eq!(after, referee.after(&play), "{}", fen::write(variant, &setup));
        let [afresh, played] =
            variant.visit_as_custom(Keys { setup: &after, before: &setup, play: &play });
        assert_eq!(afresh, played, "equal positions have equal keys");
        let known = keys.entry(afresh).or_insert(after);
        assert_eq!(*known, after, "unequal positions have unequal keys");
        setup = after;
    }
}

/// Reads one random file, and plays it if it makes a game.
fn try_file(seed: u64, tally: &mut Tally) {
    let dice = &mut Dice::new(seed);
    let text = random_file(dice);
    let variant = match rule_file::read(&text) {
        Ok(variant) => variant,
        Err(faults) => {
            assert!(faults.0.iter().all(|fault| fault.line > 0 && !fault.message.is_empty()));
            tally.refused += 1;
            return;
        }
    };
    let written = rule_file::write(&variant);
    assert_eq!(rule_file::read(&written), Ok(variant.clone()), "{written}");
    tally.played += 1;
    let mut keys = HashMap::new();
    for number in 0..GAMES {
        let start = if number % 5 == 0 { variant.start() } else { random_setup(&variant, dice) };
        play_game(&variant, start, dice, &mut keys, tally);
    }
}

#[test]
fn random_rules_are_refused_or_played_as_they_say() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let workers: Vec<_> = (1..=threads)
            .map(|first| {
                scope.spawn(move || {
                    let mut tally = Tally::default();
                    (first..=FILES)
                        .step_by(threads as usize)
                        .for_each(|seed| try_file(seed, &mut tally));
                    tally
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().expect("no fault")).collect()
    });
    let sum = |field: fn(&Tally) -> u64| tallies.iter().map(field).sum::<u64>();
    let (refused, played) = (sum(|tally| tally.refused), sum(|tally| tally.played));
    let (positions, skipped) = (sum(|tally| tally.positions), sum(|tally| tally.skipped));
    assert!(played * 4 > FILES && refused * 10 > FILES, "{played} played, {refused} refused");
    assert!(positions > 10 * FILES && skipped * 50 < positions, "{positions}, {skipped} skipped");
}
