//! What real hosts do to an engine: stops at any moment, bursts, early ends, broken lines. The
//! program must answer every search once, keep its state through every error, and leave when it
//! should. A hang is found by a limit on waiting; speed is not judged here.

mod host;

use crownhead::notation::{fen, movetext};
use crownhead::rules::{Game, Variant, variants};
use host::{Host, Random};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Positions with a single legal move each, so that an answer tells which one was searched.
const ONLY_MOVES: [(&str, &str); 2] = [("W:W33:B28,3", "33x22"), ("W:W34:B30,3", "34x25")];

fn international() -> &'static Variant {
    variants::find("international").expect("it is in the table")
}

fn is_legal(position: &str, best: &str) -> bool {
    let variant = international();
    let setup = fen::parse(variant, position).expect("a FEN of this file");
    movetext::parse(variant, &setup, best).is_ok()
}

fn start_fen() -> String {
    fen::write(international(), &international().start())
}

/// The move of a `bestmove` line.
fn best(line: &str) -> &str {
    line.split_whitespace().nth(1).expect("bestmove has a move")
}

fn best_moves(lines: &[String]) -> Vec<&str> {
    lines.iter().filter(|line| line.starts_with("bestmove")).map(|line| best(line)).collect()
}

#[test]
fn a_thousand_stops_at_any_moment_give_one_answer_each() {
    let mut host = Host::start();
    let mut random = Random(0x9E37_79B9);
    for round in 0..1000 {
        let go = match random.below(6) {
            0 => "go depth 1",
            1 => "go depth 3",
            2 => "go movetime 1",
            3 => "go nodes 100",
            4 => "go ponder wtime 1000 btime 1000",
            _ => "go infinite",
        };
        host.send(go);
        match random.below(3) {
            0 => {}
            1 => sleep(Duration::from_micros(random.below(3000))),
            _ => std::hint::spin_loop(),
        }
        host.send("stop");
        let lines = host.lines_to("bestmove");
        assert!(is_legal(&start_fen(), best(&lines[lines.len() - 1])), "round {round}: {lines:?}");
        // Some hosts say it twice.
        if random.below(4) == 0 {
            host.send("stop");
        }
        let extra = host.sync();
        assert!(extra.is_empty(), "round {round}, after the answer: {extra:?}");
    }
    host.send("quit");
    assert!(host.ends_well().is_empty());
}

#[test]
fn stop_position_go_in_one_burst() {
    let mut host = Host::start();
    let mut burst = String::new();
    for round in 0..300 {
        burst += "position fen ";
        burst += ONLY_MOVES[round % 2].0;
        burst += "\ngo infinite\nstop\n";
    }
    host.send_bytes(burst.as_bytes());
    for round in 0..300 {
        assert_eq!(best(&host.find("bestmove")), ONLY_MOVES[round % 2].1, "round {round}");
    }
    assert!(host.sync().is_empty());
}

#[test]
fn a_stop_ends_what_was_asked_before_it_and_nothing_after() {
    let mut host = Host::start();
    // The first stop is for the first search; the second, which comes while the first search may
    // still be ending, is for the second one.
    host.send_bytes(b"go infinite\nstop\ngo infinite\nstop\ngo infinite\n");
    host.find("bestmove");
    host.find("bestmove");
    sleep(Duration::from_millis(50));
    let said = host.sync();
    assert!(best_moves(&said).is_empty(), "{said:?}");
    host.send("stop");
    host.find("bestmove");

    // A stop that comes too late does not shorten the next search.
    for _ in 0..50 {
        host.send_bytes(b"go depth 1\n");
        host.find("bestmove");
        host.send_bytes(b"stop\nstop\ngo depth 4\n");
        let lines = host.lines_to("bestmove");
        assert!(lines.iter().any(|line| line.starts_with("info depth 4 ")), "{lines:?}");
    }
}

#[test]
fn a_ponderhit_for_a_search_in_line_is_not_lost() {
    let mut host = Host::start();
    for _ in 0..50 {
        host.send_bytes(b"go infinite\nstop\ngo ponder movetime 2\nponderhit\n");
        host.find("bestmove");
        host.find("bestmove");
    }
    assert!(host.sync().is_empty());
}

#[test]
fn isready_is_answered_during_every_search_and_no_line_is_torn() {
    let mut host = Host::start();
    host.send("setoption name MultiPV value 4");
    host.send("go infinite");
    for _ in 0..200 {
        let before = Instant::now();
        let said = host.sync();
        assert!(before.elapsed() < host::PATIENCE);
        for line in said {
            assert!(line.starts_with("info depth ") && line.contains(" pv "), "{line}");
        }
    }
    host.send("stop");
    host.find("bestmove");
}

#[test]
fn pondering_and_infinite_searches_keep_their_answer_until_told() {
    // A search that is over at once: a depth of 1, a single move, no move at all.
    for position in ["startpos", "fen W:W33:B28,3", "fen W:W:B1"] {
        for (go, told) in [
            ("go ponder depth 1", "ponderhit"),
            ("go ponder depth 1", "stop"),
            ("go infinite depth 1", "stop"),
            ("go ponder movetime 1", "ponderhit"),
            ("go", "stop"),
        ] {
            let mut host = Host::start();
            host.send(&format!("position {position}"));
            host.send(go);
            sleep(Duration::from_millis(60));
            let said = host.sync();
            assert!(best_moves(&said).is_empty(), "{position}, {go}: {said:?}");
            host.send(told);
            host.find("bestmove");
            host.send("quit");
            assert!(host.ends_well().is_empty());
        }
    }
}

#[test]
fn ponderhit_during_an_infinite_ponder_does_not_end_it() {
    let mut host = Host::start();
    host.send_bytes(b"go ponder infinite\nponderhit\n");
    sleep(Duration::from_millis(30));
    assert!(best_moves(&host.sync()).is_empty());
    host.send("stop");
    host.find("bestmove");
}

#[test]
fn quit_leaves_from_every_state() {
    for state in [
        "",
        "uci\n",
        "uci\nisready\n",
        "go infinite\n",
        "go ponder movetime 5\n",
        "go depth 200\n",
        "go perft 30\n",
        "bench variant all\n",
        "go infinite\nposition startpos\nsetoption name Hash value 2\n",
        "position fen W:W:B1\ngo infinite\n",
        "setoption name Hash value 64\ngo infinite\n",
    ] {
        let mut host = Host::start();
        host.send_bytes(state.as_bytes());
        sleep(Duration::from_millis(5));
        host.send("quit");
        let began = Instant::now();
        host.ends_well();
        assert!(began.elapsed() < Duration::from_secs(5), "{state}: {:?}", began.elapsed());

        // And all of it in one write.
        let mut host = Host::start();
        host.send_bytes(format!("{state}quit\n").as_bytes());
        host.ends_well();
    }
}

#[test]
fn quit_still_answers_the_search_it_cuts_short() {
    let mut host = Host::start();
    host.send_bytes(b"go infinite\nquit\n");
    assert_eq!(best_moves(&host.ends_well()).len(), 1);
}

#[test]
fn quit_leaves_though_nobody_reads() {
    let mut host = Host::start();
    // Far more than a pipe holds, and this host reads it only after the end.
    host.send_bytes("d\n".repeat(500).as_bytes());
    host.send_bytes(b"go infinite\nquit\n");
    host.ends_well();
}

#[test]
fn the_end_of_input_ends_the_program_from_every_state() {
    for state in [
        "",
        "uci\n",
        "isready",
        "go infinite\n",
        "go\n",
        "go mate 20\n",
        "go ponder wtime 100000 btime 100000\n",
        "go ponder movetime 5\n",
        "go infinite\nposition startpos\nisready\n",
        "position fen W:W:B1\ngo infinite\n",
    ] {
        let mut host = Host::start();
        host.send_bytes(state.as_bytes());
        sleep(Duration::from_millis(5));
        host.close();
        let began = Instant::now();
        let lines = host.ends_well();
        assert!(began.elapsed() < Duration::from_secs(5), "{state}: {:?}", began.elapsed());
        assert_eq!(
            best_moves(&lines).len(),
            usize::from(state.contains("go")),
            "{state}: {lines:?}"
        );
    }
}

#[test]
fn a_piped_script_gets_all_its_answers() {
    let mut host = Host::start();
    let script = "position startpos\ngo depth 4\nposition fen W:W33:B28,3\ngo depth 2\n\
                  go nodes 500\ngo movetime 20\ngo wtime 100 btime 100\ngo perft 4\n\
                  position startpos\ngo perft 3\nd";
    host.send_bytes(script.as_bytes());
    host.close();
    let lines = host.ends_well();
    assert_eq!(best_moves(&lines)[1..], ["33x22"; 4]);
    assert!(lines.iter().any(|line| line.starts_with("info depth 4 ")), "{lines:?}");
    let sums: Vec<_> = lines.iter().filter(|line| line.starts_with("Nodes searched")).collect();
    assert_eq!(sums.len(), 2);
    // Published: 9, 81, 658 in international draughts.
    assert_eq!(sums[1], "Nodes searched: 658");
    assert_eq!(lines.last().map(String::as_str), Some("Outcome: none yet"));
}

#[test]
fn a_script_longer_than_the_line_of_waiting_commands() {
    let mut host = Host::start();
    let script = "position startpos\ngo depth 2\n".repeat(600);
    host.send_bytes(script.as_bytes());
    host.close();
    assert_eq!(best_moves(&host.ends_well()).len(), 600);
}

#[test]
fn what_disturbs_a_search_waits_and_a_second_search_is_refused() {
    let mut host = Host::start();
    host.send_bytes(b"go infinite\nposition fen W:W33:B28,3\ngo depth 1\n");
    host.send("setoption name Threads value zero");
    let said = host.sync();
    let errors: Vec<_> = said.iter().filter(|line| line.starts_with("info string error")).collect();
    assert_eq!(errors.len(), 1, "{said:?}");
    assert!(best_moves(&said).is_empty());
    host.send("stop");
    assert!(is_legal(&start_fen(), best(&host.find("bestmove"))));
    assert!(host.find("info string error").contains("Threads"));
    host.send("go depth 1");
    assert_eq!(best(&host.find("bestmove")), "33x22");

    // A flood that would wait for ever is refused, and stop is still heard.
    host.send("go infinite");
    host.send_bytes("position startpos\n".repeat(2000).as_bytes());
    host.send("stop");
    host.find("info string error: too many commands");
    host.find("bestmove");
    assert_eq!(host.fen(), start_fen());
}

/// Each of these must be answered with an error, or be ignored, and change nothing.
#[test]
fn broken_lines_change_nothing() {
    let long_move = "1".repeat(65_536);
    let long_word = "\u{e9}".repeat(40_000);
    let many_moves = "32-28 ".repeat(11_000);
    let long_fen = format!("W:W{}:B1", "31,".repeat(22_000));
    let broken: Vec<Vec<u8>> = [
        "position",
        "position startpos 32-28",
        "position startpos moves 32-28 19-23 28x19 14x23 99-98",
        "position startpos moves 31-28",
        "position startpos moves 0000",
        "position fen",
        "position fen moves 32-28",
        "position fen W:W51:B1",
        "position fen W:W31:B31",
        "position fen W:W31,31:B1",
        "position fen nonsense here moves",
        "position fen W:W33:B28,3 moves 33x23",
        "setoption",
        "setoption name",
        "setoption name Hash",
        "setoption name Hash value",
        "setoption name Hash value -1",
        "setoption name Hash value 99999999999999999999",
        "setoption name Hash value 1e3",
        "setoption name UCI_Variant value chess",
        "setoption name UCI_ShowWDL value perhaps",
        "setoption name No Such Option value 1",
        "go depth",
        "go depth deep",
        "go perft -",
        "go searchmoves 1-2",
        "go sideways",
        "bench depth x",
        "bench variant chess",
        "hello",
        "HELLO uci2",
        "\u{0}",
        &format!("position startpos moves {long_move}"),
        &format!("position startpos moves {many_moves}"),
        &format!("position fen {long_fen}"),
        &format!("setoption name {long_word} value {long_word}"),
        &long_word,
    ]
    .map(|line| line.as_bytes().to_vec())
    .into_iter()
    .chain([
        b"\xff\xfe\x80".to_vec(),
        b"position fen W:W3\xff:B1".to_vec(),
        [b"position startpos moves ".as_slice(), &vec![b'x'; 3 << 20]].concat(),
    ])
    .collect();
    let mut host = Host::start();
    host.send("position startpos moves 32-28 19-23");
    let before = host.fen();
    for line in &broken {
        let shown = String::from_utf8_lossy(&line[..line.len().min(80)]).into_owned();
        host.send_bytes(&[line.as_slice(), b"\r\n"].concat());
        let said = host.sync();
        assert_eq!(said.len(), 1, "{shown}: {said:?}");
        assert!(said[0].starts_with("info string error: "), "{shown}: {said:?}");
        assert!(said[0].len() < 1200 && said[0].is_ascii(), "{shown}: {said:?}");
        assert_eq!(host.fen(), before, "{shown}");
    }
    for blank in ["", " \t ", "\r", "debug on", "debug off", "register later"] {
        host.send(blank);
        assert!(host.sync().is_empty());
    }
    host.send("go depth 1");
    host.find("bestmove");
}

#[test]
fn strange_clocks_get_a_legal_move() {
    let mut host = Host::start();
    for go in [
        "go wtime 0 btime 0",
        "go wtime -1900 btime -5 winc 1900 binc 0",
        "go wtime 1 btime 1",
        "go wtime 1 btime 1 winc 0 binc 0 movestogo 1",
        "go wtime 40 btime 40 movestogo 0",
        "go wtime 10",
        "go btime 10",
        "go winc 5",
        "go movetime 0",
        "go movetime -1",
        "go nodes 0",
        "go depth 0",
        "go depth 1 nodes 1 movetime 1 wtime 1 btime 1",
        "go wtime 100 btime 100 depth 999999999999",
        "go nodes 1 searchmoves 32-28",
    ] {
        host.send(go);
        let lines = host.lines_to("bestmove");
        assert!(is_legal(&start_fen(), best(&lines[lines.len() - 1])), "{go}: {lines:?}");
        assert!(host.sync().is_empty(), "{go}");
    }
}

/// Every variant: its start position by FEN and by name are the same, moves in every spelling are
/// taken, and a finished position is answered in order.
#[test]
fn every_variant_is_played_through_the_pipe() {
    for variant in &variants::VARIANTS {
        let mut host = Host::start();
        host.send(&format!("setoption name uci_variant value {}", variant.name.to_uppercase()));
        let start = fen::write(variant, &variant.start());
        assert_eq!(host.fen(), start);
        let mut game = Game::new(std::sync::Arc::new(variant.clone()));
        let mut moves = String::new();
        while game.plays().len() < 30 {
            let legal = game.legal();
            let play = legal[game.plays().len() % legal.len()];
            let text = movetext::write(variant, game.setup(), &play);
            assert!(game.play(&play));
            if game.end().is_some() {
                // The search below is to have a move to find.
                game.undo();
                break;
            }
            moves.push(' ');
            moves += &text;
        }
        host.send(&format!("position fen {start} moves{moves}"));
        assert_eq!(host.fen(), fen::write(variant, game.setup()), "{}", variant.name);
        host.send("go depth 2");
        let answer = host.find("bestmove");
        assert!(movetext::parse(variant, game.setup(), best(&answer)).is_ok(), "{answer}");
        // The board turned round twice is the same board.
        host.send_bytes(b"flip\nflip\n");
        assert_eq!(host.fen(), fen::write(variant, game.setup()), "{}", variant.name);

        // No piece left: lost, or won where losing is the aim.
        let finished = if variant.notation.algebraic { "W:W:Bd4" } else { "W:W:B9" };
        host.send(&format!("position fen {finished}"));
        host.send("go depth 3");
        let score = if variant.giveaway { "win 0" } else { "loss 0" };
        let info = host.line();
        assert!(info.contains(&format!(" score {score} ")), "{}: {info}", variant.name);
        assert_eq!(host.line(), "bestmove (none)");
        host.send("quit");
        assert!(host.ends_well().is_empty());
    }
}

#[test]
fn another_variant_does_not_take_the_old_games_positions() {
    let mut host = Host::start();
    host.send("position startpos moves 32-28");
    host.send("setoption name UCI_Variant value shashki");
    let russian = variants::find("russian").expect("it is in the table");
    assert_eq!(host.fen(), fen::write(russian, &russian.start()));
    host.send("position fen W:W31-50:B1-20");
    assert!(host.sync()[0].starts_with("info string error: "));
    host.send("position startpos moves c3-d4 d6c5 b2-c3");
    assert!(host.sync().is_empty());
}

/// Waiting costs no processor time: idle, with a search held back, and pondering over.
#[cfg(target_os = "linux")]
#[test]
fn waiting_does_not_spin() {
    fn ticks(id: u32) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).expect("the process lives");
        let after_name = stat.rsplit(')').next().expect("there is a name");
        let fields: Vec<&str> = after_name.split_whitespace().collect();
        // utime and stime, fields 14 and 15 of proc(5), in hundredths of a second.
        [fields[11], fields[12]].iter().map(|ticks| ticks.parse::<u64>().unwrap_or(0)).sum()
    }
    for state in ["isready\n", "position fen W:W:B1\ngo infinite\n", "go ponder depth 1\n"] {
        let mut host = Host::start();
        host.send_bytes(state.as_bytes());
        host.sync();
        sleep(Duration::from_millis(50));
        let before = ticks(host.id());
        sleep(Duration::from_millis(400));
        let used = ticks(host.id()) - before;
        assert!(used < 10, "{state} used {used} of 40 hundredths");
        host.send("quit");
        host.ends_well();
    }
}
