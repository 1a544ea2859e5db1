//! What the tests of the match runner share: the scripted engine, and a match as a user plays it.

// Each test binary uses its own part of this.
#![allow(dead_code)]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

/// The scripted engine. `cargo test` builds it among the examples, but a single suite run by name
/// does not, and would meet none or an old one: so it is built here, which is quick if nothing is to
/// be done.
pub fn scripted() -> &'static Path {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| {
        let program = Path::new(env!("CARGO_BIN_EXE_crownhead"));
        let directory = program.parent().expect("a directory of the build");
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args([
            "build",
            "--quiet",
            "--locked",
            "--example",
            "scripted_engine",
            "--target-dir",
        ]);
        cargo.arg(directory.parent().expect("the target directory"));
        cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
        if !cfg!(debug_assertions) {
            cargo.arg("--release");
        }
        let built = cargo.status().expect("cargo runs");
        let name = format!("scripted_engine{}", std::env::consts::EXE_SUFFIX);
        let path = directory.join("examples").join(name);
        assert!(built.success() && path.exists(), "no scripted engine at {}", path.display());
        path
    })
}

/// An `--engine` that runs the scripted one.
pub fn engine(name: &str, protocol: &str, script: &str) -> String {
    let program = scripted().display();
    format!("name={name},proto={protocol},cmd='{program}' {protocol} {script}")
}

/// A directory of its own for a test, gone when it is dropped.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("crownhead-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory for the test");
        Scratch(path)
    }

    pub fn path(&self, file: &str) -> String {
        self.0.join(file).display().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is left to the system.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// `crownhead match` with these engines and arguments, ready to be started.
pub fn command(engines: &[String], args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    command.arg("match");
    for engine in engines {
        command.args(["--engine", engine]);
    }
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Plays it to its end.
pub fn run(engines: &[String], args: &[&str]) -> Output {
    command(engines, args).output().expect("the match runs")
}

/// Plays it, expects it to go well, and returns the final standing.
pub fn standing(engines: &[String], args: &[&str]) -> Value {
    let args: Vec<&str> = args.iter().copied().chain(["--json"]).collect();
    let output = run(engines, &args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("a standing")
}

/// The games of a journal.
pub fn games(journal: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(journal).expect("a journal");
    let lines = text.lines().skip(1);
    lines.map(|line| serde_json::from_str(line).expect("a game")).collect()
}

/// Everything the program said on its error output.
pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
