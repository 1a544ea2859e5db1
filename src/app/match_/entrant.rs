//! An engine as it is given on the command line: `name=new,cmd=./crownhead,option.Hash=16`, or a DXP
//! peer: `name=guest,connect=localhost:27531`.

use crate::app::{Failure, dxp};
use crate::arena::clock::{self, ClockRule, Control};
use crate::arena::contender::Entry;
use crate::arena::dialect::Protocol;
use crate::arena::engine::Launch;
use crate::arena::runner::Player;
use crate::notation::Numbering;
use crate::rules::variant::Corner;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What was written, with nothing filled in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entrant {
    name: Option<String>,
    command: Vec<String>,
    protocol: Option<Protocol>,
    /// The address of a DXP peer.
    peer: Option<String>,
    numbering: Option<Numbering>,
    dir: Option<PathBuf>,
    options: Vec<(String, String)>,
    control: Control,
}

const KEYS: [&str; 10] =
    ["name", "cmd", "proto", "connect", "numbering", "dir", "tc", "movetime", "nodes", "depth"];
const OPTION: &str = "option.";

impl FromStr for Entrant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut entrant = Entrant::default();
        for (key, value) in items(text)? {
            entrant.set(&key, &value).map_err(|fault| format!("{key}={value}: {fault}"))?;
        }
        Ok(entrant)
    }
}

/// Splits at commas. A comma belongs to the value before it unless a known key follows, so that
/// values may hold commas without quotes.
fn items(text: &str) -> Result<Vec<(String, String)>, String> {
    let mut items: Vec<(String, String)> = Vec::new();
    for part in text.split(',') {
        let item = part.split_once('=').filter(|(key, _)| is_key(key.trim()));
        match (item, items.last_mut()) {
            (Some((key, value)), _) => items.push((key.trim().into(), value.trim().into())),
            (None, Some((_, value))) => {
                value.push(',');
                value.push_str(part);
            }
            (None, None) => {
                let keys = KEYS.join("=, ");
                return Err(format!("'{part}' does not begin with one of {keys}=, option.NAME="));
            }
        }
    }
    Ok(items)
}

fn is_key(key: &str) -> bool {
    KEYS.contains(&key) || key.strip_prefix(OPTION).is_some_and(|name| !name.is_empty())
}

impl Entrant {
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        if let Some(name) = key.strip_prefix(OPTION) {
            self.options.push((name.into(), value.into()));
            return Ok(());
        }
        let text = |error: &dyn std::error::Error| error.to_string();
        match key {
            "name" if value.is_empty() => return Err("a name cannot be empty".into()),
            "name" => self.name = Some(value.into()),
            "cmd" => {
                self.command = shlex::split(value)
                    .filter(|words| !words.is_empty())
                    .ok_or("not a command: is a quote left open?")?;
            }
            "proto" if value.eq_ignore_ascii_case("dxp") => {
                self.peer.get_or_insert(dxp::address("")?);
            }
            "proto" => self.protocol = Some(value.parse()?),
            "connect" => self.peer = Some(dxp::address(value)?),
            "numbering" => {
                let names = || Numbering::NAMED.map(|(name, _)| name).join(", ");
                self.numbering = Some(
                    Numbering::named(value).ok_or_else(|| format!("it is one of {}", names()))?,
                );
            }
            "dir" => self.dir = Some(value.into()),
            "tc" => self.control.clock = Some(value.parse().map_err(|e| text(&e))?),
            "movetime" => {
                self.control.move_time = Some(clock::duration(value).map_err(|e| text(&e))?);
            }
            "nodes" => self.control.nodes = Some(value.parse().map_err(|e| text(&e))?),
            _ => self.control.depth = Some(value.parse().map_err(|e| text(&e))?),
        }
        Ok(())
    }

    /// Fills in what was not given. Any limit of its own replaces all common ones.
    pub fn player(&self, common: &Control) -> Result<Player, Failure> {
        let control = if self.control.is_set() { self.control } else { *common };
        if let Some(place) = &self.peer {
            return self.guest(place, control);
        }
        let (program, args) = match self.command.split_first() {
            Some((program, args)) => (PathBuf::from(program), args.to_vec()),
            None => (std::env::current_exe()?, Vec::new()),
        };
        let name = match &self.name {
            Some(name) => name.clone(),
            None => stem(&program),
        };
        check_limit(&name, &control)?;
        let launch = Launch {
            program,
            args,
            dir: self.dir.clone(),
            protocol: self.protocol.unwrap_or(Protocol::Uci),
            numbering: self.numbering.unwrap_or(Numbering::From(Corner::TopLeft)),
            options: self.options.clone(),
        };
        Ok(Player { name, entry: Entry::Process(launch), control })
    }

    /// A peer, which can be told next to nothing.
    fn guest(&self, place: &str, control: Control) -> Result<Player, Failure> {
        let name = self.name.clone().unwrap_or_else(|| place.to_owned());
        let given = [
            (!self.command.is_empty(), "cmd"),
            (self.protocol.is_some(), "proto other than dxp"),
            (self.numbering.is_some(), "numbering"),
            (self.dir.is_some(), "dir"),
            (!self.options.is_empty(), "option"),
        ];
        if let Some((_, what)) = given.iter().find(|(given, _)| *given) {
            let fault = "is reached over DXP and cannot be told";
            return Err(format!("engine '{name}' {fault} {what}").into());
        }
        check_limit(&name, &control)?;
        let whole = |rule: ClockRule| {
            let minutes = rule.base.as_secs_f64() / 60.0;
            rule.increment.is_zero() && minutes.fract() == 0.0 && minutes <= 999.0
        };
        let told = control.nodes.is_none() && control.depth.is_none();
        if !(told && control.clock.is_none_or(whole)) {
            let fault = "is reached over DXP, which knows whole minutes for a number of moves and no other limit: \
                         give it a limit of its own, tc=5m or tc=75/10m, or movetime= for what it was told elsewhere";
            return Err(format!("engine '{name}' {fault}").into());
        }
        Ok(Player { name, entry: Entry::Peer(place.into()), control })
    }
}

fn check_limit(name: &str, control: &Control) -> Result<(), Failure> {
    if control.is_set() {
        return Ok(());
    }
    let fault = "has no limit: give --tc, --movetime, --nodes or --depth";
    Err(format!("engine '{name}' {fault}").into())
}

fn stem(program: &Path) -> String {
    program.file_stem().unwrap_or(program.as_os_str()).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_read() {
        let entrant: Entrant =
            "name=new,cmd=\"my engine\" hub --x=1,2,proto=hub,option.Move Overhead=5,option.Path=a,b,nodes=10"
                .parse()
                .expect("an engine");
        assert_eq!(entrant.name.as_deref(), Some("new"));
        assert_eq!(entrant.command, ["my engine", "hub", "--x=1,2"]);
        assert_eq!(entrant.protocol, Some(Protocol::Hub));
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(entrant.options, [option("Move Overhead", "5"), option("Path", "a,b")]);
        assert_eq!(entrant.control.nodes, Some(10));
    }

    #[test]
    fn mistakes_are_named() {
        for wrong in [
            "",
            "new",
            "nmae=x",
            "cmd=",
            "cmd='a",
            "proto=dxp2",
            "connect=host:port",
            "numbering=left",
            "nodes=x",
            "tc=0",
        ] {
            assert!(wrong.parse::<Entrant>().is_err(), "{wrong}");
        }
        let player = Entrant::default().player(&Control::default());
        assert!(player.is_err_and(|error| error.to_string().contains("--movetime")));
    }
}
