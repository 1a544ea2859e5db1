//! Which game a subcommand is about: `--variant`, `--rules`, `--set`, the same for all.

use super::Failure;
use crate::notation::variant_named;
use crate::rule_file;
use crate::rules::Variant;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Which game is played.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct VariantChoice {
    /// The game, by name or alias in any case [default: international]
    #[arg(long, value_name = "V", conflicts_with = "rules")]
    pub variant: Option<String>,
    /// A rule file that describes the game; see crownhead variants
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// Override one rule, with the keys of rule files: --set aim=giveaway. May be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

impl VariantChoice {
    /// The game that is meant.
    ///
    /// # Errors
    /// Unknown variant, a file that cannot be read, or every fault of the rules in it.
    pub fn resolve(&self) -> Result<Arc<Variant>, Failure> {
        let variant = match (&self.rules, &self.variant) {
            (Some(path), _) => read(path)?,
            (None, Some(name)) => variant_named(name)?.clone(),
            (None, None) => crate::rules::variants::VARIANTS[0].clone(),
        };
        let variant = rule_file::with_settings(&variant, &self.set)
            .map_err(|faults| format!("--set {faults}"))?;
        Ok(Arc::new(variant))
    }
}

/// Reads a rule file from the disk.
///
/// # Errors
/// The file cannot be read, or every fault of it, a line each, with the name of the file.
pub fn read(path: &Path) -> Result<Variant, Failure> {
    let shown = path.display();
    let mut bytes = Vec::new();
    // One byte more than is allowed is enough to be refused, however long the file.
    std::fs::File::open(path)
        .and_then(|file| file.take(rule_file::LONGEST as u64 + 1).read_to_end(&mut bytes))
        .map_err(|why| format!("{shown}: {why}"))?;
    let text = std::str::from_utf8(&bytes).map_err(|_| format!("{shown}: not UTF-8 text"))?;
    rule_file::read(text).map_err(|faults| {
        let lines = faults.0.iter().map(|fault| format!("{shown}: {fault}"));
        lines.collect::<Vec<_>>().join("\n").into()
    })
}
