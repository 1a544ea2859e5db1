//! The whole list of legal moves, as people write them, against every vector of the variants in the
//! table; and FEN both ways.

mod common;

use common::{lines, text, variants_with_vectors};
use crownhead::board::Square;
use crownhead::notation::movetext::Entry;
use crownhead::notation::{SquareNames, fen, movetext};
use serde_json::{Value, json};

fn value(names: &SquareNames, entry: &Entry) -> Value {
    let square = |square: Square| {
        if names.is_algebraic() {
            Value::from(names.name(square))
        } else {
            Value::from(names.number(square))
        }
    };
    let squares = |squares: &[Square]| squares.iter().map(|&one| square(one)).collect::<Vec<_>>();
    let play = &entry.play;
    let routes: Vec<_> = entry.routes.iter().map(|way| squares(way)).collect();
    json!({
        "from": square(play.from),
        "to": square(play.to),
        "captured": squares(&movetext::in_order(names, play.captured)),
        "notation": entry.notation,
        "hub": movetext::write_hub(names, play),
        "ambiguous": entry.ambiguous,
        "promotes": play.promotes,
        "routes": routes,
    })
}

#[test]
fn lists_of_legal_moves_are_right() {
    for (variant, file) in variants_with_vectors(".moves.jsonl") {
        let names = SquareNames::of(variant);
        for line in lines(&file) {
            let setup = fen::parse(variant, text(&line, "fen")).expect("a good FEN");
            let found: Vec<Value> =
                movetext::list(variant, &setup).iter().map(|entry| value(&names, entry)).collect();
            assert_eq!(
                Value::from(found),
                line["moves"],
                "{} {}",
                variant.name,
                text(&line, "fen")
            );
        }
    }
}

/// Every way to write a move is read as that move, and what is written is read again.
#[test]
fn moves_are_read_in_every_form() {
    for (variant, file) in variants_with_vectors(".moves.jsonl") {
        let names = SquareNames::of(variant);
        for line in lines(&file) {
            let setup = fen::parse(variant, text(&line, "fen")).expect("a good FEN");
            for entry in movetext::list(variant, &setup) {
                let reads = |form: &str| {
                    let read = movetext::parse(variant, &setup, form);
                    assert_eq!(read, Ok(entry.play), "{form} in {line}");
                };
                reads(&entry.notation);
                assert_eq!(movetext::write(variant, &setup, &entry.play), entry.notation);
                let hub = movetext::write_hub(&names, &entry.play);
                assert_eq!(movetext::parse_hub(variant, &setup, &names, &hub), Ok(entry.play));
                for way in &entry.routes {
                    let squares: Vec<String> = std::iter::once(&entry.play.from)
                        .chain(way)
                        .map(|&square| names.name(square))
                        .collect();
                    reads(&squares.join(if entry.play.captured.is_empty() { "-" } else { "x" }));
                    if !entry.play.captured.is_empty() {
                        reads(&squares.join(":").to_uppercase());
                    }
                }
                let numeric = names.numeric();
                let numbers = [entry.play.from, entry.play.to].map(|one| numeric.number(one));
                if entry.ambiguous {
                    let short = format!("{}x{}", numbers[0], numbers[1]);
                    match movetext::parse(variant, &setup, &short) {
                        // One jump: the short form is the whole path of this move and no other.
                        Ok(play) => assert_eq!(play.captured.len(), 1, "{short} in {line}"),
                        Err(error) => {
                            let error = error.to_string();
                            assert!(error.contains("ambiguous"), "{error}");
                            assert!(error.contains(&entry.notation), "{error} {}", entry.notation);
                        }
                    }
                } else {
                    reads(&format!("{:02}{:02}", numbers[0], numbers[1]));
                    reads(&format!("{}-{}", numbers[0], numbers[1]));
                    if names.is_algebraic() {
                        reads(&format!(
                            "{}{}",
                            names.name(entry.play.from),
                            names.name(entry.play.to)
                        ));
                    }
                }
            }
        }
    }
}

#[test]
fn positions_are_written_as_they_were_read() {
    for suffix in [".jsonl", ".moves.jsonl"] {
        for (variant, file) in variants_with_vectors(suffix) {
            let numeric = SquareNames::of(variant).numeric();
            for line in lines(&file) {
                let own = text(&line, "fen");
                let setup = fen::parse(variant, own).unwrap_or_else(|e| panic!("{own}: {e}"));
                assert_eq!(fen::write(variant, &setup), own);
                let Some(numbers) = line["fen_num"].as_str() else { continue };
                assert_eq!(fen::parse(variant, numbers), Ok(setup), "{numbers}");
                assert_eq!(fen::write_with(&numeric, &setup), numbers);
            }
        }
    }
}
