//! Conversations with the built program, line by line: the files of `tests/data/uci`, `hub`
//! and `ugi`, and the examples of `protocol.md`.
//!
//! `> line` is sent, `< line` must be the next line said; `...` inside it stands for any text, and
//! `< ...` alone for any number of lines. Other lines are remarks. At the end the input is closed;
//! the program must have nothing more to say and end with exit code 0.

mod host;

use crownhead::message::{Hosts, OptionKind};
use crownhead::rules::variants;
use crownhead::session::OPTIONS;
use host::Host;
use std::fs;
use std::path::Path;

enum Step {
    Say(String),
    Hear(String),
    HearAnything,
}

fn steps(text: &str) -> Vec<Step> {
    let step = |line: &str| match line.split_at_checked(1)? {
        (">", rest) => Some(Step::Say(rest.trim_start().into())),
        ("<", " ...") => Some(Step::HearAnything),
        ("<", rest) => Some(Step::Hear(rest.strip_prefix(' ').unwrap_or(rest).into())),
        _ => None,
    };
    text.lines().filter_map(step).collect()
}

/// Whether a line is what the pattern says.
fn fits(line: &str, pattern: &str) -> bool {
    let mut pieces = pattern.split("...");
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let pieces: Vec<&str> = pieces.collect();
    let Some((last, middle)) = pieces.split_last() else { return rest.is_empty() };
    for piece in middle {
        let Some((_, after)) = rest.split_once(piece) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}

fn replay(name: &str, steps: &[Step]) {
    let mut host = Host::start();
    let mut anything = false;
    for step in steps {
        match step {
            Step::Say(line) => host.send(line),
            Step::HearAnything => anything = true,
            Step::Hear(pattern) => {
                let mut line = host.line();
                while anything && !fits(&line, pattern) {
                    line = host.line();
                }
                assert!(fits(&line, pattern), "{name}: said '{line}', not '{pattern}'");
                anything = false;
            }
        }
    }
    host.close();
    let rest = host.ends_well();
    assert!(anything || rest.is_empty(), "{name}: more was said: {rest:#?}");
}

#[test]
fn every_transcript_replays() {
    for dialect in ["uci", "hub", "ugi"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(dialect);
        let mut files: Vec<_> = fs::read_dir(folder)
            .expect("the folder is there")
            .map(|entry| entry.expect("the folder can be read").path())
            .collect();
        files.sort();
        assert!(!files.is_empty());
        for file in files {
            let text = fs::read_to_string(&file).expect("a transcript is text");
            replay(&file.display().to_string(), &steps(&text));
        }
    }
}

fn protocol_md() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol.md");
    fs::read_to_string(path).expect("protocol.md is there")
}

/// The fenced blocks with lines to be sent.
#[test]
fn every_example_of_protocol_md_replays() {
    let text = protocol_md();
    let examples: Vec<&str> =
        text.split("```").skip(1).step_by(2).filter(|block| block.contains("\n> ")).collect();
    assert!(examples.len() > 3, "the examples are still found");
    for example in examples {
        replay(example, &steps(example));
    }
}

/// What `uci` announces is the table of options, and the variants are all there are.
#[test]
fn the_handshake_lists_the_options_and_every_variant() {
    let mut host = Host::start();
    host.send("uci");
    let lines = host.lines_to("uciok");
    let options: Vec<&str> =
        lines.iter().filter_map(|line| line.strip_prefix("option name ")).collect();
    let rows: Vec<_> = OPTIONS.iter().filter(|row| row.hosts != Hosts::Hub).collect();
    assert_eq!(options.len(), rows.len());
    for (line, row) in options.iter().zip(rows) {
        assert!(line.starts_with(&format!("{} type ", row.name)), "{line}");
    }
    let names: Vec<&str> = variants::names().collect();
    let announced = format!("default international var {}", names.join(" var "));
    assert!(options.iter().any(|line| line.ends_with(&announced)), "{options:?}");
}

/// The table of options in `protocol.md` is the one in the program.
#[test]
fn protocol_md_lists_the_options() {
    let text = protocol_md();
    for info in OPTIONS.iter().map(crownhead::session::options::Row::info) {
        let (takes, default) = match info.kind {
            OptionKind::Check { default } => ("check".into(), default.to_string()),
            OptionKind::Spin { default, min, max } => {
                (format!("spin {min} to {max}"), default.to_string())
            }
            OptionKind::Combo { default, .. } => ("combo".into(), default.into()),
            OptionKind::Text => ("string".into(), String::new()),
            OptionKind::Button => ("button".into(), String::new()),
        };
        let row = format!("| {} | {takes} | {default} | {} |", info.name, info.help);
        assert!(text.contains(&row), "protocol.md lacks the row\n{row}");
    }
}
