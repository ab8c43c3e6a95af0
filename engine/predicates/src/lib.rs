//! Predicates and partial aggregates that the storlets `csv` and `jsonl` evaluate.
//!
//! A storlet presents each record as [`Columns`]. A [`Selection`] determines the possible [`Outcomes`] of a predicate
//! on it. An [`Aggregate`] adds its exact values to a group. `protocol/selection.schema.json` and
//! `protocol/aggregate.schema.json` specify the documents that they parse.

mod aggregate;
mod outcomes;
pub mod parameter;
mod selection;
mod temporal;
mod types;
mod value;

pub use aggregate::{Addition, Aggregate, LONGEST_TEXT};
pub use outcomes::Outcomes;
pub use selection::Selection;
pub use temporal::{date, date_time, offset, time_zone};
pub use types::{Scalar, Type, double};
pub use value::{Columns, MAX_COLUMNS, Value};
