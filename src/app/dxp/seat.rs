//! Our seat at a game over DXP: the game, our colour, the time used. Messages become moves here and
//! moves messages. It knows neither sockets nor threads.

use crate::arena::wire::{self, PlacementError};
use crate::notation::SquareNames;
use crate::notation::pdn::GameResult;
use crate::protocol::dxp::{Back, Move, Reason, Request};
use crate::rules::{Color, Game, GameEnd, Play, Variant};
use crate::search::{Clock, Limits};
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// A game that no rule has ended after so many plies is called a draw: some games have no rule
/// against going round in circles.
const MOST_PLIES: usize = 1_000;
/// Time lost between the two programs, kept in reserve for each move.
const OVERHEAD: Duration = Duration::from_millis(50);

/// Why a move of the peer was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum MoveFault {
    /// It is not the peer's turn.
    #[error("a move out of turn is ignored")]
    NotYourTurn,
    /// No legal move is like it.
    #[error("illegal move {0}")]
    Illegal(String),
}

/// What was agreed about time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeControl {
    /// Minutes for `moves` moves; 0: nothing was agreed.
    pub minutes: u16,
    /// Moves for each time control; 0: the whole game.
    pub moves: u16,
    /// How long a move takes if nothing was agreed.
    pub move_time: Duration,
}

/// A seat.
pub(super) struct Seat {
    game: Game,
    names: SquareNames,
    pub own: Color,
    time: TimeControl,
    /// The time used for each ply; what is taken back is given back.
    used: Vec<Duration>,
}

impl Seat {
    /// A seat at the game that was asked for. `own` is our colour.
    pub fn new(
        variant: &Arc<Variant>,
        request: &Request,
        own: Color,
        move_time: Duration,
    ) -> Result<Seat, PlacementError> {
        let setup = match &request.position {
            None => variant.start(),
            Some(sent) => wire::to_setup(variant, sent)?,
        };
        Ok(Seat {
            game: Game::from(Arc::clone(variant), setup),
            names: SquareNames::of(variant).dxp(),
            own,
            time: TimeControl { minutes: request.minutes, moves: request.moves, move_time },
            used: Vec::new(),
        })
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Minutes of a time control; none was agreed on if 0.
    pub fn minutes(&self) -> Duration {
        Duration::from_mins(self.time.minutes.into())
    }

    pub fn is_own_turn(&self) -> bool {
        self.game.setup().turn == self.own
    }

    /// How long we may think about the next move.
    pub fn limits(&self) -> Limits {
        let TimeControl { minutes, moves, move_time } = self.time;
        if minutes == 0 {
            return Limits { move_time: Some(move_time), ..Limits::default() };
        }
        let first = usize::from(!self.began());
        let own_plies = self.used.iter().skip(first).step_by(2);
        let (made, used) =
            own_plies.fold((0_u32, Duration::ZERO), |(made, sum), one| (made + 1, sum + *one));
        let period = i64::from(minutes) * 60_000;
        let (periods, moves_to_go) = match u32::from(moves) {
            0 => (1, None),
            moves => (made / moves + 1, Some(moves - made % moves)),
        };
        let used_ms = i64::try_from(used.as_millis()).unwrap_or(i64::MAX);
        let left_ms = (period * i64::from(periods)).saturating_sub(used_ms);
        let clock = Clock { left_ms, increment_ms: 0, moves_to_go };
        Limits { clock: Some(clock), overhead: OVERHEAD, ..Limits::default() }
    }

    /// Whether the first ply of the game was ours.
    fn began(&self) -> bool {
        self.is_own_turn() == self.game.plays().len().is_multiple_of(2)
    }

    /// Plays the peer's move.
    pub fn hear(&mut self, sent: &Move) -> Result<(), MoveFault> {
        if self.is_own_turn() {
            return Err(MoveFault::NotYourTurn);
        }
        let play = wire::play_of(&self.game, &self.names, sent)
            .ok_or_else(|| MoveFault::Illegal(wire::in_words(sent)))?;
        self.play(&play, Duration::from_secs(sent.seconds.into()));
        Ok(())
    }

    fn play(&mut self, play: &Play, used: Duration) {
        let legal = self.game.play(play);
        debug_assert!(legal, "only legal moves come here");
        self.used.push(used);
    }

    /// Plays our move and says it.
    pub fn make(&mut self, play: &Play, used: Duration) -> Move {
        let message = wire::of_play(&self.names, play, used);
        self.play(play, used);
        message
    }

    /// Goes back to a move, if the game has been there.
    pub fn take_back(&mut self, back: Back) -> bool {
        let variant = self.game.variant();
        let begins = self.game.setups().next().map_or(variant.first, |start| start.turn);
        let half = |turn: Color| usize::from(turn != variant.first);
        let ply = usize::from(back.number) * 2 + half(back.turn);
        let Some(ply) = ply.checked_sub(2 + half(begins)) else { return false };
        if ply >= self.game.plays().len() {
            return false;
        }
        while self.game.plays().len() > ply {
            self.game.undo();
        }
        self.used.truncate(ply);
        true
    }

    /// How the game has ended by its rules, and in words why.
    pub fn end(&self) -> Option<(GameResult, String)> {
        if let Some(end) = self.game.end() {
            let result = match end {
                GameEnd::Win { winner, .. } => GameResult::Win(winner),
                GameEnd::Draw { .. } => GameResult::Draw,
            };
            return Some((result, end.to_string()));
        }
        let long = self.game.plays().len() >= MOST_PLIES;
        long.then(|| (GameResult::Draw, format!("no end after {MOST_PLIES} plies")))
    }

    /// A result as we say it.
    pub fn reason(&self, result: GameResult) -> Reason {
        match result {
            GameResult::Unknown => Reason::Unknown,
            GameResult::Draw => Reason::Draw,
            GameResult::Win(winner) if winner == self.own => Reason::IWin,
            GameResult::Win(_) => Reason::ILose,
        }
    }

    /// A result as the peer says it.
    pub fn result(&self, reason: Reason) -> GameResult {
        match reason {
            Reason::Unknown => GameResult::Unknown,
            Reason::Draw => GameResult::Draw,
            Reason::IWin => GameResult::Win(self.own.other()),
            Reason::ILose => GameResult::Win(self.own),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variant_named;
    use crate::protocol::dxp::{self, Message};

    fn seat(variant: &str, own: Color, minutes: u16, moves: u16) -> Seat {
        let variant = Arc::new(variant_named(variant).expect("a variant").clone());
        let request = Request {
            version: dxp::VERSION.into(),
            name: String::new(),
            follower: own,
            minutes,
            moves,
            position: None,
        };
        Seat::new(&variant, &request, own, Duration::from_secs(1)).expect("a start position")
    }

    fn hear(seat: &mut Seat, text: &str) -> Result<(), MoveFault> {
        match dxp::parse(text.as_bytes()) {
            Ok(Message::Move(played)) => seat.hear(&played),
            other => panic!("{text}: {other:?}"),
        }
    }

    fn make(seat: &mut Seat, seconds: u64) -> String {
        let play = seat.game.legal()[0];
        let message = seat.make(&play, Duration::from_secs(seconds));
        String::from_utf8(dxp::write(&Message::Move(message))).expect("ASCII")
    }

    /// First moves of pydraughts 0.6.7 for each of its variants.
    #[test]
    fn square_numbers_are_those_of_the_players_met() {
        for (variant, text) in [
            ("international", "M0000322800"),
            ("frisian", "M0000312600"),
            ("frysk", "M0000464100"),
            ("english", "M0000121600"),
            ("italian", "M0000211700"),
            ("russian", "M0000091300"),
            ("brazilian", "M0000111400"),
            ("turkish", "M0000172500"),
        ] {
            let own = variant_named(variant).expect("a variant").first.other();
            assert_eq!(hear(&mut seat(variant, own, 0, 0), text), Ok(()), "{variant}");
        }
        let mut seat = seat("russian", Color::Black, 0, 0);
        assert_eq!(hear(&mut seat, "M0000111600"), Err(MoveFault::Illegal("11-16".into())));
        assert_eq!(hear(&mut seat, "M0000991600"), Err(MoveFault::Illegal("99-16".into())));
    }

    #[test]
    fn captured_pieces_come_in_any_order_and_all_of_them() {
        for (text, heard) in [
            ("M0001041503132037", true),
            ("M0001041503371320", true),
            ("M0001041503132032", true),
            ("M00010415021320", false),
            ("M0001041503132038", false),
        ] {
            let variant = Arc::new(variant_named("international").expect("a variant").clone());
            let fen = "W:WK4:B13,20,32,37";
            let setup = crate::notation::fen::parse(&variant, fen).expect("a FEN");
            let mut seat = seat("international", Color::Black, 0, 0);
            seat.game = Game::from(variant, setup);
            let legal: Vec<_> = seat.game.legal();
            assert_eq!(hear(&mut seat, text).is_ok(), heard, "{text} {legal:?}");
        }
    }

    #[test]
    fn the_clock_runs_by_what_was_agreed_and_comes_back_with_moves_taken_back() {
        let mut seat = seat("international", Color::White, 1, 2);
        let clock = |seat: &Seat| {
            let clock = seat.limits().clock.expect("a clock");
            (clock.left_ms, clock.moves_to_go)
        };
        assert_eq!(clock(&seat), (60_000, Some(2)));
        make(&mut seat, 50);
        let reply = seat.game.legal()[0];
        seat.play(&reply, Duration::from_secs(7));
        assert_eq!(clock(&seat), (10_000, Some(1)));
        make(&mut seat, 20);
        let reply = seat.game.legal()[0];
        seat.play(&reply, Duration::ZERO);
        assert_eq!(clock(&seat), (50_000, Some(2)));
        assert!(!seat.take_back(Back { number: 3, turn: Color::White }), "we are there");
        assert!(!seat.take_back(Back { number: 0, turn: Color::White }));
        assert!(seat.take_back(Back { number: 2, turn: Color::White }));
        assert_eq!((clock(&seat), seat.game.plays().len()), ((10_000, Some(1)), 2));
        assert!(seat.take_back(Back { number: 1, turn: Color::Black }));
        assert!(!seat.is_own_turn());
        assert!(seat.take_back(Back { number: 1, turn: Color::White }));
        assert_eq!((clock(&seat), seat.game.plays().len()), ((60_000, Some(2)), 0));
    }

    #[test]
    fn without_minutes_a_move_has_its_own_time() {
        let limits = seat("english", Color::White, 0, 75).limits();
        assert_eq!((limits.move_time, limits.clock), (Some(Duration::from_secs(1)), None));
    }
}
