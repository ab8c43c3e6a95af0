//! The format of a file's values: Spark's CSV options, with Spark's names.

use headwater_predicates::parameter;
use headwater_storlet::{Failure, Parameters, Separator};

/// The options of a file, as in Spark's `CSVOptions`.
#[derive(Clone, Debug)]
pub struct Dialect {
    /// `sep`, one or more bytes.
    pub sep: Vec<u8>,
    /// `quote`, or 0 for none.
    pub quote: u8,
    /// `escape`, or 0 for none.
    pub escape: u8,
    /// `charToEscapeQuoteEscaping`, or 0 for none.
    pub escape_of_escape: u8,
    /// `comment`, the first byte of comment lines.
    pub comment: Option<u8>,
    /// `lineSep`.
    pub line_sep: Separator,
    /// `header`: the first record of the object is a header.
    pub header: bool,
    /// `nullValue`.
    pub null_value: Vec<u8>,
    /// `emptyValue`.
    pub empty_value: Vec<u8>,
    /// `ignoreLeadingWhiteSpace`.
    pub trim_start: bool,
    /// `ignoreTrailingWhiteSpace`.
    pub trim_end: bool,
    /// `width`: the required number of columns in a record, if the reader counts them.
    pub width: Option<usize>,
    /// `openQuotes`: records that end inside a quoted value are returned in full.
    pub open_quotes: bool,
}

impl Dialect {
    /// The parameters that this module reads.
    pub const PARAMETERS: [&str; 13] = [
        parameter::SEP,
        parameter::QUOTE,
        parameter::ESCAPE,
        parameter::CHAR_TO_ESCAPE_QUOTE_ESCAPING,
        parameter::COMMENT,
        parameter::LINE_SEP,
        parameter::HEADER,
        parameter::NULL_VALUE,
        parameter::EMPTY_VALUE,
        parameter::IGNORE_LEADING_WHITE_SPACE,
        parameter::IGNORE_TRAILING_WHITE_SPACE,
        parameter::WIDTH,
        parameter::OPEN_QUOTES,
    ];

    /// Reads the options. Absent options have Spark's defaults.
    pub fn parse(parameters: &Parameters) -> Result<Self, Failure> {
        let quote = byte(parameters, parameter::QUOTE)?.unwrap_or(b'"');
        let escape = byte(parameters, parameter::ESCAPE)?.unwrap_or(b'\\');
        let default = if quote == escape { 0 } else { escape };
        let dialect = Self {
            sep: unescaped(parameters.get(parameter::SEP).unwrap_or(","))?,
            quote,
            escape,
            escape_of_escape: byte(parameters, parameter::CHAR_TO_ESCAPE_QUOTE_ESCAPING)?
                .filter(|byte| *byte != 0)
                .unwrap_or(default),
            comment: byte(parameters, parameter::COMMENT)?.filter(|byte| *byte != 0),
            line_sep: parameters
                .get(parameter::LINE_SEP)
                .map_or(Ok(Separator::Line), |bytes| Separator::of(bytes.as_bytes()))?,
            header: parameters.flag(parameter::HEADER)?,
            null_value: text(parameters, parameter::NULL_VALUE)?,
            empty_value: text(parameters, parameter::EMPTY_VALUE)?,
            trim_start: parameters.flag(parameter::IGNORE_LEADING_WHITE_SPACE)?,
            trim_end: parameters.flag(parameter::IGNORE_TRAILING_WHITE_SPACE)?,
            width: parameters.parsed(parameter::WIDTH)?,
            open_quotes: parameters.flag(parameter::OPEN_QUOTES)?,
        };
        dialect.check()?;
        Ok(dialect)
    }

    /// Whether white space around unquoted fields is ignored.
    pub fn trims(&self) -> bool {
        self.trim_start || self.trim_end
    }

    /// Whether readers skip this record because it is blank or a comment.
    pub fn skips(&self, record: &[u8]) -> bool {
        match record.first() {
            Some(first) if self.comment == Some(*first) => true,
            Some(first) if *first > b' ' => false,
            _ => record.iter().all(|byte| *byte <= b' '),
        }
    }

    fn check(&self) -> Result<(), Failure> {
        let overlap = !self.sep[1..].iter().all(|byte| *byte == self.sep[0])
            && self.sep[1..].contains(&self.sep[0]);
        let ends_record = self
            .sep
            .iter()
            .any(|byte| b"\r\n".contains(byte) || self.line_sep.bytes().contains(byte));
        let problem = if overlap {
            "'sep' contains its first character twice"
        } else if ends_record {
            "'sep' and the record separator have a character in common"
        } else if self.sep.contains(&self.quote) {
            "'sep' contains the quote"
        } else if self.sep.len() > 1 && self.trims() {
            "'sep' is longer than one byte, and white space is ignored"
        } else if self.quote != 0 && self.quote <= b' ' {
            "'quote' is white space"
        } else {
            return Ok(());
        };
        Err(Failure::parameters(format!(
            "{problem}: fields cannot be parsed as by Spark"
        )))
    }
}

/// One ASCII character, or 0 if the value is empty.
fn byte(parameters: &Parameters, key: &str) -> Result<Option<u8>, Failure> {
    match parameters.get(key).map(str::as_bytes) {
        None => Ok(None),
        Some([]) => Ok(Some(0)),
        Some([byte]) => Ok(Some(*byte)),
        Some(_) => Err(Failure::parameters(format!(
            "'{key}' is longer than one character of ASCII"
        ))),
    }
}

/// A value to compare fields with. Readers see invalid UTF-8 in a field as U+FFFD. The storlet does not.
fn text(parameters: &Parameters, key: &str) -> Result<Vec<u8>, Failure> {
    match parameters.get(key).unwrap_or("") {
        value if value.contains('\u{FFFD}') => Err(Failure::parameters(format!(
            "'{key}' contains the replacement character U+FFFD"
        ))),
        value => Ok(value.into()),
    }
}

/// `sep` with Spark's escapes resolved.
fn unescaped(sep: &str) -> Result<Vec<u8>, Failure> {
    let mut plain = String::new();
    let mut characters = sep.chars();
    while let Some(character) = characters.next() {
        plain.push(match character {
            '\\' => match characters.next() {
                Some('t') => '\t',
                Some('b') => '\u{8}',
                Some('f') => '\u{c}',
                Some(escaped @ ('"' | '\'' | '\\')) => escaped,
                _ => {
                    return Err(Failure::parameters(format!(
                        "'sep' is '{sep}': after \\ one of t b f \" ' \\ is expected"
                    )));
                }
            },
            other => other,
        });
    }
    match plain.is_empty() {
        true => Err(Failure::parameters("'sep' is empty")),
        false => Ok(plain.into()),
    }
}
