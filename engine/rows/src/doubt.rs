//! Why a row's fields cannot be told.

use std::fmt;

/// Why a row's fields cannot be told. The value itself is not part of it: it may be secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// A field that does not begin with a quote has one in it.
    QuoteInside,
    /// Behind the quote that ends a field there is something else than the separator.
    BehindQuote,
    /// The last field's quote is not ended on this line.
    Unended,
    /// `\"` in a file that doubles its quotes: a writer of another dialect means no end of the field by it.
    Backslash,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::QuoteInside => "a field without quotes around it has one inside",
            Self::BehindQuote => "behind a quoted field there is something else than the separator",
            Self::Unended => "a quoted field does not end on its line",
            Self::Backslash => "a quoted field has a backslash before a quote: if it escapes the quote, give escape=\\",
        })
    }
}

impl std::error::Error for Doubt {}
