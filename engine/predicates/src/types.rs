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
            Self::Double => double(text).map(Scalar::Double),
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

/// The value of a text of the type `double`, as [`Type::parse`] reads it.
#[inline]
pub fn double(text: &[u8]) -> Option<f64> {
    short_double(text)
        .or_else(|| floating(text))
        .filter(|number| number.is_finite())
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

/// A number of so few digits that one division of two exact doubles rounds it correctly (Clinger, "How to read floating
/// point numbers accurately", 1990). None for any other text.
#[inline]
fn short_double(text: &[u8]) -> Option<f64> {
    let (negative, digits) = sign(text);
    let (number, places) = digits::number(digits)?;
    (number < 1 << f64::MANTISSA_DIGITS).then_some(())?;
    let value = number as f64 / DOUBLES[places];
    Some(if negative { -value } else { value })
}

/// The powers of ten by which [`short_double`] divides. Doubles have them exactly up to `10^22`.
const DOUBLES: [f64; 17] = {
    let mut powers = [1.0; 17];
    let mut exponent = 1;
    while exponent < powers.len() {
        powers[exponent] = powers[exponent - 1] * 10.0;
        exponent += 1;
    }
    powers
};

/// Digits with an optional point and exponent. No hexadecimal numbers, suffixes, `NaN` or infinities.
fn floating<T: FromStr>(text: &[u8]) -> Option<T> {
    const LONGEST: usize = 32;
    // Rust reads words (`inf`) only at the beginning.
    let number = matches!(sign(text).1, [b'0'..=b'9' | b'.', ..]);
    (number && text.len() <= LONGEST)
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

mod digits;
#[cfg(test)]
mod tests;
