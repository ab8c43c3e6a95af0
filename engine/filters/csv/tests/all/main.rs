//! The tests of the CSV storlet as a whole.

mod answers;
mod fuzz;
mod golden;
mod oracle;
mod process;
mod properties;
mod support;
