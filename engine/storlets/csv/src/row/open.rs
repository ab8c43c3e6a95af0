//! Records that end inside a quoted value, which then has a line break.

use crate::Dialect;
use memchr::memchr;

/// Whether a record ends inside a value that begins with the quote, by RFC 4180: two quotes are one of the value.
pub fn is_open(dialect: &Dialect, record: &[u8]) -> bool {
    let mut rest = record;
    loop {
        if let [first, content @ ..] = rest
            && *first == dialect.quote
        {
            match closed(dialect.quote, content) {
                Some(behind) => rest = behind,
                None => return true,
            }
        }
        match memchr(dialect.sep[0], rest) {
            Some(at) => rest = &rest[at + 1..],
            None => return false,
        }
    }
}

/// What is behind the quote that ends a value.
fn closed(quote: u8, content: &[u8]) -> Option<&[u8]> {
    let mut rest = content;
    loop {
        rest = &rest[memchr(quote, rest)? + 1..];
        match rest {
            [second, behind @ ..] if *second == quote => rest = behind,
            behind => return Some(behind),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use headwater_storlet::Parameters;

    #[test]
    fn a_record_is_open_if_a_quoted_value_does_not_end() {
        let dialect = Dialect::parse(&Parameters::default()).expect("Spark's defaults");
        for (record, open) in [
            ("", false),
            ("a,b", false),
            ("1,\"first", true),
            ("second\"", false),
            ("\"", true),
            ("\"\"", false),
            ("\"\"\"", true),
            ("\"a \"\"b\"\", c", true),
            ("\"a \"\"b\"\"\", c", false),
            ("\"a\" b,\"c", true),
            ("5\" pipe,6\" pipe", false),
            ("a\",\"b,c", true),
        ] {
            assert_eq!(is_open(&dialect, record.as_bytes()), open, "{record}");
        }
    }
}
