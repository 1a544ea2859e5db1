//! One game over DXP, from the first move to the exchange of `E`.

use super::player::Player;
use super::seat::{MoveFault, Seat};
use super::show;
use crate::io::tcp::{Connection, Frame};
use crate::notation::pdn::GameResult;
use crate::protocol::dxp::{self, BackAnswer, End, Message, Request};
use std::io;
use std::time::Duration;
use tokio::time::{Instant, sleep_until, timeout};

/// How long the player of the last move leaves it to the other one to say that the game is over,
/// so that the two do not say it at once.
const COURTESY: Duration = Duration::from_millis(500);
/// How long an answer to our `E` is waited for.
const END_PATIENCE: Duration = Duration::from_secs(10);
/// A peer that says nothing for so long has gone, even if nobody has told us.
const SILENCE: Duration = Duration::from_mins(10);

/// How a game ended.
pub(super) struct Ending {
    pub result: GameResult,
    /// Why, for a person.
    pub why: String,
    pub after: After,
}

/// What the peer wants after a game.
pub(super) enum After {
    /// Another one, if we do.
    Next,
    /// No other.
    Stop,
    /// It has gone, or cannot be understood any more.
    Gone,
    /// It has asked for another one already.
    Asked(Box<Request>),
}

impl Ending {
    fn gone(why: &str) -> Ending {
        Ending { result: GameResult::Unknown, why: why.into(), after: After::Gone }
    }
}

/// A game being played.
pub(super) struct Table<'a> {
    pub peer: &'a mut Connection,
    pub seat: &'a mut Seat,
    pub player: &'a mut Player,
    /// Whether we want no other game after this one.
    pub last: bool,
}

impl Table<'_> {
    /// Plays until the end. A peer that vanishes is an end like any other.
    ///
    /// # Errors
    /// stdout is gone.
    pub async fn play(mut self) -> io::Result<Ending> {
        let ending = self.moves().await;
        self.player.forget();
        ending
    }

    async fn moves(&mut self) -> io::Result<Ending> {
        let mut heard = Instant::now();
        let mut own_last = false;
        let silence = self.silence();
        loop {
            if let Some((result, why)) = self.seat.end() {
                return self.finish(result, why, own_last).await;
            }
            if self.seat.is_own_turn() && !self.player.is_thinking() {
                self.player.think(self.seat.game(), self.seat.limits());
            }
            tokio::select! {
                frame = self.peer.receive() => {
                    heard = Instant::now();
                    own_last = false;
                    if let Some(ending) = self.hear(frame).await? {
                        return Ok(ending);
                    }
                }
                (best, used) = self.player.answer() => {
                    // The game is not over, so there is a move.
                    let Some(best) = best else { continue };
                    let message = Message::Move(self.seat.make(&best, used));
                    if self.say(&message).await.is_err() {
                        return Ok(Ending::gone(GONE));
                    }
                    (heard, own_last) = (Instant::now(), true);
                }
                () = sleep_until(heard + silence), if !self.player.is_thinking() => {
                    return Ok(Ending::gone("the peer has been silent for too long"));
                }
            }
        }
    }

    /// A peer may use all its time for one move.
    fn silence(&self) -> Duration {
        SILENCE.max(2 * self.seat.minutes())
    }

    async fn say(&mut self, message: &Message) -> io::Result<()> {
        self.peer.send(&dxp::write(message)).await
    }

    /// What the peer says during the game; an ending if that is one.
    async fn hear(&mut self, frame: io::Result<Option<Frame>>) -> io::Result<Option<Ending>> {
        let Ok(Some(frame)) = frame else { return Ok(Some(Ending::gone(GONE))) };
        let Some(message) = understood(&frame)? else { return Ok(None) };
        match message {
            Message::Move(sent) => match self.seat.hear(&sent) {
                Ok(()) => {}
                Err(fault @ MoveFault::NotYourTurn) => show(&format!("{fault}"))?,
                Err(fault) => return self.object(&fault).await.map(Some),
            },
            Message::End(end) => return Ok(Some(self.agree(end).await)),
            Message::Back(back) => {
                let done = self.seat.take_back(back);
                if done {
                    self.player.forget();
                    show("moves are taken back")?;
                }
                let answer = if done { BackAnswer::Yes } else { BackAnswer::No };
                if self.say(&Message::BackAnswer(answer)).await.is_err() {
                    return Ok(Some(Ending::gone(GONE)));
                }
            }
            Message::Request(request) => {
                let after = After::Asked(Box::new(request));
                let why = "the peer has asked for another game".into();
                return Ok(Some(Ending { result: GameResult::Unknown, why, after }));
            }
            Message::Chat(_) | Message::Answer(_) | Message::BackAnswer(_) => {}
        }
        Ok(None)
    }

    /// The peer has said that the game is over: we say so too. What the rules say goes before what
    /// the peer claims.
    async fn agree(&mut self, end: End) -> Ending {
        let (result, why) = self.seat.end().unwrap_or_else(|| {
            let claimed = self.seat.result(end.reason);
            let why = match claimed {
                GameResult::Win(winner) if winner == self.seat.own => "the peer resigns",
                GameResult::Win(_) => "the peer says that it has won",
                GameResult::Draw => "the peer says that it is a draw",
                GameResult::Unknown => "the peer breaks off",
            };
            (claimed, why.into())
        });
        self.player.forget();
        let reply = End { reason: self.seat.reason(result), stop: self.last };
        let sent = self.say(&Message::End(reply)).await;
        Ending { result, why, after: after(end, sent.is_ok()) }
    }

    /// The game is over by its rules.
    async fn finish(
        &mut self,
        result: GameResult,
        why: String,
        own_last: bool,
    ) -> io::Result<Ending> {
        if own_last
            && let Ok(said) = timeout(COURTESY, self.hear_end()).await
            && let Some(end) = said?
        {
            let reply = End { reason: self.seat.reason(result), stop: self.last };
            let sent = self.say(&Message::End(reply)).await;
            return Ok(Ending { result, why, after: after(end, sent.is_ok()) });
        }
        self.conclude(result, why).await
    }

    /// A move that cannot be: there is no way to go on.
    async fn object(&mut self, fault: &MoveFault) -> io::Result<Ending> {
        show(&format!("{fault}"))?;
        // Whether it arrives or not, the game is over.
        let _ = self.say(&Message::Chat(fault.to_string())).await;
        self.conclude(GameResult::Unknown, fault.to_string()).await
    }

    /// Says that the game is over and hears whether the peer agrees.
    async fn conclude(&mut self, result: GameResult, why: String) -> io::Result<Ending> {
        let end = End { reason: self.seat.reason(result), stop: self.last };
        let gone = |why| Ending { result, why, after: After::Gone };
        if self.say(&Message::End(end)).await.is_err() {
            return Ok(gone(why));
        }
        match timeout(END_PATIENCE, self.hear_end()).await {
            Ok(Ok(Some(end))) => Ok(Ending { result, why, after: after(end, true) }),
            Ok(Err(error)) => Err(error),
            Ok(Ok(None)) | Err(_) => Ok(gone(why)),
        }
    }

    /// Waits for the peer's `E`; `None` if it hangs up before.
    async fn hear_end(&mut self) -> io::Result<Option<End>> {
        loop {
            let Ok(Some(frame)) = self.peer.receive().await else { return Ok(None) };
            if let Some(Message::End(end)) = understood(&frame)? {
                return Ok(Some(end));
            }
        }
    }
}

const GONE: &str = "the peer has hung up";

fn after(end: End, there: bool) -> After {
    match (there, end.stop) {
        (false, _) => After::Gone,
        (true, true) => After::Stop,
        (true, false) => After::Next,
    }
}

/// The message in a frame. Chat is shown; what is no message is shown and ignored.
pub(super) fn understood(frame: &Frame) -> io::Result<Option<Message>> {
    let message = match frame {
        Frame::TooLong => {
            show("a message of more than 127 bytes is ignored")?;
            return Ok(None);
        }
        Frame::Message(bytes) => dxp::parse(bytes),
    };
    match message {
        Ok(Message::Chat(text)) => {
            show(&format!("chat: {text}"))?;
            Ok(None)
        }
        Ok(message) => Ok(Some(message)),
        Err(error) => {
            show(&format!("ignored: {error}"))?;
            Ok(None)
        }
    }
}
