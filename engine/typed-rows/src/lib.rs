//! Typed answers of the storlets that read rows: an [Arrow IPC
//! stream](https://arrow.apache.org/docs/format/Columnar.html#ipc-streaming-format).
//!
//! A record whose values are all exact becomes a row of typed columns. Every other record is returned unchanged in the
//! last column, at its place among the rows, and its reader parses it. `docs/reference/csv.md`, "Typed answers",
//! specifies the stream.

mod bytes;
mod column;
mod column_type;
mod dictionary;
mod rows;
mod schema;
mod stream;

pub use column::{Column, Inside};
pub use column_type::ColumnType;
pub use rows::{RowBlock, TypedRows};
