//! Simple records of a block that become typed rows together.

use crate::Dialect;
use crate::index::SimpleFields;
use crate::row::{is_odd, unquoted};
use headwater_predicates::{Columns, Value};
use headwater_typed_rows::RowBlock;

/// The most rows that are added together. If one is not exact, all are added one by one.
const MOST: usize = 256;
/// Their bytes, about. They stay in a processor's cache while their columns are read one after the other.
const MOST_BYTES: usize = 64 << 10;

/// A record without quotes.
#[derive(Clone, Copy)]
pub struct SimpleRow<'a> {
    dialect: &'a Dialect,
    record: &'a [u8],
    fields: SimpleFields<'a>,
}

/// Records without quotes that are certainly selected.
pub struct SimpleRows<'a> {
    dialect: &'a Dialect,
    block: &'a [u8],
    rows: Vec<SimpleFields<'a>>,
    bytes: usize,
}

impl<'a> SimpleRow<'a> {
    /// The complete record.
    #[inline]
    pub fn record(self) -> &'a [u8] {
        self.record
    }

    /// Its fields.
    #[inline]
    pub fn fields(self) -> SimpleFields<'a> {
        self.fields
    }

    /// Whether readers find the same fields, as many as they require.
    #[inline]
    pub fn is_exact(self) -> bool {
        let count = self.fields.count();
        let width = self.dialect.width;
        width.is_none_or(|width| count == width) && !is_odd(self.dialect, self.record)
    }

    /// What a reader makes of a column. A missing field is null, unless the reader counts columns.
    #[inline]
    fn of_column(self, column: usize) -> Value<'a> {
        match self.fields.range(column) {
            Some(range) => unquoted(self.dialect, &self.record[range]),
            None if self.dialect.width.is_some() => Value::Unknown,
            None => Value::Null,
        }
    }
}

impl Columns for SimpleRow<'_> {
    #[inline]
    fn value(&mut self, column: usize) -> Value<'_> {
        self.of_column(column)
    }
}

impl<'a> SimpleRows<'a> {
    /// No rows of a block.
    pub fn of(dialect: &'a Dialect, block: &'a [u8]) -> Self {
        Self {
            dialect,
            block,
            rows: Vec::with_capacity(MOST),
            bytes: 0,
        }
    }

    /// A record of their block, which is not added.
    #[inline]
    pub fn row(&self, fields: SimpleFields<'a>) -> SimpleRow<'a> {
        SimpleRow {
            dialect: self.dialect,
            record: fields.record(self.block),
            fields,
        }
    }

    /// Adds a row. Returns whether the rows are as many, or as long, as they may be.
    #[inline]
    pub fn push(&mut self, row: SimpleRow<'a>) -> bool {
        self.rows.push(row.fields);
        self.bytes += row.record.len();
        self.rows.len() == MOST || self.bytes >= MOST_BYTES
    }

    /// Removes all rows, and returns them in order.
    pub fn drain(&mut self) -> impl Iterator<Item = (&'a [u8], SimpleFields<'a>)> {
        self.bytes = 0;
        let block = self.block;
        self.rows.drain(..).map(|row| (row.record(block), row))
    }
}

impl RowBlock for SimpleRows<'_> {
    fn count(&self) -> usize {
        self.rows.len()
    }

    #[inline]
    fn value(&self, row: usize, column: usize) -> Value<'_> {
        self.row(self.rows[row]).of_column(column)
    }
}
