//! Selection and projection of JSON lines. Readers parse the returned lines and check them again.
//!
//! `docs/reference/jsonl.md` specifies the answer and explains why readers may rely on it.
//!
//! If all readers parse a line as the same object, the scanner finds its members. The selection evaluates the
//! predicates of the storlet `csv`, with paths as columns. The projection then writes the line, unless an aggregate
//! takes it. Every other line is kept unchanged.

mod aggregate;
mod inference;
mod layout;
mod line;
mod members;
mod needle;
mod path;
mod projection;
mod scanner;
mod selection;
mod storlet;
mod text;
mod typed;
mod value;

pub use scanner::{Member, Members, Names, scan};
pub use storlet::{Counts, run};
