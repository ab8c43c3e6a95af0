//! The records of a split, by the rule of Hadoop's `LineRecordReader`.

use crate::{Failure, Separator, Split};
use std::io::{ErrorKind, Read};
use std::ops::Range;

const BUFFER: usize = 256 << 10;
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The records that belong to a split of an object.
///
/// Unless the split starts at 0, the bytes before the first separator at or after its start belong to the previous
/// split. A record belongs to the split if it starts at or before its end. It also belongs to it if the separator
/// before it, of several bytes, spans the end. The union of adjacent splits therefore contains every record exactly
/// once. A UTF-8 byte order mark at the start of the object is skipped.
///
/// The buffer grows with the records, whose length is limited only by the memory.
pub struct Records<R> {
    input: R,
    separator: Separator,
    /// The end of the range in the object.
    end: u64,
    /// The position of `rest` in the object.
    offset: u64,
    buffer: Vec<u8>,
    /// The part of the buffer that was read and not yet returned.
    rest: Range<usize>,
    /// The part of the buffer that [`Records::next`] has yet to return from a block.
    block: Range<usize>,
    input_ended: bool,
    done: bool,
}

impl<R: Read> Records<R> {
    /// The records of `split`. `input` provides the bytes from the split's start to the end of the object.
    pub fn open(input: R, split: Split, separator: Separator) -> Result<Self, Failure> {
        Self::with_buffer(input, split, separator, BUFFER)
    }

    fn with_buffer(
        input: R,
        split: Split,
        separator: Separator,
        size: usize,
    ) -> Result<Self, Failure> {
        let mut records = Self {
            input,
            separator,
            end: split.end.unwrap_or(u64::MAX),
            offset: split.start,
            buffer: vec![0; size],
            rest: 0..0,
            block: 0..0,
            input_ended: false,
            done: false,
        };
        records.fill()?;
        if split.start > 0 {
            records.skip()?;
        } else if records.buffer[records.rest.clone()].starts_with(BYTE_ORDER_MARK) {
            records.advance(BYTE_ORDER_MARK.len());
        }
        Ok(records)
    }

    /// The record separator.
    pub fn separator(&self) -> &Separator {
        &self.separator
    }

    /// The next record, without its separator.
    #[expect(
        clippy::should_implement_trait,
        reason = "a record is borrowed from the reader"
    )]
    pub fn next(&mut self) -> Result<Option<&[u8]>, Failure> {
        Ok(self.next_at()?.map(|(_, record)| record))
    }

    /// The next record without its separator, and its position in the object.
    pub fn next_at(&mut self) -> Result<Option<(u64, &[u8])>, Failure> {
        if self.block.is_empty() && self.block()?.is_none() {
            return Ok(None);
        }
        let start = self.offset - (self.rest.start - self.block.start) as u64;
        let bytes = &self.buffer[self.block.clone()];
        let (length, behind) = self
            .separator
            .first(bytes)
            .unwrap_or((bytes.len(), bytes.len()));
        self.block.start += behind;
        Ok(Some((start, &bytes[..length])))
    }

    /// The next records, at least one, raw and with their separators. The object's last record may have none.
    ///
    /// This is for storlets that search many records at once. It skips the rest of the block that [`Records::next`] has
    /// not returned.
    pub fn block(&mut self) -> Result<Option<&[u8]>, Failure> {
        self.block = 0..0;
        while !(self.done || self.input_ended && self.rest.is_empty()) {
            if let Some(length) = self.whole() {
                self.block = self.rest.start..self.rest.start + length;
                self.advance(length);
                return Ok(Some(&self.buffer[self.block.clone()]));
            }
            self.fill()?;
        }
        Ok(None)
    }

    /// The length of the complete records of this split in `rest`, if any.
    fn whole(&mut self) -> Option<usize> {
        let before_end =
            usize::try_from(self.end.saturating_sub(self.offset)).unwrap_or(usize::MAX);
        let certain = self.certain();
        let separator = if before_end < certain.len() {
            let last = self
                .separator
                .first(&certain[before_end..])
                .map(|(_, behind)| before_end + behind);
            self.done = last.is_some();
            last
        } else if self.input_ended {
            None
        } else {
            self.separator.last(certain).map(|(_, behind)| behind)
        };
        separator.or(self.input_ended.then_some(self.rest.len()))
    }

    /// The part of `rest` in which every separator is complete.
    fn certain(&self) -> &[u8] {
        let bytes = &self.buffer[self.rest.clone()];
        match self.input_ended {
            true => bytes,
            false => &bytes[..bytes.len() - self.separator.open_end(bytes)],
        }
    }

    /// Skips to the end of the first separator. If what follows belongs to the next split, the split is done.
    fn skip(&mut self) -> Result<(), Failure> {
        loop {
            let certain = self.certain();
            let (found, length) = match self.separator.first(certain) {
                Some((_, behind)) => (true, behind),
                None => (self.input_ended, certain.len()),
            };
            self.advance(length);
            if found {
                self.done = self.offset > self.end.saturating_add(self.separator.overhang());
                return Ok(());
            }
            self.fill()?;
        }
    }

    fn advance(&mut self, length: usize) {
        self.rest.start += length;
        self.offset += length as u64;
    }

    /// Makes room and reads until the buffer is full. Moves `rest` to the front, and doubles a buffer that it fills.
    fn fill(&mut self) -> Result<(), Failure> {
        if self.rest.len() == self.buffer.len() {
            self.grow()?;
        }
        self.buffer.copy_within(self.rest.clone(), 0);
        self.rest = 0..self.rest.len();
        while self.rest.end < self.buffer.len() && !self.input_ended {
            match self.input.read(&mut self.buffer[self.rest.end..]) {
                Ok(0) => self.input_ended = true,
                Ok(read) => self.rest.end += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Failure::failed(format!("reading the object: {error}"))),
            }
        }
        Ok(())
    }

    fn grow(&mut self) -> Result<(), Failure> {
        let size = self.buffer.len();
        let start = self.offset;
        self.buffer.try_reserve_exact(size).map_err(|_| {
            Failure::failed(format!(
                "the record at byte {start} is longer than {size} bytes, and memory ends there"
            ))
        })?;
        self.buffer.resize(2 * size, 0);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
