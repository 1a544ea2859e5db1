//! `crownhead variants`: lists the games, shows one as a rule file, checks a rule file.

use super::Failure;
use super::choice::VariantChoice;
use crate::io::output;
use crate::notation::{diagram, fen};
use crate::rule_file;
use crate::rules::Variant;
use crate::rules::variants::VARIANTS;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  crownhead variants
  crownhead variants --show russian > mine.toml
  crownhead variants --check mine.toml
  crownhead moves --rules mine.toml --set aim=giveaway";

/// List the games, show one as a rule file, or check a rule file
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Print a game as a rule file: the row of the table with every key
    #[arg(long, value_name = "V", conflicts_with_all = ["check", "json"])]
    show: Option<String>,
    /// Read a rule file; name every fault with its line, or say what it describes
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    check: Option<PathBuf>,
    /// With --show or --check: override one rule before. May be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Print the list as one JSON array
    #[arg(long)]
    json: bool,
}

/// One game of the list.
#[derive(serde::Serialize)]
struct Row<'a> {
    name: &'a str,
    aliases: &'a [&'a str],
    title: &'a str,
    board: &'static str,
    men: u32,
    first: char,
    game_type: u8,
    start: String,
}

impl<'a> Row<'a> {
    fn of(variant: &'a Variant) -> Row<'a> {
        let start = variant.start();
        Row {
            name: &variant.name,
            aliases: variant.aliases,
            title: &variant.title,
            board: variant.layout.name(),
            men: start.white.len(),
            first: variant.first.letter(),
            game_type: variant.notation.game_type,
            start: fen::write(variant, &start),
        }
    }
}

/// Runs the command.
///
/// # Errors
/// Unknown variant, every fault of the file, or stdout is gone.
pub fn run(args: &Args) -> Result<(), Failure> {
    let text = if let Some(name) = &args.show {
        let set = args.set.clone();
        let choice = VariantChoice { variant: Some(name.clone()), set, ..VariantChoice::default() };
        rule_file::write(&*choice.resolve()?).trim_end().to_owned()
    } else if let Some(path) = &args.check {
        let variant = rule_file::with_settings(&rule_file::load(path)?, &args.set)?;
        format!("{}: fine\n\n{}", path.display(), summary(&variant))
    } else if !args.set.is_empty() {
        return Err("--set needs --show or --check".into());
    } else if args.json {
        serde_json::to_string(&VARIANTS.iter().map(Row::of).collect::<Vec<_>>())?
    } else {
        table()
    };
    output::line(&text)?;
    Ok(())
}

fn table() -> String {
    let rows: Vec<Row> = VARIANTS.iter().map(Row::of).collect();
    let width = |text: fn(&Row) -> usize| rows.iter().map(text).max().unwrap_or(0);
    let (name, board) = (width(|row| row.name.len()), width(|row| row.board.len()));
    let head = format!("{:<name$}  {:<board$}  men  first  PDN  title", "name", "board");
    let lines = rows.iter().map(|row| {
        let Row { name: own, board: layout, men, first, game_type, title, .. } = row;
        let also = row.aliases.join(", ");
        format!(
            "{own:<name$}  {layout:<board$}  {men:>3}  {first:<5}  {game_type:>3}  {title}\n\
             {:name$}  also: {also}",
            ""
        )
    });
    std::iter::once(head).chain(lines).collect::<Vec<_>>().join("\n")
}

/// What a game is, for the person who wrote its rules.
fn summary(variant: &Variant) -> String {
    let start = variant.start();
    let mut lines = vec![
        format!("{}: {}", variant.name, variant.title),
        format!(
            "{} board, {} against {} pieces, {} moves first, {} legal moves",
            variant.layout.name(),
            start.white.len(),
            start.black.len(),
            match start.turn {
                crate::rules::Color::White => "White",
                crate::rules::Color::Black => "Black",
            },
            variant.legal(&start).len()
        ),
    ];
    lines.extend(variant.draws.iter().map(|rule| format!("drawn: {rule}")));
    format!("{}\n\n{}", lines.join("\n"), diagram::draw(variant, &start))
}
