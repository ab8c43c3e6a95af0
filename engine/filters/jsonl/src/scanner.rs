//! JSON, strictly: what every reader takes for the same.

/// Deeper ones, Jackson may refuse.
const DEEPEST: u32 = 64;
/// Longer ones, Jackson may refuse.
const LONGEST_NUMBER: usize = 100;
/// Longer ones, Jackson may refuse.
const LONGEST_NAME: usize = 1000;

/// A member of an object: what stands between the quotes of its name, and its value, both as they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member<'a> {
    /// Without escapes, in what [`scan`] finds.
    pub name: &'a [u8],
    /// Without white space around it.
    pub value: &'a [u8],
}

/// Finds the members of the object that a text is, in their order; `members` is emptied first. Whether it is *plain*: one object of
/// RFC 8259 with nothing around it but white space, none of its own names with an escape, and nowhere in it what a reader may find too deep or
/// too long.
///
/// The text must be UTF-8.
pub fn scan<'a>(text: &'a [u8], members: &mut Vec<Member<'a>>) -> bool {
    members.clear();
    let mut scanner = Scanner { text, at: 0 };
    scanner.text(members).is_some()
}

/// Finds the elements of the list that a text is, in their order and without white space around them; `elements` is emptied first. Whether it is
/// plain, as an object is to [`scan`].
pub fn elements<'a>(text: &'a [u8], elements: &mut Vec<&'a [u8]>) -> bool {
    elements.clear();
    let mut scanner = Scanner { text, at: 0 };
    scanner.list(elements).is_some()
}

/// Where it is read. What is not plain is none.
struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    fn text(&mut self, members: &mut Vec<Member<'a>>) -> Option<()> {
        self.space();
        self.expect(b'{')?;
        self.each(b'}', |scanner| {
            let (member, escaped) = scanner.member(DEEPEST - 1)?;
            members.push(member);
            (!escaped).then_some(())
        })?;
        self.space();
        (self.at == self.text.len()).then_some(())
    }

    fn list(&mut self, elements: &mut Vec<&'a [u8]>) -> Option<()> {
        self.expect(b'[')?;
        self.each(b']', |scanner| {
            let start = scanner.at;
            scanner.value(DEEPEST - 1)?;
            elements.push(&scanner.text[start..scanner.at]);
            Some(())
        })?;
        (self.at == self.text.len()).then_some(())
    }

    /// What is in an object or a list, with commas between, to its end.
    #[inline]
    fn each(&mut self, end: u8, mut one: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.space();
        if self.peek()? == end {
            self.at += 1;
            return Some(());
        }
        loop {
            self.space();
            one(self)?;
            self.space();
            let byte = self.peek()?;
            self.at += 1;
            match byte {
                b',' => {}
                byte => return (byte == end).then_some(()),
            }
        }
    }

    /// A member, whose value may be so deep, and whether there are escapes in its name.
    #[inline]
    fn member(&mut self, depth: u32) -> Option<(Member<'a>, bool)> {
        self.expect(b'"')?;
        let start = self.at;
        let escaped = self.string()?;
        let name = &self.text[start..self.at - 1];
        self.space();
        self.expect(b':')?;
        self.space();
        let start = self.at;
        self.value(depth)?;
        let value = &self.text[start..self.at];
        (name.len() <= LONGEST_NAME).then_some((Member { name, value }, escaped))
    }

    /// Passes over a value that may be so deep.
    fn value(&mut self, depth: u32) -> Option<()> {
        let byte = self.peek()?;
        match byte {
            b'"' => {
                self.at += 1;
                self.string().map(|_| ())
            }
            b'-' | b'0'..=b'9' => self.number(),
            b'{' | b'[' => {
                self.at += 1;
                let deeper = depth.checked_sub(1)?;
                match byte {
                    b'{' => self.each(b'}', |scanner| scanner.member(deeper).map(|_| ())),
                    _ => self.each(b']', |scanner| scanner.value(deeper)),
                }
            }
            b't' => self.word(b"true"),
            b'f' => self.word(b"false"),
            b'n' => self.word(b"null"),
            _ => None,
        }
    }

    fn word(&mut self, word: &[u8]) -> Option<()> {
        let there = self.text[self.at..].starts_with(word);
        self.at += word.len();
        there.then_some(())
    }

    /// Passes over the rest of a string, and the quote that ends it. Whether there are escapes in it.
    #[inline]
    fn string(&mut self) -> Option<bool> {
        let mut escaped = false;
        loop {
            self.at += ordinary(&self.text[self.at..]);
            let byte = self.peek()?;
            self.at += 1;
            match byte {
                b'"' => return Some(escaped),
                b'\\' => {
                    escaped = true;
                    self.escape()?;
                }
                // A control character, which must be escaped.
                _ => return None,
            }
        }
    }

    fn escape(&mut self) -> Option<()> {
        let byte = self.peek()?;
        self.at += 1;
        match byte {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(()),
            b'u' => {
                let digits = self.text.get(self.at..self.at + 4)?;
                self.at += 4;
                digits.iter().all(u8::is_ascii_hexdigit).then_some(())
            }
            _ => None,
        }
    }

    #[inline]
    fn number(&mut self) -> Option<()> {
        let start = self.at;
        self.at += usize::from(self.text[start] == b'-');
        match self.peek()? {
            b'0' => self.at += 1,
            _ => self.digits()?,
        }
        if self.text.get(self.at) == Some(&b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.text.get(self.at) {
            self.at += 1;
            self.at += usize::from(matches!(self.text.get(self.at), Some(b'+' | b'-')));
            self.digits()?;
        }
        (self.at - start <= LONGEST_NUMBER).then_some(())
    }

    /// One digit at least.
    #[inline]
    fn digits(&mut self) -> Option<()> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.text.get(self.at) {
            self.at += 1;
        }
        (self.at > start).then_some(())
    }

    #[inline]
    fn space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.text.get(self.at) {
            self.at += 1;
        }
    }

    #[inline]
    fn expect(&mut self, byte: u8) -> Option<()> {
        let there = self.peek()? == byte;
        self.at += 1;
        there.then_some(())
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }
}

/// How many bytes of a string stand before the first quote, backslash or control character: eight are looked at together.
#[inline]
fn ordinary(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    let mut at = 0;
    while let Some(eight) = bytes[at..].first_chunk() {
        let word = u64::from_le_bytes(*eight);
        // The lowest bit that is set is that of the first byte below `than`; what is above it may be wrong.
        let below = |word: u64, than: u64| word.wrapping_sub(ONES * than) & !word & HIGH;
        let found = below(word, 0x20)
            | below(word ^ (ONES * u64::from(b'"')), 1)
            | below(word ^ (ONES * u64::from(b'\\')), 1);
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = bytes[at..].iter();
    at + rest
        .take_while(|byte| **byte >= 0x20 && **byte != b'"' && **byte != b'\\')
        .count()
}
