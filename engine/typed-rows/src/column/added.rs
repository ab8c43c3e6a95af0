//! Values that are added to a column many at once.

use crate::dictionary::Dictionary;
use arrow_buffer::NullBufferBuilder;
use headwater_predicates::Value;
use std::str;

/// A null or a text. None if it is not exact.
#[inline]
pub fn text(value: Value<'_>, utf8: bool) -> Option<Option<&[u8]>> {
    scalar(value, |text| {
        (utf8 || str::from_utf8(text).is_ok()).then_some(text)
    })
}

/// Adds a text or a null.
#[inline]
pub fn push_text(dictionary: &mut Dictionary, text: Option<&[u8]>) {
    match text {
        Some(text) => dictionary.push(text),
        None => dictionary.push_null(),
    }
}

/// A null, or what `parse` makes of a text. None if it is not exact.
#[inline]
pub fn scalar<'a, T>(
    value: Value<'a>,
    parse: impl FnOnce(&'a [u8]) -> Option<T>,
) -> Option<Option<T>> {
    match value {
        Value::Unknown => None,
        Value::Null => Some(None),
        Value::Bytes(text) => parse(text).map(Some),
    }
}

/// Adds whether there is a value.
#[inline]
pub fn append<T>(nulls: &mut NullBufferBuilder, value: Option<T>) -> Option<()> {
    nulls.append(value.is_some());
    Some(())
}
