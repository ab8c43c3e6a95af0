//! The separators and quotes of a file.

use crate::{Doubt, Field};
use headwater_storlet::{Failure, Parameters};
use memchr::{memchr, memchr2};
use std::borrow::Cow;

/// The separators and quotes of a file. The parameters have the same names as in the storlet `csv`.
#[derive(Clone, Debug)]
pub struct Dialect {
    sep: u8,
    /// None without quoting.
    quote: Option<u8>,
    /// The byte before a quote inside a quoted field: the quote itself (RFC 4180), or another byte.
    escape: u8,
}

impl Dialect {
    /// The parameters that this module reads.
    pub const PARAMETERS: [&str; 3] = ["sep", "quote", "escape"];

    /// Reads `sep` (default: comma), `quote` (default: `"`, empty for no quoting) and `escape` (default: the quote).
    pub fn parse(parameters: &Parameters) -> Result<Self, Failure> {
        let sep = byte(parameters, "sep", b',')?
            .ok_or_else(|| Failure::parameters("'sep' is empty: one character is expected"))?;
        let quote = byte(parameters, "quote", b'"')?;
        let escape = byte(parameters, "escape", quote.unwrap_or(0))?.or(quote);
        let dialect = Self {
            sep,
            quote,
            escape: escape.unwrap_or(0),
        };
        let special = [Some(sep), quote, escape];
        if Some(sep) == quote || Some(sep) == escape {
            return Err(Failure::parameters(
                "'sep' is also the quote or the escape: choose another character",
            ));
        }
        match special
            .into_iter()
            .flatten()
            .find(|byte| b"\r\n".contains(byte))
        {
            Some(_) => Err(Failure::parameters(
                "'sep', 'quote' or 'escape' is a line break, which is the end of a row",
            )),
            None => Ok(dialect),
        }
    }

    /// The separator of a row's fields.
    pub fn sep(&self) -> u8 {
        self.sep
    }

    /// Finds the fields of `row`, at least one. `fields` is cleared first.
    pub fn split(&self, row: &[u8], fields: &mut Vec<Field>) -> Result<(), Doubt> {
        fields.clear();
        let mut start = 0;
        loop {
            let quoted = self.quote.is_some() && row.get(start) == self.quote.as_ref();
            let end = match quoted {
                true => self.end_of_quoted(row, start + 1)?,
                false => self.end_of_plain(row, start)?,
            };
            let place = start..end;
            fields.push(Field { place, quoted });
            if end == row.len() {
                return Ok(());
            }
            start = end + 1;
        }
    }

    fn end_of_plain(&self, row: &[u8], start: usize) -> Result<usize, Doubt> {
        let rest = &row[start..];
        let Some(quote) = self.quote else {
            return Ok(memchr(self.sep, rest).map_or(row.len(), |at| start + at));
        };
        match memchr2(self.sep, quote, rest) {
            Some(at) if rest[at] == quote => Err(Doubt::QuoteInside),
            Some(at) => Ok(start + at),
            None => Ok(row.len()),
        }
    }

    /// The end of the field whose content begins at `at`, after its quote.
    fn end_of_quoted(&self, row: &[u8], mut at: usize) -> Result<usize, Doubt> {
        let quote = self.quote.unwrap_or_default();
        let doubled = self.escape == quote;
        loop {
            at += memchr2(quote, self.escape, &row[at..]).ok_or(Doubt::Unclosed)?;
            let next = row.get(at + 1);
            if doubled && row[at - 1] == b'\\' {
                return Err(Doubt::Backslash);
            }
            if row[at] == self.escape && (!doubled || next == Some(&quote)) {
                at += 2;
                if at > row.len() {
                    return Err(Doubt::Unclosed);
                }
                continue;
            }
            return match next {
                None => Ok(at + 1),
                Some(&byte) if byte == self.sep => Ok(at + 1),
                Some(_) => Err(Doubt::TextAfterQuote),
            };
        }
    }

    /// The value of a field of `row`, without surrounding quotes and inner escapes.
    pub fn value<'a>(&self, row: &'a [u8], field: &Field) -> Cow<'a, [u8]> {
        let inside = field.inside(row);
        if !field.quoted || !inside.contains(&self.escape) {
            return Cow::Borrowed(inside);
        }
        let mut value = Vec::with_capacity(inside.len());
        let mut bytes = inside.iter();
        while let Some(&byte) = bytes.next() {
            let escaped = if byte == self.escape {
                bytes.next()
            } else {
                None
            };
            value.push(*escaped.unwrap_or(&byte));
        }
        Cow::Owned(value)
    }

    /// Writes a value with surrounding quotes, in the form that [`Dialect::value`] reads.
    pub fn write_quoted(&self, value: &[u8], output: &mut Vec<u8>) {
        let Some(quote) = self.quote else {
            return output.extend(value);
        };
        output.push(quote);
        for &byte in value {
            if byte == quote || byte == self.escape {
                output.push(self.escape);
            }
            output.push(byte);
        }
        output.push(quote);
    }
}

/// One byte: `absent` if the parameter is absent, none if it is empty.
fn byte(parameters: &Parameters, key: &str, absent: u8) -> Result<Option<u8>, Failure> {
    match parameters.get(key).map(str::as_bytes) {
        None => Ok(Some(absent).filter(|byte| *byte != 0)),
        Some([]) => Ok(None),
        Some(b"\\t") => Ok(Some(b'\t')),
        Some([byte]) => Ok(Some(*byte)),
        Some(_) => Err(Failure::parameters(format!(
            "'{key}' is longer than one character of ASCII"
        ))),
    }
}
