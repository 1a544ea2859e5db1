//! DXP, the `DamExchange` Protocol: the messages of two programs that play each other over TCP, as
//! typed values. Fixed layouts of ASCII characters, read strictly field by field, with one
//! leniency: blanks and line ends after a message do not count.
//!
//! It knows no rules and no sockets. Squares are numbers, and what they stand for is agreed
//! elsewhere: no message says which game is played.

use crate::rules::Color;
use thiserror::Error;

/// The port that programs listen on if nothing else was agreed.
pub const PORT: u16 = 27531;
/// The longest message in bytes, without the NUL that ends it.
pub const LONGEST_MESSAGE: usize = 127;

/// The version of the protocol in a request.
pub const VERSION: &str = "01";
/// Bytes of a program's name.
const NAME: usize = 32;
/// The longest text of a chat message in bytes.
const LONGEST_CHAT: usize = LONGEST_MESSAGE - 1;
/// The most seconds that a move can say.
const MOST_SECONDS: u32 = 9_999;

/// What one side tells the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// `R`: let us play.
    Request(Request),
    /// `A`: the answer to a request.
    Answer(Answer),
    /// `M`: a move.
    Move(Move),
    /// `E`: the game is over, or the receiver agrees that it is.
    End(End),
    /// `C`: a text for the person on the other side.
    Chat(String),
    /// `B`: let us go back.
    Back(Back),
    /// `K`: the answer to that.
    BackAnswer(BackAnswer),
}

/// A request for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The version of the protocol, two characters; there is only [`VERSION`].
    pub version: String,
    /// The name of the program that asks.
    pub name: String,
    /// The colour that the other one, the follower, shall have.
    pub follower: Color,
    /// Minutes for `moves` moves, 0 to 999; 0: nothing was agreed.
    pub minutes: u16,
    /// Moves for each time control, 0 to 999; 0: the whole game.
    pub moves: u16,
    /// Where the game begins; `None`: where it always does.
    pub position: Option<Placement>,
}

/// A position as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Who moves first.
    pub turn: Color,
    /// Square by square, row by row from the top as White sees the board: a piece and whether it
    /// is a king.
    pub squares: Vec<Option<(Color, bool)>>,
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The name of the program that answers.
    pub name: String,
    /// What it says.
    pub verdict: Acceptance,
}

/// Whether a game is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acceptance {
    /// Yes.
    Accepted,
    /// No: the version is not known.
    WrongVersion,
    /// No: not this game.
    NotThis,
    /// No, and no other either.
    NoGames,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Seconds used; more than 9999 are sent as 9999.
    pub seconds: u32,
    /// The square it starts on.
    pub from: u8,
    /// The square it ends on.
    pub to: u8,
    /// The squares of the captured pieces, in any order.
    pub captured: Vec<u8>,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// How it went, as the sender sees it.
    pub reason: Reason,
    /// Whether the sender wants no other game.
    pub stop: bool,
}

/// How a game went, as the sender sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It has no result, or the sender does not know it.
    Unknown,
    /// The sender has lost, or resigns.
    ILose,
    /// It is a draw.
    Draw,
    /// The sender has won.
    IWin,
}

/// A wish to go back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Back {
    /// The number of the move to go back to, from 1.
    pub number: u16,
    /// Who is to move there.
    pub turn: Color,
}

/// The answer to a wish to go back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackAnswer {
    /// Done.
    Yes,
    /// Never.
    No,
    /// Not now: play on.
    Continue,
}

/// What is wrong with a message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MessageError {
    /// It has no letter.
    #[error("an empty message")]
    Empty,
    /// Its letter is none of the protocol's.
    #[error("no message begins with {0:?}; known are R, A, M, E, C, B and K")]
    Unknown(char),
    /// It ends before a field does.
    #[error("{message} message too short: {field} is missing")]
    Short {
        /// The letter.
        message: char,
        /// The field.
        field: &'static str,
    },
    /// A field holds what it must not.
    #[error("{message} message: {field} is {found:?}, not {wanted}")]
    Field {
        /// The letter.
        message: char,
        /// The field.
        field: &'static str,
        /// What stands there.
        found: String,
        /// What should stand there.
        wanted: &'static str,
    },
    /// Something follows the last field.
    #[error("{message} message too long: {rest:?} after its last field")]
    Long {
        /// The letter.
        message: char,
        /// What follows.
        rest: String,
    },
}

/// Reads a message, without its NUL. Any bytes will do.
///
/// # Errors
/// Names the field that is wrong.
pub fn parse(bytes: &[u8]) -> Result<Message, MessageError> {
    // Names and chat may come in any 8-bit code; everything else is ASCII.
    let text: Vec<char> = bytes.iter().map(|&byte| char::from(byte)).collect();
    let (&letter, rest) = text.split_first().ok_or(MessageError::Empty)?;
    let mut fields = Fields { message: letter, rest };
    let message = match letter {
        'R' => Message::Request(fields.request()?),
        'A' => Message::Answer(fields.answer()?),
        'M' => Message::Move(fields.played()?),
        'E' => Message::End(fields.end()?),
        'C' => return Ok(Message::Chat(printable(rest))),
        'B' => Message::Back(fields.back()?),
        'K' => Message::BackAnswer(fields.back_answer()?),
        other => return Err(MessageError::Unknown(other)),
    };
    fields.nothing_left()?;
    Ok(message)
}

/// The rest of a message while it is read from the left.
struct Fields<'a> {
    message: char,
    rest: &'a [char],
}

impl Fields<'_> {
    fn take(&mut self, field: &'static str, len: usize) -> Result<String, MessageError> {
        let short = MessageError::Short { message: self.message, field };
        let (taken, rest) = self.rest.split_at_checked(len).ok_or(short)?;
        self.rest = rest;
        Ok(taken.iter().collect())
    }

    fn wrong(&self, field: &'static str, found: &str, wanted: &'static str) -> MessageError {
        MessageError::Field { message: self.message, field, found: found.into(), wanted }
    }

    fn number(&mut self, field: &'static str, len: usize) -> Result<u16, MessageError> {
        let text = self.take(field, len)?;
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = if digits { text.parse().ok() } else { None };
        number.ok_or_else(|| self.wrong(field, &text, "a number of fixed width"))
    }

    fn square(&mut self, field: &'static str) -> Result<u8, MessageError> {
        // Two digits fit.
        self.number(field, 2).map(|number| number as u8)
    }

    fn color(&mut self, field: &'static str) -> Result<Color, MessageError> {
        let text = self.take(field, 1)?;
        match text.as_str() {
            "W" => Ok(Color::White),
            "Z" => Ok(Color::Black),
            _ => Err(self.wrong(field, &text, "W or Z")),
        }
    }

    /// One of the digits from 0 on.
    fn choice<T: Copy>(
        &mut self,
        field: &'static str,
        choices: &[T],
        wanted: &'static str,
    ) -> Result<T, MessageError> {
        let text = self.take(field, 1)?;
        let chosen = text.parse::<usize>().ok().and_then(|at| choices.get(at));
        chosen.copied().ok_or_else(|| self.wrong(field, &text, wanted))
    }

    fn nothing_left(&self) -> Result<(), MessageError> {
        let rest: String = self.rest.iter().collect();
        if rest.trim().is_empty() {
            return Ok(());
        }
        Err(MessageError::Long { message: self.message, rest })
    }

    fn name(&mut self) -> Result<String, MessageError> {
        let text: Vec<char> = self.take("the name", NAME)?.chars().collect();
        Ok(printable(&text))
    }

    fn request(&mut self) -> Result<Request, MessageError> {
        Ok(Request {
            version: self.take("the version", 2)?,
            name: self.name()?,
            follower: self.color("the follower's colour")?,
            minutes: self.number("the minutes", 3)?,
            moves: self.number("the number of moves", 3)?,
            position: self.position()?,
        })
    }

    fn position(&mut self) -> Result<Option<Placement>, MessageError> {
        const FIELD: &str = "the kind of position";
        let kind = self.take(FIELD, 1)?;
        match kind.as_str() {
            "A" => Ok(None),
            "B" => {
                let turn = self.color("the side to move")?;
                let letters: String = self.rest.iter().collect();
                self.rest = &[];
                let squares: Result<Vec<_>, _> =
                    letters.trim_end().chars().map(|letter| self.occupant(letter)).collect();
                Ok(Some(Placement { turn, squares: squares? }))
            }
            _ => Err(self.wrong(FIELD, &kind, "A or B")),
        }
    }

    fn occupant(&self, letter: char) -> Result<Option<(Color, bool)>, MessageError> {
        match letter {
            'e' => Ok(None),
            'w' => Ok(Some((Color::White, false))),
            'W' => Ok(Some((Color::White, true))),
            'z' => Ok(Some((Color::Black, false))),
            'Z' => Ok(Some((Color::Black, true))),
            other => Err(self.wrong("a square", &other.to_string(), "one of w, W, z, Z and e")),
        }
    }

    fn answer(&mut self) -> Result<Answer, MessageError> {
        use Acceptance::{Accepted, NoGames, NotThis, WrongVersion};
        let choices = [Accepted, WrongVersion, NotThis, NoGames];
        let name = self.name()?;
        Ok(Answer { name, verdict: self.choice("the answer", &choices, "0, 1, 2 or 3")? })
    }

    fn played(&mut self) -> Result<Move, MessageError> {
        let seconds = self.number("the seconds", 4)?.into();
        let (from, to) = (self.square("the first square")?, self.square("the last square")?);
        let count = self.square("the number of captures")?;
        let captured: Result<Vec<u8>, _> =
            (0..count).map(|_| self.square("a captured square")).collect();
        Ok(Move { seconds, from, to, captured: captured? })
    }

    fn end(&mut self) -> Result<End, MessageError> {
        let choices = [Reason::Unknown, Reason::ILose, Reason::Draw, Reason::IWin];
        let reason = self.choice("the reason", &choices, "0, 1, 2 or 3")?;
        Ok(End { reason, stop: self.choice("the stop code", &[false, true], "0 or 1")? })
    }

    fn back(&mut self) -> Result<Back, MessageError> {
        let number = self.number("the move number", 3)?;
        Ok(Back { number, turn: self.color("the side to move")? })
    }

    fn back_answer(&mut self) -> Result<BackAnswer, MessageError> {
        let choices = [BackAnswer::Yes, BackAnswer::No, BackAnswer::Continue];
        self.choice("the answer", &choices, "0, 1 or 2")
    }
}

/// A text of the other side as it may be shown: no control characters, no blanks around.
fn printable(text: &[char]) -> String {
    text.iter().filter(|c| !c.is_control()).collect::<String>().trim().to_owned()
}

/// Writes a message, without its NUL. What does not fit its field is cut, and a character that is
/// not ASCII becomes a question mark.
#[must_use]
pub fn write(message: &Message) -> Vec<u8> {
    let text = match message {
        Message::Request(request) => write_request(request),
        Message::Answer(Answer { name, verdict }) => {
            format!("A{}{}", padded(name), *verdict as u8)
        }
        Message::Move(played) => write_move(played),
        Message::End(End { reason, stop }) => format!("E{}{}", *reason as u8, u8::from(*stop)),
        Message::Chat(text) => format!("C{}", ascii(text, LONGEST_CHAT)),
        Message::Back(Back { number, turn }) => {
            format!("B{:03}{}", number.min(&999), color_letter(*turn))
        }
        Message::BackAnswer(answer) => format!("K{}", *answer as u8),
    };
    text.into_bytes()
}

fn write_request(request: &Request) -> String {
    let mut text = format!(
        "R{:<2}{}{}{:03}{:03}",
        ascii(&request.version, 2),
        padded(&request.name),
        color_letter(request.follower),
        request.minutes.min(999),
        request.moves.min(999),
    );
    let Some(placement) = &request.position else { return text + "A" };
    text.push('B');
    text.push(color_letter(placement.turn));
    text.extend(placement.squares.iter().map(|occupant| match occupant {
        None => 'e',
        Some((Color::White, false)) => 'w',
        Some((Color::White, true)) => 'W',
        Some((Color::Black, false)) => 'z',
        Some((Color::Black, true)) => 'Z',
    }));
    text
}

fn write_move(played: &Move) -> String {
    let Move { seconds, from, to, captured } = played;
    let mut text =
        format!("M{:04}{from:02}{to:02}{:02}", seconds.min(&MOST_SECONDS), captured.len());
    text.extend(captured.iter().map(|square| format!("{square:02}")));
    text
}

/// `Z` is *zwart*, Dutch for black.
const fn color_letter(color: Color) -> char {
    match color {
        Color::White => 'W',
        Color::Black => 'Z',
    }
}

fn padded(name: &str) -> String {
    format!("{:<NAME$}", ascii(name, NAME))
}

fn ascii(text: &str, longest: usize) -> String {
    let plain = |c: char| if c.is_ascii_graphic() || c == ' ' { c } else { '?' };
    text.chars().filter(|c| !c.is_control()).map(plain).take(longest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_bytes_panic_and_every_prefix_is_an_error_or_a_message() {
        let texts: [&[u8]; 9] = [
            b"R01Tornado voor Windows 4.0        W060065A",
            b"R01Tornado voor Windows 4.0        Z060065BZwzWZe",
            b"ATornado voor Windows 4.0        0",
            b"M001205250422122320",
            b"E31",
            b"B005Z",
            b"K1",
            b"C\xe9\x00\xff",
            b"\xff\xfe\xfd",
        ];
        for text in texts {
            for len in 0..=text.len() {
                let _ = parse(&text[..len]);
                for at in 0..len {
                    for byte in [0, b' ', b'9', b'A', 0x80, 0xff] {
                        let mut changed = text[..len].to_vec();
                        changed[at] = byte;
                        if let Ok(message) = parse(&changed)
                            && changed.iter().all(|byte| (b' '..=b'~').contains(byte))
                        {
                            assert_eq!(parse(&write(&message)).as_ref(), Ok(&message));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_cut() {
        let long = "\u{e9}".repeat(500);
        assert_eq!(write(&Message::Chat(long.clone())).len(), LONGEST_MESSAGE);
        let answer = Answer { name: long, verdict: Acceptance::Accepted };
        assert_eq!(write(&Message::Answer(answer)), format!("A{}0", "?".repeat(32)).into_bytes());
        let slow = Move { seconds: 100_000, from: 1, to: 6, captured: vec![] };
        assert_eq!(write(&Message::Move(slow)), b"M9999010600");
    }
}
