//! `crownhead doctor` as a person and as a script read it.

use crownhead::rules::variants;
use crownhead::session::OPTIONS;
use std::process::Command;

fn doctor(args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    let output = command.arg("doctor").args(args).output().expect("the program starts");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn one_screen_with_everything() {
    let text = doctor(&[]);
    assert!(text.lines().count() <= 24, "{text}");
    let words = ["processor", "threads", "memory", "Hash=16", "UCI_Variant=international"];
    for word in words.into_iter().chain(variants::names()) {
        assert!(text.contains(word), "no '{word}' in {text}");
    }
    assert!(text.ends_with(" variants work\n"), "{text}");
}

#[test]
fn one_object_for_scripts() {
    let found: serde_json::Value = serde_json::from_str(&doctor(&["--json"])).expect("JSON");
    assert_eq!(found["ok"], true);
    assert!(["AVX-512", "AVX2", "plain"].contains(&found["cpu"].as_str().expect("a name")));
    let names: Vec<&str> = found["trials"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|trial| trial["variant"].as_str().expect("a name"))
        .collect();
    assert_eq!(names, variants::names().collect::<Vec<_>>());
    // Buttons have no value.
    assert_eq!(found["options"].as_array().map(Vec::len), Some(OPTIONS.len() - 1));
}
