//! The descendants of the root that a count is made of: dealt out to threads, and to the shares of
//! several runs. It knows no counting.

use super::{Counting, apart};
use crate::rules::setup::{Play, Setup};
use crate::rules::variant::Variant;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

/// One share of a count that several runs divide among them: the shares add up to the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u32,
    of: u32,
}

/// What is wrong with a share as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardError {
    /// Not two numbers.
    #[error("a share is I/N, as in 2/8")]
    Form,
    /// Too many, or none.
    #[error("N of a share I/N is 1 to {}", Shard::MOST)]
    Of,
    /// No share of this number.
    #[error("I of a share I/N is 1 to N, here 1 to {0}")]
    Number(u32),
}

impl Shard {
    /// The most shares of one count.
    pub const MOST: u32 = 4096;

    /// Share `number`, from 1 on, out of `of`.
    ///
    /// # Errors
    /// There is no such share.
    pub const fn new(number: u32, of: u32) -> Result<Shard, ShardError> {
        if of == 0 || of > Self::MOST {
            return Err(ShardError::Of);
        }
        if number == 0 || number > of {
            return Err(ShardError::Number(of));
        }
        Ok(Shard { number, of })
    }

    /// Which share this is, from 1 on.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.number
    }

    /// How many shares there are.
    #[must_use]
    pub const fn of(self) -> u32 {
        self.of
    }

    /// Whether the item of this index, from 0 on, is dealt to this share.
    pub(super) const fn has(self, index: usize) -> bool {
        index % self.of as usize == self.number as usize - 1
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let digits = |part: &str| {
            // `parse` would take a sign as well.
            let plain = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            // A number that no word holds is too large like any other.
            plain.then(|| part.parse().unwrap_or(u32::MAX))
        };
        let (number, of) = text.split_once('/').ok_or(ShardError::Form)?;
        let (number, of) = digits(number).zip(digits(of)).ok_or(ShardError::Form)?;
        Shard::new(number, of)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// A part of the work: a descendant of the root with the depth still to go.
pub(super) struct Task {
    /// The index of the root move that leads to it.
    pub(super) root: usize,
    /// How often its count counts.
    pub(super) times: u64,
    pub(super) setup: Setup,
    /// Plies still to go.
    pub(super) depth: u32,
    /// How much of the work it is guessed to be.
    pub(super) weight: u64,
}

/// Parts enough to keep threads busy to the end, and to say how far a count is.
const PARTS: usize = 512;
/// Parts for each share: their sizes differ, and so the shares differ little.
const PARTS_A_SHARE: usize = 32;
/// Smaller parts are over before a thread has taken them; only shares go on below.
const SMALLEST_DEPTH: u32 = 5;
/// With so many plies still to go a look two plies ahead costs nothing and tells the large parts.
const WEIGHED_DEPTH: u32 = 6;

/// The parts of a count `depth` plies deep, or of one share of it, in the generator's order.
pub(super) fn split(
    variant: &Variant,
    setup: &Setup,
    depth: u32,
    counting: Counting,
    shard: Option<Shard>,
) -> Vec<Task> {
    let (wanted, smallest) = match shard {
        None => (PARTS, SMALLEST_DEPTH),
        Some(shard) => (PARTS.max(PARTS_A_SHARE * shard.of as usize), 0),
    };
    let root = Task { root: 0, times: 1, setup: *setup, depth, weight: 1 };
    let mut tasks = children(variant, &root, counting).collect::<Vec<_>>();
    for (index, task) in tasks.iter_mut().enumerate() {
        task.root = index;
    }
    // Positions that end the game leave the list, so it may shrink, even to nothing.
    while !tasks.is_empty() && tasks.len() < wanted && tasks[0].depth > smallest {
        tasks = tasks.iter().flat_map(|task| children(variant, task, counting)).collect();
    }
    if let Some(shard) = shard {
        deal(&mut tasks, shard);
    }
    for task in tasks.iter_mut().filter(|task| task.depth >= WEIGHED_DEPTH) {
        task.weight = variant.perft(&task.setup, 2).max(1);
    }
    tasks
}

fn children<'a>(
    variant: &'a Variant,
    task: &'a Task,
    counting: Counting,
) -> impl Iterator<Item = Task> + 'a {
    apart::moves(variant, &task.setup, counting).into_iter().map(|(play, times): (Play, u64)| {
        Task {
            root: task.root,
            times: task.times.saturating_mul(times),
            setup: variant.after(&task.setup, &play),
            depth: task.depth - 1,
            weight: 1,
        }
    })
}

/// Keeps what one share has. Equal positions go to one share, where a table can help.
fn deal(tasks: &mut Vec<Task>, shard: Shard) {
    let mut seen = HashMap::new();
    tasks.retain(|task| {
        let fresh = seen.len();
        shard.has(*seen.entry(task.setup).or_insert(fresh))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read() {
        assert_eq!("1/1".parse(), Shard::new(1, 1));
        assert_eq!("3/4096".parse(), Shard::new(3, 4096));
        assert_eq!("08/8".parse::<Shard>().map(|shard| shard.to_string()), Ok("8/8".to_owned()));
    }

    #[test]
    fn shares_that_are_none_are_refused() {
        for text in ["", "/", "1", "1/", "/2", "1/2/3", "a/b", "-1/2", "+1/2", "1 / 2", "1.0/2"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError::Form), "{text}");
        }
        for text in ["1/0", "0/0", "1/4097", "1/99999999999999999999"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError::Of), "{text}");
        }
        for text in ["0/2", "3/2", "99999999999999999999/2"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError::Number(2)), "{text}");
        }
    }
}
