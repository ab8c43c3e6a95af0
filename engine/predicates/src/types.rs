//! The types of a predicate and their exact texts.

use crate::temporal;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::str::{self, FromStr};

/// A column's type, named as in Spark SQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `string`, ordered by its UTF-8 bytes.
    Text,
    /// `byte`, `short`, `int`, `long`: the lowest and the highest value.
    Integer(i64, i64),
    /// `decimal(precision,scale)`.
    Decimal(u32, u32),
    /// `double`.
    Double,
    /// `float`.
    Float,
    /// `boolean`.
    Boolean,
    /// `date`.
    Date,
    /// `timestamp`: an instant. Texts without an offset from UTC have this one, in microseconds.
    Timestamp(Option<i64>),
    /// `timestamp_ntz`: a timestamp without time zone.
    TimestampNtz,
}

/// A value of some type. Only values of the same type are compared.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
pub enum Scalar<'a> {
    /// Integers, booleans, dates (days) and timestamps (microseconds).
    Integer(i64),
    /// The digits of a decimal of the type's scale.
    Decimal(i128),
    /// Finite.
    Double(f64),
    /// UTF-8, unless only equality and substrings matter.
    Text(Cow<'a, [u8]>),
}

impl Scalar<'_> {
    /// The order of two values of the same type.
    pub fn order(&self, other: &Self) -> Ordering {
        self.partial_cmp(other).expect("doubles are finite")
    }
}

impl Type {
    /// The type with this name. `offset` applies to timestamps without an offset.
    pub fn named(name: &str, offset: Option<i64>) -> Option<Self> {
        Some(match name {
            "string" => Self::Text,
            "byte" => Self::Integer(i8::MIN.into(), i8::MAX.into()),
            "short" => Self::Integer(i16::MIN.into(), i16::MAX.into()),
            "int" => Self::Integer(i32::MIN.into(), i32::MAX.into()),
            "long" => Self::Integer(i64::MIN, i64::MAX),
            "double" => Self::Double,
            "float" => Self::Float,
            "boolean" => Self::Boolean,
            "date" => Self::Date,
            "timestamp" => Self::Timestamp(offset),
            "timestamp_ntz" => Self::TimestampNtz,
            _ => {
                let (precision, scale) = name
                    .strip_prefix("decimal(")?
                    .strip_suffix(')')?
                    .split_once(',')?;
                let (precision, scale) =
                    (precision.parse().ok()?, scale.trim_start().parse().ok()?);
                return (scale <= precision && (1..=38).contains(&precision))
                    .then_some(Self::Decimal(precision, scale));
            }
        })
    }

    /// The value of a text, if all readers parse it in the same way.
    #[inline]
    pub fn parse<'a>(&self, text: &'a [u8]) -> Option<Scalar<'a>> {
        match *self {
            Self::Text => Some(Scalar::Text(text.into())),
            Self::Integer(low, high) => integer(text)
                .filter(|number| (low..=high).contains(number))
                .map(Scalar::Integer),
            Self::Decimal(precision, scale) => decimal(text, precision, scale).map(Scalar::Decimal),
            Self::Double => floating::<f64>(text)
                .filter(|number| number.is_finite())
                .map(Scalar::Double),
            Self::Float => floating::<f32>(text)
                .filter(|number| number.is_finite())
                .map(|number| Scalar::Double(number.into())),
            Self::Boolean => boolean(text).map(|value| Scalar::Integer(value.into())),
            Self::Date => temporal::date(text).map(Scalar::Integer),
            Self::Timestamp(default) => {
                let (micros, zone) = temporal::date_time(text)?;
                let offset = if zone.is_empty() {
                    default
                } else {
                    temporal::offset(zone)
                };
                Some(Scalar::Integer(micros - offset?))
            }
            Self::TimestampNtz => temporal::date_time(text)
                .filter(|(_, zone)| zone.is_empty())
                .map(|(micros, _)| Scalar::Integer(micros)),
        }
    }
}

fn sign(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    }
}

fn integer(text: &[u8]) -> Option<i64> {
    let (negative, digits) = sign(text);
    let number = append(0, digits)?;
    (!digits.is_empty()).then_some(())?;
    i64::try_from(if negative { -number } else { number }).ok()
}

/// At most `scale` decimal places except zeros, and `precision` digits in total.
fn decimal(text: &[u8], precision: u32, scale: u32) -> Option<i128> {
    let (negative, digits) = sign(text);
    let point = digits
        .iter()
        .position(|byte| *byte == b'.')
        .unwrap_or(digits.len());
    let (whole, fraction) = (
        &digits[..point],
        digits.get(point + 1..).unwrap_or_default(),
    );
    (!(whole.is_empty() && fraction.is_empty())).then_some(())?;
    let (kept, rest) = fraction.split_at(fraction.len().min(scale as usize));
    rest.iter().all(|byte| *byte == b'0').then_some(())?;
    let digits = append(append(0, whole)?, kept)?;
    let number = shifted(digits, scale as usize - kept.len())?;
    (number < power_of_ten(precision)).then_some(if negative { -number } else { number })
}

/// The powers of ten that fit into 128 bits.
const POWERS: [i128; 39] = {
    let mut powers = [1; 39];
    let mut exponent = 1;
    while exponent < powers.len() {
        powers[exponent] = powers[exponent - 1] * 10;
        exponent += 1;
    }
    powers
};

/// `10^exponent`, up to 38.
pub fn power_of_ten(exponent: u32) -> i128 {
    POWERS[exponent as usize]
}

/// Appends digits to a number. They are processed 18 at a time, the most that fit into 64 bits, because 128-bit
/// arithmetic is slow.
fn append(number: i128, digits: &[u8]) -> Option<i128> {
    digits.chunks(18).try_fold(number, |number, digits| {
        let few = digits.iter().try_fold(0_i64, |few, byte| {
            byte.is_ascii_digit()
                .then(|| few * 10 + i64::from(byte - b'0'))
        });
        shifted(number, digits.len())?.checked_add(few?.into())
    })
}

/// A number multiplied by this power of ten.
fn shifted(number: i128, zeros: usize) -> Option<i128> {
    match number {
        0 => Some(0),
        number => number.checked_mul(*POWERS.get(zeros)?),
    }
}

/// Digits with an optional point and exponent. No hexadecimal numbers, suffixes, `NaN` or infinities.
fn floating<T: FromStr>(text: &[u8]) -> Option<T> {
    const LONGEST: usize = 32;
    let simple = text
        .iter()
        .all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(byte));
    (simple && text.len() <= LONGEST)
        .then(|| str::from_utf8(text).ok()?.parse().ok())
        .flatten()
}

fn boolean(text: &[u8]) -> Option<bool> {
    let is = |word: &[u8]| text.eq_ignore_ascii_case(word);
    if is(b"true") {
        Some(true)
    } else {
        is(b"false").then_some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse<'a>(name: &str, text: &'a str) -> Option<Scalar<'a>> {
        Type::named(name, None)
            .unwrap_or_else(|| panic!("{name}"))
            .parse(text.as_bytes())
    }

    #[test]
    fn integers_are_exact_within_their_range() {
        for (name, text, expected) in [
            ("byte", "127", Some(127)),
            ("byte", "128", None),
            ("short", "-32768", Some(-32_768)),
            ("int", "+0012", Some(12)),
            ("int", "2147483648", None),
            ("long", "9223372036854775807", Some(i64::MAX)),
            ("long", "-9223372036854775808", Some(i64::MIN)),
            ("long", "9223372036854775808", None),
            ("long", &"9".repeat(60), None),
            ("int", "", None),
            ("int", "-", None),
            ("int", "1 ", None),
            ("int", "1.0", None),
            ("int", "١", None),
        ] {
            assert_eq!(
                parse(name, text),
                expected.map(Scalar::Integer),
                "{name} {text}"
            );
        }
    }

    #[test]
    fn decimals_are_exact_within_their_precision() {
        for (name, text, expected) in [
            ("decimal(5,2)", "1.5", Some(150)),
            ("decimal(5,2)", "-.05", Some(-5)),
            ("decimal(5,2)", "7.", Some(700)),
            ("decimal(5,2)", "999.990000", Some(99_999)),
            ("decimal(5,2)", "1.005", None),
            ("decimal(5,2)", "1000", None),
            ("decimal(5,2)", "1,5", None),
            ("decimal(5,2)", "1e2", None),
            ("decimal(5,2)", ".", None),
            ("decimal(5,2)", "1.2.3", None),
            (
                "decimal(38,0)",
                "99999999999999999999999999999999999999",
                Some(10_i128.pow(38) - 1),
            ),
            (
                "decimal(38,0)",
                "100000000000000000000000000000000000000",
                None,
            ),
        ] {
            assert_eq!(
                parse(name, text),
                expected.map(Scalar::Decimal),
                "{name} {text}"
            );
        }
    }

    #[test]
    fn doubles_are_simple_and_finite() {
        for (name, text, expected) in [
            ("double", "-1.5e3", Some(-1500.0)),
            ("double", ".5", Some(0.5)),
            ("double", "0.1", Some(0.1)),
            ("float", "0.1", Some(f64::from(0.1_f32))),
            ("float", "1e39", None),
            ("double", "1e309", None),
            ("double", "NaN", None),
            ("double", "Infinity", None),
            ("double", "1d", None),
            ("double", "0x1p3", None),
            ("double", " 1", None),
            ("double", "", None),
            ("double", "1e", None),
        ] {
            assert_eq!(
                parse(name, text),
                expected.map(Scalar::Double),
                "{name} {text}"
            );
        }
    }

    #[test]
    fn types_have_sparks_names() {
        for name in [
            "decimal(0,0)",
            "decimal(39,0)",
            "decimal(2,3)",
            "decimal(1)",
            "decimal",
            "text",
            "STRING",
            "",
        ] {
            assert_eq!(Type::named(name, None), None, "{name}");
        }
        assert_eq!(
            Type::named("decimal(10, 2)", None),
            Some(Type::Decimal(10, 2))
        );
    }

    #[test]
    fn a_timestamp_without_zone_is_exact_only_with_an_offset() {
        let text = b"1970-01-01 00:00:01";
        assert_eq!(Type::Timestamp(None).parse(text), None);
        assert_eq!(
            Type::Timestamp(Some(1_000_000)).parse(text),
            Some(Scalar::Integer(0))
        );
        assert_eq!(
            Type::TimestampNtz.parse(text),
            Some(Scalar::Integer(1_000_000))
        );
        assert_eq!(Type::TimestampNtz.parse(b"1970-01-01 00:00:01Z"), None);
    }
}
