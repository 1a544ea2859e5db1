//! The search: one input struct in, reports on the way, one output struct out. It prints nothing,
//! parses nothing and reads no global; which protocol asked is none of its business.
//!
//! [`Pool`] owns the threads and the table. Each thread of a search is a `worker`, monomorphised for
//! the rules: `root` deepens step by step and keeps the lines apart, `node` is one position of the
//! tree, `quiesce` resolves what hangs over at the leaves. Around them: `order` and `history`
//! (which move first), `table` (what is known), `path` (repetition and draw counts), `pv` (the best
//! line), `control` and `clock` (when to stop), `strength` (playing weaker), `params` (every tunable), `score`.

pub mod bench;
mod clock;
mod control;
mod history;
mod input;
mod node;
mod order;
mod output;
mod params;
mod path;
mod pool;
mod pv;
mod quiesce;
mod root;
mod score;
pub mod strength;
mod table;
mod worker;

pub use input::{Clock, Input, Limits};
pub use output::{Output, Report, Score};
pub use params::{MAX_DEPTH, Params};
pub use pool::Pool;
pub use strength::Strength;
pub use table::HashError;
