//! A player at the other end of a DXP connection: it listens, the runner asks it for each game and
//! hands it the moves of its opponent. It has no options, no `stop` and no say in the result: the
//! referee decides, as with any other player.

use super::clock::Control;
use super::dialect::{Info, Turn};
use super::engine::{Fault, Patience, StartFailure, Thought};
use super::talk::Talk;
use super::wire;
use crate::io::tcp::{Connection, Frame};
use crate::notation::{SquareNames, movetext};
use crate::protocol::dxp::{
    self, Acceptance, Answer, BackAnswer, End, Message, Move, Reason, Request, VERSION,
};
use crate::rules::{Color, Game};
use std::io;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout, timeout_at};

/// How we are called on the wire.
const NAME: &str = concat!("Crownhead match ", env!("CARGO_PKG_VERSION"));
/// How long the player of the last move leaves it to the other one to say that the game is over,
/// so that the two do not say it at once.
const COURTESY: Duration = Duration::from_millis(500);

/// A connected program.
pub struct Peer {
    line: Connection,
    talk: Talk,
    patience: Patience,
    /// What it calls itself; its address until it has said so.
    id: String,
    /// The game going on.
    seat: Option<Seat>,
    /// It wants no other game.
    done: bool,
}

/// Its part in a game.
struct Seat {
    color: Color,
    names: SquareNames,
    /// Plies of the game that it knows, the opening included.
    known: usize,
    /// When the last move came from it.
    heard: Instant,
}

impl Peer {
    /// Connects to a program that listens at `HOST:PORT`.
    ///
    /// # Errors
    /// There is none.
    pub async fn connect(place: &str, patience: Patience) -> Result<Peer, StartFailure> {
        let fault = match timeout(patience.start, TcpStream::connect(place)).await {
            Ok(Ok(stream)) => return Ok(Peer::new(Connection::new(stream), place, patience)),
            Ok(Err(error)) => Fault::NotConnected { place: place.into(), reason: error },
            Err(_) => Fault::Silent { what: "connection".into(), within: patience.start },
        };
        Err(StartFailure { fault, last_words: Vec::new() })
    }

    fn new(line: Connection, place: &str, patience: Patience) -> Peer {
        Peer { line, talk: Talk::default(), patience, id: place.into(), seat: None, done: false }
    }

    /// What it calls itself, which proves nothing.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The last messages, both ways.
    #[must_use]
    pub fn last_words(&self) -> Vec<String> {
        self.talk.last_words()
    }

    /// Asks it for a game from this position. It is told whole minutes and moves of a clock, and
    /// nothing of other limits.
    ///
    /// # Errors
    /// It declines, is silent or has gone.
    pub async fn begin(
        &mut self,
        game: &Game,
        color: Color,
        control: &Control,
    ) -> Result<(), Fault> {
        if self.done {
            return Err(Fault::Declined("it wants no other game".into()));
        }
        self.say(&Message::Request(request(game, color, control))).await?;
        let answer = self.answer().await?;
        if !answer.name.is_empty() {
            self.id.clone_from(&answer.name);
        }
        let why = match answer.verdict {
            Acceptance::Accepted => {
                let names = SquareNames::of(game.variant()).dxp();
                let known = game.plays().len();
                self.seat = Some(Seat { color, names, known, heard: Instant::now() });
                return Ok(());
            }
            Acceptance::WrongVersion => "it does not know the version of the protocol",
            Acceptance::NotThis => "it declines this game",
            Acceptance::NoGames => "it declines any game",
        };
        Err(Fault::Declined(why.into()))
    }

    /// Waits for the answer to a request; what belongs to the past is passed over.
    async fn answer(&mut self) -> Result<Answer, Fault> {
        let within = self.patience.start;
        let deadline = Instant::now() + within;
        loop {
            match self.hear_before(deadline, "answer to the request", within).await? {
                Message::Answer(answer) => return Ok(answer),
                // Two sides that both ask would wait for ever.
                Message::Request(_) => {
                    let verdict = Acceptance::NotThis;
                    self.say(&Message::Answer(Answer { name: NAME.into(), verdict })).await?;
                }
                _ => {}
            }
        }
    }

    /// Hands it the opponent's move and waits for its own. With `allowed` there is an end to that; the
    /// thought is then late and without a move, for nothing can hurry a peer.
    ///
    /// # Errors
    /// It has gone, gives the game up or breaks it off, or is silent where no time limit holds.
    pub async fn think(
        &mut self,
        turn: &Turn<'_>,
        allowed: Option<Duration>,
    ) -> Result<Thought, Fault> {
        self.catch_up(turn.game).await?;
        let start = Instant::now();
        let within = allowed.unwrap_or(self.patience.think);
        let (text, late) = match self.its_move(start + within, within).await {
            Ok(sent) => (self.text(turn.game, &sent), false),
            Err(Fault::Silent { .. }) if allowed.is_some() => (String::new(), true),
            Err(fault) => return Err(fault),
        };
        if let Some(seat) = &mut self.seat {
            seat.known += 1;
            seat.heard = Instant::now();
        }
        Ok(Thought { text, used: start.elapsed(), info: Info::default(), late })
    }

    /// Sends the moves that it does not know yet: that of its opponent.
    async fn catch_up(&mut self, game: &Game) -> Result<(), Fault> {
        let Some(seat) = &mut self.seat else { return Ok(()) };
        let used = seat.heard.elapsed();
        let plays = game.plays().get(seat.known..).unwrap_or_default();
        seat.known += plays.len();
        let moves: Vec<Move> =
            plays.iter().map(|play| wire::of_play(&seat.names, play, used)).collect();
        for sent in moves {
            self.say(&Message::Move(sent)).await?;
        }
        Ok(())
    }

    async fn its_move(&mut self, deadline: Instant, within: Duration) -> Result<Move, Fault> {
        loop {
            match self.hear_before(deadline, "move", within).await? {
                Message::Move(sent) => return Ok(sent),
                Message::End(end) => return Err(self.given_up(end).await),
                Message::Back(_) => self.say(&Message::BackAnswer(BackAnswer::No)).await?,
                Message::Request(_) => {
                    return Err(Fault::BrokeOff("it asks for another game".into()));
                }
                Message::Answer(_) | Message::Chat(_) | Message::BackAnswer(_) => {}
            }
        }
    }

    /// It says that a game is over that is not: who loses by that, it says itself.
    async fn given_up(&mut self, end: End) -> Fault {
        self.done = end.stop;
        self.seat = None;
        let (reason, fault) = match end.reason {
            Reason::ILose => (Reason::IWin, Fault::Resigned),
            Reason::Draw => (Reason::Unknown, Fault::BrokeOff("it says that it is a draw".into())),
            Reason::IWin => (Reason::Unknown, Fault::BrokeOff("it says that it has won".into())),
            Reason::Unknown => (Reason::Unknown, Fault::BrokeOff("it breaks off".into())),
        };
        // The game is over whether it hears this or not.
        let _ = self.say(&Message::End(End { reason, stop: false })).await;
        fault
    }

    /// A move as the referee reads it. One that is not legal is written so that it cannot be taken
    /// for one: DXP's numbers are not those of every variant's game records.
    fn text(&self, game: &Game, sent: &Move) -> String {
        let names = self.seat.as_ref().map(|seat| &seat.names);
        match names.and_then(|names| wire::play_of(game, names, sent)) {
            Some(play) => movetext::write(game.variant(), game.setup(), &play),
            None => format!("DXP {}", wire::in_words(sent)),
        }
    }

    /// Tells it that the game is over and hears it say so.
    ///
    /// # Errors
    /// It has gone or does not answer; the result stands all the same.
    pub async fn end(&mut self, game: &Game, winner: Option<Color>) -> Result<(), Fault> {
        let Some(Seat { color, known, .. }) = self.seat else { return Ok(()) };
        let moved_last = game.plays().len() == known;
        self.catch_up(game).await?;
        self.seat = None;
        let reason = match winner {
            None => Reason::Draw,
            Some(winner) if winner == color => Reason::ILose,
            Some(_) => Reason::IWin,
        };
        let end = Message::End(End { reason, stop: false });
        if !moved_last && self.its_end(COURTESY).await.is_ok() {
            return self.say(&end).await;
        }
        self.say(&end).await?;
        self.its_end(self.patience.reply).await
    }

    async fn its_end(&mut self, within: Duration) -> Result<(), Fault> {
        let deadline = Instant::now() + within;
        loop {
            let message = self.hear_before(deadline, "word on the end of the game", within).await?;
            if let Message::End(end) = message {
                self.done = end.stop;
                return Ok(());
            }
        }
    }

    /// Hangs up.
    pub async fn quit(self) {
        self.line.close().await;
    }

    async fn say(&mut self, message: &Message) -> Result<(), Fault> {
        let bytes = dxp::write(message);
        self.talk.said(&String::from_utf8_lossy(&bytes));
        self.line.send(&bytes).await.map_err(|error| Fault::Ended(error.to_string()))
    }

    /// The next message that is one; a flood of others does not stop the clock.
    async fn hear_before(
        &mut self,
        deadline: Instant,
        what: &str,
        within: Duration,
    ) -> Result<Message, Fault> {
        loop {
            let silent = || Fault::Silent { what: what.into(), within };
            if Instant::now() >= deadline {
                return Err(silent());
            }
            let frame = timeout_at(deadline, self.line.receive()).await.map_err(|_| silent())?;
            if let Some(message) = self.understood(frame)? {
                return Ok(message);
            }
        }
    }

    fn understood(&self, frame: io::Result<Option<Frame>>) -> Result<Option<Message>, Fault> {
        match frame {
            Err(error) => Err(Fault::Ended(error.to_string())),
            Ok(None) => Err(Fault::Ended("it has hung up".into())),
            Ok(Some(Frame::TooLong)) => {
                self.talk.heard("(more than 127 bytes without an end)");
                Ok(None)
            }
            Ok(Some(Frame::Message(bytes))) => {
                self.talk.heard(&String::from_utf8_lossy(&bytes));
                Ok(dxp::parse(&bytes).ok())
            }
        }
    }
}

/// The request for a game.
fn request(game: &Game, color: Color, control: &Control) -> Request {
    let minutes = control.clock.map_or(0, |rule| rule.base.as_secs().div_ceil(60));
    let moves = control.clock.and_then(|rule| rule.moves).unwrap_or(0);
    let at_start = game.plays().is_empty() && *game.setup() == game.variant().start();
    Request {
        version: VERSION.into(),
        name: NAME.into(),
        follower: color,
        minutes: u16::try_from(minutes).unwrap_or(u16::MAX),
        moves: u16::try_from(moves).unwrap_or(u16::MAX),
        position: (!at_start).then(|| wire::of_setup(game.variant(), game.setup())),
    }
}
