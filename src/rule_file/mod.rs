//! Rule files: a variant as a small text that a person writes (TOML), and single rules overridden.
//!
//! A file names the built-in variant it starts from and changes what differs. What may be written
//! is one table, `keys`: reading, writing, `key=value` overrides and spelling help all go
//! through it. It knows the rules and the notation (a start position is a FEN), and neither
//! protocols nor search. The format is described in `docs/rule-files.md`.

mod draws;
mod keys;
mod names;
mod sanity;
mod value;

use crate::notation::{fen, variant_named};
use crate::rules::{Variant, variants};
use keys::{KEYS, Key};
use std::borrow::Cow;
use std::fmt;
use std::io::Read;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Something wrong with a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1; 0 where there is no text to point at.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.message),
            line => write!(f, "line {line}: {}", self.message),
        }
    }
}

/// Every fault of a rule file or an override, in the order of its lines; at least one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct Faults(pub Vec<Fault>);

/// The longest rule file that is read, in bytes. Far above any need; a wrong file that was named by
/// accident is refused before it is taken apart.
pub const LONGEST: usize = 64 << 10;

/// Reads a rule file.
///
/// # Errors
/// Every fault of it: of the text, of single keys, and of the game they make together.
pub fn read(text: &str) -> Result<Variant, Faults> {
    if text.len() > LONGEST {
        let message = format!("a rule file has no more than {LONGEST} bytes");
        return Err(Faults(vec![Fault { line: 0, message }]));
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader::new(text);
    for error in errors {
        let at = error.span().map_or(0, |span| span.start);
        reader.fault(at, format!("not TOML: {}", error.message()));
    }
    // A text that TOML cannot read is cut short by the parser: what would be said of the rest
    // might not be true.
    if !reader.faults.is_empty() {
        return Err(reader.refused());
    }
    reader.file(table.get_ref())
}

/// Why a file on the disk is no rule file.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// It cannot be read.
    #[error("{path}: {why}")]
    Disk {
        /// The file.
        path: String,
        /// What the system says.
        why: std::io::Error,
    },
    /// It holds something else.
    #[error("{path}: not UTF-8 text")]
    NoText {
        /// The file.
        path: String,
    },
    /// Every fault, a line each, with the name of the file.
    #[error("{}", .faults.0.iter().map(|fault| format!("{path}: {fault}")).collect::<Vec<_>>().join("\n"))]
    Faulty {
        /// The file.
        path: String,
        /// What is wrong in it.
        faults: Faults,
    },
}

/// Reads a rule file from the disk.
///
/// # Errors
/// It cannot be read, or every fault of it.
pub fn load(path: &Path) -> Result<Variant, LoadError> {
    let shown = path.display().to_string();
    let mut bytes = Vec::new();
    // One byte more than is allowed is enough to be refused, however long the file.
    let read_bytes = std::fs::File::open(path)
        .and_then(|file| file.take(LONGEST as u64 + 1).read_to_end(&mut bytes));
    if let Err(why) = read_bytes {
        return Err(LoadError::Disk { path: shown, why });
    }
    let Ok(text) = std::str::from_utf8(&bytes) else {
        return Err(LoadError::NoText { path: shown });
    };
    read(text).map_err(|faults| LoadError::Faulty { path: shown, faults })
}

/// Overrides one rule of a variant: [`with_settings`] with one setting.
///
/// # Errors
/// As there.
pub fn with_setting(variant: &Variant, setting: &str) -> Result<Variant, Faults> {
    with_settings(variant, &[setting])
}

/// Overrides rules of a variant. Each setting is `key=value` with the keys of rule files, those of
/// the notation table as `notation.key`; values may be written without quotes, lists with commas.
/// The game is looked at when all are made: a smaller board and fewer rows come in either order.
///
/// # Errors
/// Every setting that is no `key=value`, names no key or has a value that the key does not know;
/// if there is none, what keeps the game that they make together from being played.
pub fn with_settings<S: AsRef<str>>(variant: &Variant, settings: &[S]) -> Result<Variant, Faults> {
    let mut draft = Draft::from(variant.clone());
    let mut faults: Vec<Fault> = settings
        .iter()
        .filter_map(|setting| draft.set(setting.as_ref()).err())
        .map(|message| Fault { line: 0, message })
        .collect();
    if faults.is_empty() {
        match draft.finish(&mut |_, message| Fault { line: 0, message }) {
            Ok(changed) => {
                let changed = renamed(variant, changed, settings);
                match sanity::name(&changed) {
                    None => return Ok(changed),
                    Some(message) => faults.push(Fault { line: 0, message }),
                }
            }
            Err(found) => faults = found,
        }
    }
    Err(Faults(faults))
}

/// What a changed game is called. Other names of a game are the table's own and do not follow it.
fn renamed<S: AsRef<str>>(base: &Variant, mut changed: Variant, settings: &[S]) -> Variant {
    if changed == *base {
        return changed;
    }
    if changed.name == base.name && variants::find(&base.name).is_some() {
        changed.name = Cow::Owned(custom_name(&base.name));
    }
    if changed.name != base.name {
        changed.aliases = &[];
    }
    if changed.title == base.title {
        let settings: Vec<&str> = settings.iter().map(AsRef::as_ref).collect();
        changed.title = Cow::Owned(value::cut(&format!("{}; {}", base.title, settings.join(", "))));
    }
    changed
}

fn custom_name(base: &str) -> String {
    format!("custom-{base}")
}

/// Writes a variant out in full as a rule file: every key in a fixed order, with what it means.
#[must_use]
pub fn write(variant: &Variant) -> String {
    let base = variants::find(&variant.name).unwrap_or(&variants::VARIANTS[0]);
    let mut text =
        String::from("# A rule file: a draughts game. Keys left out are those of the base.\n");
    text.extend([
        "
# The built-in variant that this one starts from.
base = ",
        &value::quoted(&base.name),
        "
",
    ]);
    for key in KEYS.iter().filter(|key| key.table.is_none()) {
        keys::write(key, variant, &mut text);
    }
    text.extend(["\n[", keys::NOTATION, "]\n"]);
    for key in KEYS.iter().filter(|key| key.table.is_some()) {
        keys::write(key, variant, &mut text);
    }
    draws::write(&variant.draws, &mut text);
    text
}

/// A variant being read.
struct Draft {
    variant: Variant,
    /// The start position as written; it can be read only when board and notation are known.
    start: Option<String>,
    /// Whether rows of men were given.
    rows: bool,
    /// Whether the first mover was given.
    first: bool,
}

impl From<Variant> for Draft {
    fn from(variant: Variant) -> Draft {
        Draft { variant, start: None, rows: false, first: false }
    }
}

impl Draft {
    /// Makes one setting.
    fn set(&mut self, setting: &str) -> Result<(), String> {
        let (name, text) = setting
            .split_once('=')
            .ok_or_else(|| format!("\"{setting}\" is not of the form key=value"))?;
        let (name, text) = (name.trim(), text.trim());
        let key = Key::find(name).ok_or_else(|| keys::unknown(name))?;
        let bare = DeValue::String(Cow::Borrowed(text));
        let outcome = match DeValue::parse(text) {
            Ok(parsed) => (key.read)(self, parsed.get_ref())
                .or_else(|why| (key.read)(self, &bare).map_err(|_| why)),
            Err(_) => (key.read)(self, &bare),
        };
        outcome.map_err(|why| format!("{name}: {why}"))
    }

    /// The variant, if it can be played. `fault` makes a fault that concerns the keys named.
    fn finish<F: FnMut(&[&str], String) -> Fault>(
        self,
        fault: &mut F,
    ) -> Result<Variant, Vec<Fault>> {
        let Draft { mut variant, start, rows, first } = self;
        if let Some(message) = sanity::rows(&variant) {
            return Err(vec![fault(&["rows", "back-rows", "board"], message)]);
        }
        let mut faults = Vec::new();
        match start {
            Some(_) if rows => faults.push(fault(
                &["start"],
                "start: a FEN stands instead of rows and back-rows; leave one of them out".into(),
            )),
            Some(fen) => match fen::parse(&variant, &fen) {
                Ok(setup) if first && setup.turn != variant.first => faults.push(fault(
                    &["first", "start"],
                    "first: the start position says otherwise; leave one of them out".into(),
                )),
                Ok(setup) => {
                    variant.first = setup.turn;
                    (variant.rows, variant.back_rows) = (0, 0);
                    variant.start = Some(setup);
                }
                Err(why) => faults.push(fault(&["start"], format!("start: {why}"))),
            },
            None => {
                if let Some(start) = &mut variant.start {
                    start.turn = variant.first;
                }
            }
        }
        faults.extend(sanity::check(&variant).into_iter().map(|(keys, text)| fault(keys, text)));
        if faults.is_empty() { Ok(variant) } else { Err(faults) }
    }
}

/// Reads one file, gathering faults.
struct Reader<'t> {
    text: &'t str,
    faults: Vec<Fault>,
    /// Where each key given stands.
    places: Vec<(&'static str, usize)>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Reader<'t> {
        Reader { text, faults: Vec::new(), places: Vec::new() }
    }

    fn line(&self, offset: usize) -> usize {
        let end = offset.min(self.text.len());
        1 + self.text.bytes().take(end).filter(|byte| *byte == b'\n').count()
    }

    fn fault(&mut self, offset: usize, message: String) {
        self.faults.push(Fault { line: self.line(offset), message });
    }

    fn refused(mut self) -> Faults {
        self.faults.sort_by_key(|fault| fault.line);
        Faults(self.faults)
    }

    fn file(mut self, table: &DeTable<'_>) -> Result<Variant, Faults> {
        let base = self.base(table);
        let mut draft = Draft::from(base.clone());
        for (name, value) in table {
            match (name.get_ref().as_ref(), value.get_ref()) {
                ("base", _) => {}
                (keys::NOTATION, DeValue::Table(own)) => {
                    for (name, value) in own {
                        let full = format!("{}.{}", keys::NOTATION, name.get_ref());
                        self.key(&mut draft, &full, name.span().start, value);
                    }
                }
                ("draws", value @ DeValue::Array(_)) => self.draws(&mut draft, name, value),
                (other, _) => self.key(&mut draft, other, name.span().start, value),
            }
        }
        let named = self.places.iter().any(|(name, _)| *name == "name");
        let (text, places) = (self.text, std::mem::take(&mut self.places));
        let line_of = |keys: &[&str]| {
            let place = |key: &&str| places.iter().find(|(name, _)| name == key);
            let offset = keys.iter().find_map(place).map_or(0, |(_, offset)| *offset);
            Reader::new(text).line(offset)
        };
        let finished = draft.finish(&mut |keys, message| Fault { line: line_of(keys), message });
        match finished {
            Err(faults) => self.faults.extend(faults),
            Ok(mut variant) => {
                name_of_file(&mut variant, base, named);
                match sanity::name(&variant) {
                    Some(message) => {
                        self.faults.push(Fault { line: line_of(&["name"]), message });
                    }
                    None if self.faults.is_empty() => return Ok(variant),
                    None => {}
                }
            }
        }
        Err(self.refused())
    }

    fn base(&mut self, table: &DeTable<'_>) -> &'static Variant {
        let default = &variants::VARIANTS[0];
        let Some((name, value)) = table.get_key_value("base") else {
            return default;
        };
        let found = value::text(value.get_ref())
            .and_then(|wanted| variant_named(wanted).map_err(|why| why.to_string()));
        found.unwrap_or_else(|why| {
            self.fault(name.span().start, format!("base: {why}"));
            default
        })
    }

    fn key(&mut self, draft: &mut Draft, name: &str, offset: usize, value: &Spanned<DeValue<'_>>) {
        let Some(key) = Key::find(name) else {
            return self.fault(offset, keys::unknown(name));
        };
        self.places.push((key.name, offset));
        if let Err(why) = (key.read)(draft, value.get_ref()) {
            self.fault(offset, format!("{name}: {why}"));
        }
    }

    /// A list of draw rules: its faults have lines of their own.
    fn draws(&mut self, draft: &mut Draft, name: &Spanned<Cow<'_, str>>, value: &DeValue<'_>) {
        self.places.push(("draws", name.span().start));
        match draws::read(value) {
            Ok(rules) => draft.variant.draws = Cow::Owned(rules),
            Err(faults) => {
                for (offset, message) in faults {
                    self.fault(offset.unwrap_or(name.span().start), message);
                }
            }
        }
    }
}

/// A file without a name is called after its base. Other names of a game are the table's own: only
/// a file that keeps the name keeps them.
fn name_of_file(variant: &mut Variant, base: &Variant, named: bool) {
    if !named && (variant.rules != base.rules || variant != base) {
        variant.name = Cow::Owned(custom_name(&base.name));
    }
    if variant.name != base.name {
        variant.aliases = &[];
    }
}
