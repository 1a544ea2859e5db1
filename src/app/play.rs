//! `crownhead`: a protocol on stdin and stdout, chosen by the first line.
//!
//! One loop owns the session. Lines come from the thread that reads, news from the threads that
//! search, and lines go to the thread that writes, so nothing here ever blocks.

use super::Failure;
use crate::io::input::{self, LONGEST_LINE, Line};
use crate::io::output::{Closed, Writer};
use crate::message::{Command, Event};
use crate::protocol::{Dialect, Hub, Protocol, Uci, Ugi};
use crate::session::Session;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};

/// How long `quit` waits for the last answer, and then for a host that does not read it.
const PATIENCE: Duration = Duration::from_millis(300);

/// Speaks until `quit` or the end of input, in `dialect` or the one the first line asks for; `first`
/// are commands before the first line. That nobody reads stdout any more is an end like any other.
///
/// # Errors
/// The system gives no threads.
pub fn run(dialect: Option<Dialect>, first: Vec<Command>) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    runtime.block_on(converse(dialect, first))
}

/// Chooses the dialect.
async fn converse(dialect: Option<Dialect>, first: Vec<Command>) -> Result<(), Failure> {
    let mut lines = input::stdin_lines()?;
    let mut opening = None;
    let dialect = match dialect {
        Some(dialect) => dialect,
        None => loop {
            opening = lines.recv().await;
            match &opening {
                Some(Line::Text(line)) if line.trim().is_empty() => {}
                Some(Line::Text(line)) => break Dialect::of_first(line),
                Some(Line::TooLong) | None => break Dialect::Uci,
            }
        },
    };
    let opening = Opening { commands: first, line: opening };
    match dialect {
        Dialect::Uci => talk(Uci, opening, lines).await,
        Dialect::Hub => talk(Hub::default(), opening, lines).await,
        Dialect::Ugi => talk(Ugi, opening, lines).await,
    }
}

/// What there is to do before more is read.
struct Opening {
    commands: Vec<Command>,
    line: Option<Line>,
}

async fn talk<P: Protocol>(
    mut protocol: P,
    opening: Opening,
    mut lines: mpsc::Receiver<Line>,
) -> Result<(), Failure> {
    let (post, mut news) = mpsc::unbounded_channel();
    // If the loop has ended, nobody wants the news.
    let mailbox = Arc::new(move |item| drop(post.send(item)));
    let mut session = Session::new(P::DIALECT.writing(), mailbox);
    let writer = Writer::start()?;
    let mut events: Vec<Event> =
        opening.commands.into_iter().flat_map(|command| session.command(command)).collect();
    let mut unread = opening.line;
    let mut patience = pin!(sleep(PATIENCE));
    let mut open = true;
    loop {
        if tell(&protocol, &writer, &events).is_err() {
            return Ok(());
        }
        if session.is_over() {
            break;
        }
        events = tokio::select! {
            biased;
            Some(item) = news.recv() => session.news(item),
            line = next(&mut unread, &mut lines), if open && session.has_room() => {
                let events = match &line {
                    Some(line) => hear(&mut protocol, &mut session, line),
                    None => session.close(),
                };
                if line.is_none() || session.has_quit() {
                    open = false;
                }
                if session.has_quit() {
                    patience.as_mut().reset(Instant::now() + PATIENCE);
                }
                events
            }
            () = &mut patience, if session.has_quit() => break,
        };
    }
    writer.finish(session.has_quit().then_some(PATIENCE));
    Ok(())
}

/// The line that has been read already, or the next one.
async fn next(unread: &mut Option<Line>, lines: &mut mpsc::Receiver<Line>) -> Option<Line> {
    match unread.take() {
        Some(line) => Some(line),
        None => lines.recv().await,
    }
}

/// One line of the host.
fn hear<P: Protocol>(protocol: &mut P, session: &mut Session, line: &Line) -> Vec<Event> {
    let Line::Text(line) = line else {
        return vec![Event::Error(format!("a line of more than {LONGEST_LINE} bytes is skipped"))];
    };
    tracing::debug!(line, "in");
    if let Err(error) = P::DIALECT.check(line) {
        return vec![Event::Error(error.to_string())];
    }
    match protocol.parse(line) {
        Ok(Some(command)) => session.command(command),
        Ok(None) => Vec::new(),
        Err(error) => vec![Event::Error(error.to_string())],
    }
}

fn tell(protocol: &impl Protocol, writer: &Writer, events: &[Event]) -> Result<(), Closed> {
    for line in events.iter().flat_map(|event| protocol.write(event)) {
        tracing::debug!(line, "out");
        writer.send(protocol.gap(&line), line)?;
    }
    Ok(())
}
