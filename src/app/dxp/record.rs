//! What is kept of the games: a line on stdout and a PDN game for each, written as it ends, and the
//! sums.

use super::game::Ending;
use super::seat::Seat;
use super::show;
use crate::notation::pdn::{self, GameResult, Sheet};
use crate::rules::Color;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// The record of a session.
pub(super) struct Record {
    file: Option<File>,
    /// Games begun.
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
}

impl Record {
    /// An empty record; games are added to the file if there is one.
    pub fn new(path: Option<&Path>) -> io::Result<Record> {
        let open = |path| OpenOptions::new().append(true).create(true).open(path);
        let file = path.map(open).transpose()?;
        Ok(Record { file, games: 0, won: 0, drawn: 0, lost: 0 })
    }

    pub fn games(&self) -> u32 {
        self.games
    }

    /// Writes a game down.
    pub fn add(&mut self, seat: &Seat, names: [&str; 2], ending: &Ending) -> io::Result<()> {
        let [own, peer] = names;
        let (white, black) = if seat.own == Color::White { (own, peer) } else { (peer, own) };
        self.games += 1;
        match ending.result {
            GameResult::Win(winner) if winner == seat.own => self.won += 1,
            GameResult::Win(_) => self.lost += 1,
            GameResult::Draw => self.drawn += 1,
            GameResult::Unknown => {}
        }
        if let Some(file) = &mut self.file {
            let (round, date) = (self.games.to_string(), today());
            let tags = [
                ("Event", "DXP"),
                ("Date", date.as_str()),
                ("Round", round.as_str()),
                ("White", white),
                ("Black", black),
            ];
            let sheet = Sheet {
                tags: &tags,
                game: seat.game(),
                result: ending.result,
                termination: &ending.why,
                comment: &|_| None,
            };
            file.write_all(pdn::write(&sheet).as_bytes())?;
            file.flush()?;
        }
        let result = ending.result.text(seat.game().variant());
        let plies = seat.game().plays().len();
        show(&format!(
            "game {}: {white} - {black} {result} after {plies} plies: {}",
            self.games, ending.why
        ))
    }

    /// The sums in one line.
    pub fn sums(&self) -> String {
        let Record { games, won, drawn, lost, .. } = self;
        let plural = if *games == 1 { "" } else { "s" };
        let open = match games - won - drawn - lost {
            0 => String::new(),
            more => format!(", {more} without result"),
        };
        format!("{games} game{plural}: {won} won, {drawn} drawn, {lost} lost{open}")
    }
}

/// The date (UTC) as PDN writes it.
fn today() -> String {
    let now = time::OffsetDateTime::now_utc();
    format!("{:04}.{:02}.{:02}", now.year(), u8::from(now.month()), now.day())
}
