//! The Arrow streams of an answer.

use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_ipc::writer::StreamWriter;
use arrow_schema::Schema;
use std::io::{self, Write};
use std::sync::Arc;

/// Collects what was written until [`Stream::drain_to`].
pub struct Stream {
    schema: Arc<Schema>,
    writer: StreamWriter<Vec<u8>>,
}

impl Stream {
    /// Begins a stream with its schema, after other streams.
    pub fn begin(schema: Schema, others: Vec<u8>) -> io::Result<Self> {
        let writer = StreamWriter::try_new(others, &schema).map_err(io::Error::other)?;
        Ok(Self {
            schema: schema.into(),
            writer,
        })
    }

    /// This stream if it has the schema. Otherwise it ends, and the next one begins.
    pub fn continue_with(self, schema: Schema) -> io::Result<Self> {
        if *self.schema == schema {
            return Ok(self);
        }
        Self::begin(schema, self.writer.into_inner().map_err(io::Error::other)?)
    }

    /// Writes a batch. A dictionary is written only if it differs from the column's last one.
    pub fn write(&mut self, columns: Vec<ArrayRef>, rows: usize) -> io::Result<()> {
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        RecordBatch::try_new_with_options(self.schema.clone(), columns, &options)
            .and_then(|batch| self.writer.write(&batch))
            .map_err(io::Error::other)
    }

    /// Writes the end.
    pub fn finish(&mut self) -> io::Result<()> {
        self.writer.finish().map_err(io::Error::other)
    }

    /// Moves what was collected to the output.
    pub fn drain_to(&mut self, output: &mut impl Write) -> io::Result<()> {
        output.write_all(self.writer.get_ref())?;
        self.writer.get_mut().clear();
        Ok(())
    }
}
