//! Which dialect a conversation is in, and whose words are whose. The first line decides; it knows
//! no dialect's grammar.

use crate::message::Writing;
use thiserror::Error;

/// The dialects spoken over a pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The UCI-like protocol.
    Uci,
    /// Hub, version 2.
    Hub,
    /// The Universal Game Interface.
    Ugi,
}

use Dialect::{Hub, Uci, Ugi};

/// Words that belong to some dialects and mean nothing in the others.
const WORDS: [(&str, &[Dialect]); 22] = [
    ("uci", &[Uci]),
    ("ucinewgame", &[Uci]),
    ("ponderhit", &[Uci]),
    ("register", &[Uci]),
    ("eval", &[Uci]),
    ("flip", &[Uci]),
    ("bench", &[Uci]),
    ("d", &[Uci, Ugi]),
    ("isready", &[Uci, Ugi]),
    ("setoption", &[Uci, Ugi]),
    ("position", &[Uci, Ugi]),
    ("ugi", &[Ugi]),
    ("uginewgame", &[Ugi]),
    ("query", &[Ugi]),
    ("hub", &[Hub]),
    ("init", &[Hub]),
    ("set-param", &[Hub]),
    ("new-game", &[Hub]),
    ("pos", &[Hub]),
    ("level", &[Hub]),
    ("ping", &[Hub]),
    ("ponder-hit", &[Hub]),
];

/// A word of another dialect.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "'{word}' is a word of {}; this conversation is in {}: the first line decides",
    owners.iter().map(|owner| owner.name()).collect::<Vec<_>>().join(" and "),
    spoken.name()
)]
pub struct ForeignWord {
    word: &'static str,
    owners: &'static [Dialect],
    spoken: Dialect,
}

impl Dialect {
    /// The dialect that a first line asks for; what asks for none is the UCI-like protocol, which
    /// people speak too.
    #[must_use]
    pub fn of_first(line: &str) -> Dialect {
        match first_word(line) {
            "hub" => Hub,
            "ugi" => Ugi,
            _ => Uci,
        }
    }

    /// How moves are written in it.
    #[must_use]
    pub const fn writing(self) -> Writing {
        match self {
            Hub => Writing::Hub,
            Uci | Ugi => Writing::Pdn,
        }
    }

    /// Takes note of a line that begins with a word of other dialects only.
    ///
    /// # Errors
    /// It does.
    pub fn check(self, line: &str) -> Result<(), ForeignWord> {
        let first = first_word(line);
        match WORDS.iter().find(|(word, _)| *word == first) {
            Some((word, owners)) if !owners.contains(&self) => {
                Err(ForeignWord { word, owners, spoken: self })
            }
            _ => Ok(()),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Uci => "the UCI-like protocol",
            Hub => "Hub",
            Ugi => "UGI",
        }
    }
}

fn first_word(line: &str) -> &str {
    line.trim_start_matches('\u{feff}').split_whitespace().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_decides() {
        for (line, dialect) in [
            ("hub", Hub),
            ("\u{feff}hub\r", Hub),
            (" ugi ", Ugi),
            ("uci", Uci),
            ("", Uci),
            ("joho hub", Uci),
            ("hubs", Uci),
        ] {
            assert_eq!(Dialect::of_first(line), dialect, "{line}");
        }
    }

    #[test]
    fn a_foreign_word_is_named_with_its_owner() {
        let refused = Hub.check("isready").map_err(|error| error.to_string());
        let message = "'isready' is a word of the UCI-like protocol and UGI; this conversation is in \
                       Hub: the first line decides";
        assert_eq!(refused, Err(message.into()));
        for (dialect, line) in [(Hub, "pos start"), (Uci, "go"), (Ugi, "isready"), (Hub, "joho")] {
            assert_eq!(dialect.check(line), Ok(()), "{line}");
        }
    }
}
