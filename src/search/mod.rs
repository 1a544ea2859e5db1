//! The search: one input struct in, reports on the way, one output struct out. It prints nothing,
//! parses nothing and reads no global; which protocol asked is none of its business.

mod input;
mod output;

pub use input::{Clock, Input, Limits};
pub use output::{Output, Report, Score};
