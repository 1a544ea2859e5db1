//! `crownhead`: the protocol on stdin and stdout.
//!
//! One loop owns the session. Lines come from the thread that reads, news from the threads that
//! search, and lines go to the thread that writes, so nothing here ever blocks.

use super::Failure;
use crate::io::input::{self, LONGEST_LINE, Line};
use crate::io::output::{Closed, Writer};
use crate::message::Event;
use crate::protocol::{Protocol, Uci};
use crate::session::Session;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};

/// How long `quit` waits for the last answer, and then for a host that does not read it.
const PATIENCE: Duration = Duration::from_millis(300);

/// Speaks until `quit` or the end of input. That nobody reads stdout any more is an end like any
/// other.
///
/// # Errors
/// The system gives no threads.
pub fn run() -> Result<(), Failure> {
    tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(converse(Uci))
}

async fn converse(mut protocol: impl Protocol) -> Result<(), Failure> {
    let (post, mut news) = mpsc::unbounded_channel();
    // If the loop has ended, nobody wants the news.
    let mailbox = Arc::new(move |item| drop(post.send(item)));
    let mut session = Session::new(mailbox);
    let mut lines = input::stdin_lines()?;
    let writer = Writer::start()?;
    let mut open = true;
    let mut patience = pin!(sleep(PATIENCE));
    while !session.is_over() {
        let events = tokio::select! {
            biased;
            Some(item) = news.recv() => session.news(item),
            line = lines.recv(), if open && session.has_room() => {
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
        if tell(&mut protocol, &writer, &events).is_err() {
            return Ok(());
        }
    }
    writer.finish(session.has_quit().then_some(PATIENCE));
    Ok(())
}

/// One line of the host.
fn hear(protocol: &mut impl Protocol, session: &mut Session, line: &Line) -> Vec<Event> {
    let Line::Text(line) = line else {
        return vec![Event::Error(format!("a line of more than {LONGEST_LINE} bytes is skipped"))];
    };
    tracing::debug!(line, "in");
    match protocol.parse(line) {
        Ok(Some(command)) => session.command(command),
        Ok(None) => Vec::new(),
        Err(error) => vec![Event::Error(error.to_string())],
    }
}

fn tell(protocol: &mut impl Protocol, writer: &Writer, events: &[Event]) -> Result<(), Closed> {
    for line in events.iter().flat_map(|event| protocol.write(event)) {
        tracing::debug!(line, "out");
        writer.send(line)?;
    }
    Ok(())
}
