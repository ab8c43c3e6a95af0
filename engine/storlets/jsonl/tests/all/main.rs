//! The tests of the complete JSON lines storlet.

mod aggregates;
mod answers;
mod golden;
mod inference;
mod oracle;
mod properties;
mod scanner;
mod support;
mod typed;
#[path = "../../../csv/tests/all/typed_answer.rs"]
mod typed_answer;
mod typed_oracle;
mod typed_properties;
