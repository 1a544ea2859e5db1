//! How to speak to an engine, from the host's side. A dialect turns what the runner wants into
//! lines and what an engine says into facts. It neither starts processes nor waits: see
//! [`super::engine`].

mod hub;
mod uci;

use super::clock::{Control, Face};
use crate::notation::{MoveError, Numbering};
use crate::rules::{Color, Game, Play, Setup, Variant};
use crate::search::Score;
use serde::Serialize;
use std::str::FromStr;

/// The protocols that engines may speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The UCI-like protocol of this engine.
    Uci,
    /// The same with the words of the Universal Game Interface.
    Ugi,
    /// Hub, version 2.
    Hub,
}

impl Protocol {
    /// A fresh dialect for one engine; `numbering` is how it names the squares of moves, where the
    /// protocol leaves that open.
    #[must_use]
    pub fn dialect(self, numbering: Numbering) -> Box<dyn Dialect> {
        match self {
            Protocol::Uci => Box::new(uci::Uci::new(&uci::UCI)),
            Protocol::Ugi => Box::new(uci::Uci::new(&uci::UGI)),
            Protocol::Hub => Box::new(hub::Hub::new(numbering)),
        }
    }
}

impl FromStr for Protocol {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().as_str() {
            "uci" => Ok(Protocol::Uci),
            "ugi" => Ok(Protocol::Ugi),
            "hub" => Ok(Protocol::Hub),
            _ => Err(format!("'{text}' is not a protocol: uci, ugi or hub")),
        }
    }
}

/// Why an engine cannot be used as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The engine has no such option.
    #[error("it has no option '{name}'; it has: {}", known.join(", "))]
    NoSuchOption {
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// The option does not take that value.
    #[error("its option '{name}' does not take '{value}'; it takes: {}", choices.join(", "))]
    BadValue {
        /// The option.
        name: String,
        /// What was asked for.
        value: String,
        /// What it takes.
        choices: Vec<String>,
    },
    /// The engine does not play the game.
    #[error("it does not play {variant}; it plays: {}", choices.join(", "))]
    NoSuchVariant {
        /// The game asked for.
        variant: String,
        /// What it plays.
        choices: Vec<String>,
    },
}

/// An option as the engine declared it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Declared {
    name: String,
    /// The values it takes if it names them; otherwise any.
    choices: Vec<String>,
}

/// How engines are told which game is played. What an engine has no option for is left out: it may
/// play that one game only, and the referee will see.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Announcement {
    /// The built-in game to be chosen by its name; `None`: the options say it all.
    pub built_in: Option<Variant>,
    /// Options, set in this order after the choice where the engine has them.
    pub options: Vec<(String, String)>,
}

impl Announcement {
    /// The options to set, for an engine that chooses the game with `option`.
    fn chosen(
        &self,
        declared: &[Declared],
        option: &str,
    ) -> Result<Vec<(String, String)>, Refusal> {
        let named = match &self.built_in {
            Some(variant) => variant_choice(declared, option, variant)?,
            None => None,
        };
        let rest = self.options.iter().filter_map(|(name, value)| {
            let found = declared.iter().find(|known| known.name.eq_ignore_ascii_case(name))?;
            Some((found.name.clone(), value.clone()))
        });
        Ok(named.into_iter().chain(rest).collect())
    }
}

/// The option whose value is the game to be played, and the value to give it.
fn variant_choice(
    declared: &[Declared],
    option: &str,
    variant: &Variant,
) -> Result<Option<(String, String)>, Refusal> {
    let Some(found) = declared.iter().find(|known| known.name.eq_ignore_ascii_case(option)) else {
        return Ok(None);
    };
    let fits = |choice: &&String| {
        let choice = choice.to_ascii_lowercase();
        choice == variant.name || variant.aliases.contains(&choice.as_str())
    };
    if found.choices.is_empty() {
        return Ok(Some((found.name.clone(), variant.name.to_string())));
    }
    // The variant's own name first: an alias may stand beside it for something wider.
    let own = found.choices.iter().find(|choice| choice.eq_ignore_ascii_case(&variant.name));
    match own.or_else(|| found.choices.iter().find(fits)) {
        Some(choice) => Ok(Some((found.name.clone(), choice.clone()))),
        None => Err(Refusal::NoSuchVariant {
            variant: variant.name.to_string(),
            choices: found.choices.clone(),
        }),
    }
}

/// Finds the declared name of each option asked for, and checks what can be checked.
fn check_options(
    declared: &[Declared],
    options: &[(String, String)],
) -> Result<Vec<(String, String)>, Refusal> {
    options.iter().map(|(name, value)| check_option(declared, name, value)).collect()
}

fn check_option(
    declared: &[Declared],
    name: &str,
    value: &str,
) -> Result<(String, String), Refusal> {
    let Some(found) = declared.iter().find(|known| known.name.eq_ignore_ascii_case(name)) else {
        return Err(Refusal::NoSuchOption {
            name: name.into(),
            known: declared.iter().map(|known| known.name.clone()).collect(),
        });
    };
    if found.choices.is_empty() {
        return Ok((found.name.clone(), value.into()));
    }
    match found.choices.iter().find(|choice| choice.eq_ignore_ascii_case(value)) {
        Some(choice) => Ok((found.name.clone(), choice.clone())),
        None => Err(Refusal::BadValue {
            name: found.name.clone(),
            value: value.into(),
            choices: found.choices.clone(),
        }),
    }
}

/// What an engine is to think about.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The game; its position is the one to move in.
    pub game: &'a Game,
    /// Its moves as [`Dialect::write_move`] wrote them.
    pub moves: &'a [String],
    /// What bounds the mover.
    pub control: &'a Control,
    /// The clocks, White's and Black's, of those who have one.
    pub faces: [Option<Face>; 2],
}

impl Turn<'_> {
    /// The colour to move.
    #[must_use]
    pub fn mover(&self) -> Color {
        self.game.setup().turn
    }

    /// The mover's clock.
    #[must_use]
    pub fn own_face(&self) -> Option<Face> {
        self.faces[self.mover() as usize]
    }

    /// The position the game began from.
    fn start(&self) -> &Setup {
        // A game always has its start position; the present one is only there for the types.
        self.game.setups().next().unwrap_or(self.game.setup())
    }
}

/// What an engine said about its thinking. Later lines replace what earlier ones said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Plies.
    pub depth: Option<u32>,
    /// For the side to move.
    pub score: Option<Score>,
    /// Nodes so far.
    pub nodes: Option<u64>,
}

impl Info {
    /// Takes over what `newer` knows.
    pub fn update(&mut self, newer: Info) {
        self.depth = newer.depth.or(self.depth);
        self.score = newer.score.or(self.score);
        self.nodes = newer.nodes.or(self.nodes);
    }
}

/// What a line said during a search means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Nothing for the runner.
    Nothing,
    /// About the search.
    Info(Info),
    /// The move, as text; empty if the engine has none.
    Best(String),
}

/// A question that an engine must answer with a certain line before it is asked anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The line to send.
    pub ask: &'static str,
    /// The line that answers it.
    pub answer: &'static str,
}

/// A protocol seen from the host. Lines have no line end.
pub trait Dialect: Send {
    /// The line that opens the handshake.
    fn hello(&self) -> &'static str;

    /// Learns from a line of the handshake; `true` when it was the last one.
    fn greet(&mut self, line: &str) -> bool;

    /// What the engine calls itself.
    fn id(&self) -> &str;

    /// The lines that set the game and the options, to be followed by [`Dialect::settle`].
    ///
    /// # Errors
    /// The engine does not offer what is asked for.
    fn configure(
        &self,
        game: &Announcement,
        options: &[(String, String)],
    ) -> Result<Vec<String>, Refusal>;

    /// Asked once, after the options.
    fn settle(&self) -> Question;

    /// Asked before each move: all that is said before the answer belongs to the past.
    fn ping(&self) -> Question;

    /// The line before a new game.
    fn new_game(&self) -> &'static str;

    /// The lines that start a search.
    fn go(&self, turn: &Turn<'_>) -> Vec<String>;

    /// Understands a line said during a search.
    fn hear(&self, line: &str) -> Heard;

    /// Writes a legal move of a position.
    fn write_move(&self, variant: &Variant, setup: &Setup, play: &Play) -> String;

    /// Understands the text of a move.
    ///
    /// # Errors
    /// Not a legal move here.
    fn read_move(&self, game: &Game, text: &str) -> Result<Play, MoveError>;

    /// The line that ends a search at once, with a move.
    fn stop(&self) -> &'static str {
        "stop"
    }

    /// The line that ends the engine.
    fn quit(&self) -> &'static str {
        "quit"
    }
}
