//! The files of a match. The journal has the terms of the match on its first line and a game on
//! every other; it is the only memory of the match. A runner that is killed loses no game whose line
//! is whole, and takes the match up from there.

use super::pdn;
use super::record::GameRecord;
use crate::rules::Variant;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another runner writes to it.
    #[error("{}: another match is running on this file", .0.display())]
    Busy(PathBuf),
    /// It is not a journal, or is damaged in the middle.
    #[error("{}: line {line} is not of a match: {reason}", path.display())]
    NotAJournal {
        /// The file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// Why.
        reason: String,
    },
    /// It belongs to a match with other terms.
    #[error(
        "{}: a match with other terms was begun there; give another file, or the same terms.\n{}",
        path.display(),
        differences.join("\n")
    )]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// What differs.
        differences: Vec<String>,
    },
}

/// How a journal begins.
const HEAD: &str = "{\"match\":";

/// A journal open for writing.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    pdn: Option<(PathBuf, File)>,
}

impl Journal {
    /// Opens or begins the journal of a match with these terms, and hands back the games that are
    /// in it. A last line that was cut off is removed. The PDN file, if one is wanted, is written
    /// anew from the journal.
    ///
    /// # Errors
    /// The files cannot be used, or belong to another match.
    pub fn open(
        path: &Path,
        pdn_path: Option<&Path>,
        terms: &Value,
        variant: &Arc<Variant>,
    ) -> Result<(Journal, Vec<GameRecord>), JournalError> {
        let io = |error| JournalError::Io { path: path.into(), error };
        let mut file =
            OpenOptions::new().read(true).append(true).create(true).open(path).map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy(path.into())),
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(io)?;
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let games = read(path, &text[..whole], terms)?;
        if whole < text.len() {
            // Only now is it known to be a journal, unless not even its first line is whole.
            if whole == 0 && !text.starts_with(HEAD.as_bytes()) {
                let reason = "no terms of a match".into();
                return Err(JournalError::NotAJournal { path: path.into(), line: 1, reason });
            }
            file.set_len(whole as u64).map_err(io)?;
        }
        file.seek(SeekFrom::End(0)).map_err(io)?;
        if whole == 0 {
            writeln!(file, "{}", json!({ "match": terms })).map_err(io)?;
        }
        let pdn = pdn_path.map(|path| rewrite_pdn(path, variant, &games)).transpose()?;
        Ok((Journal { path: path.into(), file, pdn }, games))
    }

    /// Writes a game down.
    ///
    /// # Errors
    /// The disk is full or gone.
    pub fn add(&mut self, record: &GameRecord, variant: &Arc<Variant>) -> Result<(), JournalError> {
        let io = |error| JournalError::Io { path: self.path.clone(), error };
        let line = serde_json::to_string(record).map_err(|error| io(error.into()))? + "\n";
        // One write for the whole line: being killed in between leaves at most a cut last line.
        self.file.write_all(line.as_bytes()).map_err(io)?;
        if let Some((path, file)) = &mut self.pdn {
            let text = pdn::write(variant, record);
            file.write_all(text.as_bytes())
                .map_err(|error| JournalError::Io { path: path.clone(), error })?;
        }
        Ok(())
    }
}

fn rewrite_pdn(
    path: &Path,
    variant: &Arc<Variant>,
    games: &[GameRecord],
) -> Result<(PathBuf, File), JournalError> {
    let io = |error| JournalError::Io { path: path.into(), error };
    let mut file = File::create(path).map_err(io)?;
    for game in games {
        file.write_all(pdn::write(variant, game).as_bytes()).map_err(io)?;
    }
    Ok((path.into(), file))
}

fn read(path: &Path, text: &[u8], terms: &Value) -> Result<Vec<GameRecord>, JournalError> {
    let mut games = Vec::new();
    let mut seen = HashSet::new();
    for (at, line) in text.split(|byte| *byte == b'\n').enumerate() {
        if line.is_empty() {
            continue;
        }
        let wrong =
            |reason: String| JournalError::NotAJournal { path: path.into(), line: at + 1, reason };
        if at == 0 {
            let head: Value = serde_json::from_slice(line).map_err(|e| wrong(e.to_string()))?;
            let begun = head.get("match").ok_or_else(|| wrong("no terms of a match".into()))?;
            same_terms(path, begun, terms)?;
            continue;
        }
        let game: GameRecord = serde_json::from_slice(line).map_err(|e| wrong(e.to_string()))?;
        if !seen.insert(game.game) {
            return Err(wrong(format!("game {} is there twice", game.game)));
        }
        games.push(game);
    }
    Ok(games)
}

fn same_terms(path: &Path, begun: &Value, now: &Value) -> Result<(), JournalError> {
    let mut differences = Vec::new();
    compare("", begun, now, &mut differences);
    if differences.is_empty() {
        return Ok(());
    }
    Err(JournalError::OtherMatch { path: path.into(), differences })
}

/// Names the places where two values differ.
fn compare(place: &str, begun: &Value, now: &Value, differences: &mut Vec<String>) {
    if let (Value::Object(begun), Value::Object(now)) = (begun, now) {
        let keys: Vec<&String> =
            begun.keys().chain(now.keys().filter(|key| !begun.contains_key(*key))).collect();
        for key in keys {
            let of =
                |map: &serde_json::Map<String, Value>| map.get(key).cloned().unwrap_or_default();
            let place = if place.is_empty() { key.clone() } else { format!("{place}.{key}") };
            compare(&place, &of(begun), &of(now), differences);
        }
    } else if begun != now {
        differences.push(format!("  {place}: {begun} then, {now} now"));
    }
}
