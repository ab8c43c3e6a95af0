//! Selection and projection of comma-separated values. Readers parse the returned rows and check them again.
//!
//! `docs/reference/csv.md` specifies the answer and explains why readers may rely on it.
//!
//! A [`Row`] finds the requested fields of a record and the first field in doubt. The [`Selection`] determines the
//! possible outcomes of the predicate. The [`Projection`] then writes the row, unless an [`Aggregate`] or the [`TypedRows`] take it.

mod combinations;
mod dialect;
mod index;
mod inference;
mod needle;
mod projection;
mod row;
mod simple_rows;
mod storlet;

pub use dialect::Dialect;
pub use inference::Inference;
pub use projection::Projection;
pub use row::Row;
pub use storlet::{Counts, run};
