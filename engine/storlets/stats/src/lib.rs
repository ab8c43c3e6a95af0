//! Statistics of the columns of comma-separated values, for people and for skip indexes (`protocol/SKIP-INDEX.md`).
//!
//! Fields are parsed as by the storlet `csv`, and therefore as by Spark. If a field is in doubt, nothing is recorded
//! for its column.

mod bloom;
mod column;
mod distinct;
mod form;
mod number;

pub use distinct::Distinct;
pub use form::Form;

use column::Column;
use csv_storlet::{Dialect, Row};
use headwater_predicates::{Columns, Value, parameter};
use headwater_storlet::{Failure, Records, Request};
use serde_json::json;
use std::io::{Read, Write};
use std::mem;

/// Each column takes a few KiB of memory. More columns are probably a mistake.
const MOST_COLUMNS: usize = 1024;

/// Writes the statistics as one line of JSON. Returns the number of rows read, and 1.
pub fn stats(
    request: &Request,
    input: impl Read,
    output: &mut impl Write,
) -> Result<(u64, u64), Failure> {
    let parameters = &request.parameters;
    parameters.only(&[&Dialect::PARAMETERS[..11], &[parameter::BLOOM]].concat())?;
    let dialect = Dialect::parse(parameters)?;
    let mut table = Table::new(parameters.flag(parameter::BLOOM)?);
    let mut header = dialect.header && request.split.start == 0;
    let mut records = Records::open(input, request.split, dialect.line_sep.clone())?;
    let mut fields = Vec::new();
    while let Some((start, record)) = records.next_at()? {
        if dialect.skips(record) {
            continue;
        }
        let row = Row::of(&dialect, record, &mut fields);
        match mem::take(&mut header) {
            true => table.name(row, start)?,
            false => table.add(row, start)?,
        }
    }
    table.write(output)?;
    Ok((table.rows, 1))
}

/// The observed rows of an object.
struct Table {
    rows: u64,
    columns: Vec<Column>,
    /// The numbers of rows in doubt from a column on, by that column.
    doubts: Vec<u64>,
    bloom: bool,
}

impl Table {
    fn new(bloom: bool) -> Self {
        Self {
            rows: 0,
            columns: Vec::new(),
            doubts: Vec::new(),
            bloom,
        }
    }

    /// Adds space for a row's columns, and returns their current number.
    fn grow(&mut self, row: &mut Row<'_>, start: u64) -> Result<usize, Failure> {
        while row.field(self.columns.len()).is_some() {
            if self.columns.len() == MOST_COLUMNS {
                return Err(Failure::failed(format!(
                    "the row at byte {start} has more than {MOST_COLUMNS} columns, which is the limit"
                )));
            }
            self.columns.push(Column::new(self.bloom));
            self.doubts.push(0);
        }
        Ok(self.columns.len())
    }

    fn name(&mut self, mut row: Row<'_>, start: u64) -> Result<(), Failure> {
        for index in 0..self.grow(&mut row, start)? {
            if let Value::Bytes(name) = row.value(index) {
                self.columns[index].name(&String::from_utf8_lossy(name));
            }
        }
        Ok(())
    }

    fn add(&mut self, mut row: Row<'_>, start: u64) -> Result<(), Failure> {
        self.rows += 1;
        for index in 0..self.grow(&mut row, start)? {
            if !row.is_certain(index) {
                self.doubts[index] += 1;
                break;
            }
            match row.value(index) {
                Value::Null => {}
                Value::Bytes(value) => self.columns[index].add(value),
                Value::Unknown => self.columns[index].doubt(),
            }
        }
        Ok(())
    }

    fn write(&self, output: &mut impl Write) -> Result<(), Failure> {
        let doubts = self.doubts.iter().scan(0, |sum, doubts| {
            *sum += doubts;
            Some(*sum)
        });
        let columns: Vec<_> = self
            .columns
            .iter()
            .zip(doubts)
            .map(|(column, before)| column.json(self.rows, before))
            .collect();
        let table = json!({"rows": self.rows, "columns": columns});
        Ok(writeln!(output, "{table}")?)
    }
}

#[cfg(test)]
mod tests;
