//! The batches of a typed answer.

use crate::column::Column;
use crate::column_type::ColumnType;
use crate::dictionary::MOST_ADDED;
use crate::schema::{self, Requested};
use crate::stream::Stream;
use arrow_schema::DataType;
use headwater_predicates::{Type, Value, parameter};
use headwater_storlet::{Failure, Parameters};
use std::io::{self, Write};
use std::mem;

/// A batch ends when its values take this many bytes. A longer record is a batch alone with the rows before it.
const BATCH: usize = 1 << 20;

/// Rows that are added together.
pub trait RowBlock {
    /// The number of rows, at most [`MOST_ADDED`].
    fn count(&self) -> usize;

    /// What a reader makes of a column of a row.
    fn value(&self, row: usize, column: usize) -> Value<'_>;
}

/// The rows of a typed answer, until their batch is written.
pub struct TypedRows {
    requested: Vec<Requested>,
    columns: Vec<Column>,
    /// The complete records that are not typed, up to the last one of this batch.
    records: Column,
    rows: usize,
    /// The bytes of texts and records in this batch, without those of dictionaries.
    text: usize,
    /// The bytes that each row takes beside them.
    width: usize,
    /// Whether texts may be encoded by dictionaries.
    dictionaries: bool,
    /// Whether a stream may end where another begins with the column of complete records, or without it.
    several_streams: bool,
    /// The last stream, from the first batch on.
    stream: Option<Stream>,
}

impl TypedRows {
    /// The parameters that this module reads.
    pub const PARAMETERS: [&str; 4] = [
        parameter::ANSWER,
        parameter::SCHEMA,
        parameter::DICTIONARIES,
        parameter::STREAMS,
    ];

    /// Reads `answer`, `schema`, `dictionaries`, `streams`, and `timeZone` for timestamps. None if the answer is text.
    /// Types may be nested.
    pub fn parse(parameters: &Parameters) -> Result<Option<Self>, Failure> {
        match parameters.get(parameter::ANSWER) {
            Some("arrow") => {
                let mut rows = Self::of(schema::parse(parameters)?);
                rows.dictionaries = parameters.flag(parameter::DICTIONARIES)?;
                rows.several_streams = parameters.flag(parameter::STREAMS)?;
                Ok(Some(rows))
            }
            None | Some("text") => {
                let mut typed = Self::PARAMETERS.iter().skip(1);
                match typed.find(|key| parameters.get(key).is_some()) {
                    Some(key) => Err(Failure::parameters(format!(
                        "'{key}' needs 'answer=arrow': text has no types"
                    ))),
                    None => Ok(None),
                }
            }
            Some(other) => Err(Failure::parameters(format!(
                "'answer' is '{other}': text or arrow is expected"
            ))),
        }
    }

    /// Reads them as [`TypedRows::parse`] does, for records whose fields are texts. Refuses nested types.
    pub fn parse_flat(parameters: &Parameters) -> Result<Option<Self>, Failure> {
        let rows = Self::parse(parameters)?;
        match &rows {
            Some(rows) if rows.scalars().is_none() => {
                schema::failure("has a nested type, and the records' fields are texts")
            }
            _ => Ok(rows),
        }
    }

    fn of(requested: Vec<Requested>) -> Self {
        let columns: Vec<_> = requested
            .iter()
            .map(|column| Column::of(&column.kind, column.kind.arrow()))
            .collect();
        Self {
            width: columns.iter().map(Column::width).sum(),
            columns,
            requested,
            records: Column::of(&ColumnType::Scalar(Type::Text), DataType::Binary),
            rows: 0,
            text: 0,
            dictionaries: false,
            several_streams: false,
            stream: None,
        }
    }

    /// The types of the requested columns. None if one is nested.
    pub fn scalars(&self) -> Option<Vec<Type>> {
        let scalar = |column: &Requested| match column.kind {
            ColumnType::Scalar(kind) => Some(kind),
            _ => None,
        };
        self.requested.iter().map(scalar).collect()
    }

    /// Whether a column has texts.
    pub fn has_texts(&self) -> bool {
        let text = ColumnType::Scalar(Type::Text);
        self.requested.iter().any(|column| column.kind == text)
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
        self.count(text);
        true
    }

    /// Adds rows, column by column. Returns false, and adds nothing, if one of their values is not exact.
    pub fn add_all(&mut self, rows: &impl RowBlock, utf8: bool) -> bool {
        debug_assert!(rows.count() <= MOST_ADDED, "too many rows at once");
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
        self.records.push_nulls(self.rows - self.records.len());
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
        let dictionaries: usize = self.columns.iter().map(Column::dictionary_size).sum();
        let large = self.text + dictionaries + self.rows * self.width >= BATCH;
        if !large && !self.columns.iter().any(Column::is_full) {
            return Ok(());
        }
        self.write_batch()?.drain_to(output)
    }

    /// Writes the remaining rows and the end of the last stream.
    pub fn finish(&mut self, output: &mut impl Write) -> io::Result<()> {
        if self.rows > 0 {
            self.write_batch()?;
        }
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => self.next_stream(!self.several_streams)?,
        };
        stream.finish()?;
        stream.drain_to(output)
    }

    fn write_batch(&mut self) -> io::Result<&mut Stream> {
        let has_records = !self.several_streams || !self.records.is_empty();
        let mut stream = self.next_stream(has_records)?;
        let mut arrays: Vec<_> = self.columns.iter_mut().map(Column::finish).collect();
        if has_records {
            self.records.push_nulls(self.rows - self.records.len());
            arrays.push(self.records.finish());
        }
        self.text = 0;
        stream.write(arrays, mem::take(&mut self.rows))?;
        Ok(self.stream.insert(stream))
    }

    /// The last stream if it has these columns, or a new one. The rows that exist when the first begins determine which
    /// columns have dictionaries.
    fn next_stream(&mut self, has_records: bool) -> io::Result<Stream> {
        if self.dictionaries && self.stream.is_none() {
            self.columns.iter_mut().for_each(Column::encode);
        }
        let schema = schema::arrow(&self.requested, &self.columns, has_records);
        match self.stream.take() {
            Some(stream) => stream.continue_with(schema),
            None => Stream::begin(schema, Vec::new()),
        }
    }
}
