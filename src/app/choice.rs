//! Which game a subcommand is about: `--variant`, `--rules`, `--set`, the same for all.

use super::Failure;
use crate::notation::variant_named;
use crate::rule_file;
use crate::rules::Variant;
use std::path::PathBuf;
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
            (Some(path), _) => rule_file::load(path)?,
            (None, Some(name)) => variant_named(name)?.clone(),
            (None, None) => crate::rules::variants::VARIANTS[0].clone(),
        };
        let variant = rule_file::with_settings(&variant, &self.set)
            .map_err(|faults| format!("--set {faults}"))?;
        Ok(Arc::new(variant))
    }
}
