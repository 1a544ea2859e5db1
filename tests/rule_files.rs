//! Rule files: every row of the table written out and read back, every single rule held against the
//! vectors, and every kind of fault named with its line.

mod common;

use common::{lines, text, variants_with_vectors};
use crownhead::board::Square;
use crownhead::notation::fen;
use crownhead::rule_file::{self, with_setting, with_settings};
use crownhead::rules::variants::VARIANTS;
use crownhead::rules::{Color, Play, Setup, Variant};
use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, Instant};

/// Debug builds walk a smaller part of the suites; a release run walks them whole.
const NODES: u64 = if cfg!(debug_assertions) { 30_000 } else { u64::MAX };

fn setup(variant: &Variant, fen_text: &str) -> Setup {
    fen::parse(variant, fen_text).unwrap_or_else(|why| panic!("{fen_text}: {why}"))
}

fn legal(variant: &Variant, setup: &Setup) -> HashSet<Play> {
    variant.legal(setup).into_iter().collect()
}

#[test]
fn rows_written_out_are_read_back_as_they_were() {
    for row in &VARIANTS {
        let written = rule_file::write(row);
        let read = rule_file::read(&written).unwrap_or_else(|why| panic!("{}: {why}", row.name));
        assert_eq!(&read, row);
        assert_eq!(rule_file::write(&read), written);
    }
}

#[test]
fn rows_read_from_files_count_the_same_as_custom_rules() {
    for (row, file) in variants_with_vectors(".jsonl") {
        let variant = rule_file::read(&rule_file::write(row)).expect("a row");
        for line in lines(&file) {
            let nodes = line["nodes"].as_u64().expect("nodes");
            if nodes > NODES {
                continue;
            }
            let setup = setup(&variant, text(&line, "fen"));
            let depth = line["depth"].as_u64().expect("depth") as u32;
            assert_eq!(variant.perft_as_custom(&setup, depth), nodes, "{} {line}", row.name);
        }
    }
}

/// What the vectors call a wrong rule, as an override of the right ones.
fn wrong(variant: &Variant, name: &str) -> Option<String> {
    let rules = &variant.rules;
    let setting = match name {
        "short king" => "king-range=short",
        "flying king" => "king-range=flying",
        "landing AnyBehind" => "landing=any",
        "landing DirectlyBehind" => "landing=directly-behind",
        "landing KillerEnd" => "landing=killer",
        "removal Immediate" => "removal=at-once",
        "removal EndOfMove" => "removal=end-of-move",
        "mid promotion GoesOnAsMan" => "far-row=goes-on-as-man",
        "mid promotion GoesOnAsKing" => "far-row=goes-on-as-king",
        "mid promotion StopsThere" => "far-row=stops",
        "priority Free" => "majority=free",
        "priority MostPieces" => "majority=pieces",
        "priority MostPiecesThenMostKings" => "majority=pieces,kings",
        "priority KingCapturesFirst" => "majority=with-king",
        "priority Italian" => "majority=pieces,with-king,kings,king-first",
        "priority FrisianValue" => "majority=value,with-king",
        "man captures Diagonal" => "man-takes=diagonal",
        "man captures Eight" => "man-takes=all",
        "man captures ForwardDiagonal" => "man-takes=forward-diagonal",
        "man captures Orthogonal" => "man-takes=straight",
        "king captures Diagonal" => "king-takes=diagonal",
        "reversal" => return Some(format!("reversal={}", !rules.reversal)),
        "man may capture king" => return Some(format!("man-takes-king={}", !rules.man_takes_king)),
        _ => return None,
    };
    Some(setting.to_owned())
}

/// The names of wrong rules that a vector tells apart.
fn told_apart(line: &serde_json::Value) -> impl Iterator<Item = &str> {
    let why = line["why"].as_str().unwrap_or("");
    why.split(';').filter_map(|part| part.trim().strip_prefix("rule:"))
}

#[test]
fn a_file_wrong_in_one_rule_fails_the_vectors_that_name_it() {
    let mut seen = BTreeMap::<String, u32>::new();
    for (row, file) in variants_with_vectors(".jsonl") {
        for line in lines(&file) {
            for name in told_apart(&line) {
                let setting =
                    wrong(row, name).unwrap_or_else(|| panic!("a rule without a key: {name}"));
                let changed = with_setting(row, &setting).expect("a game");
                let changed = rule_file::read(&rule_file::write(&changed)).expect("a file");
                let setup = setup(row, text(&line, "fen"));
                assert_ne!(legal(&changed, &setup), legal(row, &setup), "{setting}: {line}");
                *seen.entry(name.to_owned()).or_default() += 1;
            }
        }
    }
    assert!(seen.len() >= 15, "{seen:?}");
}

#[test]
fn every_key_can_be_overridden_over_every_variant() {
    let settings = [
        ("name", "my-game"),
        ("title", "a game"),
        ("first", "black"),
        ("aim", "giveaway"),
        ("aim", "first-king"),
        ("man-moves", "diagonal"),
        ("man-takes", "N,NE,NW"),
        ("king-moves", "all"),
        ("king-takes", "[\"N\", \"S\"]"),
        ("king-range", "short"),
        ("landing", "directly-behind"),
        ("removal", "at-once"),
        ("reversal", "false"),
        ("far-row", "stops"),
        ("majority", "pieces, kings"),
        ("majority", "free"),
        ("man-takes-king", "false"),
        ("king-walk-limit", "2"),
        ("rows", "1"),
        ("back-rows", "0"),
        ("board", "12x12"),
        ("corner", "dark-right"),
        ("start", "W:W21-24:B9"),
        ("draws", "none"),
        ("draws", "frisian"),
        ("draws", "[{ rule = \"repetition\", times = 5 }]"),
        ("notation.game-type", "99"),
        ("notation.squares", "numbers"),
        ("notation.first-square", "bottom-right"),
        ("notation.a1", "bottom-right"),
        ("notation.separator", ":"),
        ("notation.points", "true"),
    ];
    for row in &VARIANTS {
        for (key, value) in settings {
            // Men that step straight cannot play on a board of every second square.
            if key == "board" && !row.layout.is_diagonal() {
                continue;
            }
            let setting = format!("{key}={value}");
            let changed = with_setting(row, &setting)
                .unwrap_or_else(|why| panic!("{} {setting}: {why}", row.name));
            let read = rule_file::read(&rule_file::write(&changed)).expect("what was written");
            assert_eq!(read, changed, "{} {setting}", row.name);
            assert_eq!(changed == *row, changed.name == row.name, "{} {setting}", row.name);
        }
    }
}

#[test]
fn a_setting_is_refused_with_a_reason() {
    let cases = [
        ("aim", "key=value"),
        ("aims=giveaway", "did you mean \"aim\"?"),
        ("aim=lose", "normal, giveaway, first-king"),
        ("rows=99", "a number from 0 to 12"),
        ("rows=7", "do not fit"),
        ("reversal=perhaps", "true or false"),
        ("start=W:W99:B1", "99"),
        ("start=W:W1:B50", "impossible position"),
        ("man-moves=SE,SW", "move forward"),
        ("man-takes=up", "N, NE, E"),
        ("majority=pieces,pieces", "twice"),
        ("majority=pieces,kings,value,with-king,king-first", "four keys"),
        ("name=Mein Spiel", "a-z"),
        ("name=russian", "give this one a name of its own"),
        ("draws=never", "never"),
        ("draws=[{ rule = \"count\", moves = 0 }]", "drawn already"),
        ("notation.separator=*", "none of x, :"),
    ];
    for (setting, expected) in cases {
        let refused = with_setting(&VARIANTS[0], setting).expect_err(setting).to_string();
        assert!(refused.contains(expected), "{setting}: {refused}");
    }
}

#[test]
fn settings_build_on_each_other() {
    let settings = ["board=8x8", "rows=3", "majority=free", "far-row=goes-on-as-king"];
    let russian = common::variant("russian");
    let built = with_settings(&VARIANTS[0], &settings).expect("a game");
    assert_eq!((built.rules, built.layout, built.rows), (russian.rules, russian.layout, 3));
    assert_eq!(built.name, "custom-international");
}

#[test]
fn poddavki_is_russian_with_another_aim() {
    let built = with_setting(common::variant("russian"), "aim=giveaway").expect("a game");
    let poddavki = common::variant("poddavki");
    assert_eq!(built.rules, poddavki.rules);
    assert!(built.giveaway && poddavki.giveaway);
}

#[test]
fn all_faults_of_a_file_are_named_with_their_lines() {
    let file = r#"base = "rusian"
names = "x"
rows = "three"
king-range = "long"

[notation]
separator = "-"
seperator = "x"

[[draws]]
rule = "repetition"
time = 3

[[draws]]
rule = "count"
moves = 15
other = [3, 2]

[[draws]]
moves = 1
"#;
    let expected = [
        (1, "did you mean"),
        (2, "did you mean \"name\"?"),
        (3, "rows: expected a number from 0 to 12, found \"three\""),
        (4, "short, flying"),
        (7, "none of x, :"),
        (8, "did you mean \"notation.separator\"?"),
        (10, "needs times"),
        (12, "no field \"time\"; did you mean \"times\"?"),
        (17, "other needs lone-king"),
        (17, "runs backwards"),
        (19, "repetition or count"),
    ];
    let faults = rule_file::read(file).expect_err("a faulty file").0;
    let shown = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    assert_eq!(faults.len(), expected.len(), "{shown}");
    for (fault, (line, words)) in faults.iter().zip(expected) {
        assert!(fault.line == line && fault.message.contains(words), "{fault}\nof\n{shown}");
    }
}

/// Files whose keys are each fine and together make no game.
#[test]
fn games_that_cannot_be_played_are_refused_at_the_key_to_blame() {
    let cases = [
        ("base = \"russian\"\nrows = 5", 2, "do not fit"),
        ("base = \"russian\"\nrows = 4", 2, "over before the first move"),
        ("base = \"russian\"\n\nrows = 0", 3, "over before the first move"),
        ("base = \"turkish\"\nman-moves = [\"E\", \"W\"]", 2, "forward"),
        ("board = \"10x10\"\nman-moves = [\"N\"]", 2, "NW or NE"),
        ("king-takes = []", 1, "king must be able to take"),
        ("aim = \"first-king\"\nstart = \"W:WK40:B1\"", 2, "over before the first move"),
        ("start = \"W:W31:B1\"\nrows = 2", 1, "leave one of them out"),
        ("start = \"W:W31:B1\"\nfirst = \"black\"", 2, "says otherwise"),
        ("name = \"english\"", 1, "a name of its own"),
        ("title = \"\"", 1, "one line"),
        ("base = \"international\"\nrows = 2\nname = \"international\"", 3, "a name of its own"),
    ];
    for (file, line, words) in cases {
        let faults = rule_file::read(file).expect_err(file).0;
        let found = faults.iter().any(|fault| fault.line == line && fault.message.contains(words));
        assert!(found, "{file}: {faults:?}");
    }
    let count = "\n[[draws]]\nrule = \"count\"\nmoves = 10\n";
    for (file, words) in [
        (count.repeat(7), "no more than 6 counts"),
        (
            "\n[[draws]]\nrule = \"repetition\"\ntimes = 3\n".repeat(2),
            "repetition stands there twice",
        ),
        (format!("{count}by = \"stronger\"\n"), "only against a lone king"),
    ] {
        let refused = rule_file::read(&file).expect_err(&file).to_string();
        assert!(refused.contains("line 2") && refused.contains(words), "{refused}");
    }
}

#[test]
fn no_text_breaks_the_reader() {
    let long = "a".repeat(rule_file::LONGEST + 1);
    let deep = format!("draws = {}", "[".repeat(20_000));
    let texts = [
        "=",
        "[",
        "[[draws]",
        "base = ",
        "\u{0}",
        "draws = 1",
        "notation = 3",
        "base = [1]",
        "rows = 99999999999999999999999",
        "rows = -1",
        "rows = 0x3",
        "rows = 1.5",
        "\u{feff}rows",
        "draws = [1, \"x\"]",
        "name = \"\u{1F600}\"",
        "start = \"\"",
        "a.b.c = 1",
        "rows.x = 1",
        &long,
        &deep,
    ];
    for text in texts {
        if let Err(faults) = rule_file::read(text) {
            assert!(!faults.0.is_empty());
        }
    }
    assert!(rule_file::read("").is_ok(), "nothing differs from the base");
}

/// The readings of other sources that are kept as files: each a game of its own, with positions
/// that tell it from the game it starts from.
#[test]
fn files_of_other_readings_differ_from_their_base() {
    // File, base, FEN, moves by the base, moves by the file.
    let cases = [
        ("pool-men-take-forward", "pool", "W:W10:B15", "10x19", "10-6 10-7"),
        ("italian-most-pieces", "italian", "W:WK2,17,K25:B5,13", "2x18", "17x1 2x18"),
        (
            "turkish-forward-king",
            "turkish",
            "B:Wh2:BKd4",
            "d4-a4 d4-b4 d4-c4 d4-d1 d4-d2 d4-d3 d4-d5 d4-d6 d4-d7 d4-d8 d4-e4 d4-f4 d4-g4 d4-h4",
            "d4-a4 d4-b4 d4-c4 d4-d1 d4-d2 d4-d3 d4-e4 d4-f4 d4-g4 d4-h4",
        ),
        (
            "turkish-crowned-in-passing",
            "turkish",
            "W:Wc6:Bc7,d8",
            "c6xe8",
            "c6xe8 c6xf8 c6xg8 c6xh8",
        ),
        ("turkish-crowned-stops", "turkish", "W:Wc6:Bc7,d8", "c6xe8", "c6xc8"),
        ("international-free-capture", "international", "W:W28:B12,22,23", "28x8", "28x19 28x8"),
        ("filipino-free-capture", "filipino", "W:W18:B7,13,14", "18x4", "18x4 18x9"),
        ("argentinian", "spanish", "W:WK1:B14", "1x19 1x23 1x28 1x32", "1x19"),
        ("armenian-lifted-at-end", "armenian", "W:Wc6:Bc7,d8", "c6xe8", "c6xe8 c6xf8 c6xg8 c6xh8"),
    ];
    let mut wrong = Vec::new();
    for (file, base, fen_text, by_base, by_file) in cases {
        let moves = |variant: &Variant| {
            let setup = setup(variant, fen_text);
            let mut moves: Vec<String> = variant
                .legal(&setup)
                .iter()
                .map(|play| crownhead::notation::movetext::write(variant, &setup, play))
                .collect();
            assert_eq!(variant.perft(&setup, 1), moves.len() as u64, "{file} {fen_text}");
            moves.sort();
            moves.join(" ")
        };
        let (base, variant) = (common::variant(base), reading(file));
        let found = (moves(base), moves(&variant));
        if found != (by_base.to_owned(), by_file.to_owned()) {
            wrong.push(format!("{file}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_of_other_readings_start_as_they_say() {
    let canadian = reading("canadian-24-men").start();
    assert_eq!((canadian.white.len(), canadian.black.len()), (24, 24));
    for (file, first) in [
        ("pool-men-take-forward", Color::White),
        ("italian-most-pieces", Color::Black),
        ("thai-white-first", Color::White),
    ] {
        assert_eq!(reading(file).start().turn, first, "{file}");
    }
}

#[test]
fn every_file_of_other_readings_is_read_and_is_called_as_its_file() {
    let mut read = 0;
    for entry in std::fs::read_dir(readings()).expect("the files are there") {
        let path = entry.expect("readable").path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a plain name");
        assert_eq!(reading(stem).name, stem);
        read += 1;
    }
    assert!(read >= 12);
}

fn readings() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data/rules")
}

/// A file of another source's reading.
fn reading(stem: &str) -> Variant {
    let path = readings().join(stem).with_extension("toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{stem}: {why}"));
    rule_file::read(&text).unwrap_or_else(|why| panic!("{stem}: {why}"))
}

#[test]
fn the_text_that_describes_the_format_names_every_key() {
    let text = include_str!("../docs/rule-files.md");
    for line in rule_file::write(&VARIANTS[0]).lines() {
        if let Some((key, _)) = line.split_once(" = ") {
            assert!(text.contains(&format!("`{key}`")), "docs/rule-files.md does not name {key}");
        }
    }
}

/// More steps of men than any start position has.
#[test]
fn a_crowd_of_men_is_counted_in_full() {
    let rows = |from: u8| (0..8).map(move |place| from + place);
    for name in ["armenian", "turkish"] {
        let variant = common::variant(name);
        // Men on every second row, with black men out of reach.
        let men = [1, 17, 33, 49].into_iter().flat_map(rows).map(|number| number.to_string());
        let text = format!("W:W{}:B", men.collect::<Vec<_>>().join(","));
        let setup = setup(variant, &text);
        let below = |play: &Play| variant.legal(&variant.after(&setup, play)).len() as u64;
        let one = variant.legal(&setup);
        let two: u64 = one.iter().map(below).sum();
        assert_eq!((variant.perft(&setup, 1), variant.perft(&setup, 2)), (one.len() as u64, two));
        // One black man far away: whatever he does, White has more moves than lanes.
        let men = [1, 17, 33].into_iter().flat_map(rows).map(|number| number.to_string());
        let crowd = format!("B:W{}:B63", men.collect::<Vec<_>>().join(","));
        let crowd = fen::parse(variant, &crowd).expect("a position");
        let one = variant.legal(&crowd);
        let two: u64 =
            one.iter().map(|play| variant.legal(&variant.after(&crowd, play)).len() as u64).sum();
        assert!(two > one.len() as u64 * 64 || name == "turkish", "{two} of {}", one.len());
        assert_eq!(variant.perft(&crowd, 2), two);
    }
}

/// Kings that fly and take in eight directions, freely chosen, and what is taken is gone at once: a
/// crowd of men can have more ways through it than there is time. Such a position is refused, and
/// one that arises in play costs a moment and no more.
#[test]
fn no_crowd_keeps_the_generator_busy() {
    let settings = ["majority=free", "removal=at-once", "reversal=true"];
    let free = with_settings(common::variant("frisian"), &settings).expect("a game");
    let began = Instant::now();
    let (mut sound, mut refused) = (0, 0);
    for crowd in (0..23).step_by(if cfg!(debug_assertions) { 6 } else { 1 }) {
        // Squares without a pattern: multiples of a generator of the numbers modulo 53.
        let order = (0..52).scan(crowd + 1, |at, _| {
            *at = *at * 5 % 53;
            Some(*at)
        });
        let squares: Vec<String> = order.filter(|at| *at < 46).map(|at| at.to_string()).collect();
        let men = 8 + crowd;
        let text = format!("W:WK{},K50:B{}", squares[0], squares[1..=men].join(","));
        let position = match fen::parse(&free, &text) {
            Ok(position) => {
                sound += 1;
                position
            }
            Err(why) => {
                refused += 1;
                let reason = "a white side with more ways to capture than can be listed";
                assert!(why.to_string().contains(reason), "{text}: {why}");
                let number = |at: &String| at.parse::<u8>().expect("a number written above");
                let men = squares[1..=men].iter().map(|at| Square(number(at) - 1));
                let kings = format!("W:WK{},K50:B", squares[0]);
                Setup { black: men.collect(), ..setup(&free, &kings) }
            }
        };
        assert_eq!(free.perft(&position, 1), free.legal(&position).len() as u64, "{text}");
        assert!(!free.routes(&position).is_empty(), "{text}");
    }
    assert!(sound > 0 && refused > 0, "{sound} sound, {refused} refused");
    assert!(began.elapsed() < Duration::from_mins(1), "{:?}", began.elapsed());
}
