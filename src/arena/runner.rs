//! A whole match: workers that each own their engines and play one game at a time, and a
//! coordinator that writes the games down, keeps the score and says when it is enough.

use super::adjudicate::Adjudication;
use super::clock::Control;
use super::contender::{Contender, Entry};
use super::dialect::Announcement;
use super::duel::{self, Played, Terms};
use super::engine::{Launch, Patience, StartFailure};
use super::journal::{Journal, JournalError};
use super::opening::{Opening, digest};
use super::record::GameRecord;
use super::referee::Outcome;
use super::schedule::{Fixture, Format, Schedule};
use super::standing::Standing;
use super::stats::{Sprt, Verdict};
use crate::rules::{Color, Game, Variant};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

/// An engine that takes part.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// What it is called here, different for each; what it calls itself counts for nothing.
    pub name: String,
    /// How to get hold of it.
    pub entry: Entry,
    /// What bounds its thinking.
    pub control: Control,
}

/// Everything about a match.
#[derive(Clone, Debug)]
pub struct Match {
    /// The game.
    pub variant: Arc<Variant>,
    /// How the engines are told of it.
    pub announcement: Announcement,
    /// Who plays.
    pub players: Vec<Player>,
    /// Who meets whom.
    pub format: Format,
    /// Pairs of games for each pairing.
    pub pairs: u64,
    /// Where the games begin, at least one; used in turn, and again when they run out.
    pub openings: Vec<Opening>,
    /// What the openings are, so that a match is only taken up with the same ones.
    pub openings_id: String,
    /// Games at the same time, at least 1, and just 1 with a DXP peer.
    pub concurrency: usize,
    /// Time by which a limit may be overstepped.
    pub margin: Duration,
    /// How long engines may be silent.
    pub patience: Patience,
    /// When games end early.
    pub adjudication: Adjudication,
    /// A test that ends the match.
    pub sprt: Option<Sprt>,
    /// Where the games are kept; without it a match cannot be taken up again.
    pub journal: Option<PathBuf>,
    /// Where the games are written as PDN, beside the journal.
    pub pdn: Option<PathBuf>,
}

/// Why a match could not be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// An engine cannot be used; nothing has been played.
    #[error("engine '{name}': {failure}{}", spoken(&failure.last_words))]
    Engine {
        /// Its name.
        name: String,
        /// What happened.
        failure: StartFailure,
    },
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A worker failed, which is a fault of this program.
    #[error("a worker failed: {0}")]
    Worker(String),
}

fn spoken(last_words: &[String]) -> String {
    [""].into_iter().chain(last_words.iter().map(String::as_str)).collect::<Vec<_>>().join("\n    ")
}

/// What happens in a match.
#[derive(Debug)]
pub enum Event<'a> {
    /// An engine answers.
    Ready {
        /// Its name here.
        name: &'a str,
        /// What it calls itself.
        id: &'a str,
    },
    /// Games were found in the journal.
    TakenUp(&'a Standing),
    /// A game is over and written down.
    Game(&'a GameRecord, &'a Standing),
}

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchEnd {
    /// All games are played.
    Complete,
    /// The test has its answer.
    Decided(Verdict),
    /// It was told to stop.
    Stopped,
}

/// Plays a match, or what is left of it, until it is over or `stop` is ready. Games that are then
/// running are given up and played again when the match is taken up.
///
/// # Errors
/// An engine or the journal cannot be used.
pub async fn run(
    terms: Match,
    mut watch: impl FnMut(Event<'_>),
    stop: impl Future<Output = ()>,
) -> Result<(Standing, MatchEnd), MatchError> {
    let terms = Arc::new(terms);
    let schedule = Schedule::new(terms.format, terms.players.len(), terms.pairs);
    let mut standing = Standing::new(&terms, &schedule);
    let (mut journal, games) = open_journal(&terms)?;
    for game in &games {
        standing.add(game, &schedule);
    }
    let played: HashSet<u64> = games.iter().map(|game| game.game).collect();
    if !played.is_empty() {
        watch(Event::TakenUp(&standing));
    }
    if let Some(end) = standing.end() {
        return Ok((standing, end));
    }
    let present = check_engines(&terms, &mut watch).await?;

    let mut crew = Crew::start(&terms, schedule.clone(), played, present);
    tokio::pin!(stop);
    let end = loop {
        tokio::select! {
            biased;
            () = &mut stop => break MatchEnd::Stopped,
            game = crew.games.recv() => {
                let Some(game) = game else { break MatchEnd::Complete };
                if let Some(journal) = &mut journal {
                    journal.add(&game, &terms.variant)?;
                }
                standing.add(&game, &schedule);
                watch(Event::Game(&game, &standing));
                if let Some(end @ MatchEnd::Decided(_)) = standing.end() {
                    break end;
                }
            }
        }
    };
    crew.dismiss().await?;
    Ok((standing, end))
}

fn open_journal(terms: &Match) -> Result<(Option<Journal>, Vec<GameRecord>), JournalError> {
    let Some(path) = &terms.journal else { return Ok((None, Vec::new())) };
    let (journal, games) =
        Journal::open(path, terms.pdn.as_deref(), &identity(terms), &terms.variant)?;
    Ok((Some(journal), games))
}

/// What must be the same when a match is taken up again. The number of games, the concurrency and
/// the test may change.
fn identity(terms: &Match) -> Value {
    let engines: serde_json::Map<String, Value> = terms
        .players
        .iter()
        .map(|player| {
            let mut engine = match &player.entry {
                Entry::Process(launch) => process_identity(launch),
                Entry::Peer(place) => json!({ "protocol": "dxp", "connect": place }),
            };
            engine["control"] = json!(player.control.to_string());
            (player.name.clone(), engine)
        })
        .collect();
    json!({
        "variant": terms.variant.name,
        "rules": format!("{:016x}", digest(format!("{:?}", terms.variant).as_bytes())),
        "engines": engines,
        "format": terms.format,
        "openings": terms.openings_id,
        "margin": terms.margin.as_secs_f64(),
        "adjudication": terms.adjudication,
    })
}

fn process_identity(launch: &Launch) -> Value {
    let options: serde_json::Map<String, Value> =
        launch.options.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    json!({
        "program": launch.program,
        "build": build(&launch.program),
        "args": launch.args,
        "protocol": launch.protocol,
        "numbering": launch.numbering.name(),
        "options": options,
    })
}

/// Tells a program from one that was built later in the same place, by its size and time of change;
/// nothing if it is not a file, as when the system finds it by its name.
fn build(program: &Path) -> Option<String> {
    let file = std::fs::metadata(program).ok()?;
    let changed = file.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some(format!("{} bytes of {}", file.len(), changed.as_secs()))
}

/// Players that are there, by their place in the list.
type Present = HashMap<usize, Contender>;

/// Starts every engine once, so that a wrong path or option is found before anything is played. Peers
/// stay connected: some of them leave for good when they are left.
async fn check_engines(
    terms: &Match,
    watch: &mut impl FnMut(Event<'_>),
) -> Result<Present, MatchError> {
    let mut present = Present::new();
    for (place, player) in terms.players.iter().enumerate() {
        let contender = Contender::start(&player.entry, &terms.announcement, terms.patience)
            .await
            .map_err(|failure| MatchError::Engine { name: player.name.clone(), failure })?;
        watch(Event::Ready { name: &player.name, id: contender.id() });
        match contender {
            Contender::Peer(_) => {
                present.insert(place, contender);
            }
            Contender::Process(_) => contender.quit().await,
        }
    }
    Ok(present)
}

/// The workers, and what they share.
struct Crew {
    games: mpsc::Receiver<GameRecord>,
    stop: watch::Sender<bool>,
    workers: JoinSet<()>,
}

impl Crew {
    /// Who is `present` already goes to the first worker.
    fn start(
        terms: &Arc<Match>,
        schedule: Schedule,
        played: HashSet<u64>,
        mut present: Present,
    ) -> Crew {
        let (sender, games) = mpsc::channel(terms.concurrency);
        let (stop, stopped) = watch::channel(false);
        let todo = Arc::new(Mutex::new(Todo { schedule, played, next: 0 }));
        let mut workers = JoinSet::new();
        for _ in 0..terms.concurrency {
            let worker = Worker {
                terms: Arc::clone(terms),
                todo: Arc::clone(&todo),
                engines: std::mem::take(&mut present),
            };
            workers.spawn(worker.run(sender.clone(), stopped.clone()));
        }
        Crew { games, stop, workers }
    }

    /// Has everybody give up and end their engines.
    async fn dismiss(mut self) -> Result<(), MatchError> {
        // Without receivers all workers have left already.
        let _ = self.stop.send(true);
        self.games.close();
        while let Some(left) = self.workers.join_next().await {
            left.map_err(|error| MatchError::Worker(error.to_string()))?;
        }
        Ok(())
    }
}

/// The games still to be played.
struct Todo {
    schedule: Schedule,
    played: HashSet<u64>,
    next: u64,
}

impl Todo {
    fn next(&mut self) -> Option<Fixture> {
        loop {
            let fixture = self.schedule.fixture(self.next)?;
            self.next += 1;
            if !self.played.contains(&fixture.number) {
                return Some(fixture);
            }
        }
    }
}

struct Worker {
    terms: Arc<Match>,
    todo: Arc<Mutex<Todo>>,
    /// Running engines by their place in the list of players.
    engines: Present,
}

impl Worker {
    async fn run(mut self, games: mpsc::Sender<GameRecord>, mut stopped: watch::Receiver<bool>) {
        while !*stopped.borrow() {
            let next = self.todo.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(fixture) = next else { break };
            tokio::select! {
                biased;
                _ = stopped.changed() => break,
                record = self.game(fixture) => {
                    if games.send(record).await.is_err() {
                        break;
                    }
                }
            }
        }
        for (_, engine) in self.engines.drain() {
            engine.quit().await;
        }
    }

    async fn game(&mut self, fixture: Fixture) -> GameRecord {
        self.release(fixture.players).await;
        let terms = Arc::clone(&self.terms);
        let opening = &terms.openings[(fixture.pair % terms.openings.len() as u64) as usize];
        let game = opening.game(&terms.variant);
        let names = fixture.players.map(|place| terms.players[place].name.as_str());
        for color in Color::BOTH {
            if let Err((outcome, last_words)) = self.ready(fixture.players, color, &game).await {
                // The other one may be sitting at the board already.
                if let Some(other) = self.engines.get_mut(&fixture.players[color.other() as usize])
                {
                    let _ = other.end(&game, outcome.winner).await;
                }
                let played = Played { game, steps: Vec::new(), outcome };
                return GameRecord::new(fixture, names, &played, last_words);
            }
        }
        let [white, black] = fixture.players;
        let pair = self.engines.get_disjoint_mut([&white, &black]);
        let [Some(white_engine), Some(black_engine)] = pair else {
            unreachable!("both engines have just been made ready, and nobody plays himself");
        };
        let duel_terms = Terms {
            controls: fixture.players.map(|place| terms.players[place].control),
            margin: terms.margin,
            adjudication: terms.adjudication,
        };
        let played = duel::play(game, [white_engine, black_engine], &duel_terms).await;
        let mut last_words = Vec::new();
        if played.outcome.ending.is_fault() {
            let loser = usize::from(played.outcome.winner == Some(Color::White));
            // An engine that failed once starts afresh for the next game.
            if let Some(engine) = self.engines.remove(&fixture.players[loser]) {
                last_words = engine.last_words();
                engine.quit().await;
            }
        }
        GameRecord::new(fixture, names, &played, last_words)
    }

    /// Ends the engines that do not play next: they would only hold memory. Peers are kept.
    async fn release(&mut self, players: [usize; 2]) {
        let is_idle = |(place, contender): (&usize, &Contender)| {
            let idle = !players.contains(place) && matches!(contender, Contender::Process(_));
            idle.then_some(*place)
        };
        let idle: Vec<usize> = self.engines.iter().filter_map(is_idle).collect();
        for place in idle {
            if let Some(engine) = self.engines.remove(&place) {
                engine.quit().await;
            }
        }
    }

    /// Has the engine of a colour running and told of the new game.
    async fn ready(
        &mut self,
        players: [usize; 2],
        color: Color,
        game: &Game,
    ) -> Result<(), (Outcome, Vec<String>)> {
        let place = players[color as usize];
        let Player { entry, control, .. } = &self.terms.players[place];
        if let Some(engine) = self.engines.get_mut(&place) {
            if engine.begin(game, color, control).await.is_ok() {
                return Ok(());
            }
            // It died or hung between two games, in which nothing was at stake: try a fresh one.
            self.engines.remove(&place);
        }
        let started = Contender::start(entry, &self.terms.announcement, self.terms.patience).await;
        let mut engine = started
            .map_err(|failure| (Outcome::by_fault(color, &failure.fault), failure.last_words))?;
        match engine.begin(game, color, control).await {
            Ok(()) => {
                self.engines.insert(place, engine);
                Ok(())
            }
            Err(fault) => Err((Outcome::by_fault(color, &fault), engine.last_words())),
        }
    }
}
