//! Selection and projection of JSON lines, for readers that parse what is left and check it again.
//!
//! `docs/storlets/jsonl.md` says what is answered, and why a reader may rely on it.
//!
//! A line that every reader takes for the same object goes through the scanner, which finds its members; through the selection, whose
//! predicates are those of the storlet `csv`, with a path for a column; and through the projection, unless an aggregate takes it. Every other
//! line is kept as it stands.

mod aggregate;
mod inference;
mod line;
mod members;
mod path;
mod projection;
mod scanner;
mod selection;
mod storlet;

pub use scanner::{Member, scan};
pub use storlet::{Counts, run};
