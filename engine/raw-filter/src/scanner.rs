//! One pass over every byte of a block. It counts the lines, detects bytes in doubt, and finds where a text may be.

use memchr::memchr_iter;
use std::array;
use std::ops::Range;
use wide::u8x16;

const LANES: usize = 16;
/// The number of bytes for which one result says whether the text may begin in them.
const GROUP: usize = 4 * LANES;
/// The number of groups whose lines (at most one a byte) fit into one byte per lane.
const GROUPS: usize = 16;
/// A line with no end in this many iterations may be longer than [`LONGEST_LINE`].
const MOST_UNENDED: usize = 16;
/// The shortest text to search for.
pub const SHORTEST: usize = 2;
/// The longest text to search for. The end of a block, of the same length, is not scanned.
pub const LONGEST: usize = 1024;
/// The bytes that a line of a scanned block has at most.
pub const LONGEST_LINE: usize = (MOST_UNENDED + 1) * GROUPS * GROUP + LONGEST + GROUP;
/// The number of the text's bytes to compare. With two, similar texts such as dates match too often.
const PROBES: usize = 3;

/// Which bytes of a block leave it in doubt what its lines mean.
pub trait Doubts {
    /// Whether a byte is one, by the byte behind it. There is a 0 behind the last one.
    fn byte(&self, byte: u8, behind: u8) -> bool;

    /// Not zero where [`Doubts::byte`] is true.
    fn bytes(&self, bytes: u8x16, behind: u8x16) -> u8x16;
}

/// The text to search for.
pub struct Scanner<D> {
    doubts: D,
    length: usize,
    /// Positions in the text, from its first byte to its last, and their bytes.
    probes: [(usize, u8); PROBES],
}

/// A block without doubt.
pub struct Scan {
    /// The number of lines, including an unterminated last one.
    pub lines: u64,
    /// The groups in which the text may begin.
    groups: Vec<usize>,
}

/// Marks found in several groups, lane by lane.
#[derive(Default)]
struct Marks {
    lines: u8x16,
    doubtful: u8x16,
}

impl<D: Doubts> Scanner<D> {
    /// For a text of [`SHORTEST`] to [`LONGEST`] bytes.
    pub fn new(text: &[u8], doubts: D) -> Self {
        let probe = |probe| {
            let at = probe * (text.len() - 1) / (PROBES - 1);
            (at, text[at])
        };
        Self {
            doubts,
            length: text.len(),
            probes: array::from_fn(probe),
        }
    }

    /// Scans a block. None if a byte is in doubt, or if a line may be longer than [`LONGEST_LINE`].
    pub fn scan(&self, block: &[u8]) -> Option<Scan> {
        // In these groups every probe, and the byte behind each, is inside the block.
        let whole = (block.len() + 1).saturating_sub(self.length) / GROUP;
        let (probed, tail) = (whole * GROUP, &block[whole * GROUP..]);
        let shifted = |at: usize| {
            block[at.min(block.len() - probed)..][..probed]
                .as_chunks()
                .0
        };
        let slices = self.probes.map(|(at, _)| shifted(at));
        let behind = shifted(1);
        let mut ends = lines(tail);
        let mut groups = Vec::new();
        let mut unended = 0;
        for first in (0..whole).step_by(GROUPS) {
            let part = first..whole.min(first + GROUPS);
            let ended = self.scan_groups(part, slices, behind, &mut groups)?;
            ends += ended;
            unended = if ended == 0 { unended + 1 } else { 0 };
            if unended == MOST_UNENDED {
                return None;
            }
        }
        groups.extend(whole..block.len().div_ceil(GROUP));
        let behind = tail.iter().skip(1).chain([&0]);
        let doubtful = tail
            .iter()
            .zip(behind)
            .any(|(byte, behind)| self.doubts.byte(*byte, *behind));
        (!doubtful).then_some(Scan {
            lines: ends,
            groups,
        })
    }

    /// The number of line ends in several groups. None if a byte is doubtful. Adds the groups in which the text may
    /// begin to `found`.
    #[inline]
    fn scan_groups(
        &self,
        groups: Range<usize>,
        slices: [&[[u8; GROUP]]; PROBES],
        behind: &[[u8; GROUP]],
        found: &mut Vec<usize>,
    ) -> Option<u64> {
        let mut marks = Marks::default();
        for group in groups {
            let probed = slices.map(|slice| &slice[group]);
            if self.may_begin(probed, &behind[group], &mut marks) {
                found.push(group);
            }
        }
        let lines = marks.lines.to_array().into_iter().map(u64::from).sum();
        (!marks.doubtful.any()).then_some(lines)
    }

    /// Whether the text may begin in a group. The first slice is the group. The others are shifted by the positions of
    /// their probes.
    #[inline]
    fn may_begin(
        &self,
        probed: [&[u8; GROUP]; PROBES],
        behind: &[u8; GROUP],
        marks: &mut Marks,
    ) -> bool {
        let line = u8x16::splat(b'\n');
        let wanted = self.probes.map(|(_, byte)| u8x16::splat(byte));
        let vectors = probed.map(|group| group.as_chunks::<LANES>().0);
        let behind = behind.as_chunks::<LANES>().0;
        let mut found = u8x16::ZERO;
        for vector in 0..GROUP / LANES {
            let probed = vectors.map(|group| u8x16::new(group[vector]));
            let bytes = probed[0];
            marks.lines -= bytes.simd_eq(line);
            marks.doubtful |= self.doubts.bytes(bytes, u8x16::new(behind[vector]));
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

/// The number of lines, including an unterminated last one.
pub fn lines(bytes: &[u8]) -> u64 {
    let ended = memchr_iter(b'\n', bytes).count() as u64;
    ended + u64::from(!bytes.is_empty() && !bytes.ends_with(b"\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use memchr::memmem;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    /// A quote, and a brace that does not begin its line.
    struct Odd;

    impl Doubts for Odd {
        fn byte(&self, byte: u8, behind: u8) -> bool {
            byte == b'\'' || byte != b'\n' && behind == b'{'
        }

        fn bytes(&self, bytes: u8x16, behind: u8x16) -> u8x16 {
            let [quote, line, brace] = [b'\'', b'\n', b'{'].map(u8x16::splat);
            bytes.simd_eq(quote) | behind.simd_eq(brace) & !bytes.simd_eq(line)
        }
    }

    fn of(alphabet: &'static [u8], length: Range<usize>) -> impl Strategy<Value = Vec<u8>> {
        vec(select(alphabet), length)
    }

    proptest! {
        #[test]
        fn every_text_begins_in_a_candidate_and_every_line_is_counted(
            block in of(b"aab,\n", 0..3000),
            text in of(b"aab,", SHORTEST..90),
        ) {
            let scan = Scanner::new(&text, Odd).scan(&block).expect("a block without doubt");
            let count = block.split_inclusive(|&byte| byte == b'\n').count();
            prop_assert_eq!(scan.lines, count as u64);
            prop_assert_eq!(lines(&block), count as u64);
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
            byte in select(b"'{"),
        ) {
            let scanner = Scanner::new(b"abab", Odd);
            prop_assert!(scanner.scan(&block).is_some());
            let at = at.index(block.len());
            block[at] = byte;
            let begins = at == 0 || block[at - 1] == b'\n';
            prop_assert_eq!(scanner.scan(&block).is_some(), byte == b'{' && begins);
        }
    }

    proptest! {
        #[test]
        fn a_long_line_is_found_at_any_position(
            before in of(b"ab\n", 0..3000),
            behind in of(b"ab\n", 0..3000),
            text in of(b"ab", SHORTEST..LONGEST + 1),
        ) {
            let scanner = Scanner::new(&text, Odd);
            let block = [before, b"\n".into(), vec![b','; LONGEST_LINE], b"\n".into(), behind].concat();
            prop_assert!(scanner.scan(&block).is_none());
        }
    }

    #[test]
    fn blocks_without_the_text_have_no_candidate() {
        let block = "2006-01-01T00:00:00+01:00,364.8,METER000001\n".repeat(1000);
        let scan = Scanner::new(b"2015-01-07", Odd).scan(block.as_bytes());
        let tail = block.len() - 10 - GROUP;
        let scan = scan.expect("a block without doubt");
        assert!(scan.candidates().all(|range| range.end > tail));
    }
}
