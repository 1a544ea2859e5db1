//! What the tests of DXP share: the built program as a DXP player, and a scripted one.

// Each test binary uses its own part of this.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take before it counts as hung; the machine may be busy.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// A running `crownhead dxp`.
pub struct Program {
    child: Child,
    lines: Receiver<String>,
    seen: Vec<String>,
}

impl Program {
    pub fn start(args: &[&str]) -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
            .arg("dxp")
            .args(args)
            .args(["--hash", "1"])
            .env_remove("CROWNHEAD_LOG")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (sender, lines) = channel();
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        thread::spawn(move || {
            stdout.lines().map_while(Result::ok).try_for_each(|l| sender.send(l))
        });
        Program { child, lines, seen: Vec::new() }
    }

    /// A program that listens, and the port.
    pub fn listening(args: &[&str]) -> (Program, String) {
        let mut program = Program::start(&[&["--listen", "0"], args].concat());
        let line = program.line_with("listening at ");
        let place = line.rsplit(' ').next().expect("an address").to_owned();
        assert!(place.starts_with("127.0.0.1:"), "loopback unless told otherwise: {place}");
        (program, place)
    }

    /// The next line with these words in it.
    pub fn line_with(&mut self, words: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("no '{words}' in {:#?}", self.seen));
            self.seen.push(line.clone());
            if line.contains(words) {
                return line;
            }
        }
    }

    /// Waits for the end: exit status, all of stdout, stderr.
    pub fn end(mut self) -> (ExitStatus, String, String) {
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                break status;
            }
            assert!(Instant::now() < deadline, "the program goes on after {:#?}", self.seen);
            thread::sleep(Duration::from_millis(10));
        };
        self.seen.extend(self.lines.iter());
        let mut errors = String::new();
        let stderr = self.child.stderr.take();
        stderr.expect("a pipe").read_to_string(&mut errors).expect("text");
        (status, self.seen.join("\n"), errors)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Does nothing if it has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The other end of a connection, played by a script.
pub struct Peer(TcpStream);

impl Peer {
    pub fn connect(place: &str) -> Peer {
        Peer::new(TcpStream::connect(place).expect("somebody listens"))
    }

    pub fn new(stream: TcpStream) -> Peer {
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream.set_nodelay(true).expect("no delay");
        Peer(stream)
    }

    pub fn send(&mut self, message: &str) {
        self.raw(format!("{message}\0").as_bytes());
    }

    pub fn raw(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).expect("the program reads");
    }

    /// Sends a message, unless the program has hung up.
    pub fn try_send(&mut self, message: &str) -> bool {
        self.0.write_all(format!("{message}\0").as_bytes()).is_ok()
    }

    /// The next message, as the simplest of hosts takes it: what one read gives is one message.
    pub fn hear(&mut self) -> String {
        let mut bytes = [0; 1024];
        let count = self.0.read(&mut bytes).expect("a message in time");
        let text = String::from_utf8(bytes[..count].to_vec()).expect("ASCII");
        let message = text.strip_suffix('\0').unwrap_or_else(|| panic!("{text:?} has no NUL"));
        assert!(!message.contains('\0'), "two messages at once: {text:?}");
        message.to_owned()
    }

    /// Asks for a game; `color` is the program's. Returns its answer's code.
    pub fn ask(&mut self, color: char, rest: &str) -> String {
        self.send(&format!("R01{:<32}{color}000000{rest}", "Peer"));
        let answer = self.hear();
        assert_eq!((&answer[..10], answer.len()), ("ACrownhead", 34), "{answer}");
        answer[33..].to_owned()
    }
}
