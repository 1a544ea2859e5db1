//! THE TABLE OF OPTIONS: one row each. What a host is told, what it may set, the defaults and the
//! tables of `protocol.md` all come from here. It knows no protocol's spelling.

use crate::message::{Hosts, OptionInfo, OptionKind};
use crate::notation::Numbering;
use crate::rule_file;
use crate::rules::{Variant, variants};
use crate::search::strength::{self, Strength};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// What the options say now.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The size of the transposition table, in MiB.
    pub hash_mb: usize,
    /// Search threads.
    pub threads: usize,
    /// Whether the host may let the engine think on the opponent's time.
    pub ponder: bool,
    /// How many best lines are shown.
    pub multi_pv: usize,
    /// Time lost between engine and host.
    pub overhead: Duration,
    /// The game being played.
    pub variant: Arc<Variant>,
    /// Whether chances of win, draw and loss are shown.
    pub show_wdl: bool,
    /// How the squares of Hub's moves are numbered.
    pub numbering: Numbering,
    /// Whether to play no better than `elo`.
    pub limit_strength: bool,
    /// How strong to play then.
    pub elo: i32,
}

impl Settings {
    /// How weak to play, so many steps below full strength, in the game of this number; `None`: as
    /// strong as possible. Of a level set by option and one ordered with a search the weaker holds.
    #[must_use]
    pub fn strength(&self, handicap: u32, seed: u64) -> Option<Strength> {
        let set = self.limit_strength.then_some(self.elo);
        let elo = set.into_iter().chain(strength::elo_of_handicap(handicap)).min()?;
        Some(Strength::of_elo(elo, seed))
    }
}

impl Default for Settings {
    /// Every option as its row says.
    fn default() -> Self {
        let mut settings = Settings {
            hash_mb: 1,
            threads: 1,
            ponder: false,
            multi_pv: 1,
            overhead: Duration::ZERO,
            variant: Arc::new(variants::VARIANTS[0].clone()),
            show_wdl: false,
            numbering: Numbering::Own,
            limit_strength: false,
            elo: strength::MAX_ELO,
        };
        for row in &OPTIONS {
            row.kind.set_default(&mut settings);
        }
        settings
    }
}

/// What has to be done when an option was set, beyond remembering it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// The table gets another size.
    ResizeHash,
    /// The table is cleared.
    ClearHash,
    /// The number of search threads changes.
    SetThreads,
    /// Another game begins, at its start position.
    ChangeVariant,
}

/// One option.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its name; hosts may write it in any case.
    pub name: &'static str,
    /// What it takes and where that goes.
    pub kind: Kind,
    /// What else happens.
    pub effect: Effect,
    /// What it is for, in one line.
    pub help: &'static str,
    /// Which hosts are told of it.
    pub hosts: Hosts,
}

/// What an option takes, and where that goes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Yes or no.
    Check {
        /// At the start.
        default: bool,
        /// Remembers it.
        set: fn(&mut Settings, bool),
    },
    /// A whole number.
    Spin {
        /// At the start.
        default: i64,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
        /// Remembers it.
        set: fn(&mut Settings, i64),
    },
    /// One of a list.
    Combo {
        /// At the start.
        default: &'static str,
        /// The list.
        choices: fn() -> Vec<&'static str>,
        /// Remembers it, or says that there is no such choice: there may be other names.
        set: fn(&mut Settings, &str) -> bool,
    },
    /// Free text, empty at the start; what is wrong with it is said in words.
    Text {
        /// Remembers it, or says why not.
        set: fn(&mut Settings, &str) -> Result<(), String>,
    },
    /// Nothing: it is pressed.
    Button,
}

/// Every option.
pub static OPTIONS: [Row; 13] = [
    Row {
        name: "Hash",
        kind: Kind::Spin {
            default: 16,
            min: 1,
            max: 1 << 20,
            set: |settings, mb| settings.hash_mb = mb as usize,
        },
        effect: Effect::ResizeHash,
        help: "size of the transposition table in MiB",
        hosts: Hosts::All,
    },
    Row {
        name: "Clear Hash",
        kind: Kind::Button,
        effect: Effect::ClearHash,
        help: "forgets everything learnt so far",
        hosts: Hosts::Pdn,
    },
    Row {
        name: "Threads",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: 256,
            set: |settings, threads| settings.threads = threads as usize,
        },
        effect: Effect::SetThreads,
        help: "search threads",
        hosts: Hosts::All,
    },
    Row {
        name: "Ponder",
        kind: Kind::Check { default: false, set: |settings, on| settings.ponder = on },
        effect: Effect::None,
        help: "the host may let the engine think on the opponent's time with go ponder",
        hosts: Hosts::Pdn,
    },
    Row {
        name: "MultiPV",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: 256,
            set: |settings, lines| settings.multi_pv = lines as usize,
        },
        effect: Effect::None,
        help: "how many best lines are shown",
        hosts: Hosts::Pdn,
    },
    Row {
        name: "Move Overhead",
        kind: Kind::Spin {
            default: 10,
            min: 0,
            max: 5000,
            set: |settings, ms| settings.overhead = Duration::from_millis(ms as u64),
        },
        effect: Effect::None,
        help: "milliseconds a move that are lost between engine and host, kept in reserve",
        hosts: Hosts::All,
    },
    Row {
        name: "UCI_Variant",
        kind: Kind::Combo {
            default: "international",
            choices: || variants::names().collect(),
            set: |settings, name| match variants::find(name) {
                Some(row) => {
                    settings.variant = Arc::new(row.clone());
                    true
                }
                None => false,
            },
        },
        effect: Effect::ChangeVariant,
        help: "the game being played; setting another one sets up its start position",
        hosts: Hosts::All,
    },
    Row {
        name: "RulesFile",
        kind: Kind::Text { set: read_rules },
        effect: Effect::ChangeVariant,
        help: "a rule file that describes the game; setting it sets up its start position",
        hosts: Hosts::All,
    },
    Row {
        name: "Set",
        kind: Kind::Text { set: override_rule },
        effect: Effect::ChangeVariant,
        help: "overrides one rule of the game being played, with the keys of rule files: aim=giveaway",
        hosts: Hosts::All,
    },
    Row {
        name: "UCI_ShowWDL",
        kind: Kind::Check { default: false, set: |settings, on| settings.show_wdl = on },
        effect: Effect::None,
        help: "shows the chances of win, draw and loss in thousandths after the score",
        hosts: Hosts::Pdn,
    },
    Row {
        name: "Numbering",
        kind: Kind::Combo {
            default: "top-left",
            choices: || Numbering::NAMED.iter().map(|(name, _)| *name).collect(),
            set: |settings, name| match Numbering::named(name) {
                Some(numbering) => {
                    settings.numbering = numbering;
                    true
                }
                None => false,
            },
        },
        effect: Effect::None,
        help: "the corner from which the squares of moves are numbered, or the variant's own numbers",
        hosts: Hosts::Hub,
    },
    Row {
        name: "UCI_LimitStrength",
        kind: Kind::Check { default: false, set: |settings, on| settings.limit_strength = on },
        // Scores that a weaker or stronger player found are not this one's.
        effect: Effect::ClearHash,
        help: "plays no better than UCI_Elo",
        hosts: Hosts::All,
    },
    Row {
        name: "UCI_Elo",
        kind: Kind::Spin {
            default: 1500,
            min: strength::MIN_ELO as i64,
            max: strength::MAX_ELO as i64,
            set: |settings, elo| settings.elo = elo as i32,
        },
        effect: Effect::ClearHash,
        help: "how strong to play with UCI_LimitStrength, on the scale of docs/strength.md",
        hosts: Hosts::All,
    },
];

/// Takes the game of a rule file; no name changes nothing.
fn read_rules(settings: &mut Settings, path: &str) -> Result<(), String> {
    if !path.is_empty() && path != "<empty>" {
        let variant = rule_file::load(Path::new(path)).map_err(|error| one_line(&error))?;
        settings.variant = Arc::new(variant);
    }
    Ok(())
}

/// Overrides one rule of the game being played; no text changes nothing.
fn override_rule(settings: &mut Settings, setting: &str) -> Result<(), String> {
    if !setting.is_empty() && setting != "<empty>" {
        let variant = rule_file::with_setting(&settings.variant, setting);
        settings.variant = Arc::new(variant.map_err(|faults| one_line(&faults))?);
    }
    Ok(())
}

/// Faults that stand on several lines, on one.
fn one_line(faults: &impl ToString) -> String {
    faults.to_string().replace('\n', "; ")
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("no option is called '{name}'; there are: {names}")]
    Unknown {
        /// The name given.
        name: String,
        /// The names there are.
        names: String,
    },
    /// The value is missing or of another kind.
    #[error("option {name} takes {wanted}, not '{value}'")]
    Value {
        /// The option.
        name: &'static str,
        /// What it takes.
        wanted: String,
        /// What was given.
        value: String,
    },
    /// The text does not do.
    #[error("option {name}: {why}")]
    Refused {
        /// The option.
        name: &'static str,
        /// What is wrong with it.
        why: String,
    },
}

/// The row of a name, in any case.
///
/// # Errors
/// Names the options there are.
pub fn find(name: &str) -> Result<&'static Row, OptionError> {
    OPTIONS.iter().find(|row| bare(row.name) == bare(name)).ok_or_else(|| {
        let names = OPTIONS.map(|row| row.name).join(", ");
        OptionError::Unknown { name: name.into(), names }
    })
}

/// A name without what protocols spell each in its own way: case, blanks and hyphens, and `UCI_`
/// before what is not UCI's alone.
fn bare(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    let own = name.strip_prefix("uci_").unwrap_or(&name);
    own.chars().filter(|c| !matches!(c, ' ' | '-')).collect()
}

impl Row {
    /// Remembers a value in `settings`; the effect is left to the caller.
    ///
    /// # Errors
    /// The value is not one the option takes; `settings` is unchanged.
    pub fn set(&self, settings: &mut Settings, value: Option<&str>) -> Result<(), OptionError> {
        if let Kind::Text { set } = self.kind {
            let refused = |why| OptionError::Refused { name: self.name, why };
            return set(settings, value.unwrap_or_default()).map_err(refused);
        }
        if self.kind.set(settings, value.unwrap_or_default()) {
            return Ok(());
        }
        let value = value.unwrap_or("nothing").into();
        Err(OptionError::Value { name: self.name, wanted: self.kind.wanted(), value })
    }

    /// The row as hosts are told of it.
    #[must_use]
    pub fn info(&self) -> OptionInfo {
        let kind = match self.kind {
            Kind::Check { default, .. } => OptionKind::Check { default },
            Kind::Spin { default, min, max, .. } => OptionKind::Spin { default, min, max },
            Kind::Combo { default, choices, .. } => {
                OptionKind::Combo { default, choices: choices() }
            }
            Kind::Text { .. } => OptionKind::Text,
            Kind::Button => OptionKind::Button,
        };
        OptionInfo { name: self.name, kind, help: self.help, hosts: self.hosts }
    }
}

impl Kind {
    /// Remembers a value; `false` if it is none.
    fn set(&self, settings: &mut Settings, value: &str) -> bool {
        match *self {
            Kind::Check { set, .. } => match value.to_ascii_lowercase().as_str() {
                "true" => set(settings, true),
                "false" => set(settings, false),
                _ => return false,
            },
            Kind::Spin { min, max, set, .. } => match value.parse() {
                Ok(number) if (min..=max).contains(&number) => set(settings, number),
                _ => return false,
            },
            Kind::Combo { set, .. } => return set(settings, value),
            Kind::Text { set } => return set(settings, value).is_ok(),
            Kind::Button => return value.is_empty(),
        }
        true
    }

    fn set_default(&self, settings: &mut Settings) {
        match *self {
            Kind::Check { default, set } => set(settings, default),
            Kind::Spin { default, set, .. } => set(settings, default),
            Kind::Combo { default, set, .. } => {
                set(settings, default);
            }
            Kind::Text { .. } | Kind::Button => {}
        }
    }

    /// What it takes, in words.
    fn wanted(&self) -> String {
        match self {
            Kind::Check { .. } => "true or false".into(),
            Kind::Spin { min, max, .. } => format!("a whole number from {min} to {max}"),
            Kind::Combo { choices, .. } => format!("one of {}", choices().join(", ")),
            Kind::Text { .. } => "text".into(),
            Kind::Button => "no value".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_a_value_the_row_takes() {
        for row in &OPTIONS {
            let value = match row.info().kind {
                OptionKind::Check { default } => default.to_string(),
                OptionKind::Spin { default, .. } => default.to_string(),
                OptionKind::Combo { default, choices } => {
                    assert!(choices.contains(&default), "{}", row.name);
                    default.into()
                }
                OptionKind::Text | OptionKind::Button => String::new(),
            };
            let mut settings = Settings::default();
            assert_eq!(row.set(&mut settings, Some(&value)), Ok(()), "{}", row.name);
            assert!(find(&row.name.to_uppercase()).is_ok());
        }
    }

    #[test]
    fn a_bad_value_is_refused_with_what_it_should_be() {
        let mut settings = Settings::default();
        for (name, value, message) in [
            ("hash", Some("0"), "option Hash takes a whole number from 1 to 1048576, not '0'"),
            ("hash", None, "option Hash takes a whole number from 1 to 1048576, not 'nothing'"),
            (
                "threads",
                Some("1.5"),
                "option Threads takes a whole number from 1 to 256, not '1.5'",
            ),
            ("ponder", Some("1"), "option Ponder takes true or false, not '1'"),
            ("clear hash", Some("x"), "option Clear Hash takes no value, not 'x'"),
        ] {
            let set = find(name).and_then(|row| row.set(&mut settings, value));
            assert_eq!(set.map_err(|error| error.to_string()), Err(message.into()));
        }
        assert_eq!((settings.hash_mb, settings.threads, settings.ponder), (16, 1, false));
    }
}
