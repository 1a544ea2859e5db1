//! The position that a subcommand works on: `--variant`, `--fen`, `--moves`, the same for all.

use super::Failure;
use crate::notation::{fen, movetext, variant_named};
use crate::rules::Game;
use std::sync::Arc;

/// Which position to work on.
#[derive(Debug, clap::Args)]
pub struct PositionArgs {
    /// The game, by name or alias in any case
    #[arg(long, value_name = "V", default_value = "international")]
    pub variant: String,
    /// The position to start from [default: the start of the game]
    #[arg(long, value_name = "F")]
    pub fen: Option<String>,
    /// Moves to play from there, separated by blanks: "32-28 19-23 28x19"
    #[arg(long, value_name = "M M ...", allow_hyphen_values = true)]
    pub moves: Option<String>,
}

impl PositionArgs {
    /// The game with all moves played.
    ///
    /// # Errors
    /// Unknown variant, bad FEN, or the first move that is not legal where it stands.
    pub fn game(&self) -> Result<Game, Failure> {
        let variant = Arc::new(variant_named(&self.variant)?.clone());
        let mut game = match &self.fen {
            None => Game::new(variant),
            Some(text) => {
                let setup = fen::parse(&variant, text)?;
                Game::from(variant, setup)
            }
        };
        for (index, text) in self.moves.iter().flat_map(|text| text.split_whitespace()).enumerate()
        {
            let wrong = |why: &dyn std::fmt::Display| format!("ply {}: {why}", index + 1);
            let play = movetext::parse(game.variant(), game.setup(), text)
                .map_err(|error| wrong(&error))?;
            if !game.play(&play) {
                return Err(wrong(&format_args!("{text} is illegal")).into());
            }
        }
        Ok(game)
    }
}
