//! The exact value of a column.

use crate::{Scalar, Type};
use std::cmp::Ordering;
use std::io::{self, Write};

/// The exact value of a column. Texts are not stored, because the row contains them.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub enum Cell {
    Null,
    Text,
    /// As [`Scalar::Integer`].
    Integer(i64),
    /// As [`Scalar::Decimal`].
    Decimal(i128),
    /// As [`Scalar::Double`].
    Double(f64),
}

impl Cell {
    #[inline]
    pub fn of(value: &Scalar) -> Self {
        match *value {
            Scalar::Integer(number) => Self::Integer(number),
            Scalar::Decimal(number) => Self::Decimal(number),
            Scalar::Double(number) => Self::Double(number),
            Scalar::Text(_) => Self::Text,
        }
    }

    pub fn is_negative_zero(self) -> bool {
        matches!(self, Self::Double(number) if number == 0.0 && number.is_sign_negative())
    }

    /// The order of two numbers of the same type.
    #[inline]
    pub fn order(self, other: Self) -> Ordering {
        self.partial_cmp(&other).expect("doubles are finite")
    }

    /// The sum of two numbers of the same type. Null counts as nothing. None if the sum exceeds 64 bits or `bound`
    /// (exclusive, in a decimal's digits), or is not finite.
    #[inline]
    pub fn plus(self, other: Self, bound: i128) -> Option<Self> {
        match (self, other) {
            (sum, Self::Null) => Some(sum),
            (Self::Null, number) => Some(number),
            (Self::Integer(left), Self::Integer(right)) => {
                left.checked_add(right).map(Self::Integer)
            }
            (Self::Decimal(left), Self::Decimal(right)) => left
                .checked_add(right)
                .filter(|sum| (1 - bound..bound).contains(sum))
                .map(Self::Decimal),
            (Self::Double(left), Self::Double(right)) => Some(left + right)
                .filter(|sum| sum.is_finite())
                .map(Self::Double),
            _ => None,
        }
    }

    /// Writes the value as JSON: a string, or null. `text` is its text and `kind` its type.
    pub fn write(self, kind: Type, text: &[u8], output: &mut impl Write) -> io::Result<()> {
        match (self, kind) {
            (Self::Null, _) => output.write_all(b"null"),
            (Self::Text, _) => {
                serde_json::to_writer(output, &String::from_utf8_lossy(text)).map_err(Into::into)
            }
            (Self::Integer(number), Type::Boolean) => write!(output, "\"{}\"", number != 0),
            (Self::Integer(number), _) => write!(output, "\"{number}\""),
            (Self::Decimal(number), Type::Decimal(_, scale)) => {
                write_decimal(number, scale, output)
            }
            (Self::Decimal(number), _) => write!(output, "\"{number}\""),
            (Self::Double(number), Type::Float) => write!(output, "\"{:?}\"", number as f32),
            (Self::Double(number), _) => write!(output, "\"{number:?}\""),
        }
    }
}

fn write_decimal(number: i128, scale: u32, output: &mut impl Write) -> io::Result<()> {
    let sign = if number < 0 { "-" } else { "" };
    let unit = 10_u128.pow(scale);
    let (whole, fraction) = (number.unsigned_abs() / unit, number.unsigned_abs() % unit);
    match scale {
        0 => write!(output, "\"{sign}{whole}\""),
        scale => write!(
            output,
            "\"{sign}{whole}.{fraction:0width$}\"",
            width = scale as usize
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(cell: Cell, kind: &str) -> String {
        let mut output = Vec::new();
        let kind = Type::named(kind, None).expect("a type");
        cell.write(kind, "a\"é\n".as_bytes(), &mut output)
            .expect("memory");
        String::from_utf8(output).expect("UTF-8")
    }

    #[test]
    fn values_have_one_text() {
        for (cell, kind, expected) in [
            (Cell::Null, "int", "null"),
            (Cell::Text, "string", "\"a\\\"é\\n\""),
            (Cell::Integer(-39), "int", "\"-39\""),
            (Cell::Integer(1), "boolean", "\"true\""),
            (Cell::Integer(16_071), "date", "\"16071\""),
            (Cell::Decimal(-5), "decimal(5,2)", "\"-0.05\""),
            (Cell::Decimal(12_340), "decimal(5,3)", "\"12.340\""),
            (Cell::Decimal(7), "decimal(5,0)", "\"7\""),
            (Cell::Double(1e300), "double", "\"1e300\""),
            (Cell::Double(0.1_f32.into()), "float", "\"0.1\""),
            (Cell::Double(-0.0), "double", "\"-0.0\""),
        ] {
            assert_eq!(written(cell, kind), expected, "{cell:?} of {kind}");
        }
    }

    #[test]
    fn sums_end_where_they_are_no_longer_exact() {
        let plus = |left: Cell, right| left.plus(right, 1000);
        for (left, right, expected) in [
            (Cell::Null, Cell::Null, Some(Cell::Null)),
            (Cell::Integer(1), Cell::Null, Some(Cell::Integer(1))),
            (Cell::Integer(i64::MAX), Cell::Integer(1), None),
            (
                Cell::Decimal(998),
                Cell::Decimal(1),
                Some(Cell::Decimal(999)),
            ),
            (Cell::Decimal(999), Cell::Decimal(1), None),
            (Cell::Decimal(-999), Cell::Decimal(-1), None),
            (Cell::Decimal(i128::MAX), Cell::Decimal(1), None),
            (Cell::Double(f64::MAX), Cell::Double(f64::MAX), None),
        ] {
            assert_eq!(plus(left, right), expected, "{left:?} + {right:?}");
        }
    }
}
