//! Searches many records at once for a text that every selected row contains.

use crate::Dialect;
use crate::scan::{LONGEST, Scan, Scanner};
use headwater_predicates::Selection;
use headwater_storlet::Separator;
use memchr::memmem::Finder;
use memchr::{memchr, memchr3, memrchr};
use std::iter;

/// A text that every selected record contains. Records without it need not be split into fields.
///
/// This is the raw filtering of Palkar et al., "Filter Before You Parse" (VLDB 2018), without its false negatives. It
/// applies to blocks in which no field can be in doubt.
pub struct Needle {
    finder: Finder<'static>,
    scanner: Scanner,
}

impl Needle {
    /// The needle of a selection, if there is one and lines can be separated without parsing them.
    pub fn of(selection: &Selection, dialect: &Dialect) -> Option<Self> {
        const SHORTEST: usize = 2;
        let lines = dialect.line_sep == Separator::Line || dialect.line_sep.bytes() == b"\n";
        let plain =
            lines && dialect.sep.len() == 1 && !dialect.trims() && dialect.comment.is_none();
        let is_verbatim = |literal: &&[u8]| {
            literal.len() >= SHORTEST
                && literal.len() <= LONGEST
                && memchr3(b'\n', b'\r', dialect.quote, literal).is_none()
                && Finder::new(literal).find(&dialect.empty_value).is_none()
        };
        let literals = selection.required_texts(dialect.width.is_some());
        let longest = literals
            .into_iter()
            .filter(is_verbatim)
            .max_by_key(|literal| literal.len())
            .filter(|_| plain)?;
        Some(Self {
            finder: Finder::new(longest).into_owned(),
            scanner: Scanner::new(longest, dialect.quote),
        })
    }

    /// Scans a block. None if a field in it may be in doubt.
    pub fn scan(&self, block: &[u8]) -> Option<Scan> {
        self.scanner.scan(block)
    }

    /// The records of the block that contain the needle, each without its separator, and the start of the next record.
    pub fn records<'a>(
        &'a self,
        scan: &'a Scan,
        block: &'a [u8],
    ) -> impl Iterator<Item = (&'a [u8], usize)> {
        let mut candidates = scan.candidates().peekable();
        let mut next = 0;
        iter::from_fn(move || {
            while let Some(range) = candidates.peek() {
                let start = next.max(range.start);
                let end = block.len().min(range.end + self.finder.needle().len() - 1);
                if let Some(found) = block
                    .get(start..end)
                    .and_then(|part| self.finder.find(part))
                {
                    let at = start + found;
                    let start = memrchr(b'\n', &block[next..at]).map_or(next, |end| next + end + 1);
                    let end = memchr(b'\n', &block[at..]).map_or(block.len(), |length| at + length);
                    next = block.len().min(end + 1);
                    return Some((&block[start..end], next));
                }
                candidates.next();
            }
            None
        })
    }
}
