//! The keys of a rule file: one row a key, with its meaning, how it is read and how it is written.

use super::Draft;
use super::draws;
use super::names::{Aim, Algebraic, DIRECTIONS, DarkRight, Named, Separator};
use super::value::{self, choice, did_you_mean, list, quoted};
use crate::board::{Dir, Layout};
use crate::rules::Variant;
use crate::rules::ruleset::{self, DirSet, FarRow, Landing, Priority, Range, Removal};
use std::borrow::Cow;
use toml::de::DeValue;

/// The table of keys that say how a game is written.
pub(super) const NOTATION: &str = "notation";

/// One key.
pub(super) struct Key {
    /// The table it stands in; `None` for the top of the file.
    pub table: Option<&'static str>,
    /// Its full name: `rows`, `notation.separator`.
    pub name: &'static str,
    /// What it means, for the comment above it.
    pub meaning: &'static str,
    /// The words it may have as values; none if they are not words.
    pub words: fn() -> Vec<&'static str>,
    /// Puts a value into a variant being read.
    pub read: fn(&mut Draft, &DeValue<'_>) -> Result<(), String>,
    /// The value in TOML; `None` if the key has no place beside the others.
    pub write: fn(&Variant) -> Option<String>,
}

impl Key {
    /// The key of a name; those of the notation table by `notation.key`.
    pub(super) fn find(name: &str) -> Option<&'static Key> {
        KEYS.iter().find(|key| key.name == name)
    }

    /// The name within its table.
    fn short(&self) -> &'static str {
        self.name.rsplit('.').next().unwrap_or(self.name)
    }
}

/// Says that a name is no key.
pub(super) fn unknown(name: &str) -> String {
    let help = did_you_mean(name, KEYS.iter().map(|key| key.name).chain(["base"]));
    format!("no key is called \"{name}\"{help}")
}

/// Writes a key with its comment.
pub(super) fn write(key: &Key, variant: &Variant, text: &mut String) {
    let Some(value) = (key.write)(variant) else {
        return;
    };
    let words = (key.words)();
    let words = match words.as_slice() {
        [] => String::new(),
        words => format!(" Values: {}.", words.join(", ")),
    };
    text.push('\n');
    comment(&format!("{}.{words}", key.meaning), text);
    text.extend([key.short(), " = ", &value, "\n"]);
}

/// Writes a comment, in lines of a readable length.
pub(super) fn comment(words: &str, text: &mut String) {
    const WIDTH: usize = 98;
    let mut line = String::new();
    for word in words.split_whitespace() {
        if !line.is_empty() && line.len() + 1 + word.len() > WIDTH {
            text.extend(["#", &line, "\n"]);
            line.clear();
        }
        line.push(' ');
        line.push_str(word);
    }
    text.extend(["#", &line, "\n"]);
}

fn no_words() -> Vec<&'static str> {
    Vec::new()
}

fn words_of<T: Named>() -> Vec<&'static str> {
    T::NAMES.iter().map(|(name, _)| *name).collect()
}

fn named<T: Named>(value: &DeValue<'_>) -> Result<T, String> {
    choice(value::text(value)?, T::NAMES)
}

fn direction_words() -> Vec<&'static str> {
    DIRECTIONS
        .iter()
        .map(|(name, _)| *name)
        .chain(["or a list of N, NE, E, SE, S, SW, W, NW"])
        .collect()
}

/// Directions: a named set, or a list of compass points as White sees them.
fn directions(value: &DeValue<'_>) -> Result<DirSet, String> {
    let words = value::words(value)?;
    if let [word] = words.as_slice()
        && let Ok(set) = choice(word, &DIRECTIONS)
    {
        return Ok(set);
    }
    let dirs: Result<Vec<Dir>, String> = words
        .iter()
        .map(|word| {
            choice(word, Dir::NAMES).map_err(|_| {
                let all = words_of::<Dir>().into_iter().chain(DIRECTIONS.iter().map(|row| row.0));
                let all: Vec<_> = all.collect();
                format!("\"{word}\" is none of {}", all.join(", "))
            })
        })
        .collect();
    Ok(DirSet::of(&dirs?))
}

fn write_directions(set: DirSet) -> String {
    let name = DIRECTIONS.iter().find(|(_, named)| *named == set).map(|(name, _)| quoted(name));
    name.unwrap_or_else(|| list(set.iter().map(Named::name)))
}

/// What a file calls the empty list of majority keys.
const FREE: &str = "free";

fn majority(value: &DeValue<'_>) -> Result<Priority, String> {
    let words = value::words(value)?;
    if matches!(words.as_slice(), [word] if word == FREE || word.is_empty()) {
        return Ok(Priority::FREE);
    }
    let keys: Result<Vec<_>, _> =
        words.iter().map(|word| choice(word, ruleset::Key::NAMES)).collect();
    Priority::new(&keys?).ok_or_else(|| "no more than four keys are compared".to_owned())
}

fn variant_name(value: &DeValue<'_>) -> Result<Cow<'static, str>, String> {
    const LONGEST: usize = 40;
    let text = value::text(value)?;
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if text.is_empty() || text.len() > LONGEST || !text.bytes().all(fits) {
        return Err(format!("expected up to {LONGEST} of a-z, 0-9 and hyphens"));
    }
    Ok(Cow::Owned(text.to_owned()))
}

fn board(draft: &mut Draft, value: &DeValue<'_>) -> Result<(), String> {
    let layout = named(value)?;
    if layout != draft.variant.layout {
        draft.variant.layout = layout;
        draft.variant.start = None;
    }
    Ok(())
}

fn rows(draft: &mut Draft, value: &DeValue<'_>) -> Result<u8, String> {
    let rows = value::small(value, 0..=12)?;
    draft.rows = true;
    draft.variant.start = None;
    Ok(rows)
}

/// A key whose value is one of the names of its column.
macro_rules! named_key {
    ($table:expr, $name:literal, $meaning:literal, $type:ty, $($field:ident).+) => {
        Key {
            table: $table,
            name: $name,
            meaning: $meaning,
            words: words_of::<$type>,
            read: |draft, value| {
                draft.variant.$($field).+ = named::<$type>(value)?;
                Ok(())
            },
            write: |variant| Some(quoted(variant.$($field).+.name())),
        }
    };
}

/// A key whose value is read and written by two functions.
macro_rules! plain_key {
    ($table:expr, $name:literal, $meaning:literal, $words:expr, $read:expr, $write:expr) => {
        Key {
            table: $table,
            name: $name,
            meaning: $meaning,
            words: $words,
            read: $read,
            write: $write,
        }
    };
}

/// A key for a set of directions.
macro_rules! directions_key {
    ($name:literal, $meaning:literal, $field:ident) => {
        plain_key!(
            None,
            $name,
            $meaning,
            direction_words,
            |draft, value| {
                draft.variant.rules.$field = directions(value)?;
                Ok(())
            },
            |variant| Some(write_directions(variant.rules.$field))
        )
    };
}

/// A key that is true or false.
macro_rules! truth_key {
    ($table:expr, $name:literal, $meaning:literal, $($field:ident).+) => {
        plain_key!(
            $table,
            $name,
            $meaning,
            no_words,
            |draft, value| {
                draft.variant.$($field).+ = value::truth(value)?;
                Ok(())
            },
            |variant| Some(variant.$($field).+.to_string())
        )
    };
}

/// Every key but `base`, in the order in which they are written. `start` comes last of what
/// places the men, `first` after it, and draw rules stand at the end of a file.
pub(super) static KEYS: [Key; 28] = [
    plain_key!(
        None,
        "name",
        "What the game is called, in small letters, digits and hyphens",
        no_words,
        |draft, value| {
            draft.variant.name = variant_name(value)?;
            Ok(())
        },
        |variant| Some(quoted(&variant.name))
    ),
    plain_key!(
        None,
        "title",
        "Where the game comes from, in one line",
        no_words,
        |draft, value| {
            draft.variant.title = value::line(value)?;
            Ok(())
        },
        |variant| Some(quoted(&variant.title))
    ),
    plain_key!(None, "board", "The board", words_of::<Layout>, board, |variant| {
        Some(quoted(Named::name(variant.layout)))
    }),
    plain_key!(
        None,
        "corner",
        "Which of White's corners is a playing square",
        words_of::<DarkRight>,
        |draft, value| {
            draft.variant.mirrored = named::<DarkRight>(value)?.0;
            Ok(())
        },
        |variant| Some(quoted(DarkRight(variant.mirrored).name()))
    ),
    plain_key!(
        None,
        "rows",
        "Rows of men at the start, for each side",
        no_words,
        |draft, value| {
            draft.variant.rows = rows(draft, value)?;
            Ok(())
        },
        |variant| variant.start.is_none().then(|| variant.rows.to_string())
    ),
    plain_key!(
        None,
        "back-rows",
        "Empty rows behind the men at the start",
        no_words,
        |draft, value| {
            draft.variant.back_rows = rows(draft, value)?;
            Ok(())
        },
        |variant| variant.start.is_none().then(|| variant.back_rows.to_string())
    ),
    plain_key!(
        None,
        "start",
        "A start position as a FEN, instead of rows and back-rows",
        no_words,
        |draft, value| {
            draft.start = Some(value::text(value)?.to_owned());
            Ok(())
        },
        |variant| variant.start.map(|start| quoted(&crate::notation::fen::write(variant, &start)))
    ),
    plain_key!(
        None,
        "first",
        "Who moves first",
        words_of::<crate::rules::Color>,
        |draft, value| {
            draft.variant.first = named(value)?;
            draft.first = true;
            Ok(())
        },
        |variant| Some(quoted(variant.first.name()))
    ),
    plain_key!(
        None,
        "aim",
        "What the game is played for",
        words_of::<Aim>,
        |draft, value| {
            let aim: Aim = named(value)?;
            draft.variant.giveaway = aim == Aim::Giveaway;
            draft.variant.rules.king_ends = aim == Aim::FirstKing;
            Ok(())
        },
        |variant| Some(quoted(Aim::of(variant).name()))
    ),
    directions_key!("man-moves", "Where a man moves, one step, as White sees it", man_moves),
    directions_key!("man-takes", "Where a man takes", man_takes),
    directions_key!("king-moves", "Where a king moves", king_moves),
    directions_key!("king-takes", "Where a king takes", king_takes),
    named_key!(None, "king-range", "How far a king goes", Range, rules.king_range),
    named_key!(
        None,
        "landing",
        "Where a flying king lands behind the piece it takes; killer: on any square, but directly \
         behind if the last piece taken is a king",
        Landing,
        rules.landing
    ),
    named_key!(None, "removal", "When captured pieces come off", Removal, rules.removal),
    truth_key!(
        None,
        "reversal",
        "Whether a piece may turn back by 180 degrees between two jumps, where pieces come off at \
         once",
        rules.reversal
    ),
    named_key!(
        None,
        "far-row",
        "What the far row does to a man inside a capture",
        FarRow,
        rules.far_row
    ),
    plain_key!(
        None,
        "majority",
        "Which captures are legal: the greatest by these keys in order, up to four; an empty list \
         or \"free\" lets any do",
        words_of::<ruleset::Key>,
        |draft, value| {
            draft.variant.rules.priority = majority(value)?;
            Ok(())
        },
        |variant| Some(list(variant.rules.priority.keys().map(Named::name)))
    ),
    truth_key!(None, "man-takes-king", "Whether a man may take a king", rules.man_takes_king),
    plain_key!(
        None,
        "king-walk-limit",
        "How many quiet moves in a row the same king may make while its side has men; 0: any",
        no_words,
        |draft, value| {
            draft.variant.rules.king_walk_limit = value::small(value, 0..=100)?;
            Ok(())
        },
        |variant| Some(variant.rules.king_walk_limit.to_string())
    ),
    plain_key!(
        None,
        "draws",
        "When a game is drawn: never",
        no_words,
        |draft, value| {
            draft.variant.draws = Cow::Owned(draws::read_any(value)?);
            Ok(())
        },
        // A list that is not empty is written at the end: each rule is a table of its own.
        |variant| variant.draws.is_empty().then(|| "[]".to_owned())
    ),
    plain_key!(
        Some(NOTATION),
        "notation.game-type",
        "The PDN GameType; 99 if the game has none",
        no_words,
        |draft, value| {
            draft.variant.notation.game_type = value::small(value, 20..=99)?;
            Ok(())
        },
        |variant| Some(variant.notation.game_type.to_string())
    ),
    plain_key!(
        Some(NOTATION),
        "notation.squares",
        "What squares are called",
        words_of::<Algebraic>,
        |draft, value| {
            draft.variant.notation.algebraic = named::<Algebraic>(value)?.0;
            Ok(())
        },
        |variant| Some(quoted(Algebraic(variant.notation.algebraic).name()))
    ),
    named_key!(
        Some(NOTATION),
        "notation.first-square",
        "The corner of square 1, as White sees it; numbers run along the rows",
        crate::rules::variant::Corner,
        notation.first_square
    ),
    named_key!(
        Some(NOTATION),
        "notation.a1",
        "The corner of a1",
        crate::rules::variant::Corner,
        notation.a1
    ),
    plain_key!(
        Some(NOTATION),
        "notation.separator",
        "What stands between the squares of a capture",
        words_of::<Separator>,
        |draft, value| {
            draft.variant.notation.separator = named::<Separator>(value)?.0;
            Ok(())
        },
        |variant| Some(quoted(&variant.notation.separator.to_string()))
    ),
    truth_key!(
        Some(NOTATION),
        "notation.points",
        "Whether results are written 2-0, 1-1, 0-2",
        notation.points
    ),
];
