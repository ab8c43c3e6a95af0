//! The kinds of values that a reader distinguishes when it tries types in turn.

use headwater_predicates::{date, date_time, offset};

/// Texts of one shape are equivalent for Spark's `CSVInferSchema`, whatever a column's current type. This requires the
/// default formats of dates and times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Neither number, time nor boolean.
    Text,
    /// `true` and `false`.
    Boolean,
    /// A number with decimal places, or one of the names for NaN and infinities.
    Double,
    /// A whole number of up to 64 bits. A column of times reads some of them as years. A column of decimals counts
    /// their digits.
    Whole {
        sign: Option<u8>,
        length: usize,
        digits: u32,
        int: bool,
        year: bool,
    },
    /// A date.
    Date,
    /// A time: the byte between date and time, whether it has a fraction, and whether it has a zone.
    Time {
        between: u8,
        fraction: bool,
        zone: bool,
    },
}

impl Shape {
    /// The shape of a non-empty text, if it is certain.
    pub fn of(text: &[u8]) -> Option<Self> {
        match text {
            [b'0'..=b'9', ..] => number(None, text).or_else(|| time(text)),
            [sign @ (b'+' | b'-'), unsigned @ ..] => number(Some(*sign), unsigned),
            [first, ..] if first.is_ascii_alphabetic() => word(text),
            _ => None,
        }
    }
}

/// A text that begins with a letter. Readers parse it as a number only if it is a name for NaN or infinity. They parse
/// it as a time only if it is like `T12:30` or possibly the name of a moment.
fn word(text: &[u8]) -> Option<Shape> {
    const NAMES: [&[u8]; 7] = [
        b"nan",
        b"inf",
        b"epoch",
        b"now",
        b"today",
        b"tomorrow",
        b"yesterday",
    ];
    let is = |name: &[u8]| text.eq_ignore_ascii_case(name);
    let begins = |name: &&[u8]| {
        text.get(..name.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    match text {
        b"NaN" | b"Inf" | b"Infinity" => Some(Shape::Double),
        // Java's case-insensitive comparison treats the long s as an s.
        _ if is("falſe".as_bytes()) => None,
        _ if is(b"true") || is(b"false") => Some(Shape::Boolean),
        [b'T' | b't', b'0'..=b'9', ..] => None,
        _ if NAMES.iter().any(begins) => None,
        _ => Some(Shape::Text),
    }
}

fn number(sign: Option<u8>, text: &[u8]) -> Option<Shape> {
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match text.get(length) {
        _ if length == 0 => None,
        None => whole(sign, text),
        Some(b'.') => is_fraction(&text[length + 1..]).then_some(Shape::Double),
        Some(_) => None,
    }
}

/// Digits with an optional exponent that leaves some decimal places. Otherwise a reader may parse the number as a whole
/// one.
fn is_fraction(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match &text[digits..] {
        [] => digits > 0,
        [b'e' | b'E', b'-', exponent @ ..] => digits > 0 && is_short(exponent),
        [b'e' | b'E', b'+', exponent @ ..] | [b'e' | b'E', exponent @ ..] => {
            is_short(exponent) && digits as u64 > value(exponent)
        }
        _ => false,
    }
}

/// The value of at most 18 digits.
fn value(digits: &[u8]) -> u64 {
    digits
        .iter()
        .fold(0, |number, digit| 10 * number + u64::from(digit - b'0'))
}

fn is_short(exponent: &[u8]) -> bool {
    (1..=3).contains(&exponent.len()) && exponent.iter().all(u8::is_ascii_digit)
}

/// Up to 18 digits, which fit into 64 bits.
fn whole(sign: Option<u8>, digits: &[u8]) -> Option<Shape> {
    const LONGEST: usize = 18;
    if digits.len() > LONGEST {
        return None;
    }
    let value = value(digits);
    let largest = i32::MAX as u64 + u64::from(sign == Some(b'-'));
    Some(Shape::Whole {
        sign,
        length: digits.len(),
        digits: value.checked_ilog10().map_or(1, |log| log + 1),
        int: value <= largest,
        year: is_year(value)?,
    })
}

/// Whether times, which have 64 bits of microseconds, include this year. None near the last year, 294,247.
fn is_year(value: u64) -> Option<bool> {
    match value {
        ..290_000 => Some(true),
        300_000.. => Some(false),
        _ => None,
    }
}

fn time(text: &[u8]) -> Option<Shape> {
    if date(text).is_some() {
        return Some(Shape::Date);
    }
    let (_, zone) = date_time(text)?;
    let known = zone.is_empty() || offset(zone).is_some();
    known.then(|| Shape::Time {
        between: text[10],
        fraction: text.get(19) == Some(&b'.'),
        zone: !zone.is_empty(),
    })
}

#[cfg(test)]
mod tests;
