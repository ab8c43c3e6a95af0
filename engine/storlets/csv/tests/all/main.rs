//! The tests of the complete CSV storlet.

mod aggregates;
mod answers;
mod drawn_aggregates;
mod fuzz;
mod golden;
mod groups_oracle;
mod needle;
mod oracle;
mod process;
mod properties;
mod support;
mod typed;
mod typed_answer;
mod typed_oracle;
