//! What the suites share: the vector files and how they are found.

// Each test binary uses its own part of this.
#![allow(dead_code)]

use crownhead::rules::Variant;
use crownhead::rules::variants;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The games whose vectors must be there, whatever else is.
pub const TEN: [&str; 10] = [
    "international",
    "english",
    "russian",
    "brazilian",
    "pool",
    "italian",
    "canadian",
    "turkish",
    "poddavki",
    "antidraughts",
];

/// The variant of a name in the vectors.
pub fn variant(name: &str) -> &'static Variant {
    variants::find(name).unwrap_or_else(|| panic!("no variant {name}"))
}

/// A file beside the vectors.
pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/vectors").join(name)
}

/// The vectors of a file, parsed; empty if there is no such file.
pub fn lines(name: &str) -> Vec<Value> {
    let Ok(text) = std::fs::read_to_string(data(name)) else { return Vec::new() };
    let parse = |line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{name}: {e}"));
    text.lines().map(parse).collect()
}

/// Every variant that is both in the table and among the vectors, by its name there. The ten are
/// among them.
pub fn variants_with_vectors(suffix: &str) -> Vec<(&'static Variant, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(data("")).expect("the vectors are there") {
        let file = entry.expect("readable").file_name().into_string().expect("plain names");
        let Some(name) = file.strip_suffix(suffix).filter(|name| !name.contains('.')) else {
            continue;
        };
        if let Some(variant) = variants::find(name) {
            found.push((variant, file.clone()));
        }
    }
    if suffix != ".limit.jsonl" {
        for name in TEN {
            assert!(found.iter().any(|(variant, _)| variant.name == name), "no vectors for {name}");
        }
    }
    found
}

/// A text field.
pub fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("no {key} in {value}"))
}
