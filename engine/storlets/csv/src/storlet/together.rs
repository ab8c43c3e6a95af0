//! Typed answers and aggregates: the simple records of a block.

use super::Storlet;
use crate::index::{FieldIndex, Part};
use crate::simple_rows::{SimpleRow, SimpleRows};
use headwater_predicates::{Addition, Outcomes};
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
        let mut rows = SimpleRows::of(&dialect, block);
        for part in index.parts(block) {
            if self.limit == 0 {
                break;
            }
            match part {
                Part::Simple(fields) => {
                    self.counts.read += 1;
                    let row = rows.row(fields);
                    if !self.dialect.skips(row.record()) && !mem::take(&mut self.header) {
                        self.filter_simple(row, &mut rows, output)?;
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

    /// Processes a record. It is answered with others if it is certainly selected and there is no limit.
    #[inline]
    fn filter_simple<'a>(
        &mut self,
        mut row: SimpleRow<'a>,
        rows: &mut SimpleRows<'a>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let exact = row.is_exact() && !self.is_limited;
        let outcomes = match &self.selection {
            Some(selection) if exact => selection.outcomes(&mut row),
            Some(_) => Outcomes::ANY,
            None => Outcomes::TRUE,
        };
        let certain = exact && outcomes == Outcomes::TRUE;
        if !outcomes.may_be_true() || certain && self.add(row, rows, output)? {
            return Ok(());
        }
        self.answer_together(rows, output)?;
        self.answer(row.record(), Some(row.fields()), output)
    }

    /// Adds a record to its group, or to the rows that are answered together. Returns false if no group may have it.
    #[inline]
    fn add<'a>(
        &mut self,
        mut row: SimpleRow<'a>,
        rows: &mut SimpleRows<'a>,
        output: &mut impl Write,
    ) -> io::Result<bool> {
        let Some(aggregate) = &mut self.aggregate else {
            if rows.push(row) {
                self.answer_together(rows, output)?;
            }
            return Ok(true);
        };
        let added = aggregate.add(&mut row);
        if added == Addition::Yes && aggregate.is_due(added) {
            self.counts.written += aggregate.flush(self.dialect.line_sep.bytes(), output)?;
        }
        Ok(added == Addition::Yes)
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
