//! Scans lines, most of which have the same names in the same order.

use super::{Member, Scanner};
use wide::u8x16;

const LANES: usize = 16;

/// The names of the last line, which the next line probably has too.
#[derive(Default)]
pub struct Names {
    /// Each name in its quotes, with the byte before it and the colon after it.
    names: Vec<Name>,
    shape: u64,
}

/// What is before a value: a byte, a name in its quotes, and a colon.
struct Name {
    text: Vec<u8>,
    /// Its first bytes, and a bit for each.
    first: u8x16,
    bits: u32,
}

/// The members of a plain line, in their order.
#[derive(Clone, Copy)]
pub struct Members<'a, 'b> {
    /// The members.
    pub list: &'b [Member<'a>],
    /// Lines with the same number have the same names in the same order. 0 if there are none.
    pub shape: u64,
    /// Whether a string in the line has an escape.
    pub escapes: bool,
}

impl Names {
    /// Finds the members of a line, as [`super::scan`] does. None if the line is not plain. `list` is a buffer.
    #[inline]
    pub fn scan<'a, 'b>(
        &mut self,
        line: &'a [u8],
        list: &'b mut Vec<Member<'a>>,
    ) -> Option<Members<'a, 'b>> {
        list.clear();
        let mut scanner = Scanner::of(line);
        while let Some(name) = self.next(list.len(), &mut scanner)? {
            let value = scanner.skip()?;
            list.push(Member { name, value });
        }
        scanner.space();
        (scanner.at == line.len()).then_some(())?;
        if list.len() < self.names.len() {
            self.names.truncate(list.len());
            self.shape += 1;
        }
        Some(Members {
            list,
            shape: self.shape,
            escapes: scanner.escapes,
        })
    }

    /// Parses what is before the value of the next member, given the number of members before it, and returns its name.
    /// `Some(None)` if the object ends.
    #[inline]
    fn next<'a>(&mut self, number: usize, scanner: &mut Scanner<'a>) -> Option<Option<&'a [u8]>> {
        let rest = &scanner.text[scanner.at..];
        if let Some(name) = self.names.get(number)
            && name.begins(rest)
        {
            scanner.at += name.text.len();
            scanner.space();
            return Some(Some(&rest[2..name.text.len() - 2]));
        }
        self.other(number, scanner)
    }

    /// The same for a name that the last line does not have here, or with space around it.
    fn other<'a>(&mut self, number: usize, scanner: &mut Scanner<'a>) -> Option<Option<&'a [u8]>> {
        scanner.space();
        let byte = scanner.peek()?;
        scanner.at += 1;
        scanner.space();
        match (byte, number) {
            (b'{', 0) if scanner.peek()? == b'}' => {
                scanner.at += 1;
                return Some(None);
            }
            (b'{', 0) | (b',', 1..) => {}
            (b'}', 1..) => return Some(None),
            _ => return None,
        }
        let name = scanner.unescaped_name()?;
        if self.names.get(number).map(Name::inside) != Some(name) {
            self.shape += 1;
            self.names.truncate(number);
            self.names.push(Name::of(byte, name));
        }
        Some(Some(name))
    }
}

impl Name {
    fn of(byte: u8, name: &[u8]) -> Self {
        let text = [&[byte], &b"\""[..], name, b"\":"].concat();
        let length = text.len().min(LANES);
        let mut first = [0; LANES];
        first[..length].copy_from_slice(&text[..length]);
        Self {
            text,
            first: u8x16::new(first),
            bits: (1 << length) - 1,
        }
    }

    /// Whether a text begins with it.
    #[inline]
    fn begins(&self, text: &[u8]) -> bool {
        match text.first_chunk::<LANES>() {
            Some(lanes) => {
                let equal = u8x16::new(*lanes).simd_eq(self.first).to_bitmask() & self.bits;
                equal == self.bits && (self.text.len() <= LANES || text.starts_with(&self.text))
            }
            None => text.starts_with(&self.text),
        }
    }

    /// The name without its quotes.
    fn inside(&self) -> &[u8] {
        &self.text[2..self.text.len() - 2]
    }
}
