//! Selection and projection of comma-separated values, for readers that parse what is left and check it again.
//!
//! `docs/storlets/csv.md` says what is answered, and why a reader may rely on it.
//!
//! A record goes through [`Row`], which finds the fields that are asked for and tells from which one on they are in doubt; through the
//! [`Selection`], which tells what may be true of them; and through the [`Projection`], unless an [`Aggregate`] takes it.

mod aggregate;
mod dialect;
mod inference;
mod needle;
mod outcomes;
mod projection;
mod row;
mod scan;
mod selection;
mod storlet;
mod temporal;
mod types;
mod value;

pub use aggregate::{Added, Aggregate, LONGEST_TEXT};
pub use dialect::Dialect;
pub use inference::Inference;
pub use needle::Needle;
pub use outcomes::Outcomes;
pub use projection::Projection;
pub use row::Row;
pub use selection::Selection;
pub use storlet::{Counts, run};
pub use types::{Scalar, Type};
pub use value::{Columns, Value};
