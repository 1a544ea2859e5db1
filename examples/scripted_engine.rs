//! An engine that misbehaves on purpose, for the tests of the match runner.
//!
//! ```text
//! scripted_engine PROTOCOL BEHAVIOUR[@N] [id=NAME] [score=N] [rules=FILE] [pid=FILE]
//! ```
//!
//! It speaks `uci`, `ugi` or `hub` and plays legal moves that only the position decides. At its
//! N-th move of the process (the first, if nothing else is said) it does what BEHAVIOUR names:
//! see `Behaviour`.

// A child process speaks on its pipes, and fails loudly if they are gone.
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]

use crownhead::notation::{Numbering, SquareNames, fen, movetext, variant_named};
use crownhead::rules::variant::Corner;
use crownhead::rules::variants;
use crownhead::rules::{Color, Game, Play, Setup};
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

/// Every way to behave, with what it means.
const BEHAVIOURS: [(&str, Behaviour); 22] = [
    ("honest", Behaviour::Honest),
    ("mute", Behaviour::Mute),
    ("endless-handshake", Behaviour::EndlessHandshake),
    ("dies-at-start", Behaviour::DiesAtStart),
    ("dies-at-new-game", Behaviour::DiesAtNewGame),
    ("dies", Behaviour::Dies),
    ("aborts", Behaviour::Aborts),
    ("silent", Behaviour::Silent),
    ("until-stop", Behaviour::UntilStop),
    ("slow", Behaviour::Slow),
    ("deaf", Behaviour::Deaf),
    ("closes-output", Behaviour::ClosesOutput),
    ("illegal", Behaviour::Illegal),
    ("garbage", Behaviour::Garbage),
    ("nothing", Behaviour::Nothing),
    ("foreign", Behaviour::Foreign),
    ("floods", Behaviour::Floods),
    ("endless-line", Behaviour::EndlessLine),
    ("chatters", Behaviour::Chatters),
    ("twice", Behaviour::Twice),
    ("stays", Behaviour::Stays),
    ("crlf", Behaviour::Crlf),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Behaviour {
    /// As it should be.
    Honest,
    /// Says nothing at all.
    Mute,
    /// Says more and more in the handshake and never ends it.
    EndlessHandshake,
    /// Ends before it has said anything.
    DiesAtStart,
    /// Ends when the second game begins.
    DiesAtNewGame,
    /// Ends when asked for a move.
    Dies,
    /// Is killed by a signal when asked for a move.
    Aborts,
    /// Gives no move, not even when told to stop.
    Silent,
    /// Gives its move only when told to stop.
    UntilStop,
    /// Gives its move after two seconds.
    Slow,
    /// Reads no more.
    Deaf,
    /// Closes its output and runs on.
    ClosesOutput,
    /// Gives a move that is written well but not legal.
    Illegal,
    /// Gives something that is no move.
    Garbage,
    /// Says that it has no move.
    Nothing,
    /// Gives a move of the opponent.
    Foreign,
    /// Says more than anybody can read, and never a move.
    Floods,
    /// Says one line without an end.
    EndlessLine,
    /// Says a lot, on both outputs, and plays on.
    Chatters,
    /// Gives two moves for one question, every time.
    Twice,
    /// Does not leave, whatever it is told, and has a helper process that does not leave either.
    Stays,
    /// Ends its lines as another system does, with blank lines in between.
    Crlf,
}

/// How Hub engines of many games number the squares of moves.
const TOP_LEFT: Numbering = Numbering::From(Corner::TopLeft);

struct Script {
    protocol: String,
    behaviour: Behaviour,
    at: u32,
    id: String,
    score: Option<i32>,
    moves: u32,
    games: u32,
    game: Game,
    input: std::io::Lines<std::io::StdinLock<'static>>,
}

fn main() {
    let mut args = std::env::args().skip(1);
    let protocol = args.next().unwrap_or_else(|| "uci".into());
    let behaviour = args.next().unwrap_or_else(|| "honest".into());
    let (name, at) = behaviour.split_once('@').unwrap_or((&behaviour, "1"));
    let known = BEHAVIOURS.iter().find(|(known, _)| *known == name);
    let (_, behaviour) = *known.unwrap_or_else(|| panic!("no behaviour {name}"));
    let variant = Arc::new(variants::VARIANTS[0].clone());
    let mut script = Script {
        protocol,
        behaviour,
        at: at.parse().unwrap(),
        id: "Scripted".into(),
        score: None,
        moves: 0,
        games: 0,
        game: Game::new(variant),
        input: std::io::stdin().lines(),
    };
    for arg in args {
        match arg.split_once('=').unwrap() {
            ("id", id) => script.id = id.into(),
            ("score", score) => script.score = Some(score.parse().unwrap()),
            ("rules", path) => {
                let text = std::fs::read_to_string(path).unwrap();
                script.game = Game::new(Arc::new(crownhead::rule_file::read(&text).unwrap()));
            }
            ("pid", path) => {
                let mut file = std::fs::OpenOptions::new().append(true).create(true).open(path);
                writeln!(file.as_mut().unwrap(), "{}", std::process::id()).unwrap();
            }
            (key, _) => panic!("no setting {key}"),
        }
    }
    script.begin();
    script.run();
}

fn sleep_for_ever() -> ! {
    loop {
        std::thread::sleep(Duration::MAX);
    }
}

impl Script {
    #[expect(clippy::zombie_processes, reason = "a process left behind is what is tested")]
    fn begin(&self) {
        match self.behaviour {
            Behaviour::DiesAtStart => {
                eprintln!("something is missing");
                std::process::exit(3);
            }
            Behaviour::Mute => sleep_for_ever(),
            Behaviour::Stays => {
                let sleeper = std::process::Command::new("sleep").arg("1000").spawn().unwrap();
                let pids = std::env::args().find_map(|arg| {
                    arg.strip_prefix("pid=")
                        .map(|path| std::fs::OpenOptions::new().append(true).open(path).unwrap())
                });
                if let Some(mut file) = pids {
                    writeln!(file, "{}", sleeper.id()).unwrap();
                }
            }
            _ => {}
        }
    }

    fn run(&mut self) {
        while let Some(Ok(line)) = self.input.next() {
            if line == "quit" {
                break;
            }
            self.line(&line);
        }
        if self.behaviour == Behaviour::Stays {
            sleep_for_ever();
        }
    }

    fn say(&self, line: &str) {
        let end = if self.behaviour == Behaviour::Crlf { "\r\n\r\n" } else { "\n" };
        let mut stdout = std::io::stdout().lock();
        // A runner that is killed closes the pipe.
        if stdout.write_all(format!("{line}{end}").as_bytes()).is_err() || stdout.flush().is_err() {
            std::process::exit(0);
        }
    }

    fn line(&mut self, line: &str) {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match command {
            "uci" | "ugi" => {
                if self.behaviour == Behaviour::EndlessHandshake {
                    loop {
                        self.say("option name More type string default");
                    }
                }
                self.say(&format!("id name {}", self.id));
                self.say("option name Hash type spin default 16 min 1 max 1024");
                self.say("option name Style type combo default calm var calm var wild");
                let games: Vec<String> =
                    variants::names().map(|name| format!(" var {name}")).collect();
                let games = games.concat();
                self.say(&format!(
                    "option name UCI_Variant type combo default international{games}"
                ));
                self.say(&format!("{command}ok"));
            }
            "hub" => {
                self.say(&format!("id name=\"{}\" version=1", self.id));
                let games: Vec<&str> = variants::names().collect();
                let games = games.join(" ");
                self.say(&format!(
                    "param name=variant value=international type=enum values=\"{games}\""
                ));
                self.say("wait");
            }
            "isready" => self.say("readyok"),
            "ping" => self.say("pong"),
            "init" => self.say("ready"),
            "ucinewgame" | "uginewgame" | "new-game" => {
                self.games += 1;
                if self.behaviour == Behaviour::DiesAtNewGame && self.games == 2 {
                    std::process::exit(5);
                }
            }
            "setoption" => self.option(rest.split_once(" value ").unwrap().1, "UCI_Variant", rest),
            "set-param" => self.option(rest.split_once("value=").unwrap().1, "variant", rest),
            "position" => self.position(rest),
            "pos" => self.hub_position(rest),
            "go" => self.go(),
            _ => {}
        }
    }

    fn option(&mut self, value: &str, game: &str, line: &str) {
        if line.contains(game) {
            let variant = variant_named(value).unwrap().clone();
            self.game = Game::new(Arc::new(variant));
        }
    }

    fn position(&mut self, rest: &str) {
        let variant = Arc::clone(self.game.variant());
        let rest = rest.strip_prefix("fen ").unwrap();
        let (text, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
        self.game = Game::from(Arc::clone(&variant), fen::parse(&variant, text).unwrap());
        for text in moves.split_whitespace() {
            let play = movetext::parse(&variant, self.game.setup(), text).unwrap();
            assert!(self.game.play(&play), "{text}");
        }
    }

    fn hub_position(&mut self, rest: &str) {
        let variant = Arc::clone(self.game.variant());
        let names = SquareNames::of(&variant).numbered(TOP_LEFT);
        let (board, moves) = rest.split_once(" moves=").unwrap_or((rest, ""));
        let board = board.strip_prefix("pos=").unwrap();
        let mut setup = Setup {
            turn: if board.starts_with('W') { Color::White } else { Color::Black },
            white: crownhead::board::SquareSet::EMPTY,
            black: crownhead::board::SquareSet::EMPTY,
            kings: crownhead::board::SquareSet::EMPTY,
            walks: variant.start().walks,
        };
        for (letter, square) in board[1..].chars().zip(names.reading_order()) {
            match letter.to_ascii_lowercase() {
                'w' => setup.white.insert(square),
                'b' => setup.black.insert(square),
                _ => continue,
            };
            if letter.is_ascii_uppercase() {
                setup.kings.insert(square);
            }
        }
        self.game = Game::from(Arc::clone(&variant), setup);
        for text in moves.trim_matches('"').split_whitespace() {
            let play = movetext::parse_hub(&variant, self.game.setup(), &names, text).unwrap();
            assert!(self.game.play(&play), "{text}");
        }
    }

    fn go(&mut self) {
        self.moves += 1;
        if self.moves == self.at {
            self.misbehave();
        } else {
            self.answer();
        }
    }

    fn answer(&self) {
        self.info();
        let text = self.text(&self.choice());
        self.best(&text);
        if self.behaviour == Behaviour::Twice {
            self.best(&text);
        }
    }

    fn misbehave(&mut self) {
        match self.behaviour {
            Behaviour::Dies => std::process::exit(4),
            Behaviour::Aborts => std::process::abort(),
            Behaviour::Silent => sleep_for_ever(),
            Behaviour::UntilStop => {
                while let Some(Ok(line)) = self.input.next() {
                    if line == "stop" {
                        return self.answer();
                    }
                }
            }
            Behaviour::Slow => {
                std::thread::sleep(Duration::from_secs(2));
                self.answer();
            }
            Behaviour::Deaf => {
                self.answer();
                sleep_for_ever();
            }
            Behaviour::ClosesOutput => self.close_output(),
            Behaviour::Illegal => self.best(&self.illegal_text()),
            Behaviour::Garbage => self.best("%$&"),
            Behaviour::Nothing => self.best("(none)"),
            Behaviour::Foreign => {
                // The start position turned round: one of the opponent's first moves.
                let variant = self.game.variant();
                let mut start = *self.game.setup();
                start.turn = start.turn.other();
                let play = variant.legal(&start)[0];
                self.best(&self.text(&play));
            }
            Behaviour::Floods => loop {
                self.say("info depth 1 score cp 0 nodes 1 pv");
            },
            Behaviour::EndlessLine => loop {
                let mut stdout = std::io::stdout().lock();
                if stdout.write_all(&[b'x'; 4096]).is_err() {
                    std::process::exit(0);
                }
            },
            Behaviour::Chatters => {
                for _ in 0..20_000 {
                    eprintln!("a warning that nobody reads, as long as a line of text may be");
                    self.say("what is this?");
                }
                self.answer();
            }
            _ => self.answer(),
        }
    }

    /// Replaces the process by one that has no output and does not end.
    #[cfg(unix)]
    fn close_output(&self) -> ! {
        use std::os::unix::process::CommandExt;
        let mut sleeper = std::process::Command::new("sleep");
        let error = sleeper.arg("1000").stdout(std::process::Stdio::null()).exec();
        panic!("{} {error}", self.id);
    }

    #[cfg(not(unix))]
    fn close_output(&self) -> ! {
        panic!("{}: not on this system", self.id);
    }

    fn info(&self) {
        let score = self.score.unwrap_or_default();
        if self.protocol == "hub" {
            let men = f64::from(score) / 100.0;
            self.say(&format!("info depth=7 score={men:.2} nodes=123 pv=\"\""));
        } else {
            self.say(&format!("info depth 7 score cp {score} nodes 123 pv"));
        }
    }

    fn best(&self, text: &str) {
        match (self.protocol.as_str(), text) {
            ("hub", "(none)") => self.say("done"),
            ("hub", text) => self.say(&format!("done move={text}")),
            (_, text) => self.say(&format!("bestmove {text}")),
        }
    }

    /// The same move in the same position, whichever process is asked.
    fn choice(&self) -> Play {
        let setup = self.game.setup();
        let legal = self.game.legal();
        let mixed = (setup.white.0 ^ setup.black.0.rotate_left(31) ^ setup.kings.0.rotate_left(67))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        legal[(mixed >> 64) as usize % legal.len()]
    }

    fn text(&self, play: &Play) -> String {
        let (variant, setup) = (self.game.variant(), self.game.setup());
        if self.protocol == "hub" {
            movetext::write_hub(&SquareNames::of(variant).numbered(TOP_LEFT), play)
        } else {
            movetext::write(variant, setup, play)
        }
    }

    /// A step of one of its own pieces to where it stands.
    fn illegal_text(&self) -> String {
        let play = self.choice();
        self.text(&Play { to: play.from, captured: crownhead::board::SquareSet::EMPTY, ..play })
    }
}
