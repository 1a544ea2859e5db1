//! Lines from a pipe whose writer is not trusted: no line grows beyond a limit, bytes that are not
//! UTF-8 do no harm, and giving up on a line half way loses nothing.

use std::io;
use tokio::io::{AsyncRead, AsyncReadExt};

/// Longer lines are cut.
const LONGEST: usize = 64 * 1024;
/// Bytes read at a time.
const CHUNK: usize = 8 * 1024;

/// Reads lines.
pub struct Lines<R> {
    source: R,
    buffer: Vec<u8>,
    /// How much of the buffer has been handed out.
    used: usize,
    /// The line being read was cut and its rest is to be dropped.
    cut: bool,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    /// Reads from `source`.
    pub fn new(source: R) -> Self {
        Lines { source, buffer: Vec::new(), used: 0, cut: false }
    }

    /// The next line without its end, or `None` at the end of input. What comes after the last line
    /// end is a line too. Dropping the future half way loses nothing.
    ///
    /// # Errors
    /// The pipe fails.
    pub async fn next(&mut self) -> io::Result<Option<String>> {
        loop {
            if let Some(line) = self.take_line() {
                return Ok(Some(line));
            }
            self.buffer.drain(..self.used);
            self.used = 0;
            self.buffer.reserve(CHUNK);
            if self.source.read_buf(&mut self.buffer).await? == 0 {
                let rest = std::mem::take(&mut self.buffer);
                return Ok((!rest.is_empty() && !self.cut).then(|| text(&rest)));
            }
        }
    }

    fn take_line(&mut self) -> Option<String> {
        loop {
            let rest = &self.buffer[self.used..];
            let end = rest.iter().position(|byte| *byte == b'\n');
            let length = match end {
                Some(end) => end.min(LONGEST),
                None if rest.len() >= LONGEST => LONGEST,
                None if self.cut => {
                    self.used = self.buffer.len();
                    return None;
                }
                None => return None,
            };
            let was_cut = std::mem::replace(&mut self.cut, end.is_none());
            let line = (!was_cut).then(|| text(&rest[..length]));
            self.used += end.map_or(rest.len(), |end| end + 1);
            if line.is_some() {
                return line;
            }
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end_matches('\r').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(bytes: &[u8]) -> Vec<String> {
        let mut lines = Lines::new(bytes);
        let mut all = Vec::new();
        while let Some(line) = lines.next().await.expect("bytes in memory can be read") {
            all.push(line);
        }
        all
    }

    #[tokio::test]
    async fn lines_of_any_kind() {
        assert_eq!(read(b"").await, [""; 0]);
        assert_eq!(read(b"a\r\n\nb").await, ["a", "", "b"]);
        assert_eq!(read(b"\xff\xfe\n").await, ["\u{fffd}\u{fffd}"]);
        let long = vec![b'x'; 3 * LONGEST + 5];
        let mut text = long.clone();
        text.extend_from_slice(b"\nnext\n");
        let all = read(&text).await;
        assert_eq!((all[0].len(), &all[1..]), (LONGEST, &["next".to_owned()][..]));
        assert_eq!(read(&long).await.len(), 1);
    }
}
