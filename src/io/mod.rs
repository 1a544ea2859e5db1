//! Bytes in and out: the one place that writes to stdout, and the pipes. tokio lives here and in
//! the front-ends that use it, never in the search.

pub mod input;
pub mod output;
pub mod tcp;
