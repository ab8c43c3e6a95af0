//! Strings, numbers and words.

use super::Scanner;
use super::runs::{ordinary, short_decimal};

/// Jackson may reject longer numbers.
const LONGEST_NUMBER: usize = 100;

impl Scanner<'_> {
    pub(super) fn word(&mut self, word: &[u8]) -> Option<()> {
        let there = self.text[self.at..].starts_with(word);
        self.at += word.len();
        there.then_some(())
    }

    /// Skips the rest of a string and its closing quote. Returns whether it has escapes.
    #[inline]
    pub(super) fn string(&mut self) -> Option<bool> {
        let mut escaped = false;
        loop {
            self.at += ordinary(&self.text[self.at..]);
            let byte = self.peek()?;
            self.at += 1;
            match byte {
                b'"' => return Some(escaped),
                b'\\' => {
                    (escaped, self.escapes) = (true, true);
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
    pub(super) fn number(&mut self) -> Option<()> {
        let start = self.at;
        self.at += usize::from(self.text[start] == b'-');
        match short_decimal(&self.text[self.at..]) {
            Some(length) => self.at += length,
            None => self.decimal()?,
        }
        if let Some(b'e' | b'E') = self.text.get(self.at) {
            self.at += 1;
            self.at += usize::from(matches!(self.text.get(self.at), Some(b'+' | b'-')));
            self.digits()?;
        }
        (self.at - start <= LONGEST_NUMBER).then_some(())
    }

    /// Digits, and a point with digits behind it.
    fn decimal(&mut self) -> Option<()> {
        match self.peek()? {
            b'0' => self.at += 1,
            _ => self.digits()?,
        }
        if self.text.get(self.at) == Some(&b'.') {
            self.at += 1;
            self.digits()?;
        }
        Some(())
    }

    /// At least one digit.
    #[inline]
    fn digits(&mut self) -> Option<()> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.text.get(self.at) {
            self.at += 1;
        }
        (self.at > start).then_some(())
    }
}
