//! An engine as a child process. One task owns one engine and asks it one thing at a time; whatever
//! the process does (nothing, too much, dying) comes back as a [`Fault`] within a known time. It
//! knows pipes and clocks, but no rules and no words: those are the [`Dialect`]'s.

use super::dialect::{Announcement, Dialect, Heard, Info, Protocol, Question, Refusal, Turn};
use super::lines::Lines;
use super::talk::Talk;
use crate::notation::Numbering;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout, timeout_at};

/// How to start an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Where it runs; `None`: here.
    pub dir: Option<PathBuf>,
    /// What it speaks.
    pub protocol: Protocol,
    /// How it numbers the squares of moves, where its protocol leaves that open.
    pub numbering: Numbering,
    /// Options by name, set once after the handshake.
    pub options: Vec<(String, String)>,
}

/// How long an engine may be silent where no clock says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// From the start of the process to the end of the handshake, and for setting options.
    pub start: Duration,
    /// For answering a ping, and for taking what is written to it.
    pub reply: Duration,
    /// For a move that no time limit bounds.
    pub think: Duration,
    /// For a move after `stop`, and for leaving after `quit`.
    pub stop: Duration,
}

impl Patience {
    /// With so much time for starting and for a move; smaller things get a moment of it.
    #[must_use]
    pub fn new(start: Duration, think: Duration) -> Patience {
        let at_most = |seconds| think.min(Duration::from_secs(seconds));
        Patience { start, reply: at_most(10), think, stop: at_most(2) }
    }
}

/// Why an engine or peer gives no move, or is of no use at all.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The process could not be started.
    #[error("cannot start {}: {reason}", program.display())]
    NotStarted {
        /// The program.
        program: PathBuf,
        /// What the system says.
        reason: std::io::Error,
    },
    /// There is no connection to a peer.
    #[error("cannot connect to {place}: {reason}")]
    NotConnected {
        /// Its address.
        place: String,
        /// What the system says.
        reason: std::io::Error,
    },
    /// The process ended or closed its output, or the peer hung up.
    #[error("the engine ended ({0})")]
    Ended(String),
    /// A peer does not want the game.
    #[error("{0}")]
    Declined(String),
    /// A peer has ended a game that is not over.
    #[error("{0}")]
    BrokeOff(String),
    /// A peer gives its game up.
    #[error("it resigns")]
    Resigned,
    /// An answer did not come.
    #[error("no {what} within {} s", within.as_secs_f64())]
    Silent {
        /// What was waited for.
        what: String,
        /// How long.
        within: Duration,
    },
    /// It cannot do what is asked.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// An engine that could not be brought up, with the last lines spoken.
#[derive(Debug, thiserror::Error)]
#[error("{fault}")]
pub struct StartFailure {
    /// Why.
    pub fault: Fault,
    /// The last lines spoken.
    pub last_words: Vec<String>,
}

/// A move with what was said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move as the engine wrote it; empty if it gave none.
    pub text: String,
    /// From sending the search to reading the move.
    pub used: Duration,
    /// What the engine said about its search.
    pub info: Info,
    /// It came only after the engine had been told to stop.
    pub late: bool,
}

/// A running engine.
pub struct Engine {
    child: Child,
    stdin: ChildStdin,
    stdout: Lines<ChildStdout>,
    talk: Talk,
    /// Reads the error output.
    listener: Option<JoinHandle<()>>,
    dialect: Box<dyn Dialect>,
    patience: Patience,
}

impl Engine {
    /// Starts the process, shakes hands, sets the game and the options.
    ///
    /// # Errors
    /// The process does not start, ends, stays silent, or refuses an option or the game.
    pub async fn start(
        launch: &Launch,
        game: &Announcement,
        patience: Patience,
    ) -> Result<Engine, StartFailure> {
        let (mut child, talk) = match spawn(launch) {
            Ok(child) => (child, Talk::default()),
            Err(reason) => {
                let fault = Fault::NotStarted { program: launch.program.clone(), reason };
                return Err(StartFailure { fault, last_words: Vec::new() });
            }
        };
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            let fault = Fault::Ended("its pipes are not there".into());
            return Err(StartFailure { fault, last_words: Vec::new() });
        };
        let listener = Some(tokio::spawn(talk.clone().listen(Lines::new(stderr))));
        let stdout = Lines::new(stdout);
        let dialect = launch.protocol.dialect(launch.numbering);
        let mut engine = Engine { child, stdin, stdout, talk, listener, dialect, patience };
        match engine.shake_hands(game, &launch.options).await {
            Ok(()) => Ok(engine),
            Err(fault) => {
                let last_words = engine.last_words();
                engine.quit().await;
                Err(StartFailure { fault, last_words })
            }
        }
    }

    async fn shake_hands(
        &mut self,
        game: &Announcement,
        options: &[(String, String)],
    ) -> Result<(), Fault> {
        let within = self.patience.start;
        let deadline = Instant::now() + within;
        self.send(self.dialect.hello()).await?;
        loop {
            let line = self.line_before(deadline, "end of the handshake", within).await?;
            if self.dialect.greet(line.trim()) {
                break;
            }
        }
        for line in self.dialect.configure(game, options)? {
            self.send(&line).await?;
        }
        self.ask(self.dialect.settle(), within).await
    }

    /// What the engine calls itself, which proves nothing.
    #[must_use]
    pub fn id(&self) -> &str {
        self.dialect.id()
    }

    /// The words of its protocol.
    #[must_use]
    pub fn dialect(&self) -> &dyn Dialect {
        &*self.dialect
    }

    /// The last lines spoken, both ways.
    #[must_use]
    pub fn last_words(&self) -> Vec<String> {
        self.talk.last_words()
    }

    /// Tells it that a new game begins.
    ///
    /// # Errors
    /// It has ended or hangs.
    pub async fn new_game(&mut self) -> Result<(), Fault> {
        self.send(self.dialect.new_game()).await?;
        self.ask(self.dialect.ping(), self.patience.reply).await
    }

    /// Has it think about a move. With `allowed`, the engine is told to stop when so much time has
    /// passed; the move that it gives then comes back all the same, with the time it took.
    ///
    /// # Errors
    /// It has ended, or gives no move even when told to stop.
    pub async fn think(
        &mut self,
        turn: &Turn<'_>,
        allowed: Option<Duration>,
    ) -> Result<Thought, Fault> {
        self.ask(self.dialect.ping(), self.patience.reply).await?;
        let lines = self.dialect.go(turn);
        for line in &lines {
            self.send(line).await?;
        }
        let start = Instant::now();
        let within = allowed.unwrap_or(self.patience.think);
        let mut info = Info::default();
        match self.move_before(start + within, within, &mut info).await {
            Ok(text) => Ok(Thought { text, used: start.elapsed(), info, late: false }),
            Err(Fault::Silent { .. }) => {
                self.send(self.dialect.stop()).await?;
                let grace = self.patience.stop;
                let text = self.move_before(Instant::now() + grace, within, &mut info).await?;
                Ok(Thought { text, used: start.elapsed(), info, late: true })
            }
            Err(fault) => Err(fault),
        }
    }

    async fn move_before(
        &mut self,
        deadline: Instant,
        within: Duration,
        info: &mut Info,
    ) -> Result<String, Fault> {
        loop {
            let line = self.line_before(deadline, "move", within).await?;
            match self.dialect.hear(line.trim()) {
                Heard::Nothing => {}
                Heard::Info(newer) => info.update(newer),
                Heard::Best(text) => return Ok(text),
            }
        }
    }

    /// Asks a question and drops what is said before the answer.
    async fn ask(&mut self, question: Question, within: Duration) -> Result<(), Fault> {
        let deadline = Instant::now() + within;
        self.send(question.ask).await?;
        loop {
            let line = self.line_before(deadline, question.answer, within).await?;
            if line.trim() == question.answer {
                return Ok(());
            }
        }
    }

    async fn line_before(
        &mut self,
        deadline: Instant,
        what: &str,
        within: Duration,
    ) -> Result<String, Fault> {
        let silent = || Fault::Silent { what: what.into(), within };
        // A flood of lines is always ready, so the clock is looked at for every line.
        if Instant::now() >= deadline {
            return Err(silent());
        }
        match timeout_at(deadline, self.stdout.next()).await {
            Err(_) => Err(silent()),
            Ok(Ok(Some(line))) => {
                self.talk.heard(&line);
                Ok(line)
            }
            Ok(Ok(None) | Err(_)) => Err(self.how_it_ended().await),
        }
    }

    async fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.talk.said(line);
        let within = self.patience.reply;
        let bytes = format!("{line}\n");
        let write = async {
            self.stdin.write_all(bytes.as_bytes()).await?;
            self.stdin.flush().await
        };
        match timeout(within, write).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(self.how_it_ended().await),
            Err(_) => Err(Fault::Silent { what: "reading of its input".into(), within }),
        }
    }

    /// The exit status of a process whose pipes are closed.
    async fn how_it_ended(&mut self) -> Fault {
        const MOMENT: Duration = Duration::from_millis(500);
        // What it said at the end may explain it; a helper process may hold that pipe open.
        if let Some(listener) = self.listener.take() {
            let _ = timeout(MOMENT, listener).await;
        }
        Fault::Ended(match timeout(MOMENT, self.child.wait()).await {
            Ok(Ok(status)) => status.to_string(),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "it closed its pipes but runs on".into(),
        })
    }

    /// Asks the engine to leave, and kills it if it does not.
    pub async fn quit(mut self) {
        if self.send_quit().await.is_ok() {
            let _ = timeout(self.patience.stop, self.child.wait()).await;
        }
        self.kill();
        // Reaped, so that a long match leaves no zombies behind.
        let _ = timeout(self.patience.stop, self.child.wait()).await;
    }

    async fn send_quit(&mut self) -> Result<(), Fault> {
        let line = self.dialect.quit();
        self.patience.reply = self.patience.stop;
        self.send(line).await
    }

    fn kill(&mut self) {
        kill_group(&self.child);
        // It may have ended by itself.
        let _ = self.child.start_kill();
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Starts the process with pipes, in a group of its own: Ctrl-C at the terminal is for the runner,
/// which then ends its engines itself, and helpers that an engine starts end with it.
fn spawn(launch: &Launch) -> std::io::Result<Child> {
    let mut command = Command::new(&launch.program);
    command
        .args(&launch.args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    if let Some(dir) = &launch.dir {
        command.current_dir(dir);
    }
    #[cfg(unix)]
    command.process_group(0);
    command.spawn()
}

#[cfg(unix)]
fn kill_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // While the leader has not been waited for, its number cannot belong to another group.
    if let Some(pid) = child.id().and_then(|id| Pid::from_raw(id as i32)) {
        // The group may be gone already.
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_child: &Child) {}
