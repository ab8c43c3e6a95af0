//! The tests of the CSV storlet as a whole.

mod aggregates;
mod answers;
mod fuzz;
mod golden;
mod groups_oracle;
mod needle;
mod oracle;
mod process;
mod properties;
mod support;
