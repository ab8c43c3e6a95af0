//! The kinds of values that a reader distinguishes when it infers types.

use std::str;

/// Values of one kind are equivalent for Spark's `JsonInferSchema`, unless it parses texts as numbers or times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A non-empty string.
    Text,
    /// `true` and `false`.
    Boolean,
    /// A whole number of up to 64 bits.
    Whole,
    /// A longer one with this many digits, which fits into a decimal.
    Decimal(usize),
    /// Any other number.
    Double,
    /// An object with any content.
    Object,
    /// A list with any content.
    List,
}

impl Kind {
    /// The kind of a plain JSON value. Null and the empty string have none, because Spark infers no type from them.
    pub fn of(value: &[u8]) -> Option<Self> {
        match value {
            b"\"\"" | b"null" => None,
            [b'"', ..] => Some(Self::Text),
            [b't' | b'f', ..] => Some(Self::Boolean),
            [b'{', ..] => Some(Self::Object),
            [b'[', ..] => Some(Self::List),
            number => Some(Self::number(number)),
        }
    }

    fn number(number: &[u8]) -> Self {
        const MOST_DIGITS: usize = 38;
        let digits = number.strip_prefix(b"-").unwrap_or(number);
        if !digits.iter().all(u8::is_ascii_digit) {
            return Self::Double;
        }
        let fits = str::from_utf8(number).is_ok_and(|text| text.parse::<i64>().is_ok());
        match digits.len() {
            _ if fits => Self::Whole,
            length if length <= MOST_DIGITS => Self::Decimal(length),
            _ => Self::Double,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_values() {
        for (value, kind) in [
            ("null", None),
            (r#""""#, None),
            (r#"" ""#, Some(Kind::Text)),
            ("false", Some(Kind::Boolean)),
            ("0", Some(Kind::Whole)),
            ("-0", Some(Kind::Whole)),
            ("9223372036854775807", Some(Kind::Whole)),
            ("-9223372036854775808", Some(Kind::Whole)),
            ("9223372036854775808", Some(Kind::Decimal(19))),
            ("-92233720368547758080", Some(Kind::Decimal(20))),
            (&"9".repeat(38), Some(Kind::Decimal(38))),
            (&"9".repeat(39), Some(Kind::Double)),
            ("1.0", Some(Kind::Double)),
            ("1e3", Some(Kind::Double)),
            ("{}", Some(Kind::Object)),
            ("[]", Some(Kind::List)),
        ] {
            assert_eq!(Kind::of(value.as_bytes()), kind, "{value}");
        }
    }
}
