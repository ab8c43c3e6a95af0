//! The tests of the JSON lines storlet as a whole.

mod aggregates;
mod answers;
mod inference;
mod oracle;
mod properties;
mod scanner;
mod support;
