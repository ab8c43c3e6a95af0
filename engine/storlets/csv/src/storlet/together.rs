//! Typed answers: the simple records of a block, many at once.

use super::Storlet;
use crate::Row;
use crate::index::{FieldIndex, Part, SimpleFields};
use crate::row::is_odd;
use crate::simple_rows::SimpleRows;
use headwater_predicates::Outcomes;
use std::io::{self, Write};
use std::mem;

impl Storlet {
    /// Processes a block whose fields were found.
    pub(super) fn filter_indexed(
        &mut self,
        index: &FieldIndex,
        block: &[u8],
        output: &mut impl Write,
    ) -> io::Result<()> {
        let dialect = self.dialect.clone();
        let mut rows = SimpleRows::of(&dialect);
        for part in index.parts(block) {
            if self.limit == 0 {
                break;
            }
            match part {
                Part::Simple(record, fields) => {
                    self.counts.read += 1;
                    if !self.dialect.skips(record) && !mem::take(&mut self.header) {
                        self.filter_simple(record, fields, &mut rows, output)?;
                    }
                }
                Part::Other(records) => {
                    self.answer_together(&mut rows, output)?;
                    self.filter_all(records, output)?;
                }
            }
        }
        self.answer_together(&mut rows, output)
    }

    /// Adds a record to the rows that are answered together, if it is certainly selected and there is no limit.
    #[inline]
    fn filter_simple<'a>(
        &mut self,
        record: &'a [u8],
        fields: SimpleFields<'a>,
        rows: &mut SimpleRows<'a>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let outcomes = self.selection.as_ref().map_or(Outcomes::TRUE, |selection| {
            let mut row = Row::indexed(&self.dialect, record, fields, &mut self.fields);
            selection.outcomes(&mut row)
        });
        if !outcomes.may_be_true() {
            return Ok(());
        }
        let whole = self
            .dialect
            .width
            .is_none_or(|width| fields.count() == width);
        if outcomes != Outcomes::TRUE
            || !whole
            || self.limit < u64::MAX
            || is_odd(&self.dialect, record)
        {
            self.answer_together(rows, output)?;
            self.answer(record, Some(fields), output)
        } else if rows.push(record, fields) {
            self.answer_together(rows, output)
        } else {
            Ok(())
        }
    }

    /// Writes rows, and removes them.
    fn answer_together(
        &mut self,
        rows: &mut SimpleRows,
        output: &mut impl Write,
    ) -> io::Result<()> {
        if let Some(typed) = &mut self.typed
            && typed.add_all(rows, self.utf8)
        {
            self.counts.written += rows.drain().count() as u64;
            return typed.flush(output);
        }
        for (record, fields) in rows.drain() {
            self.answer(record, Some(fields), output)?;
        }
        Ok(())
    }
}
