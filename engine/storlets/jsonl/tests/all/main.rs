//! The tests of the complete JSON lines storlet.

mod aggregates;
mod answers;
mod golden;
mod inference;
mod oracle;
mod properties;
mod scanner;
mod support;
