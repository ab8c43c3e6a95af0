//! Simple records of a block that become typed rows together.

use crate::Dialect;
use crate::index::SimpleFields;
use crate::row::unquoted;
use headwater_predicates::Value;
use headwater_typed_rows::RowBlock;

/// The most rows that are added together. If one is not exact, all are added one by one.
const MOST: usize = 256;
/// Their bytes, about. They stay in a processor's cache while their columns are read one after the other.
const MOST_BYTES: usize = 64 << 10;

/// Records without quotes that are certainly selected.
pub struct SimpleRows<'a> {
    dialect: &'a Dialect,
    rows: Vec<(&'a [u8], SimpleFields<'a>)>,
    bytes: usize,
}

impl<'a> SimpleRows<'a> {
    /// No rows.
    pub fn of(dialect: &'a Dialect) -> Self {
        Self {
            dialect,
            rows: Vec::with_capacity(MOST),
            bytes: 0,
        }
    }

    /// Adds a row. Returns whether the rows are as many, or as long, as they may be.
    #[inline]
    pub fn push(&mut self, record: &'a [u8], fields: SimpleFields<'a>) -> bool {
        self.rows.push((record, fields));
        self.bytes += record.len();
        self.rows.len() == MOST || self.bytes >= MOST_BYTES
    }

    /// Removes all rows, and returns them in order.
    pub fn drain(&mut self) -> impl Iterator<Item = (&'a [u8], SimpleFields<'a>)> {
        self.bytes = 0;
        self.rows.drain(..)
    }
}

impl RowBlock for SimpleRows<'_> {
    fn count(&self) -> usize {
        self.rows.len()
    }

    /// A missing field is null, unless the reader counts columns.
    #[inline]
    fn value(&self, row: usize, column: usize) -> Value<'_> {
        let (record, fields) = self.rows[row];
        match fields.range(column) {
            Some(range) => unquoted(self.dialect, &record[range]),
            None if self.dialect.width.is_some() => Value::Unknown,
            None => Value::Null,
        }
    }
}
