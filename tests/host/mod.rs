//! A host for tests: it starts the built program as a child process, talks to it over pipes, and
//! never waits for ever.

// Every test binary compiles this file and uses its own part of it.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long an answer may take before the program counts as hung. Not a speed goal: the machine may
/// be busy with other tests.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A running engine.
pub struct Host {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: Receiver<String>,
    stderr: Receiver<String>,
}

impl Host {
    /// Starts the program.
    pub fn start() -> Host {
        Host::start_with(&[])
    }

    /// Starts the program with arguments.
    pub fn start_with(arguments: &[&str]) -> Host {
        let mut child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
            .args(arguments)
            .env_remove("CROWNHEAD_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdout = lines_of(child.stdout.take().expect("stdout is a pipe"));
        let stderr = lines_of(child.stderr.take().expect("stderr is a pipe"));
        let stdin = child.stdin.take();
        Host { child, stdin, stdout, stderr }
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes in one write.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("stdin is open");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).expect("the program reads");
    }

    /// Ends the program's input.
    pub fn close(&mut self) {
        self.stdin = None;
    }

    /// The next line, if one comes in time.
    pub fn line_within(&self, patience: Duration) -> Option<String> {
        self.stdout.recv_timeout(patience).ok()
    }

    /// The next line.
    pub fn line(&self) -> String {
        self.line_within(PATIENCE).expect("a line in time")
    }

    /// Lines up to and with the first that starts so.
    pub fn lines_to(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line_within(PATIENCE);
            lines.push(line.unwrap_or_else(|| panic!("no '{start}' after {lines:#?}")));
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// The first line that starts so.
    pub fn find(&self, start: &str) -> String {
        self.lines_to(start).pop().expect("at least one line")
    }

    /// Sends `isready` and gives the lines before `readyok`: everything said until now.
    pub fn sync(&mut self) -> Vec<String> {
        self.sync_by("isready", "readyok")
    }

    /// Sends a question and gives the lines before its answer.
    pub fn sync_by(&mut self, question: &str, answer: &str) -> Vec<String> {
        self.send(question);
        let mut lines = self.lines_to(answer);
        lines.pop();
        lines
    }

    /// The FEN of the engine's position.
    pub fn fen(&mut self) -> String {
        self.send("d");
        let fen = self.find("FEN: ");
        self.find("Outcome: ");
        fen["FEN: ".len()..].to_owned()
    }

    /// Waits for the end of the program; all lines it still says, and how it ended.
    pub fn wait(mut self) -> (Vec<String>, ExitStatus) {
        let end = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("the child can be waited for") {
                break status;
            }
            assert!(Instant::now() < end, "the program does not end");
            thread::sleep(Duration::from_millis(1));
        };
        let noise: Vec<String> = self.stderr.iter().collect();
        assert!(noise.is_empty(), "stderr is not silent: {noise:?}");
        (self.stdout.iter().collect(), status)
    }

    /// Expects the program to end by itself with exit code 0 and gives the lines it still says.
    pub fn ends_well(self) -> Vec<String> {
        let (lines, status) = self.wait();
        assert!(status.success(), "{status}");
        lines
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // A test has failed half way, or the child is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lines_of(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// A small generator of numbers that are the same in every run (Marsaglia's xorshift).
pub struct Random(pub u64);

impl Random {
    /// A number below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}
