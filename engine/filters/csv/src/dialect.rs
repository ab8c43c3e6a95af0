//! How a file writes its values: Spark's CSV options, by their names.

use headwater_filter::{Failure, Parameters, Separator};

/// The options of a file, as Spark's `CSVOptions` has them.
#[derive(Clone, Debug)]
pub struct Dialect {
    /// `sep`, one byte or more.
    pub sep: Vec<u8>,
    /// `quote`; 0 where nothing is quoted.
    pub quote: u8,
    /// `escape`; 0 where nothing is escaped.
    pub escape: u8,
    /// `charToEscapeQuoteEscaping`; 0 where there is none.
    pub escape_of_escape: u8,
    /// `comment`, with which a record begins that is none.
    pub comment: Option<u8>,
    /// `lineSep`.
    pub line_sep: Separator,
    /// `header`: the first record of the object is none.
    pub header: bool,
    /// `nullValue`.
    pub null_value: Vec<u8>,
    /// `emptyValue`.
    pub empty_value: Vec<u8>,
    /// `ignoreLeadingWhiteSpace`.
    pub trim_start: bool,
    /// `ignoreTrailingWhiteSpace`.
    pub trim_end: bool,
    /// `width`: how many columns a record must have, where the reader counts them.
    pub width: Option<usize>,
}

impl Dialect {
    /// The parameters that are read here.
    pub const PARAMETERS: [&str; 12] = [
        "sep",
        "quote",
        "escape",
        "charToEscapeQuoteEscaping",
        "comment",
        "lineSep",
        "header",
        "nullValue",
        "emptyValue",
        "ignoreLeadingWhiteSpace",
        "ignoreTrailingWhiteSpace",
        "width",
    ];

    /// Reads the options, Spark's defaults where they are absent.
    pub fn parse(parameters: &Parameters) -> Result<Self, Failure> {
        let quote = byte(parameters, "quote")?.unwrap_or(b'"');
        let escape = byte(parameters, "escape")?.unwrap_or(b'\\');
        let default = if quote == escape { 0 } else { escape };
        let dialect = Self {
            sep: unescaped(parameters.get("sep").unwrap_or(","))?,
            quote,
            escape,
            escape_of_escape: byte(parameters, "charToEscapeQuoteEscaping")?
                .filter(|byte| *byte != 0)
                .unwrap_or(default),
            comment: byte(parameters, "comment")?.filter(|byte| *byte != 0),
            line_sep: parameters
                .get("lineSep")
                .map_or(Ok(Separator::Line), |bytes| Separator::of(bytes.as_bytes()))?,
            header: parameters.flag("header")?,
            null_value: text(parameters, "nullValue")?,
            empty_value: text(parameters, "emptyValue")?,
            trim_start: parameters.flag("ignoreLeadingWhiteSpace")?,
            trim_end: parameters.flag("ignoreTrailingWhiteSpace")?,
            width: parameters.parsed("width")?,
        };
        dialect.check()?;
        Ok(dialect)
    }

    /// Whether white space around unquoted fields is ignored.
    pub fn trims(&self) -> bool {
        self.trim_start || self.trim_end
    }

    /// Whether a reader passes over this record: it is blank, or a comment.
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
            "'sep' holds its first character again"
        } else if ends_record {
            "'sep' and the record separator have a character in common"
        } else if self.sep.contains(&self.quote) {
            "'sep' holds the quote"
        } else if self.sep.len() > 1 && self.trims() {
            "'sep' is longer than one byte, and white space is ignored"
        } else if self.quote != 0 && self.quote <= b' ' {
            "'quote' is white space"
        } else {
            return Ok(());
        };
        Err(Failure::parameters(format!(
            "{problem}: what is a field cannot be told as Spark would"
        )))
    }
}

/// One character of ASCII; 0 where the value is empty.
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

/// A value that fields are compared with. What is no UTF-8 in a field is U+FFFD to a reader, not here.
fn text(parameters: &Parameters, key: &str) -> Result<Vec<u8>, Failure> {
    match parameters.get(key).unwrap_or("") {
        value if value.contains('\u{FFFD}') => Err(Failure::parameters(format!(
            "'{key}' holds the replacement character U+FFFD"
        ))),
        value => Ok(value.into()),
    }
}

/// `sep` with the escapes that Spark knows in it.
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
