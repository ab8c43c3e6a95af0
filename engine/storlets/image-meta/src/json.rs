//! Converts EXIF values to JSON.

use exif::{Field, Value};
use serde_json::json;

/// Longer binary values, such as maker notes, are left out.
const LONGEST_BINARY: usize = 1024;

/// A field's value: a text, a number, or a list if the field has several values. None if it is long and binary, or of
/// an unknown type.
pub fn value(field: &Field) -> Option<serde_json::Value> {
    Some(match &field.value {
        Value::Ascii(texts) => list(texts, |text| json!(String::from_utf8_lossy(text))),
        Value::Byte(numbers) => list(numbers, |number| json!(number)),
        Value::Short(numbers) => list(numbers, |number| json!(number)),
        Value::Long(numbers) => list(numbers, |number| json!(number)),
        Value::SByte(numbers) => list(numbers, |number| json!(number)),
        Value::SShort(numbers) => list(numbers, |number| json!(number)),
        Value::SLong(numbers) => list(numbers, |number| json!(number)),
        Value::Float(numbers) => list(numbers, |number| json!(number)),
        Value::Double(numbers) => list(numbers, |number| json!(number)),
        // A denominator of 0 means "unknown". It becomes null in JSON, as infinity does.
        Value::Rational(numbers) => list(numbers, |number| json!(number.to_f64())),
        Value::SRational(numbers) => list(numbers, |number| json!(number.to_f64())),
        Value::Undefined(bytes, _) if bytes.len() <= LONGEST_BINARY => {
            json!(field.display_value().to_string())
        }
        Value::Undefined(..) | Value::Unknown(..) => return None,
    })
}

fn list<T>(values: &[T], json: impl Fn(&T) -> serde_json::Value) -> serde_json::Value {
    match values {
        [value] => json(value),
        values => values.iter().map(json).collect(),
    }
}
