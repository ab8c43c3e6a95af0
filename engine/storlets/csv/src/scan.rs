//! One pass over every byte of a block. It counts the records, detects records in doubt, and finds where a text may be.

use crate::row::MOST_FIELDS;
use memchr::{memchr_iter, memchr3};
use std::array;
use std::ops::Range;
use wide::u8x16;

const LANES: usize = 16;
/// The number of bytes for which one result says whether the text may begin in them.
const GROUP: usize = 4 * LANES;
/// The number of groups whose lines (at most one a byte) fit into one byte per lane.
const GROUPS: usize = 16;
/// A record with no end in this many iterations may have more than [`MOST_FIELDS`].
const MOST_UNENDED: usize = 16;
/// The longest text to search for. The end of a block, of the same length, is not scanned.
pub const LONGEST: usize = 1024;
const _: () = assert!((MOST_UNENDED + 1) * GROUPS * GROUP + LONGEST + GROUP <= MOST_FIELDS);
/// The number of the text's bytes to compare. With two, similar texts such as dates match too often.
const PROBES: usize = 3;

/// The text to search for.
pub struct Scanner {
    quote: u8,
    length: usize,
    /// Positions in the text, from its first byte to its last, and their bytes.
    probes: [(usize, u8); PROBES],
}

/// A block whose fields are all certain and not too many, and whose lines end with `\n` only.
pub struct Scan {
    /// The number of records, including an unterminated last one.
    pub records: u64,
    /// The groups in which the text may begin.
    groups: Vec<usize>,
}

/// Marks found in several groups, lane by lane.
#[derive(Default)]
struct Marks {
    lines: u8x16,
    doubtful: u8x16,
}

impl Scanner {
    /// For a text of 2 to [`LONGEST`] bytes, in records with this quote.
    pub fn new(text: &[u8], quote: u8) -> Self {
        let probe = |probe| {
            let at = probe * (text.len() - 1) / (PROBES - 1);
            (at, text[at])
        };
        Self {
            quote,
            length: text.len(),
            probes: array::from_fn(probe),
        }
    }

    /// Scans a block. None if it contains a quote, a carriage return, the first byte of a byte order mark, or a record
    /// that may be too wide.
    pub fn scan(&self, block: &[u8]) -> Option<Scan> {
        // In these groups every probe is inside the block.
        let whole = (block.len() + 1).saturating_sub(self.length) / GROUP;
        let (probed, tail) = (whole * GROUP, &block[whole * GROUP..]);
        let slices = self
            .probes
            .map(|(at, _)| &block[at.min(block.len() - probed)..][..probed])
            .map(|bytes| bytes.as_chunks().0);
        let mut records = lines(tail);
        let mut groups = Vec::new();
        let mut unended = 0;
        for first in (0..whole).step_by(GROUPS) {
            let part = first..whole.min(first + GROUPS);
            let ended = self.scan_groups(part, slices, &mut groups)?;
            records += ended;
            unended = if ended == 0 { unended + 1 } else { 0 };
            if unended == MOST_UNENDED {
                return None;
            }
        }
        groups.extend(whole..block.len().div_ceil(GROUP));
        let certain = memchr3(self.quote, b'\r', 0xEF, tail).is_none();
        certain.then_some(Scan { records, groups })
    }

    /// The number of line ends in several groups. None if a byte is doubtful. Adds the groups in which the text may
    /// begin to `found`.
    #[inline]
    fn scan_groups(
        &self,
        groups: Range<usize>,
        slices: [&[[u8; GROUP]]; PROBES],
        found: &mut Vec<usize>,
    ) -> Option<u64> {
        let mut marks = Marks::default();
        for group in groups {
            if self.may_begin(slices.map(|slice| &slice[group]), &mut marks) {
                found.push(group);
            }
        }
        let lines = marks.lines.to_array().into_iter().map(u64::from).sum();
        (!marks.doubtful.any()).then_some(lines)
    }

    /// Whether the text may begin in a group. The first slice is the group. The others are shifted by the positions of
    /// their probes.
    #[inline]
    fn may_begin(&self, probed: [&[u8; GROUP]; PROBES], marks: &mut Marks) -> bool {
        let [line, quote, carriage, mark] = [b'\n', self.quote, b'\r', 0xEF].map(u8x16::splat);
        let wanted = self.probes.map(|(_, byte)| u8x16::splat(byte));
        let vectors = probed.map(|group| group.as_chunks::<LANES>().0);
        let mut found = u8x16::ZERO;
        for vector in 0..GROUP / LANES {
            let probed = vectors.map(|group| u8x16::new(group[vector]));
            let bytes = probed[0];
            marks.lines -= bytes.simd_eq(line);
            marks.doubtful |= bytes.simd_eq(quote) | bytes.simd_eq(carriage) | bytes.simd_eq(mark);
            found |= probed[0].simd_eq(wanted[0])
                & probed[1].simd_eq(wanted[1])
                & probed[2].simd_eq(wanted[2]);
        }
        found.any()
    }
}

impl Scan {
    /// The ranges of the block in which the text may begin, in ascending order.
    pub fn candidates(&self) -> impl Iterator<Item = Range<usize>> {
        self.groups
            .iter()
            .map(|group| group * GROUP..(group + 1) * GROUP)
    }
}

/// The number of records, including an unterminated last one.
pub fn lines(records: &[u8]) -> u64 {
    let ended = memchr_iter(b'\n', records).count() as u64;
    ended + u64::from(!records.is_empty() && !records.ends_with(b"\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use memchr::memmem;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    fn of(alphabet: &'static [u8], length: Range<usize>) -> impl Strategy<Value = Vec<u8>> {
        vec(select(alphabet), length)
    }

    proptest! {
        #[test]
        fn every_text_begins_in_a_candidate_and_every_record_is_counted(
            block in of(b"aab,\n", 0..3000),
            text in of(b"aab,", 2..90),
        ) {
            let scan = Scanner::new(&text, b'"').scan(&block).expect("a block without doubt");
            let records = block.split_inclusive(|&byte| byte == b'\n').count();
            prop_assert_eq!(scan.records, records as u64);
            prop_assert_eq!(lines(&block), records as u64);
            let candidates: Vec<_> = scan.candidates().collect();
            prop_assert!(candidates.is_sorted_by(|range, next| range.end <= next.start));
            for at in memmem::find_iter(&block, &text) {
                prop_assert!(candidates.iter().any(|range| range.contains(&at)), "{} of {:?}", at, candidates);
            }
        }

        #[test]
        fn a_doubtful_byte_is_found_at_any_position(
            mut block in of(b"ab\n", 1..3000),
            at in any::<prop::sample::Index>(),
            byte in select(b"'\r\xEF"),
        ) {
            let scanner = Scanner::new(b"abab", b'\'');
            prop_assert!(scanner.scan(&block).is_some());
            let at = at.index(block.len());
            block[at] = byte;
            prop_assert!(scanner.scan(&block).is_none());
        }
    }

    proptest! {
        #[test]
        fn a_wide_record_is_found_at_any_position(
            before in of(b"ab\n", 0..3000),
            behind in of(b"ab\n", 0..3000),
            text in of(b"ab", 2..LONGEST + 1),
        ) {
            let scanner = Scanner::new(&text, b'\'');
            let block = [before, b"\n".into(), vec![b','; MOST_FIELDS], b"\n".into(), behind].concat();
            prop_assert!(scanner.scan(&block).is_none());
        }
    }

    #[test]
    fn blocks_without_the_text_have_no_candidate() {
        let block = "2006-01-01T00:00:00+01:00,364.8,METER000001\n".repeat(1000);
        let scan = Scanner::new(b"2015-01-07", b'"').scan(block.as_bytes());
        let tail = block.len() - 10 - GROUP;
        let scan = scan.expect("a block without doubt");
        assert!(scan.candidates().all(|range| range.end > tail));
    }
}
