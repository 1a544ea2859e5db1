//! Hub's grammar: `command arg[=value] ...`. It knows no commands.
//!
//! An identifier is a run without blanks, control characters, `=` and `"`; a value is an identifier
//! or stands between quotes, and there is no way to write a quote inside it.

use super::text::clipped;
use std::borrow::Cow;
use thiserror::Error;

/// Why a line is none of Hub's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LineError {
    /// A quote without its fellow.
    #[error("a quote is opened and not closed")]
    OpenQuote,
    /// A value without a name.
    #[error("a quoted value has no name and equals sign before it")]
    NoName,
    /// An equals sign with nothing to name, or nothing to give.
    #[error("an equals sign needs a name before it and a value after it (at '{0}')")]
    Equals(String),
}

/// The arguments of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Arguments<'a>(Vec<(&'a str, Option<&'a str>)>);

impl<'a> Arguments<'a> {
    /// The value of an argument.
    pub(super) fn value(&self, name: &str) -> Option<&'a str> {
        self.0.iter().find(|(own, _)| *own == name).and_then(|(_, value)| *value)
    }

    /// Whether an argument is there, with a value or without.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(own, _)| *own == name)
    }

    /// Every argument in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&'a str, Option<&'a str>)> {
        self.0.iter().copied()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'a> {
    Word(&'a str),
    Quoted(&'a str),
    Equals,
}

/// The command of a line and what follows it; the command is empty if there is none.
pub(super) fn split(line: &str) -> (&str, &str) {
    let text = line.trim_start_matches('\u{feff}').trim_start_matches(is_blank);
    text.split_at(text.find(is_special).unwrap_or(text.len()))
}

/// Reads what follows the command.
pub(super) fn arguments(rest: &str) -> Result<Arguments<'_>, LineError> {
    let mut arguments = Vec::new();
    let mut tokens = tokens(rest)?.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let name = match token {
            Token::Word(name) => name,
            Token::Quoted(_) => return Err(LineError::NoName),
            Token::Equals => return Err(LineError::Equals("=".into())),
        };
        if tokens.next_if_eq(&Token::Equals).is_none() {
            arguments.push((name, None));
            continue;
        }
        match tokens.next() {
            Some(Token::Word(value) | Token::Quoted(value)) => arguments.push((name, Some(value))),
            _ => return Err(LineError::Equals(clipped(name))),
        }
    }
    Ok(Arguments(arguments))
}

fn tokens(text: &str) -> Result<Vec<Token<'_>>, LineError> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start_matches(is_blank);
    while let Some(first) = rest.chars().next() {
        let (token, after) = match first {
            '=' => (Token::Equals, &rest[1..]),
            '"' => {
                let (value, after) = rest[1..].split_once('"').ok_or(LineError::OpenQuote)?;
                (Token::Quoted(value), after)
            }
            _ => {
                let (word, after) = rest.split_at(rest.find(is_special).unwrap_or(rest.len()));
                (Token::Word(word), after)
            }
        };
        tokens.push(token);
        rest = after.trim_start_matches(is_blank);
    }
    Ok(tokens)
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

fn is_special(c: char) -> bool {
    is_blank(c) || matches!(c, '=' | '"')
}

/// A value as it is written: between quotes if it must be, and only then, for one bot host fails on
/// a single word between quotes. A quote inside it becomes an apostrophe, since there is no way to
/// write it, and an equals sign a colon, since hosts that split lines at it would break.
pub(super) fn value(text: &str) -> Cow<'_, str> {
    if text.is_empty() || text.contains(is_special) {
        format!("\"{}\"", text.replace('"', "'").replace('=', ":")).into()
    } else {
        text.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(rest: &str) -> Result<Vec<(&str, Option<&str>)>, LineError> {
        arguments(rest).map(|arguments| arguments.0)
    }

    #[test]
    fn arguments_of_all_kinds() {
        assert_eq!(split(" \tpos  start"), ("pos", "  start"));
        assert_eq!(split("pos\"x"), ("pos", "\"x"));
        assert_eq!(split("\u{feff}"), ("", ""));
        let read = read("a b=1 c = \"x  y=z\" d=\"\"e\te=-1.5").expect("it is right");
        let wanted = [
            ("a", None),
            ("b", Some("1")),
            ("c", Some("x  y=z")),
            ("d", Some("")),
            ("e", None),
            ("e", Some("-1.5")),
        ];
        assert_eq!(read, wanted);
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(read("a=\"b"), Err(LineError::OpenQuote));
        assert_eq!(read("\"b\""), Err(LineError::NoName));
        for (line, at) in [("=1", "="), ("a=", "a"), ("a==1", "a"), ("a=1=2", "=")] {
            assert_eq!(read(line), Err(LineError::Equals(at.into())), "{line}");
        }
    }

    #[test]
    fn values_are_quoted_when_they_must_be() {
        assert_eq!(value("0.1.0"), "0.1.0");
        assert_eq!(value(""), "\"\"");
        assert_eq!(value("a b"), "\"a b\"");
        assert_eq!(value("say \"a=b\""), "\"say 'a:b'\"");
    }
}
