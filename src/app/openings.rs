//! `crownhead openings`: makes a set of openings for matches.

use super::Failure;
use super::choice::VariantChoice;
use crate::arena::sift::{Found, Sieve, Trial, sift};
use crate::io::output;
use crate::notation::fen;
use crate::rules::Variant;
use std::io::Write;
use std::ops::RangeInclusive;

/// Makes a set of openings: random positions that a search finds neither better nor worse than told.
///
/// Prints one FEN a line with its score (and its part of the points) for the side to move, as `crownhead match --openings`
/// reads it. The same arguments and the same engine make the same set.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game
    #[command(flatten)]
    choice: VariantChoice,
    /// Positions wanted
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..))]
    count: u16,
    /// Random plies before each position
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(..=200))]
    plies: u32,
    /// How far from level, either way, in hundredths of a man: FROM..TO
    #[arg(long, value_name = "FROM..TO", default_value = "0..30", value_parser = window)]
    score: RangeInclusive<i32>,
    /// Nodes of the search that values a position
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games of the program against itself from each position; 0: none
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=1000))]
    games: u32,
    /// Part of the points that the better side is to get in them, in percent: FROM..TO
    #[arg(long, value_name = "FROM..TO", default_value = "60..75", value_parser = percent)]
    points: RangeInclusive<u32>,
    /// Nodes for each move of the first of these games; each other game has a tenth more
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    move_nodes: u64,
    /// Draws other positions
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// Runs the command.
///
/// # Errors
/// Bad input.
pub fn run(args: &Args) -> Result<(), Failure> {
    let variant = args.choice.resolve()?;
    let trial = (args.games > 0).then(|| Trial {
        games: args.games,
        nodes: args.move_nodes,
        points: args.points.clone(),
    });
    let sieve = Sieve {
        plies: args.plies,
        score: args.score.clone(),
        nodes: args.nodes,
        trial,
        seed: args.seed,
    };
    let mut searched = 0;
    let found = sift(&variant, &sieve, args.count.into(), |_| searched += 1);
    for line in heading(args, &variant.name, found.len(), searched) {
        output::line(&line)?;
    }
    for position in &found {
        output::line(&entry(&variant, position))?;
    }
    if found.len() < args.count.into() {
        // Nothing is left to be done if stderr is gone.
        let _ = writeln!(std::io::stderr(), "only {} of {} found", found.len(), args.count);
    }
    Ok(())
}

/// Says what the set is and how to make it again.
fn heading(args: &Args, name: &str, found: usize, searched: usize) -> [String; 2] {
    let (from, to) = (args.score.start(), args.score.end());
    let what = format!(
        "# {name}: {found} of {searched} quiet positions after {} random plies, scored {from}..{to}",
        args.plies
    );
    let how = format!(
        "# crownhead openings {} --count {} --plies {} --score {from}..{to} \
         --nodes {} --seed {}",
        game_arguments(&args.choice, name),
        args.count,
        args.plies,
        args.nodes,
        args.seed
    );
    if args.games == 0 {
        return [what, how];
    }
    let (from, to) = (args.points.start(), args.points.end());
    [
        format!("{what}, the better side getting {from}..{to} % in {} games", args.games),
        format!(
            "{how} --games {} --points {from}..{to} --move-nodes {}",
            args.games, args.move_nodes
        ),
    ]
}

/// The arguments that choose the game.
fn game_arguments(choice: &VariantChoice, name: &str) -> String {
    let game = match (&choice.rules, &choice.variant) {
        (Some(path), _) => format!("--rules {}", path.display()),
        (None, Some(given)) => format!("--variant {given}"),
        (None, None) => format!("--variant {name}"),
    };
    let settings = choice.set.iter().map(|setting| format!("--set {setting}"));
    std::iter::once(game).chain(settings).collect::<Vec<_>>().join(" ")
}

fn entry(variant: &Variant, found: &Found) -> String {
    let line = format!("{} ; {:+}", fen::write(variant, &found.setup), found.score);
    match found.points {
        Some(points) => format!("{line} {points} %"),
        None => line,
    }
}

fn window(text: &str) -> Result<RangeInclusive<i32>, String> {
    let fault = || format!("'{text}' is not a range: write FROM..TO, as in 0..30");
    let (from, to) = text.split_once("..").ok_or_else(fault)?;
    let number = |text: &str| text.parse::<u16>().map(i32::from).map_err(|_| fault());
    let (from, to) = (number(from)?, number(to)?);
    if from > to {
        return Err(fault());
    }
    Ok(from..=to)
}

fn percent(text: &str) -> Result<RangeInclusive<u32>, String> {
    let range = window(text)?;
    let (from, to) = (range.start().unsigned_abs(), range.end().unsigned_abs());
    if from < 50 || to > 100 {
        return Err(format!("'{text}' is not within 50..100: it is the better side's part"));
    }
    Ok(from..=to)
}
