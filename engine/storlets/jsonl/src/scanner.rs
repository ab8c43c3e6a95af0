//! Strict JSON, which all readers parse in the same way.

mod literals;
mod names;
mod runs;

pub use names::{Members, Names};
pub use runs::ordinary;

/// Jackson may reject deeper nesting.
const DEEPEST: u32 = 64;
/// Jackson may reject longer names.
const LONGEST_NAME: usize = 1000;

/// A member of an object: its name without quotes, and its value, both raw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member<'a> {
    /// [`scan`] returns only names without escapes.
    pub name: &'a [u8],
    /// Without surrounding white space.
    pub value: &'a [u8],
}

/// Finds the members of an object in their order. `members` is cleared first. Returns whether the text is *plain*: one
/// object of RFC 8259 with only white space around it, without escapes in its own names, and without anything that a
/// reader may reject as too deep or too long.
///
/// The text must be UTF-8.
pub fn scan<'a>(text: &'a [u8], members: &mut Vec<Member<'a>>) -> bool {
    members.clear();
    let mut scanner = Scanner::of(text);
    scanner.space();
    let object = scanner.members(|scanner, name| {
        let value = scanner.skip()?;
        members.push(Member { name, value });
        Some(())
    });
    scanner.space();
    object.is_some() && scanner.at == text.len()
}

/// Finds the elements of a list in their order, without surrounding white space. `elements` is cleared first. Returns
/// whether the list is plain in the sense of [`scan`].
pub fn elements<'a>(text: &'a [u8], elements: &mut Vec<&'a [u8]>) -> bool {
    elements.clear();
    let mut scanner = Scanner::of(text);
    let list = scanner.elements(|scanner| {
        elements.push(scanner.skip()?);
        Some(())
    });
    list.is_some() && scanner.at == text.len()
}

/// The position in the text. Parsing returns none for text that is not plain.
pub struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    /// Whether a string before the position has an escape.
    escapes: bool,
}

impl<'a> Scanner<'a> {
    /// A scanner at the beginning of the text.
    #[inline]
    pub fn of(text: &'a [u8]) -> Self {
        Self {
            text,
            at: 0,
            escapes: false,
        }
    }

    /// Parses an object. For each member, `each` gets its name and parses its value. None if a name has escapes.
    #[inline]
    pub fn members(
        &mut self,
        mut each: impl FnMut(&mut Self, &'a [u8]) -> Option<()>,
    ) -> Option<()> {
        self.expect(b'{')?;
        self.each(b'}', |scanner| {
            let name = scanner.unescaped_name()?;
            each(scanner, name)
        })
    }

    /// Parses a list. `each` parses each element.
    #[inline]
    pub fn elements(&mut self, each: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.expect(b'[')?;
        self.each(b']', each)
    }

    /// Skips a value inside an object or a list, and returns it.
    #[inline]
    pub fn skip(&mut self) -> Option<&'a [u8]> {
        let start = self.at;
        self.value(DEEPEST - 1)?;
        Some(&self.text[start..self.at])
    }

    /// The first byte of the next value.
    #[inline]
    pub fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Parses the comma-separated content of an object or a list to its end.
    #[inline]
    fn each(&mut self, end: u8, mut element: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.space();
        if self.peek()? == end {
            self.at += 1;
            return Some(());
        }
        loop {
            self.space();
            element(self)?;
            self.space();
            let byte = self.peek()?;
            self.at += 1;
            match byte {
                b',' => {}
                byte => return (byte == end).then_some(()),
            }
        }
    }

    /// A member's name, which has no escapes, and the colon after it.
    #[inline]
    fn unescaped_name(&mut self) -> Option<&'a [u8]> {
        let (name, escaped) = self.name()?;
        (!escaped).then_some(name)
    }

    /// A member's name and the colon after it, and whether it has escapes.
    #[inline]
    fn name(&mut self) -> Option<(&'a [u8], bool)> {
        self.expect(b'"')?;
        let start = self.at;
        let escaped = self.string()?;
        let name = &self.text[start..self.at - 1];
        self.space();
        self.expect(b':')?;
        self.space();
        (name.len() <= LONGEST_NAME).then_some((name, escaped))
    }

    /// Skips a value that may have this depth.
    #[inline]
    fn value(&mut self, depth: u32) -> Option<()> {
        match self.peek()? {
            b'"' => {
                self.at += 1;
                self.string().map(|_| ())
            }
            b'-' | b'0'..=b'9' => self.number(),
            byte => self.other_value(byte, depth),
        }
    }

    /// Skips a value that begins with this byte, and is no string or number.
    fn other_value(&mut self, byte: u8, depth: u32) -> Option<()> {
        match byte {
            b'{' | b'[' => {
                self.at += 1;
                let deeper = depth.checked_sub(1)?;
                match byte {
                    b'{' => self.each(b'}', |scanner| {
                        scanner.name()?;
                        scanner.value(deeper)
                    }),
                    _ => self.each(b']', |scanner| scanner.value(deeper)),
                }
            }
            b't' => self.word(b"true"),
            b'f' => self.word(b"false"),
            b'n' => self.word(b"null"),
            _ => None,
        }
    }

    #[inline]
    fn space(&mut self) {
        // Most bytes are greater, and need no further comparison.
        while let Some(byte @ ..=b' ') = self.peek()
            && matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
        {
            self.at += 1;
        }
    }

    #[inline]
    fn expect(&mut self, byte: u8) -> Option<()> {
        let there = self.peek()? == byte;
        self.at += 1;
        there.then_some(())
    }
}
