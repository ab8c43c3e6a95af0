//! The value of a field.

/// Univocity's default limit of columns.
pub const MAX_COLUMNS: usize = 20_480;

/// What a reader makes of a field before it parses it as a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// SQL's null.
    Null,
    /// These bytes.
    Bytes(&'a [u8]),
    /// The value is unknown here.
    Unknown,
}

/// A record whose values are requested by column number.
pub trait Columns {
    /// What a reader makes of a column.
    fn value(&mut self, column: usize) -> Value<'_>;
}
