//! What the dialects do alike to texts of others that they repeat.

/// The longest text of others that a message repeats, in characters.
const CLIP: usize = 60;

/// What somebody wrote, short enough to be shown to him again.
pub(super) fn clipped(text: &str) -> String {
    match text.char_indices().nth(CLIP) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

/// The longest message, in characters: parsers further in may repeat a whole line of input.
const LONGEST_MESSAGE: usize = 1000;

/// A message that stays one short line of printable ASCII, whatever was typed.
pub(super) fn one_line(message: &str) -> String {
    let safe = |c: char| if c == ' ' || c.is_ascii_graphic() { c } else { '?' };
    let mut line: String = message.chars().take(LONGEST_MESSAGE).map(safe).collect();
    if message.chars().nth(LONGEST_MESSAGE).is_some() {
        line.push_str("...");
    }
    line
}
