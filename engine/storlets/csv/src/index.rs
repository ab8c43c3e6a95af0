//! One pass over every byte of a block that finds all fields of its simple records.

use crate::Dialect;
use headwater_storlet::Separator;
use std::iter;
use std::ops::Range;
use wide::u8x16;

const LANES: usize = 16;
const GROUP: usize = 4 * LANES;

/// The ends of the fields of a block, for answers that need most fields of most records.
pub struct FieldIndex {
    sep: u8,
    quote: u8,
    /// The positions of all separators of fields and of records, in ascending order.
    ends: Vec<usize>,
    /// The positions of quotes and carriage returns.
    odd: Vec<usize>,
}

/// A part of a block.
pub enum Part<'a> {
    /// A record without quotes and carriage returns, and its fields.
    Simple(&'a [u8], SimpleFields<'a>),
    /// Any other records, with their separators.
    Other(&'a [u8]),
}

/// The fields of a simple record.
#[derive(Clone, Copy)]
pub struct SimpleFields<'a> {
    start: usize,
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
            ends: Vec::new(),
            odd: Vec::new(),
        })
    }

    /// Finds the fields of a block.
    pub fn scan(&mut self, block: &[u8]) {
        self.ends.clear();
        self.odd.clear();
        let (groups, tail) = block.as_chunks::<GROUP>();
        for (index, group) in groups.iter().enumerate() {
            self.scan_group(index * GROUP, group);
        }
        let mut last = [0; GROUP];
        last[..tail.len()].copy_from_slice(tail);
        self.scan_group(block.len() - tail.len(), &last);
        for positions in [&mut self.ends, &mut self.odd] {
            positions.truncate(positions.partition_point(|at| *at < block.len()));
        }
    }

    #[inline]
    fn scan_group(&mut self, at: usize, group: &[u8; GROUP]) {
        let [sep, line, quote, carriage] = [self.sep, b'\n', self.quote, b'\r'].map(u8x16::splat);
        let (mut ends, mut odd) = (0_u64, 0_u64);
        for (index, lanes) in group.as_chunks::<LANES>().0.iter().enumerate() {
            let bytes = u8x16::new(*lanes);
            let mask = |found: u8x16| u64::from(found.to_bitmask()) << (index * LANES);
            ends |= mask(bytes.simd_eq(sep) | bytes.simd_eq(line));
            odd |= mask(bytes.simd_eq(quote) | bytes.simd_eq(carriage));
        }
        push(&mut self.ends, at, ends);
        push(&mut self.odd, at, odd);
    }

    /// The parts of the block that was scanned, in order.
    pub fn parts<'a>(&'a self, block: &'a [u8]) -> impl Iterator<Item = Part<'a>> {
        let (mut start, mut ends, mut odd) = (0, &self.ends[..], &self.odd[..]);
        iter::from_fn(move || {
            let count = ends.iter().position(|end| block[*end] == b'\n');
            let Some(last) = count else {
                let rest = &block[start..];
                start = block.len();
                return (!rest.is_empty()).then_some(Part::Other(rest));
            };
            let (fields, behind) = ends.split_at(last + 1);
            let (begin, end) = (start, fields[last]);
            (start, ends) = (end + 1, behind);
            let others = odd.iter().take_while(|at| **at < end).count();
            odd = &odd[others..];
            Some(match others {
                0 => Part::Simple(
                    &block[begin..end],
                    SimpleFields {
                        start: begin,
                        ends: fields,
                    },
                ),
                _ => Part::Other(&block[begin..=end]),
            })
        })
    }
}

impl SimpleFields<'_> {
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

#[inline]
fn push(positions: &mut Vec<usize>, at: usize, mut found: u64) {
    positions.reserve(GROUP);
    while found != 0 {
        positions.push(at + found.trailing_zeros() as usize);
        found &= found - 1;
    }
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
                    Part::Simple(record, fields) => {
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
