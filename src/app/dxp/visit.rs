//! What goes on over one connection: games are asked for or accepted, played and recorded, until
//! enough are played or the peer leaves.

use super::Args;
use super::game::{After, Table, understood};
use super::player::Player;
use super::record::Record;
use super::seat::Seat;
use super::show;
use crate::app::Failure;
use crate::arena::wire;
use crate::io::tcp::Connection;
use crate::notation::pdn::GameResult;
use crate::protocol::dxp::{
    self, Acceptance, Answer, BackAnswer, Message, Placement, Request, VERSION,
};
use crate::rules::{Color, Setup, Variant};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// How long the answer to a request may take.
const ANSWER_PATIENCE: Duration = Duration::from_mins(1);

/// Who we are, as the other side and the PDN read it.
const NAME: &str = concat!("Crownhead ", env!("CARGO_PKG_VERSION"));

/// How a connection ended.
pub(super) enum Left {
    /// As it should.
    Well,
    /// Before its time, and why.
    Badly(String),
}

impl Left {
    /// As the outcome of the program.
    pub fn into_outcome(self) -> Result<(), Failure> {
        match self {
            Left::Well => Ok(()),
            Left::Badly(why) => Err(why.into()),
        }
    }
}

/// A game that both sides want.
struct Agreed {
    seat: Seat,
    peer: String,
}

/// How far an invitation came.
enum Invitation {
    Agreed(Box<Agreed>),
    Over(Left),
}

/// Everything that lasts from connection to connection.
pub(super) struct Visit<'a> {
    args: &'a Args,
    variant: Arc<Variant>,
    /// Where we let games begin; `None`: where they always do.
    position: Option<Placement>,
    player: Player,
    record: Record,
}

impl<'a> Visit<'a> {
    pub fn new(
        args: &'a Args,
        variant: &Arc<Variant>,
        start: &Setup,
    ) -> Result<Visit<'a>, Failure> {
        let variant = Arc::clone(variant);
        let given = *start != variant.start();
        let record = Record::new(args.pdn.as_deref())
            .map_err(|error| format!("cannot write the PDN file: {error}"))?;
        Ok(Visit {
            args,
            position: given.then(|| wire::of_setup(&variant, start)),
            variant,
            player: Player::new(args.threads.into(), args.hash as usize),
            record,
        })
    }

    /// Whether all games wanted are played.
    pub fn is_done(&self) -> bool {
        self.args.games > 0 && self.record.games() >= self.args.games
    }

    pub fn sums(&self) -> String {
        self.record.sums()
    }

    /// Plays over a connection until enough is played or the peer leaves.
    pub async fn converse(&mut self, mut peer: Connection) -> Result<Left, Failure> {
        let left = self.games(&mut peer).await;
        peer.close().await;
        left
    }

    async fn games(&mut self, peer: &mut Connection) -> Result<Left, Failure> {
        let mut asked = None;
        while !self.is_done() {
            let invitation = match asked.take() {
                Some(request) => self.consider(peer, request).await?,
                None if self.args.initiate => self.invite(peer).await?,
                None => self.wait(peer).await?,
            };
            let mut agreed = match invitation {
                Some(Invitation::Agreed(agreed)) => agreed,
                Some(Invitation::Over(left)) => return Ok(left),
                None => continue,
            };
            let last = self.args.games > 0 && self.record.games() + 1 >= self.args.games;
            self.player.new_game();
            let table =
                Table { peer: &mut *peer, seat: &mut agreed.seat, player: &mut self.player, last };
            let ending = table.play().await?;
            self.record.add(&agreed.seat, [NAME, &agreed.peer], &ending)?;
            match ending.after {
                After::Stop if self.args.initiate && !self.is_done() => {
                    return Ok(Left::Badly("the peer wants no more games".into()));
                }
                // A follower leaves it to the peer to hang up: some say "no other" every time.
                After::Stop | After::Next => {}
                After::Gone if ending.result == GameResult::Unknown => {
                    return Ok(Left::Badly(ending.why));
                }
                After::Gone if self.is_done() => {}
                After::Gone => {
                    return Ok(Left::Badly("the peer has hung up after the game".into()));
                }
                After::Asked(request) => asked = Some(*request),
            }
        }
        Ok(Left::Well)
    }

    /// Asks for a game.
    async fn invite(&self, peer: &mut Connection) -> Result<Option<Invitation>, Failure> {
        let own = self.args.color.of_game(self.record.games());
        let request = Request {
            version: VERSION.into(),
            name: NAME.into(),
            follower: own.other(),
            minutes: self.args.minutes,
            moves: self.args.moves,
            position: self.position.clone(),
        };
        let over = |why: &str| Ok(Some(Invitation::Over(Left::Badly(why.into()))));
        if peer.send(&dxp::write(&Message::Request(request.clone()))).await.is_err() {
            return over("the peer has hung up");
        }
        let Ok(answer) = timeout(ANSWER_PATIENCE, hear_answer(peer)).await else {
            return over("the peer does not answer the request");
        };
        match answer? {
            None => over("the peer has hung up before it answered the request"),
            Some(Answer { name, verdict: Acceptance::Accepted }) => {
                let agreed = self.agreed(&request, own, &name)?;
                Ok(Some(Invitation::Agreed(Box::new(agreed))))
            }
            Some(Answer { verdict, .. }) => over(match verdict {
                Acceptance::WrongVersion => "the peer declines: it does not know this version",
                Acceptance::NoGames => "the peer declines this game and all others",
                _ => "the peer declines this game",
            }),
        }
    }

    fn agreed(&self, request: &Request, own: Color, peer: &str) -> Result<Agreed, Failure> {
        let seat = Seat::new(&self.variant, request, own, self.args.move_time)?;
        let peer = if peer.is_empty() { "?" } else { peer };
        Ok(Agreed { seat, peer: peer.into() })
    }

    /// Waits for a request.
    async fn wait(&self, peer: &mut Connection) -> Result<Option<Invitation>, Failure> {
        let Ok(Some(frame)) = peer.receive().await else {
            let left = if self.args.games == 0 || self.is_done() {
                Left::Well
            } else {
                Left::Badly(format!("the peer has hung up: {}", self.record.sums()))
            };
            return Ok(Some(Invitation::Over(left)));
        };
        match understood(&frame)? {
            Some(Message::Request(request)) => self.consider(peer, request).await,
            Some(Message::Back(_)) => {
                // Nothing is being played. If the peer has gone, the next read says so.
                let _ = peer.send(&dxp::write(&Message::BackAnswer(BackAnswer::No))).await;
                Ok(None)
            }
            // A late E, or odd input.
            _ => Ok(None),
        }
    }

    /// Answers a request.
    async fn consider(
        &self,
        peer: &mut Connection,
        request: Request,
    ) -> Result<Option<Invitation>, Failure> {
        let seat = self.agreed(&request, request.follower, &request.name);
        let verdict = match &seat {
            _ if request.version != VERSION => Acceptance::WrongVersion,
            Err(error) => {
                show(&format!("request declined: {error}"))?;
                Acceptance::NotThis
            }
            Ok(_) => Acceptance::Accepted,
        };
        let answer = Message::Answer(Answer { name: NAME.into(), verdict });
        if peer.send(&dxp::write(&answer)).await.is_err() {
            return Ok(None);
        }
        match seat {
            Ok(agreed) if verdict == Acceptance::Accepted => {
                Ok(Some(Invitation::Agreed(Box::new(agreed))))
            }
            _ => Ok(None),
        }
    }
}

/// Waits for the answer to our request. Two sides that both ask would wait for ever: a request
/// that crosses ours is declined.
async fn hear_answer(peer: &mut Connection) -> Result<Option<Answer>, Failure> {
    loop {
        let Ok(Some(frame)) = peer.receive().await else { return Ok(None) };
        match understood(&frame)? {
            Some(Message::Answer(answer)) => return Ok(Some(answer)),
            Some(Message::Request(_)) => {
                let answer = Answer { name: NAME.into(), verdict: Acceptance::NotThis };
                if peer.send(&dxp::write(&Message::Answer(answer))).await.is_err() {
                    return Ok(None);
                }
            }
            _ => {}
        }
    }
}
