//! As much PDN as a match needs: openings are read from it and games are written to it.

use super::opening::{self, Opening, OpeningError, OpeningFault};
use super::record::GameRecord;
use crate::notation::fen;
use crate::notation::pdn::{self, GameResult, Sheet};
use crate::rules::{Game, Variant};
use std::sync::Arc;

/// Results as they stand in texts, of both conventions.
const RESULTS: [&str; 8] = ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*"];

/// Reads every game of a text as an opening: its start position and all its moves. Comments,
/// variations and annotations are left out.
///
/// # Errors
/// The first game that is wrong.
pub fn openings(variant: &Arc<Variant>, text: &str) -> Result<Vec<Opening>, OpeningError> {
    let mut reader =
        Reader { variant, openings: Vec::new(), game: None, tags_open: false, stated: false };
    let mut last_line = 1;
    for token in Tokens::new(text) {
        let (line, token) = token?;
        last_line = line;
        reader.take(&token).map_err(|fault| OpeningError { line, fault })?;
    }
    reader.finish().map_err(|fault| OpeningError { line: last_line, fault })?;
    Ok(reader.openings)
}

enum Token<'a> {
    Tag(&'a str),
    Word(&'a str),
}

struct Reader<'a> {
    variant: &'a Arc<Variant>,
    openings: Vec<Opening>,
    game: Option<Game>,
    tags_open: bool,
    /// The start position was given by a tag or a move has been made: there is a game to keep.
    stated: bool,
}

impl Reader<'_> {
    fn take(&mut self, token: &Token<'_>) -> Result<(), OpeningFault> {
        match token {
            Token::Tag(tag) => self.tag(tag),
            Token::Word(word) => self.word(word),
        }
    }

    fn tag(&mut self, tag: &str) -> Result<(), OpeningFault> {
        if !self.tags_open {
            self.finish()?;
            self.tags_open = true;
        }
        let name = tag.split_whitespace().next().unwrap_or_default();
        if name.eq_ignore_ascii_case("FEN") {
            let value = tag.split('"').nth(1).unwrap_or_default();
            let setup = fen::parse(self.variant, value)?;
            self.game = Some(Game::from(Arc::clone(self.variant), setup));
            self.stated = true;
        }
        Ok(())
    }

    fn word(&mut self, word: &str) -> Result<(), OpeningFault> {
        self.tags_open = false;
        if RESULTS.contains(&word) {
            return self.finish();
        }
        // "12.", "12...", "12.32-28": what stands after the number is a move.
        let word = match word.rsplit_once('.') {
            Some((number, rest)) if number.chars().all(|c| c == '.' || c.is_ascii_digit()) => rest,
            _ => word,
        };
        let word = word.trim_end_matches(['!', '?']);
        if word.is_empty() || word.starts_with('$') {
            return Ok(());
        }
        let game = self.game.get_or_insert_with(|| Game::new(Arc::clone(self.variant)));
        let play = opening::read_move(game, word)?;
        let _ = game.play(&play);
        self.stated = true;
        Ok(())
    }

    fn finish(&mut self) -> Result<(), OpeningFault> {
        let game = self.game.take();
        self.tags_open = false;
        if !std::mem::take(&mut self.stated) {
            return Ok(());
        }
        let Some(game) = game else { return Ok(()) };
        let start = game.setups().next().copied().unwrap_or(*game.setup());
        opening::push(&mut self.openings, self.variant, start, game.plays().to_vec())
    }
}

/// Splits a text into tags and words, without comments and variations.
struct Tokens<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a str) -> Self {
        Tokens { rest: text, line: 1 }
    }

    fn skip(&mut self, bytes: usize) -> &'a str {
        let (skipped, rest) = self.rest.split_at(bytes);
        self.line += skipped.matches('\n').count();
        self.rest = rest;
        skipped
    }

    /// Skips to the sign that closes what begins here, and returns what lies between.
    fn enclosed(&mut self, open: char, close: char, nests: bool) -> Result<&'a str, OpeningError> {
        let line = self.line;
        let mut depth = 0;
        for (at, c) in self.rest.char_indices() {
            if c == close {
                depth -= 1;
                if depth <= 0 {
                    return Ok(&self.skip(at + 1)[1..at]);
                }
            } else if c == open && (nests || depth == 0) {
                depth += 1;
            }
        }
        Err(OpeningError { line, fault: OpeningFault::Unclosed(open) })
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Result<(usize, Token<'a>), OpeningError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let blank = self.rest.find(|c: char| !c.is_whitespace()).unwrap_or(self.rest.len());
            self.skip(blank);
            let line = self.line;
            let dropped = match self.rest.chars().next()? {
                '[' => {
                    let tag = self.enclosed('[', ']', false);
                    return Some(tag.map(|tag| (line, Token::Tag(tag))));
                }
                '{' => self.enclosed('{', '}', false).map(drop),
                '(' => self.enclosed('(', ')', true).map(drop),
                ';' | '%' => {
                    let end = self.rest.find('\n').unwrap_or(self.rest.len());
                    self.skip(end);
                    Ok(())
                }
                _ => {
                    let ends = |c: char| c.is_whitespace() || "{([;".contains(c);
                    let first = self.rest.chars().next().map_or(1, char::len_utf8);
                    let end =
                        self.rest[first..].find(ends).map_or(self.rest.len(), |at| at + first);
                    return Some(Ok((line, Token::Word(self.skip(end)))));
                }
            };
            if let Err(error) = dropped {
                self.rest = "";
                return Some(Err(error));
            }
        }
    }
}

/// Writes a game with times and scores in comments: `{[%clk 0:00:09] +0.13/12 0.051s}`, where the
/// clock is what was left after the move and the score, in men, is that of the player.
#[must_use]
pub fn write(variant: &Arc<Variant>, record: &GameRecord) -> String {
    let round = (record.pair + 1).to_string();
    let tags = [
        ("Event", "crownhead match"),
        ("Date", &record.date),
        ("Round", &round),
        ("White", &record.white),
        ("Black", &record.black),
    ];
    pdn::write(&Sheet {
        tags: &tags,
        game: &record.replay(variant),
        result: record.winner.map_or(GameResult::Draw, |side| GameResult::Win(side.into())),
        termination: &record.termination(),
        comment: &|ply| record.comment(ply),
    })
}
