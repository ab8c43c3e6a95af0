//! One pass over every byte of a block that finds all fields of its simple records.

use crate::Dialect;
use headwater_storlet::Separator;
use std::iter;
use std::ops::Range;
use wide::u8x16;

const LANES: usize = 16;
const GROUP: usize = 4 * LANES;
/// Most groups have at most this many separators.
const FEW: usize = 8;

/// The ends of the fields of a block, for answers that need most fields of most records.
pub struct FieldIndex {
    sep: u8,
    quote: u8,
    /// The positions of all separators of fields and of records, in ascending order.
    ends: Positions,
    /// For each record that ends, the number of separators up to its end.
    records: Vec<usize>,
    /// The positions of quotes and carriage returns.
    odd: Vec<usize>,
    /// Whether all bytes of the block are ASCII.
    ascii: bool,
}

/// Positions in a block, in ascending order.
#[derive(Default)]
struct Positions {
    /// The positions, and places for more.
    places: Vec<usize>,
    count: usize,
}

/// A part of a block.
pub enum Part<'a> {
    /// A record without quotes and carriage returns, and its fields.
    Simple(SimpleFields<'a>),
    /// Any other records, with their separators.
    Other(&'a [u8]),
}

/// The fields of a simple record.
#[derive(Clone, Copy)]
pub struct SimpleFields<'a> {
    /// Where the record begins in its block.
    start: usize,
    /// Where each field ends.
    ends: &'a [usize],
}

impl FieldIndex {
    /// The index for files with this format. None unless one byte ends fields, and `\n` ends records.
    pub fn of(dialect: &Dialect) -> Option<Self> {
        let [sep] = *dialect.sep else {
            return None;
        };
        let lines = matches!(dialect.line_sep, Separator::Line | Separator::Byte(b'\n'));
        lines.then_some(Self {
            sep,
            quote: dialect.quote,
            ends: Positions::default(),
            records: Vec::new(),
            odd: Vec::new(),
            ascii: true,
        })
    }

    /// Finds the fields of a block.
    pub fn scan(&mut self, block: &[u8]) {
        self.ends.clear(block.len());
        self.records.clear();
        self.odd.clear();
        let (groups, tail) = block.as_chunks::<GROUP>();
        let mut any = u8x16::ZERO;
        for (index, group) in groups.iter().enumerate() {
            any |= self.scan_group(index * GROUP, group);
        }
        let mut last = [0; GROUP];
        last[..tail.len()].copy_from_slice(tail);
        any |= self.scan_group(block.len() - tail.len(), &last);
        self.ascii = any.to_bitmask() == 0;
        let inside = |positions: &[usize]| positions.partition_point(|at| *at < block.len());
        self.ends.count = inside(self.ends.all());
        self.odd.truncate(inside(&self.odd));
    }

    /// Returns the bits that any of the bytes has.
    #[inline]
    fn scan_group(&mut self, at: usize, group: &[u8; GROUP]) -> u8x16 {
        let [sep, line, quote, carriage] = [self.sep, b'\n', self.quote, b'\r'].map(u8x16::splat);
        let (mut ends, mut lines, mut odd) = (0_u64, 0_u64, 0_u64);
        let mut any = u8x16::ZERO;
        for (index, lanes) in group.as_chunks::<LANES>().0.iter().enumerate() {
            let bytes = u8x16::new(*lanes);
            any |= bytes;
            let mask = |found: u8x16| u64::from(found.to_bitmask()) << (index * LANES);
            ends |= mask(bytes.simd_eq(sep));
            lines |= mask(bytes.simd_eq(line));
            odd |= mask(bytes.simd_eq(quote) | bytes.simd_eq(carriage));
        }
        ends |= lines;
        let before = self.ends.count;
        self.records.extend(ones(lines).map(|line| {
            let up_to_line = ends & (u64::MAX >> (u64::BITS - 1 - line));
            before + up_to_line.count_ones() as usize
        }));
        self.ends.push(at, ends);
        self.odd.extend(ones(odd).map(|odd| at + odd as usize));
        any
    }

    /// Whether all bytes of the block are ASCII.
    pub fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// The parts of the block that was scanned, in order.
    pub fn parts<'a>(&'a self, block: &'a [u8]) -> impl Iterator<Item = Part<'a>> {
        let (mut start, mut begun) = (0, 0);
        let (ends, mut odd) = (self.ends.all(), &self.odd[..]);
        let mut records = self.records.iter();
        iter::from_fn(move || {
            let Some(ended) = records.next() else {
                let rest = &block[start..];
                start = block.len();
                return (!rest.is_empty()).then_some(Part::Other(rest));
            };
            let fields = &ends[begun..*ended];
            let (begin, end) = (start, fields[fields.len() - 1]);
            (start, begun) = (end + 1, *ended);
            let others = odd.iter().take_while(|at| **at < end).count();
            odd = &odd[others..];
            Some(match others {
                0 => Part::Simple(SimpleFields {
                    start: begin,
                    ends: fields,
                }),
                _ => Part::Other(&block[begin..=end]),
            })
        })
    }
}

impl Positions {
    /// Removes all, and makes places for those of a block.
    fn clear(&mut self, block: usize) {
        self.count = 0;
        self.places.resize(self.places.len().max(block + GROUP), 0);
    }

    /// Adds the positions of the bits of a group that are set.
    #[inline]
    fn push(&mut self, at: usize, mut bits: u64) {
        let found = bits.count_ones() as usize;
        let places = &mut self.places[self.count..self.count + GROUP];
        let mut put = |place: &mut usize| {
            *place = at + bits.trailing_zeros() as usize;
            bits &= bits.wrapping_sub(1);
        };
        // Few are put at once, used or not: the processor would often guess their number wrongly.
        places[..FEW].iter_mut().for_each(&mut put);
        if found > FEW {
            places[FEW..found].iter_mut().for_each(put);
        }
        self.count += found;
    }

    fn all(&self) -> &[usize] {
        &self.places[..self.count]
    }
}

impl SimpleFields<'_> {
    /// The record in its block, without its separator.
    #[inline]
    pub fn record(self, block: &[u8]) -> &[u8] {
        &block[self.start..self.ends[self.ends.len() - 1]]
    }

    /// The number of fields, at least one.
    pub fn count(self) -> usize {
        self.ends.len()
    }

    /// The range of a field in its record, if the record has that many.
    #[inline]
    pub fn range(self, field: usize) -> Option<Range<usize>> {
        let end = self.ends.get(field)? - self.start;
        let start = match field {
            0 => 0,
            field => self.ends[field - 1] + 1 - self.start,
        };
        Some(start..end)
    }

    /// The ranges of the fields in their record.
    pub fn ranges(self) -> impl Iterator<Item = Range<usize>> {
        (0..self.count()).filter_map(move |field| self.range(field))
    }
}

/// The positions of the bits that are set, from the lowest.
#[inline]
fn ones(mut bits: u64) -> impl Iterator<Item = u32> {
    iter::from_fn(move || {
        let lowest = (bits != 0).then(|| bits.trailing_zeros())?;
        bits &= bits - 1;
        Some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use headwater_storlet::{Parameters, Separator};
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    fn index(quote: u8) -> FieldIndex {
        let mut dialect = Dialect::parse(&Parameters::default()).expect("Spark's defaults");
        dialect.quote = quote;
        FieldIndex::of(&dialect).expect("an index")
    }

    fn is_simple(record: &[u8], quote: u8) -> bool {
        !record.iter().any(|byte| *byte == quote || *byte == b'\r')
    }

    proptest! {
        #[test]
        fn parts_have_all_bytes_in_order_and_simple_records_have_their_fields(
            block in vec(select(&b"aaaaaaaa,,\n\"\r\0"[..]), 0..700),
            quote in select(&[b'"', 0][..]),
        ) {
            let mut index = index(quote);
            index.scan(b"the fields, of another block\n");
            index.scan(&block);
            let mut records = block.split_inclusive(|byte| *byte == b'\n');
            for part in index.parts(&block) {
                let expected = records.next().expect("a record");
                match part {
                    Part::Other(bytes) => {
                        prop_assert_eq!(bytes, expected);
                        prop_assert!(!bytes.ends_with(b"\n") || !is_simple(bytes, quote));
                    }
                    Part::Simple(fields) => {
                        let record = fields.record(&block);
                        prop_assert_eq!(&[record, b"\n"].concat(), expected);
                        prop_assert!(is_simple(record, quote));
                        let found: Vec<_> = fields.ranges().map(|range| &record[range]).collect();
                        let fields: Vec<_> = record.split(|byte| *byte == b',').collect();
                        prop_assert_eq!(found, fields);
                    }
                }
            }
            prop_assert_eq!(records.next(), None);
        }
    }

    #[test]
    fn a_block_is_ascii_if_all_its_bytes_are() {
        let mut index = index(b'"');
        let mut block = [b'a'; 2 * GROUP + 3];
        for at in 0..block.len() {
            block[at] = 0x80;
            index.scan(&block);
            assert!(!index.is_ascii(), "{at}");
            block[at] = 0x7F;
            index.scan(&block);
            assert!(index.is_ascii(), "{at}");
        }
    }

    #[test]
    fn other_separators_have_no_index() {
        let dialect = Dialect::parse(&Parameters::default()).expect("Spark's defaults");
        for line_sep in [Separator::Byte(b'|'), Separator::Bytes(b"\r\n".into())] {
            let dialect = Dialect {
                line_sep,
                ..dialect.clone()
            };
            assert!(FieldIndex::of(&dialect).is_none());
        }
        let sep = b"||".to_vec();
        assert!(FieldIndex::of(&Dialect { sep, ..dialect }).is_none());
    }
}
