//! The current groups.

use super::key;
use super::plan::Plan;
use super::total::Total;
use crate::Type;
use foldhash::fast::RandomState;
use indexmap::IndexMap;
use std::io::{self, Write};

/// The estimated memory that groups may take before they are written.
const MEMORY: usize = 16 << 20;
/// The approximate memory of a group in addition to its key and totals.
const OVERHEAD: usize = 64;

/// The current groups by key, in the order of their first rows.
#[derive(Default)]
pub struct Groups {
    totals: IndexMap<Box<[u8]>, Box<[Total]>, RandomState>,
    /// The approximate memory that they take.
    bytes: usize,
}

impl Groups {
    /// Whether they take so much memory that they must be written.
    pub fn are_full(&self) -> bool {
        self.bytes > MEMORY
    }

    /// The totals of the functions in a group.
    #[inline]
    pub fn find(&mut self, key: &[u8]) -> Option<&mut [Total]> {
        self.totals.get_mut(key).map(|totals| &mut **totals)
    }

    /// Begins a group.
    pub fn begin(&mut self, key: &[u8], totals: Box<[Total]>) {
        let texts: usize = totals.iter().map(Total::bytes).sum();
        self.bytes += OVERHEAD + key.len() + size_of_val(&*totals) + texts;
        self.totals.insert(key.into(), totals);
    }

    /// Records that a group's text has grown by this many bytes.
    pub fn grown(&mut self, bytes: usize) {
        self.bytes += bytes;
    }

    /// Writes the groups, removes them and returns their number.
    pub fn flush(
        &mut self,
        plan: &Plan,
        separator: &[u8],
        output: &mut impl Write,
    ) -> io::Result<u64> {
        let count = self.totals.len();
        self.bytes = 0;
        let mut record = Vec::new();
        for (key, totals) in self.totals.drain(..) {
            record.clear();
            write(plan, &key, &totals, &mut record)?;
            output.write_all(&record)?;
            output.write_all(separator)?;
        }
        Ok(count as u64)
    }
}

/// Writes the record of a group.
fn write(plan: &Plan, key: &[u8], totals: &[Total], record: &mut Vec<u8>) -> io::Result<()> {
    record.extend(b"A[");
    key::write(key, plan, record)?;
    for (total, function) in totals.iter().zip(&plan.functions) {
        let kind = function
            .column
            .map_or(Type::Text, |place| plan.columns[place].kind);
        total.write(kind, record)?;
        record.push(b',');
    }
    record.pop_if(|last| *last == b',');
    record.push(b']');
    Ok(())
}
