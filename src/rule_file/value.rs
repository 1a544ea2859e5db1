//! TOML values taken apart, with messages that name what is expected.

use std::borrow::Cow;
use std::ops::RangeInclusive;
use toml::de::DeValue;

/// What is found where something else is expected.
fn wrong(expected: &str, value: &DeValue<'_>) -> String {
    format!("expected {expected}, found {}", shown(value))
}

/// A value as a message shows it.
fn shown(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("\"{}\"", excerpt(text)),
        DeValue::Integer(number) => number.as_str().to_owned(),
        DeValue::Boolean(truth) => truth.to_string(),
        other => format!("a value of kind {}", other.type_str()),
    }
}

/// As much of a text as a message can bear.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// A text.
pub(super) fn text<'a>(value: &'a DeValue<'_>) -> Result<&'a str, String> {
    value.as_str().ok_or_else(|| wrong("a text in quotes", value))
}

/// The longest line that people read, in characters.
const LONGEST: usize = 200;

/// As much of a line as is read back by [`line()`].
pub(super) fn cut(line: &str) -> String {
    line.chars().filter(|c| !c.is_control()).take(LONGEST).collect::<String>().trim().to_owned()
}

/// A line of text that people read: not empty, no control characters, not too long.
pub(super) fn line(value: &DeValue<'_>) -> Result<Cow<'static, str>, String> {
    let text = text(value)?.trim();
    if text.is_empty() || text.chars().count() > LONGEST || text.chars().any(char::is_control) {
        return Err(format!("expected one line of up to {LONGEST} characters"));
    }
    Ok(Cow::Owned(text.to_owned()))
}

/// Yes or no.
pub(super) fn truth(value: &DeValue<'_>) -> Result<bool, String> {
    value.as_bool().ok_or_else(|| wrong("true or false", value))
}

/// A whole number within bounds.
pub(super) fn number(value: &DeValue<'_>, within: RangeInclusive<u16>) -> Result<u16, String> {
    let read = value.as_integer().and_then(|number| {
        i64::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok()
    });
    read.and_then(|number| u16::try_from(number).ok())
        .filter(|number| within.contains(number))
        .ok_or_else(|| {
            wrong(&format!("a number from {} to {}", within.start(), within.end()), value)
        })
}

/// [`number`] for the small ones.
pub(super) fn small(value: &DeValue<'_>, within: RangeInclusive<u8>) -> Result<u8, String> {
    let wide = u16::from(*within.start())..=u16::from(*within.end());
    number(value, wide).map(|number| number as u8)
}

/// Two numbers, from and to: `[4, 5]`, or one that is both.
pub(super) fn span(value: &DeValue<'_>) -> Result<(u8, u8), String> {
    const ANY: RangeInclusive<u8> = 0..=u8::MAX;
    let expected = "a number of pieces, or two: [from, to]";
    let (from, to) = match value {
        DeValue::Array(pair) if pair.len() == 2 => {
            (small(pair[0].get_ref(), ANY)?, small(pair[1].get_ref(), ANY)?)
        }
        DeValue::Integer(_) => {
            let both = small(value, ANY)?;
            (both, both)
        }
        other => return Err(wrong(expected, other)),
    };
    if from > to {
        return Err(format!("[{from}, {to}] runs backwards"));
    }
    Ok((from, to))
}

/// Words: a list of texts, or one text with commas.
pub(super) fn words(value: &DeValue<'_>) -> Result<Vec<String>, String> {
    match value {
        DeValue::Array(list) => {
            list.iter().map(|item| text(item.get_ref()).map(str::to_owned)).collect()
        }
        DeValue::String(text) => Ok(text.split(',').map(|word| word.trim().to_owned()).collect()),
        other => Err(wrong("a list of texts", other)),
    }
}

/// The value of a word in a table of names.
pub(super) fn choice<T: Copy>(word: &str, names: &[(&str, T)]) -> Result<T, String> {
    names
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(word))
        .map(|(_, choice)| *choice)
        .ok_or_else(|| {
            let all: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
            format!(
                "\"{}\" is none of {}{}",
                excerpt(word),
                all.join(", "),
                did_you_mean(word, all.iter().copied())
            )
        })
}

/// `; did you mean "x"?` if a name is near enough, or nothing.
pub(super) fn did_you_mean<'n>(wanted: &str, names: impl Iterator<Item = &'n str>) -> String {
    const NEAR: f64 = 0.7;
    let wanted = wanted.to_ascii_lowercase();
    names
        .map(|name| (strsim::jaro_winkler(&wanted, &name.to_ascii_lowercase()), name))
        .filter(|(likeness, _)| *likeness >= NEAR)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| format!("; did you mean \"{name}\"?"))
        .unwrap_or_default()
}

/// A text in TOML quotes.
pub(super) fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// A list of texts in TOML.
pub(super) fn list<'w>(words: impl Iterator<Item = &'w str>) -> String {
    format!("[{}]", words.map(quoted).collect::<Vec<_>>().join(", "))
}
