//! What real hosts do to an engine that speaks Hub: stops at any moment, bursts, early ends, broken
//! lines, odd clocks. Every `go` is answered by one `done`, every move is legal, stderr is silent. A
//! hang is found by a limit on waiting; speed is not judged here.

mod host;

use crownhead::board::Square;
use crownhead::notation::{Numbering, SquareNames, movetext};
use crownhead::rules::variant::Corner;
use crownhead::rules::{Color, Game, Setup, Variant, variants};
use host::{Host, Random};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The end of input and `quit` are waited for so long. On an idle machine it is milliseconds; the
/// limit leaves room for a busy one.
const LEAVE: Duration = Duration::from_secs(5);

fn variant(name: &str) -> &'static Variant {
    variants::find(name).expect("it is in the table")
}

/// Numbers as hosts of `pos` count them.
fn names(variant: &Variant) -> SquareNames {
    SquareNames::of(variant).numbered(Numbering::From(Corner::TopLeft))
}

/// The picture of a position.
fn picture(variant: &Variant, setup: &Setup) -> String {
    let letter = |square: Square| match setup.piece(square) {
        None => 'e',
        Some((Color::White, false)) => 'w',
        Some((Color::White, true)) => 'W',
        Some((Color::Black, false)) => 'b',
        Some((Color::Black, true)) => 'B',
    };
    let squares = names(variant).reading_order().map(letter);
    std::iter::once(setup.turn.letter()).chain(squares).collect()
}

/// Whether moves are legal one after the other.
fn are_legal(variant: &Variant, setup: &Setup, moves: &str) -> bool {
    let mut setup = *setup;
    moves.split_whitespace().all(|text| {
        let play = movetext::parse_hub(variant, &setup, &names(variant), text);
        play.map(|play| setup = variant.after(&setup, &play)).is_ok()
    })
}

/// The value of a field, without quotes.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (_, value) = line.split_once(&format!(" {name}="))?;
    match value.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => value.split(' ').next(),
    }
}

/// The moves of a `done` line, one after the other.
fn played(done: &str) -> String {
    let parts = [field(done, "move"), field(done, "ponder")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Reads an `info` line as a browser host does, with a pattern that allows no other field and no
/// other order: `info depth=(digits) mean-depth=X score=X nodes=(digits) time=X [nps=X] pv=["](moves)["]`.
fn browser_reads(line: &str) -> Option<(f64, String)> {
    let words: Vec<&str> = line.splitn(8, ' ').collect();
    let &["info", depth, mean, score, nodes, time, nps, pv] = words.as_slice() else { return None };
    depth.strip_prefix("depth=")?.parse::<u32>().ok()?;
    mean.strip_prefix("mean-depth=")?.parse::<f64>().ok()?;
    nodes.strip_prefix("nodes=")?.parse::<u64>().ok()?;
    time.strip_prefix("time=")?.parse::<f64>().ok()?;
    nps.strip_prefix("nps=")?.parse::<f64>().ok()?;
    let pv = pv.strip_prefix("pv=")?;
    let quoted = pv.strip_prefix('"').and_then(|pv| pv.strip_suffix('"'));
    // One bot host fails on a single word between quotes, and reads no line without them.
    if quoted.is_some() != pv.contains(' ') {
        return None;
    }
    let pv = quoted.unwrap_or(pv);
    let plain = pv.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | 'x' | ' '));
    let score = score.strip_prefix("score=")?.parse().ok()?;
    plain.then(|| (score, pv.to_owned()))
}

fn shake_hands(host: &mut Host) {
    host.send("hub");
    host.lines_to("wait");
    host.send("init");
    assert_eq!(host.line(), "ready");
}

fn start() -> Host {
    let mut host = Host::start();
    shake_hands(&mut host);
    host
}

fn dones(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("done")).count()
}

#[test]
fn a_thousand_stops_at_any_moment_give_one_done_each() {
    let mut host = start();
    let mut random = Random(0xB5_297A_4D67);
    let international = variant("international");
    for round in 0..1000 {
        host.send("pos start");
        match random.below(6) {
            0 => host.send("level depth=1\ngo think"),
            1 => host.send("level depth=3\ngo analyze"),
            2 => host.send("level move-time=0.001\ngo think"),
            3 => host.send("level nodes=100\ngo ponder"),
            4 => host.send("level time=1 inc=0.1\ngo ponder"),
            _ => host.send("level infinite\ngo analyze"),
        }
        match random.below(3) {
            0 => {}
            1 => sleep(Duration::from_micros(random.below(3000))),
            _ => std::hint::spin_loop(),
        }
        if random.below(3) == 0 {
            host.send("ponder-hit");
        }
        host.send("stop");
        let lines = host.lines_to("done");
        let done = &lines[lines.len() - 1];
        let moves = played(done);
        assert!(field(done, "move").is_some(), "round {round}: {lines:?}");
        assert!(are_legal(international, &international.start(), &moves), "round {round}: {moves}");
        let thoughts: Vec<_> = lines.iter().filter_map(|line| browser_reads(line)).collect();
        assert_eq!(thoughts.len() + 1, lines.len(), "round {round}: {lines:?}");
        assert!(!thoughts.is_empty(), "round {round}: a search says at least one line");
        // Some hosts say it twice.
        if random.below(4) == 0 {
            host.send("stop");
        }
        let extra = host.sync_by("ping", "pong");
        assert!(extra.is_empty(), "round {round}, after the answer: {extra:?}");
    }
    host.send("quit");
    assert!(host.ends_well().is_empty());
}

#[test]
fn ping_is_answered_during_every_search_and_no_line_is_torn() {
    let mut host = start();
    for go in ["level infinite\ngo analyze", "go think", "level time=100\ngo ponder"] {
        host.send("pos start");
        host.send(go);
        for _ in 0..50 {
            for line in host.sync_by("ping", "pong") {
                assert!(browser_reads(&line).is_some(), "{line}");
            }
        }
        host.send("stop");
        host.find("done");
    }
}

#[test]
fn a_ponder_hit_starts_the_clock() {
    let mut host = start();
    for round in 0..30 {
        host.send("pos start moves=\"32-28 19-23\"");
        host.send(if round % 2 == 0 { "level move-time=0.02" } else { "level time=1 inc=0" });
        host.send("go ponder");
        sleep(Duration::from_millis(round));
        let before = host.sync_by("ping", "pong");
        assert_eq!(dones(&before), 0, "round {round}: {before:?}");
        host.send("ponder-hit");
        host.find("done");
        assert!(host.sync_by("ping", "pong").is_empty());
    }
}

#[test]
fn analysis_ends_when_its_limit_is_reached() {
    // Hub lets the engine end before it is told to, unlike UCI.
    let mut host = start();
    for go in ["level depth=2\ngo analyze", "level nodes=50\ngo analyze", "level depth=1\ngo think"]
    {
        host.send("pos start");
        host.send(go);
        assert!(field(&host.find("done"), "move").is_some(), "{go}");
    }
}

#[test]
fn pos_go_and_stop_in_one_burst() {
    let mut host = start();
    let only = [("33x22x28", 33, 28), ("34x25x30", 34, 30)];
    let asks = |&(_, man, taken): &(&str, usize, usize)| {
        let letter = |at: usize| match at {
            at if at == man => 'w',
            at if at == taken || at == 3 => 'b',
            _ => 'e',
        };
        let squares: String = (1..=50).map(letter).collect();
        format!("pos pos=W{squares}\nlevel infinite\ngo analyze\nstop\n")
    };
    let burst: String = only.iter().map(asks).collect::<String>().repeat(100);
    host.send_bytes(burst.as_bytes());
    for round in 0..200 {
        assert_eq!(field(&host.find("done"), "move"), Some(only[round % 2].0), "round {round}");
    }
    assert!(host.sync_by("ping", "pong").is_empty());
}

const STATES: [&str; 9] = [
    "",
    "hub\n",
    "hub\ninit\n",
    "hub\nset-param name=hash value=64\ninit\npos start\ngo analyze\n",
    "hub\npos start\nlevel infinite\ngo analyze\n",
    "hub\npos start\nlevel time=100\ngo ponder\n",
    "hub\npos start\ngo think\n",
    "hub\npos start\nlevel infinite\ngo think\npos start\nset-param name=threads value=2\n",
    "hub\njoho\npos pos=\"\n",
];

#[test]
fn quit_leaves_from_every_state() {
    for state in STATES {
        let mut host = Host::start();
        host.send_bytes(state.as_bytes());
        sleep(Duration::from_millis(5));
        host.send("quit");
        let began = Instant::now();
        host.ends_well();
        assert!(began.elapsed() < LEAVE, "{state}: {:?}", began.elapsed());

        // And all of it in one write.
        let mut host = Host::start_with(&["hub"]);
        host.send_bytes(format!("{state}quit\n").as_bytes());
        host.ends_well();
    }
}

#[test]
fn the_end_of_input_ends_the_program_from_every_state() {
    for state in STATES {
        let mut host = Host::start_with(&["hub", "--hash=8", "--no-such=1"]);
        host.send_bytes(state.as_bytes());
        sleep(Duration::from_millis(5));
        host.close();
        let began = Instant::now();
        let lines = host.ends_well();
        assert!(began.elapsed() < LEAVE, "{state}: {:?}", began.elapsed());
        assert_eq!(dones(&lines), usize::from(state.contains("go ")), "{state}: {lines:?}");
    }
}

/// Each of these must be answered with an error, or be ignored, and change nothing.
#[test]
fn broken_lines_change_nothing() {
    let long_move = "1".repeat(65_536);
    let long_word = "\u{e9}".repeat(40_000);
    let long_list = "32-28 ".repeat(11_000);
    let long_board = "e".repeat(65_536);
    let wrong: Vec<Vec<u8>> = [
        "pos",
        "pos pos",
        "pos pos=",
        "pos pos=W",
        "pos pos=\"\"",
        "pos pos=Weeee",
        "pos pos==W",
        "pos start moves=\"32-28",
        "pos start moves=\"32-28 99-98\"",
        "pos start moves=\"32\"",
        "pos start moves=0000",
        "set-param",
        "set-param name",
        "set-param name=hash",
        "set-param name=hash value=-1",
        "set-param name=hash value=99999999999999999999",
        "set-param name=threads value=2.5",
        "set-param name=variant value=chess",
        "set-param name=numbering value=middle",
        "level depth=x",
        "level depth",
        "level time=soon",
        "level move-time=inf",
        "go sideways",
        "isready",
        "\"quoted\" pos",
        &format!("pos pos=W{long_board}"),
        &format!("pos start moves=\"{long_list}\""),
        &format!("pos start moves={long_move}"),
        &format!("level depth={long_word}"),
    ]
    .map(|line| line.as_bytes().to_vec())
    .into_iter()
    .chain([
        b"pos pos=W\xff\xfe".to_vec(),
        [b"pos start moves=".as_slice(), &vec![b'x'; 3 << 20]].concat(),
    ])
    .collect();
    let mut host = start();
    host.send("pos start moves=\"32-28 19-23\"");
    for line in &wrong {
        let shown = String::from_utf8_lossy(&line[..line.len().min(80)]).into_owned();
        host.send_bytes(&[line.as_slice(), b"\r\n"].concat());
        let said = host.sync_by("ping\r", "pong");
        // A line that begins with a quote has no command, and Hub ignores what it does not know.
        assert_eq!(said.len(), usize::from(!shown.starts_with('"')), "{shown}: {said:?}");
        for line in said {
            assert!(line.starts_with("error message=\"") && line.ends_with('"'), "{shown}: {line}");
            let message = &line["error message=\"".len()..line.len() - 1];
            assert!(!message.contains(['"', '=']), "{shown}: {line}");
            assert!(line.len() < 1200 && line.is_ascii(), "{shown}: {line}");
        }
    }
    for ignored in ["", " \t ", "\r", "joho", "joho \"", &long_word, "set-param name=x value=1"] {
        host.send(ignored);
        assert!(host.sync_by("ping", "pong").is_empty(), "{ignored}");
    }
    // The position is still the one before: 28x19 is the only capture.
    host.send("level depth=1\ngo think");
    assert_eq!(field(&host.find("done"), "move"), Some("28x19x23"));
}

#[test]
fn strange_clocks_get_a_legal_move() {
    let mut host = start();
    for level in [
        "time=0",
        "time=-1.9 inc=1.9",
        "time=-0.9959999999999999 inc=1.9",
        "time=-60",
        "time=0.001",
        "time=1e-05",
        "time=1e300 move-time=0.01",
        "moves=1 time=0.02",
        "moves=0 time=0.1",
        "moves=99999999999 time=0.1",
        "inc=0.01",
        "inc=-1 time=0.1",
        "move-time=0",
        "move-time=-1",
        "depth=0",
        "nodes=0",
        "nodes=-3",
        "depth=99999999999 nodes=10",
    ] {
        host.send("pos start");
        host.send(&format!("level {level}"));
        host.send("go think");
        let lines = host.lines_to("done");
        assert!(field(&lines[lines.len() - 1], "move").is_some(), "{level}: {lines:?}");
        assert!(lines.len() > 1, "{level}: no line of thought");
        assert!(host.sync_by("ping", "pong").is_empty(), "{level}");
    }
}

/// Every variant by its name in the handshake: the start position by picture, moves in Hub's
/// spelling with the captured squares turned round, legal lines of thought.
#[test]
fn every_variant_is_played_through_the_pipe() {
    let mut host = Host::start();
    host.send("hub");
    let lines = host.lines_to("wait");
    let announced = lines.iter().find(|line| line.contains("name=variant ")).expect("announced");
    let announced: Vec<String> =
        field(announced, "values").expect("values").split(' ').map(Into::into).collect();
    assert_eq!(announced.len(), variants::VARIANTS.len());
    for name in &announced {
        let variant = variant(name);
        host.send(&format!("set-param name=variant value={}", name.to_uppercase()));
        host.send("init");
        host.find("ready");
        let mut game = Game::new(Arc::new(variant.clone()));
        let mut moves = String::new();
        while game.plays().len() < 40 {
            let legal = game.legal();
            let play = legal[game.plays().len() * 7 % legal.len()];
            assert!(game.play(&play));
            if game.end().is_some() {
                game.undo();
                break;
            }
            let text = movetext::write_hub(&names(variant), &play);
            let squares: Vec<&str> = text.split('x').collect();
            let text = match squares.as_slice() {
                [from, to, taken @ ..] if !taken.is_empty() => {
                    let taken: Vec<&str> = taken.iter().rev().copied().collect();
                    format!("{from}x{to}x{}", taken.join("x"))
                }
                _ => text,
            };
            moves.push(' ');
            moves += &text;
        }
        let start = picture(variant, &variant.start());
        host.send(&format!("pos pos={start} moves=\"{}\"", moves.trim()));
        host.send("level depth=4\ngo think");
        let lines = host.lines_to("done");
        for line in &lines[..lines.len() - 1] {
            let (score, pv) = browser_reads(line).unwrap_or_else(|| panic!("{name}: {line}"));
            assert!(score.abs() <= 80.0 || score.abs() > 90.0, "{name}: {line}");
            assert!(are_legal(variant, game.setup(), &pv), "{name}: {line}");
        }
        let done = &lines[lines.len() - 1];
        assert!(are_legal(variant, game.setup(), &played(done)), "{name}: {done}");
    }
}

/// Whatever corner the host counts from, the same moves come back in its numbers.
#[test]
fn squares_are_numbered_as_the_host_wants() {
    for name in ["english", "russian", "italian", "brazilian", "pool", "turkish", "normal"] {
        let variant = variant(name);
        for (word, numbering) in Numbering::NAMED {
            let names = SquareNames::of(variant).numbered(numbering);
            let mut host = start();
            host.send(&format!("set-param name=variant value={name}"));
            host.send(&format!("set-param name=numbering value={word}"));
            let play = variant.legal(&variant.start())[0];
            let text = movetext::write_hub(&names, &play);
            host.send(&format!("pos start moves={text}\nlevel depth=1\ngo think"));
            let done = host.find("done");
            let setup = variant.after(&variant.start(), &play);
            let best = field(&done, "move").expect("a move");
            assert!(movetext::parse_hub(variant, &setup, &names, best).is_ok(), "{name}, {word}");
        }
    }
}

#[test]
fn a_line_of_another_dialect_does_not_switch() {
    for (first, foreign, asks, answer) in [
        ("hub", "uci", "ping", "pong"),
        ("uci", "hub", "isready", "readyok"),
        ("ugi", "hub", "isready", "readyok"),
        ("d", "ugi", "isready", "readyok"),
    ] {
        let mut host = Host::start();
        host.send(first);
        host.sync_by(asks, answer);
        host.send(foreign);
        let said = host.sync_by(asks, answer);
        assert_eq!(said.len(), 1, "{first}, {foreign}: {said:?}");
        assert!(said[0].contains("the first line decides"), "{said:?}");
    }
}
