//! The batches of a typed answer.

use crate::column::Column;
use crate::column_type::ColumnType;
use crate::schema::{self, Requested};
use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, DataType, Schema};
use headwater_predicates::{Type, Value, parameter};
use headwater_storlet::{Failure, Parameters};
use std::io::{self, Write};
use std::sync::Arc;

/// A batch ends when its values take this many bytes. A longer record is a batch alone with the rows before it.
const BATCH: usize = 1 << 20;

/// Rows that are added together.
pub trait RowBlock {
    /// The number of rows.
    fn count(&self) -> usize;

    /// What a reader makes of a column of a row.
    fn value(&self, row: usize, column: usize) -> Value<'_>;
}

/// The rows of a typed answer, until their batch is written.
pub struct TypedRows {
    requested: Vec<Requested>,
    columns: Vec<Column>,
    /// The complete records that are not typed.
    records: Column,
    rows: usize,
    /// The bytes of texts and records in this batch.
    text: usize,
    /// The bytes that each row takes beside them.
    width: usize,
    schema: Arc<Schema>,
    stream: StreamWriter<Vec<u8>>,
}

impl TypedRows {
    /// The parameters that this module reads.
    pub const PARAMETERS: [&str; 2] = [parameter::ANSWER, parameter::SCHEMA];

    /// Reads `answer`, `schema`, and `timeZone` for timestamps. None if the answer is text. Types may be nested.
    pub fn parse(parameters: &Parameters) -> Result<Option<Self>, Failure> {
        match parameters.get(parameter::ANSWER) {
            Some("arrow") => schema::parse(parameters).and_then(Self::of).map(Some),
            None | Some("text") if parameters.get(parameter::SCHEMA).is_some() => Err(
                Failure::parameters("'schema' needs 'answer=arrow': text has no types"),
            ),
            None | Some("text") => Ok(None),
            Some(other) => Err(Failure::parameters(format!(
                "'answer' is '{other}': text or arrow is expected"
            ))),
        }
    }

    /// Reads them as [`TypedRows::parse`] does, for records whose fields are texts. Refuses nested types.
    pub fn parse_flat(parameters: &Parameters) -> Result<Option<Self>, Failure> {
        let rows = Self::parse(parameters)?;
        let flat = |column: &Requested| matches!(column.kind, ColumnType::Scalar(_));
        match &rows {
            Some(rows) if !rows.requested.iter().all(flat) => {
                schema::failure("has a nested type, and the records' fields are texts")
            }
            _ => Ok(rows),
        }
    }

    fn of(requested: Vec<Requested>) -> Result<Self, Failure> {
        let schema = Arc::new(schema::arrow(&requested));
        let columns = requested.iter().zip(schema.fields());
        let columns: Vec<_> = columns
            .map(|(column, field)| Column::of(&column.kind, field.data_type().clone()))
            .collect();
        Ok(Self {
            width: columns.iter().map(Column::width).sum(),
            columns,
            requested,
            records: Column::of(&ColumnType::Scalar(Type::Text), DataType::Binary),
            rows: 0,
            text: 0,
            stream: StreamWriter::try_new(Vec::new(), &schema)
                .map_err(|error| Failure::failed(format!("beginning the answer: {error}")))?,
            schema,
        })
    }

    /// Adds a row. `push` adds the value of each requested column, given by its number, and returns the bytes of its
    /// texts. Returns false, and adds nothing, if `push` returned none because a value is not exact.
    #[inline]
    pub fn add(&mut self, mut push: impl FnMut(usize, &mut Column) -> Option<usize>) -> bool {
        let mut text = 0;
        for (index, requested) in self.requested.iter().enumerate() {
            match push(requested.number, &mut self.columns[index]) {
                Some(bytes) => text += bytes,
                None => {
                    self.remove_added(index);
                    return false;
                }
            }
        }
        self.records.push_null();
        self.count(text);
        true
    }

    /// Adds rows, column by column. Returns false, and adds nothing, if one of their values is not exact.
    pub fn add_all(&mut self, rows: &impl RowBlock, utf8: bool) -> bool {
        let mut text = 0;
        for (index, requested) in self.requested.iter().enumerate() {
            let values = (0..rows.count()).map(|row| rows.value(row, requested.number));
            match self.columns[index].push_all(values, utf8) {
                Some(bytes) => text += bytes,
                None => {
                    self.remove_added(index);
                    return false;
                }
            }
        }
        (0..rows.count()).for_each(|_| self.records.push_null());
        self.rows += rows.count();
        self.text += text;
        true
    }

    /// Removes the values after the last row from the columns up to this one.
    fn remove_added(&mut self, last: usize) {
        let added = &mut self.columns[..=last];
        added
            .iter_mut()
            .for_each(|column| column.truncate(self.rows));
    }

    /// Adds a complete record, which its reader parses.
    pub fn add_record(&mut self, record: &[u8]) {
        self.columns.iter_mut().for_each(Column::push_null);
        self.records.push_bytes(record);
        self.count(record.len());
    }

    fn count(&mut self, text: usize) {
        self.rows += 1;
        self.text += text;
    }

    /// Writes the batch if it is large enough.
    #[inline]
    pub fn flush(&mut self, output: &mut impl Write) -> io::Result<()> {
        if self.text + self.rows * self.width < BATCH {
            return Ok(());
        }
        self.write_batch().map_err(io::Error::other)?;
        self.pass_on(output)
    }

    /// Writes the remaining rows and the end of the stream.
    pub fn finish(&mut self, output: &mut impl Write) -> io::Result<()> {
        if self.rows > 0 {
            self.write_batch().map_err(io::Error::other)?;
        }
        self.stream.finish().map_err(io::Error::other)?;
        self.pass_on(output)
    }

    fn write_batch(&mut self) -> Result<(), ArrowError> {
        let columns = self.columns.iter_mut().chain([&mut self.records]);
        let arrays = columns.map(Column::finish).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        let batch = RecordBatch::try_new_with_options(self.schema.clone(), arrays, &options)?;
        (self.rows, self.text) = (0, 0);
        self.stream.write(&batch)
    }

    fn pass_on(&mut self, output: &mut impl Write) -> io::Result<()> {
        output.write_all(self.stream.get_ref())?;
        self.stream.get_mut().clear();
        Ok(())
    }
}
