//! What the columns of comma-separated values hold.

mod column;
mod distinct;

pub use distinct::Distinct;

use column::Column;
use headwater_filter::{Failure, Records, Request, Separator};
use headwater_rows::{Dialect, Field};
use serde_json::json;
use std::io::{Read, Write};

/// Each column's memory is a few KiB, and more columns would be no file that is meant.
const MOST_COLUMNS: usize = 4096;

/// Writes what the columns hold as one line of JSON; how many rows were read, and 1.
pub fn stats(
    request: &Request,
    input: impl Read,
    output: &mut impl Write,
) -> Result<(u64, u64), Failure> {
    let parameters = &request.parameters;
    parameters.only(&[&Dialect::PARAMETERS[..], &["header", "nullValue"]].concat())?;
    let dialect = Dialect::parse(parameters)?;
    let null = parameters.get("nullValue").unwrap_or("").as_bytes();
    let mut header = parameters.flag("header")? && request.split.start == 0;
    let mut table = Table::default();
    let mut rows = Records::open(input, request.split, Separator::Line)?;
    let mut fields = vec![];
    while let Some((start, row)) = rows.next_at()? {
        if row.is_empty() {
            continue;
        }
        let known = dialect.split(row, &mut fields).is_ok();
        if known && fields.len() > MOST_COLUMNS {
            return Err(Failure::failed(format!(
                "the row at byte {start} has {} columns, and {MOST_COLUMNS} at most are counted",
                fields.len()
            )));
        }
        match (known, std::mem::take(&mut header)) {
            (true, true) => table.name(&dialect, row, &fields),
            (true, false) => table.add(&dialect, row, &fields, null),
            (false, _) => table.malformed += 1,
        }
    }
    table.write(output)?;
    Ok((table.rows + table.malformed, 1))
}

/// What was seen of an object's rows.
#[derive(Default)]
struct Table {
    rows: u64,
    /// Rows whose fields cannot be told; they are not among `rows`.
    malformed: u64,
    columns: Vec<Column>,
}

impl Table {
    fn name(&mut self, dialect: &Dialect, row: &[u8], fields: &[Field]) {
        self.columns = fields
            .iter()
            .map(|field| Column::named(&dialect.value(row, field)))
            .collect();
    }

    fn add(&mut self, dialect: &Dialect, row: &[u8], fields: &[Field], null: &[u8]) {
        self.rows += 1;
        if self.columns.len() < fields.len() {
            self.columns.resize_with(fields.len(), Column::default);
        }
        for (column, field) in self.columns.iter_mut().zip(fields) {
            // An empty value with quotes is a text.
            if field.raw(row) != null {
                column.add(&dialect.value(row, field));
            }
        }
    }

    fn write(&self, output: &mut impl Write) -> Result<(), Failure> {
        let columns: Vec<_> = self
            .columns
            .iter()
            .map(|column| column.json(self.rows))
            .collect();
        let table = json!({"rows": self.rows, "malformed": self.malformed, "columns": columns});
        Ok(writeln!(output, "{table}")?)
    }
}

#[cfg(test)]
mod tests;
