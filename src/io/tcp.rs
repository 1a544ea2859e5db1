//! Messages over TCP, each ended by a NUL. Packets fall apart and run together on the way, so bytes
//! are gathered until a message is whole. It knows no message's meaning.

use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until, timeout};

/// The longest message in bytes, without its NUL; DXP allows 128 with it.
pub const LONGEST: usize = 127;

/// Between two messages. Hosts that take what one read gives them for one message (pydraughts
/// 0.6.7) lose the second one of two that arrive together.
const PAUSE: Duration = Duration::from_millis(50);
/// How long a peer may leave its messages unread before it counts as gone.
const SEND_PATIENCE: Duration = Duration::from_secs(10);
/// How long a peer may take to hang up after we have.
const CLOSE_PATIENCE: Duration = Duration::from_secs(1);

/// What came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A message, without its NUL.
    Message(Vec<u8>),
    /// More than [`LONGEST`] bytes without a NUL; they are skipped up to the next one.
    TooLong,
}

/// Cuts a stream of bytes into messages.
#[derive(Debug, Default)]
pub struct Frames {
    whole: VecDeque<Frame>,
    part: Vec<u8>,
    skipping: bool,
}

impl Frames {
    /// Takes the next bytes of the stream.
    pub fn push(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            match byte {
                0 if self.skipping => self.skipping = false,
                0 => self.whole.push_back(Frame::Message(std::mem::take(&mut self.part))),
                _ if self.skipping => {}
                _ if self.part.len() == LONGEST => {
                    self.part.clear();
                    self.skipping = true;
                    self.whole.push_back(Frame::TooLong);
                }
                _ => self.part.push(byte),
            }
        }
    }

    /// The next whole message.
    pub fn pop(&mut self) -> Option<Frame> {
        self.whole.pop_front()
    }
}

/// A connection that carries messages.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    frames: Frames,
    sent: Option<Instant>,
}

impl Connection {
    /// Takes a stream over.
    #[must_use]
    pub fn new(stream: TcpStream) -> Connection {
        // Small messages must not wait for each other; a system that cannot do it is only slower.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY");
        }
        Connection { stream, frames: Frames::default(), sent: None }
    }

    /// The next message; `None` once the peer has hung up. May be dropped before it is ready:
    /// nothing is lost then.
    ///
    /// # Errors
    /// The connection has failed.
    pub async fn receive(&mut self) -> io::Result<Option<Frame>> {
        let mut bytes = [0; 1024];
        loop {
            if let Some(frame) = self.frames.pop() {
                tracing::debug!(?frame, "in");
                return Ok(Some(frame));
            }
            match self.stream.read(&mut bytes).await {
                Ok(0) => return Ok(None),
                Ok(count) => self.frames.push(&bytes[..count]),
                // To a reader a peer that died is one that has hung up.
                Err(error) if error.kind() == ErrorKind::ConnectionReset => return Ok(None),
                Err(error) => return Err(error),
            }
        }
    }

    /// Sends a message, a little after the one before.
    ///
    /// # Errors
    /// The peer has gone or does not read.
    pub async fn send(&mut self, message: &[u8]) -> io::Result<()> {
        if let Some(sent) = self.sent {
            sleep_until(sent + PAUSE).await;
        }
        tracing::debug!(message = %String::from_utf8_lossy(message), "out");
        let mut bytes = message.to_vec();
        bytes.push(0);
        let written = timeout(SEND_PATIENCE, self.stream.write_all(&bytes)).await;
        self.sent = Some(Instant::now());
        written.unwrap_or_else(|_| Err(ErrorKind::TimedOut.into()))
    }

    /// Hangs up so that the last message still arrives.
    pub async fn close(mut self) {
        let hang_up = async {
            self.stream.shutdown().await?;
            while self.receive().await?.is_some() {}
            io::Result::Ok(())
        };
        // A peer that stays on the line is left there.
        let _ = timeout(CLOSE_PATIENCE, hang_up).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(chunks: &[&[u8]]) -> Vec<Frame> {
        let mut frames = Frames::default();
        for chunk in chunks {
            frames.push(chunk);
        }
        std::iter::from_fn(|| frames.pop()).collect()
    }

    fn message(text: &[u8]) -> Frame {
        Frame::Message(text.to_vec())
    }

    #[test]
    fn messages_split_and_joined() {
        assert_eq!(
            frames(&[b"E0", b"0\0K1\0B0", b"05Z", b"\0"]),
            [message(b"E00"), message(b"K1"), message(b"B005Z")]
        );
        assert_eq!(frames(&[b"\0\0E00"]), [message(b""), message(b"")]);
    }

    #[test]
    fn a_message_without_measure_is_skipped_and_the_next_one_heard() {
        let longest = [b'x'; LONGEST];
        assert_eq!(frames(&[&longest, b"\0"]), [message(&longest)]);
        assert_eq!(
            frames(&[&longest, b"y", &longest, b"\0E00\0"]),
            [Frame::TooLong, message(b"E00")]
        );
    }
}
