//! `crownhead dxp`: games with another program over TCP.
//!
//! `seat` is the game as we see it, `player` the search, `game` one game from the first move to the
//! last word, `visit` what goes on over one connection, `record` what is kept. This file has the
//! command line and the two ways to get a connection.

mod game;
mod player;
mod record;
mod seat;
mod visit;

use super::Failure;
use super::choice::VariantChoice;
use crate::io::output;
use crate::io::tcp::Connection;
use crate::notation::fen;
use crate::protocol::dxp::PORT;
use crate::rules::{Color, Setup, Variant};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use visit::{Left, Visit};

const EXAMPLES: &str = "\
Examples:
  crownhead dxp --listen
  crownhead dxp --connect localhost --initiate --minutes 5 --moves 75 --games 2 --pdn games.pdn
  crownhead dxp --listen 0.0.0.0:27531 --variant frisian --games 0";

/// Play other programs over DXP, the Dam Exchange Protocol
///
/// One side listens and the other connects; apart from that, one side asks for games (--initiate)
/// and the other accepts. DXP does not say which variant is played: agree on it beforehand. A line
/// for each game is printed as it ends.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, group = clap::ArgGroup::new("way").required(true))]
pub struct Args {
    /// Wait for a connection there; without a host only this machine can connect
    #[arg(long, value_name = "HOST:PORT", group = "way", num_args = 0..=1,
        default_missing_value = "127.0.0.1:27531", value_parser = address)]
    listen: Option<String>,
    /// Connect to a program that waits there
    #[arg(long, value_name = "HOST:PORT", group = "way", value_parser = address)]
    connect: Option<String>,
    /// Ask for the games; otherwise the other side does
    #[arg(long)]
    initiate: bool,
    /// Minutes for --moves moves; 0: no clock, --move-time is used
    #[arg(long, value_name = "M", default_value_t = 5, requires = "initiate",
        value_parser = clap::value_parser!(u16).range(0..=999))]
    minutes: u16,
    /// Moves to be made in that time, again and again; 0: the whole game
    #[arg(long, value_name = "N", default_value_t = 0, requires = "initiate",
        value_parser = clap::value_parser!(u16).range(0..=999))]
    moves: u16,
    /// Our colour, as the side that asks: white, black, or alternate from game to game, White first
    #[arg(long, value_name = "C", default_value = "alternate", requires = "initiate")]
    color: ColorChoice,
    /// How many games to play; 0: as many as come
    #[arg(long, value_name = "N", default_value_t = 1)]
    games: u32,
    /// Seconds for each move if the minutes are 0
    #[arg(long, value_name = "S", default_value = "1", value_parser = seconds)]
    move_time: Duration,
    #[command(flatten)]
    choice: VariantChoice,
    /// The position to start from, as the side that asks [default: the start of the game]
    #[arg(long, value_name = "F", requires = "initiate")]
    fen: Option<String>,
    /// Add each game to this file as it ends
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Search threads
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Table size in MiB
    #[arg(long, value_name = "MB", default_value_t = 64,
        value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
}

/// Which colour we ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ColorChoice {
    White,
    Black,
    Alternate,
}

impl ColorChoice {
    /// Our colour in a game, counted from 0.
    fn of_game(self, number: u32) -> Color {
        match self {
            ColorChoice::Alternate if !number.is_multiple_of(2) => Color::Black,
            ColorChoice::White | ColorChoice::Alternate => Color::White,
            ColorChoice::Black => Color::Black,
        }
    }
}

/// `HOST:PORT`, `HOST`, `:PORT` or `PORT`; what is missing is this machine and DXP's port.
pub(super) fn address(text: &str) -> Result<String, String> {
    let text = text.trim();
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // An IPv6 address has colons of its own, and stands in brackets if a port follows.
    let bare_v6 = text.parse::<std::net::Ipv6Addr>().is_ok();
    let (host, port) = match text.rsplit_once(':') {
        _ if bare_v6 => (format!("[{text}]"), PORT.to_string()),
        Some((host, port)) if !port.ends_with(']') => (host.to_owned(), port.to_owned()),
        None if number(text) => (String::new(), text.to_owned()),
        _ => (text.to_owned(), PORT.to_string()),
    };
    let host = if host.is_empty() { "127.0.0.1".to_owned() } else { host };
    match port.parse::<u16>() {
        Ok(port) => Ok(format!("{host}:{port}")),
        Err(_) => Err(format!("{port:?} is no port; give HOST:PORT, a port from 0 to 65535")),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let wanted = || "a number of seconds from 0.01 to 9999 is wanted".to_owned();
    let seconds: f64 = text.parse().map_err(|_| wanted())?;
    if (0.01..=9999.0).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(wanted())
    }
}

/// A line about what goes on.
fn show(text: &str) -> io::Result<()> {
    output::line(text)
}

/// Runs the command.
///
/// # Errors
/// Bad input, no connection, or a peer that declined or left before its time.
pub fn run(args: &Args) -> Result<(), Failure> {
    let variant = args.choice.resolve()?;
    let start =
        args.fen.as_deref().map_or(Ok(variant.start()), |text| fen::parse(&variant, text))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(play(args, &variant, &start))
}

async fn play(args: &Args, variant: &Arc<Variant>, start: &Setup) -> Result<(), Failure> {
    let mut visit = Visit::new(args, variant, start)?;
    let outcome = match (&args.listen, &args.connect) {
        (Some(place), _) => wait_at(place, &mut visit).await,
        (_, Some(place)) => {
            let stream = TcpStream::connect(place)
                .await
                .map_err(|error| format!("cannot connect to {place}: {error}"))?;
            show(&format!("connected to {place}"))?;
            visit.converse(Connection::new(stream)).await?.into_outcome()
        }
        (None, None) => Err("choose --listen or --connect".into()),
    };
    show(&visit.sums())?;
    outcome
}

/// Takes one connection after the other until all games are played. With several games to come, a
/// peer that leaves makes room for the next.
async fn wait_at(place: &str, visit: &mut Visit<'_>) -> Result<(), Failure> {
    let cannot = |error| format!("cannot listen at {place}: {error}");
    let listener = TcpListener::bind(place).await.map_err(cannot)?;
    show(&format!("listening at {}", listener.local_addr()?))?;
    loop {
        let (stream, from) = listener.accept().await?;
        show(&format!("connection from {from}"))?;
        let left = visit.converse(Connection::new(stream)).await?;
        if visit.is_done() {
            return left.into_outcome();
        }
        if let Left::Badly(why) = left {
            show(&why)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_in_all_forms() {
        for (text, full) in [
            ("example.org:99", "example.org:99"),
            ("example.org", "example.org:27531"),
            (":99", "127.0.0.1:99"),
            ("99", "127.0.0.1:99"),
            ("::1", "[::1]:27531"),
            ("[::1]", "[::1]:27531"),
            ("[::1]:5", "[::1]:5"),
        ] {
            assert_eq!(address(text).as_deref(), Ok(full), "{text}");
        }
        for text in ["a:b", "a:70000", "70000", "a:-1"] {
            assert!(address(text).is_err(), "{text}");
        }
    }
}
