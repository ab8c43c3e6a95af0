//! The reasons why a row's fields are ambiguous.

use std::fmt;

/// The reason why a row's fields are ambiguous. It does not contain the value, which may be secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// A field that does not begin with a quote contains one.
    QuoteInside,
    /// The quote at the end of a field is not followed by the separator.
    TextAfterQuote,
    /// The last field's quote is not closed on this line.
    Unclosed,
    /// `\"` in a file that doubles its quotes. A writer of another dialect does not end the field with it.
    Backslash,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::QuoteInside => "an unquoted field contains a quote",
            Self::TextAfterQuote => "a quoted field is not followed by the separator",
            Self::Unclosed => "a quoted field does not end on its line",
            Self::Backslash => "a quoted field has a backslash before a quote: if it escapes the quote, give escape=\\",
        })
    }
}

impl std::error::Error for Doubt {}
