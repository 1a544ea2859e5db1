//! The position that a subcommand works on: `--variant`, `--fen`, `--moves`, the same for all.

use super::Failure;
use super::choice::VariantChoice;
use crate::notation::{fen, movetext};
use crate::rules::Game;

/// Which position to work on.
#[derive(Debug, clap::Args)]
pub struct PositionArgs {
    /// The game
    #[command(flatten)]
    pub choice: VariantChoice,
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
        let variant = self.choice.resolve()?;
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
