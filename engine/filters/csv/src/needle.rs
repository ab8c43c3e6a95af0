//! What every row that is kept must hold, to be looked for in many records at once.

use crate::{Dialect, Selection};
use headwater_filter::Separator;
use memchr::memmem::Finder;
use memchr::{memchr, memchr_iter, memchr3, memrchr};

/// Bytes that stand in every record which a selection may keep: one that has none of them need not be read field by field.
///
/// This is the raw filtering of Palkar et al., "Filter Before You Parse" (VLDB 2018), without its false negatives: it is for blocks in
/// which no field can be in doubt.
pub struct Needle {
    finder: Finder<'static>,
    quote: u8,
}

/// A place in a block.
pub struct Found<'a> {
    /// How many records end before it.
    pub before: u64,
    /// The record that it is in, without its separator.
    pub record: &'a [u8],
    /// What stands behind the record.
    pub rest: &'a [u8],
}

impl Needle {
    /// The needle of a selection, if it has one and records are lines that can be taken apart without looking into them.
    pub fn of(selection: &Selection, dialect: &Dialect) -> Option<Self> {
        const SHORTEST: usize = 2;
        let lines = dialect.line_sep == Separator::Line || dialect.line_sep.bytes() == b"\n";
        let plain =
            lines && dialect.sep.len() == 1 && !dialect.trims() && dialect.comment.is_none();
        let stands_as_it_is = |literal: &&[u8]| {
            literal.len() >= SHORTEST
                && memchr3(b'\n', b'\r', dialect.quote, literal).is_none()
                && Finder::new(literal).find(&dialect.empty_value).is_none()
        };
        let literals = selection.required_texts(dialect.width.is_some());
        let longest = literals
            .into_iter()
            .filter(stands_as_it_is)
            .max_by_key(|literal| literal.len())
            .filter(|_| plain)?;
        Some(Self {
            finder: Finder::new(longest).into_owned(),
            quote: dialect.quote,
        })
    }

    /// Whether all fields of a block's records are certain, and its lines end with `\n` alone: no quote, carriage return, or first byte
    /// of a byte order mark is in it.
    pub fn may_skip(&self, block: &[u8]) -> bool {
        memchr3(self.quote, b'\r', 0xEF, block).is_none()
    }

    /// The next record that has it.
    pub fn find<'a>(&self, records: &'a [u8]) -> Option<Found<'a>> {
        let at = self.finder.find(records)?;
        let start = memrchr(b'\n', &records[..at]).map_or(0, |end| end + 1);
        let end = memchr(b'\n', &records[at..]).map_or(records.len(), |length| at + length);
        Some(Found {
            before: lines(&records[..start]),
            record: &records[start..end],
            rest: records.get(end + 1..).unwrap_or_default(),
        })
    }
}

/// How many records there are, the last of which need not be ended.
pub fn lines(records: &[u8]) -> u64 {
    let ended = memchr_iter(b'\n', records).count() as u64;
    ended + u64::from(!records.is_empty() && !records.ends_with(b"\n"))
}
