//! Lines from stdin, read by a thread of their own: a blocked read must never keep the program from
//! answering or leaving. It knows no protocol.

use std::io::{self, BufRead};
use tokio::sync::mpsc;

/// The longest line taken, in bytes. A game of thousands of moves fits many times over.
pub const LONGEST_LINE: usize = 1 << 20;

/// Lines read ahead before the reader waits.
const AHEAD: usize = 64;

/// A line of input, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// What it says; bytes that are not UTF-8 have become U+FFFD.
    Text(String),
    /// It was longer than [`LONGEST_LINE`] and has been skipped.
    TooLong,
}

/// Starts to read stdin. The channel ends with the input, or with an error of it, which is logged:
/// to a program on a pipe both mean that nobody is there any more.
///
/// # Errors
/// The system gives no thread.
pub fn stdin_lines() -> io::Result<mpsc::Receiver<Line>> {
    let (sender, receiver) = mpsc::channel(AHEAD);
    std::thread::Builder::new().name("stdin".into()).spawn(move || {
        let ended = read_lines(io::stdin().lock(), |line| sender.blocking_send(line).is_ok());
        if let Err(error) = ended {
            tracing::warn!(%error, "stdin failed");
        }
    })?;
    Ok(receiver)
}

/// Hands every line to `deliver` until the input ends or `deliver` wants no more. A last line
/// without an end counts.
fn read_lines(mut input: impl BufRead, mut deliver: impl FnMut(Line) -> bool) -> io::Result<()> {
    let mut line = Vec::new();
    let mut too_long = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            if too_long || !line.is_empty() {
                deliver(finish(&line, too_long));
            }
            return Ok(());
        }
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        too_long |= line.len() + part.len() > LONGEST_LINE;
        if !too_long {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            if !deliver(finish(&line, too_long)) {
                return Ok(());
            }
            line.clear();
            too_long = false;
        }
    }
}

fn finish(line: &[u8], too_long: bool) -> Line {
    if too_long {
        return Line::TooLong;
    }
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    Line::Text(String::from_utf8_lossy(line).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(input: &[u8]) -> Vec<Line> {
        let mut lines = Vec::new();
        // A tiny buffer, so that lines fall apart.
        let reader = BufReader::with_capacity(3, input);
        let read = read_lines(reader, |line| {
            lines.push(line);
            true
        });
        assert!(read.is_ok());
        lines
    }

    fn text(text: &str) -> Line {
        Line::Text(text.into())
    }

    #[test]
    fn line_ends_of_all_kinds() {
        assert_eq!(lines(b"uci\r\n\nisready"), [text("uci"), text(""), text("isready")]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn bytes_that_are_not_text_stay_a_line() {
        assert_eq!(lines(b"\xff\xfe d\n\0\n"), [text("\u{fffd}\u{fffd} d"), text("\0")]);
    }

    #[test]
    fn a_line_without_measure_is_skipped_and_the_next_one_heard() {
        let mut input = vec![b'x'; LONGEST_LINE];
        input.extend_from_slice(b"\n");
        assert!(matches!(&lines(&input)[..], [Line::Text(line)] if line.len() == LONGEST_LINE));
        input.insert(0, b'x');
        input.extend_from_slice(b"isready\n");
        assert_eq!(lines(&input), [Line::TooLong, text("isready")]);
    }
}
