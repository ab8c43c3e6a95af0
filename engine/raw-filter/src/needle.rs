//! The lines that contain a text.

use crate::scanner::{Doubts, LONGEST, SHORTEST, Scan, Scanner};
use memchr::memmem::Finder;
use memchr::{memchr, memchr2, memrchr};
use std::iter;

/// A text that every selected line contains. Lines without it need not be parsed.
///
/// This is the raw filtering of Palkar et al., "Filter Before You Parse" (VLDB 2018), without its false negatives. It
/// applies to blocks without doubt.
pub struct Needle<D> {
    finder: Finder<'static>,
    scanner: Scanner<D>,
}

impl<D: Doubts> Needle<D> {
    /// The longest of some texts. None if each is too short, too long, or has an end of a line.
    pub fn longest<'a>(texts: impl IntoIterator<Item = &'a [u8]>, doubts: D) -> Option<Self> {
        let longest = texts
            .into_iter()
            .filter(|text| (SHORTEST..=LONGEST).contains(&text.len()))
            .filter(|text| memchr2(b'\n', b'\r', text).is_none())
            .max_by_key(|text| (text.len(), *text))?;
        Some(Self {
            finder: Finder::new(longest).into_owned(),
            scanner: Scanner::new(longest, doubts),
        })
    }

    /// Whether a line contains the text.
    pub fn is_in(&self, line: &[u8]) -> bool {
        self.finder.find(line).is_some()
    }

    /// Scans a block. None if it is in doubt.
    pub fn scan(&self, block: &[u8]) -> Option<Scan> {
        self.scanner.scan(block)
    }

    /// The lines of the block that contain the text, each without its end, and the start of the next line.
    pub fn lines<'needle, 'block>(
        &'needle self,
        scan: &'needle Scan,
        block: &'block [u8],
    ) -> impl Iterator<Item = (&'block [u8], usize)> + use<'needle, 'block, D> {
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
