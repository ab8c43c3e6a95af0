//! What readers make of a JSON value.

use crate::text::unescape;
use headwater_predicates::{LONGEST_TEXT, Type, Value};
use std::str;

/// The kinds of JSON values that all readers parse in the same way.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Text,
    Boolean,
    Number,
    Double,
    Float,
}

impl Kind {
    /// The kind of a type's values.
    pub fn of(kind: Type) -> Self {
        match kind {
            Type::Text | Type::Date | Type::Timestamp(_) | Type::TimestampNtz => Self::Text,
            Type::Boolean => Self::Boolean,
            Type::Integer(..) | Type::Decimal(..) => Self::Number,
            Type::Double => Self::Double,
            Type::Float => Self::Float,
        }
    }
}

/// What a reader makes of a value of plain JSON in a column of this kind. `text` is a buffer for a text without its
/// escapes.
#[inline]
pub fn value<'a>(json: &'a [u8], kind: Kind, text: &'a mut Vec<u8>) -> Value<'a> {
    match (unescaped(json, kind), kind) {
        (Value::Bytes(inside), Kind::Text) => {
            unescape(inside, text).map_or(Value::Unknown, Value::Bytes)
        }
        (other, _) => other,
    }
}

/// The same for a text that has no escapes.
#[inline(always)]
pub fn unescaped(json: &[u8], kind: Kind) -> Value<'_> {
    match (json[0], kind) {
        (b'n', _) => Value::Null,
        (b'"', Kind::Text) => match &json[1..json.len() - 1] {
            inside if inside.len() > LONGEST_TEXT => Value::Unknown,
            inside => Value::Bytes(inside),
        },
        (b't' | b'f', Kind::Boolean) => Value::Bytes(json),
        // Jackson parses it as the integer 0, without a sign.
        (b'-', Kind::Double | Kind::Float) if json == b"-0" => Value::Unknown,
        (b'-' | b'0'..=b'9', Kind::Float) if is_rounded_twice(json) => Value::Unknown,
        (b'-' | b'0'..=b'9', Kind::Number | Kind::Double | Kind::Float) => Value::Bytes(json),
        // A reader may convert it, or treat the line as malformed.
        _ => Value::Unknown,
    }
}

/// Whether a number has another value as a `float` if it is rounded to a `double` first. Jackson does that to some.
fn is_rounded_twice(number: &[u8]) -> bool {
    let number = str::from_utf8(number).unwrap_or_default();
    match (number.parse::<f32>(), number.parse::<f64>()) {
        (Ok(once), Ok(twice)) => once != twice as f32,
        _ => true,
    }
}
