//! Which variant a person means, and what to say if there is none of that name.

use crate::rules::Variant;
use crate::rules::variants::{self, VARIANTS};

/// No variant has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant \"{name}\"{}; choose one of {choices}", guess(*.nearest))]
pub struct UnknownVariant {
    /// What was read.
    name: String,
    /// A variant whose name or alias is spelled much like it.
    nearest: Option<&'static str>,
    /// All names.
    choices: String,
}

fn guess(nearest: Option<&str>) -> String {
    nearest.map(|name| format!(", did you mean \"{name}\"?")).unwrap_or_default()
}

/// The variant of a name or alias in any case.
///
/// # Errors
/// Names the choices, and the nearest one if something is near.
pub fn variant_named(name: &str) -> Result<&'static Variant, UnknownVariant> {
    variants::find(name).ok_or_else(|| UnknownVariant {
        name: name.chars().filter(|c| !c.is_control()).take(40).collect(),
        nearest: nearest(name),
        choices: variants::names().collect::<Vec<_>>().join(", "),
    })
}

/// The variant with the most similar name or alias, if it is similar enough to be a slip of the
/// pen.
fn nearest(name: &str) -> Option<&'static str> {
    const SIMILAR: f64 = 0.8;
    let wanted: String = name.trim().to_lowercase().chars().take(40).collect();
    let likeness = |row: &Variant| {
        let names = row.aliases.iter().copied().chain([&*row.name]);
        names.map(|known| strsim::jaro_winkler(known, &wanted)).fold(0.0, f64::max)
    };
    let rows = VARIANTS.iter().map(|row| (likeness(row), &*row.name));
    rows.filter(|(alike, _)| *alike >= SIMILAR)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|best| best.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_is_guessed_and_the_choices_are_named() {
        let text = variant_named("Internatonal").expect_err("no such variant").to_string();
        assert!(text.contains("did you mean \"international\"?"), "{text}");
        assert!(text.contains("turkish"), "{text}");
        let text = variant_named("zzz").expect_err("no such variant").to_string();
        assert!(!text.contains("mean"), "{text}");
        assert!(variant_named("Checkers").is_ok());
    }
}
