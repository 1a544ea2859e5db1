//! The player: one search at a time, its answer brought to the loop that plays. An answer that is
//! no longer wanted never arrives.

use crate::rules::{Game, Play};
use crate::search::{Input, Limits, Pool};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// The player.
pub(super) struct Player {
    pool: Pool,
    /// When the search began, if there is one.
    thinking: Option<Instant>,
    /// Counts the searches.
    serial: u64,
    post: UnboundedSender<(u64, Option<Play>)>,
    answers: UnboundedReceiver<(u64, Option<Play>)>,
}

impl Player {
    pub fn new(threads: usize, hash_mb: usize) -> Player {
        let (post, answers) = unbounded_channel();
        let pool = Pool::new(threads, hash_mb);
        Player { pool, thinking: None, serial: 0, post, answers }
    }

    /// Forgets what other games taught.
    pub fn new_game(&mut self) {
        self.forget();
        self.pool.clear();
    }

    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Begins to think.
    pub fn think(&mut self, game: &Game, limits: Limits) {
        self.forget();
        self.serial += 1;
        self.thinking = Some(Instant::now());
        let (serial, post) = (self.serial, self.post.clone());
        let input = Input::new(game.clone(), limits);
        self.pool.start(input, drop, move |output| {
            // If the loop has ended, nobody wants the answer.
            let _ = post.send((serial, output.best));
        });
    }

    /// Stops thinking; no answer comes.
    pub fn forget(&mut self) {
        self.thinking = None;
        self.pool.stop();
        self.pool.wait();
    }

    /// The move found and the time it took; waits for ever if nothing is searched. May be dropped
    /// before it is ready. `None`: there is no move.
    pub async fn answer(&mut self) -> (Option<Play>, Duration) {
        loop {
            let answer = self.answers.recv().await;
            let Some((serial, play)) = answer else { return std::future::pending().await };
            if serial == self.serial
                && let Some(began) = self.thinking.take()
            {
                return (play, began.elapsed());
            }
        }
    }
}
