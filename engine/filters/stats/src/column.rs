//! What one column holds.

use crate::Distinct;
use serde_json::{Value, json};

/// What one column holds.
#[derive(Default)]
pub struct Column {
    name: Option<String>,
    /// Values that are not null.
    count: u64,
    /// How many of them are integers, and how many numbers, integers among them.
    integers: u64,
    numbers: u64,
    integer: Option<(i64, i64)>,
    number: Option<(f64, f64)>,
    text: Option<(Vec<u8>, Vec<u8>)>,
    distinct: Distinct,
}

impl Column {
    /// A column that has a name.
    pub fn named(name: &[u8]) -> Self {
        Self {
            name: Some(String::from_utf8_lossy(name).into_owned()),
            ..Self::default()
        }
    }

    /// Adds a value that is not null.
    pub fn add(&mut self, value: &[u8]) {
        self.count += 1;
        self.distinct.add(value);
        if let Some(number) = number(value) {
            self.numbers += 1;
            widen(&mut self.number, number);
        }
        if let Some(integer) = integer(value) {
            self.integers += 1;
            widen(&mut self.integer, integer);
        }
        match &mut self.text {
            None => self.text = Some((value.into(), value.into())),
            Some((least, _)) if value < &least[..] => *least = value.into(),
            Some((_, most)) if value > &most[..] => *most = value.into(),
            Some(_) => {}
        }
    }

    /// The column as JSON, of a table of so many rows: one that lacks the column has a null there.
    pub fn json(&self, rows: u64) -> Value {
        let (kind, least, most) = self.bounds();
        let mut json = json!({
            "type": kind, "count": self.count, "nulls": rows - self.count, "min": least, "max": most,
            "distinct": self.distinct.estimate(),
        });
        if let Some(name) = &self.name {
            json["name"] = json!(name);
        }
        json
    }

    /// The narrowest type that holds all values, and the bounds in its order.
    fn bounds(&self) -> (&'static str, Value, Value) {
        let text = |bytes: &[u8]| json!(String::from_utf8_lossy(bytes));
        match (&self.integer, &self.number, &self.text) {
            (_, _, None) => ("null", Value::Null, Value::Null),
            (Some((least, most)), _, _) if self.integers == self.count => {
                ("integer", json!(least), json!(most))
            }
            (_, Some((least, most)), _) if self.numbers == self.count => {
                ("number", json!(least), json!(most))
            }
            (_, _, Some((least, most))) => ("text", text(least), text(most)),
        }
    }
}

fn widen<T: PartialOrd + Copy>(range: &mut Option<(T, T)>, value: T) {
    match range {
        None => *range = Some((value, value)),
        Some((least, _)) if value < *least => *least = value,
        Some((_, most)) if value > *most => *most = value,
        Some(_) => {}
    }
}

/// An integer of 64 bits, as JSON writes it: `007` and `+7` are texts.
fn integer(value: &[u8]) -> Option<i64> {
    is_number(value).then(|| std::str::from_utf8(value).ok()?.parse().ok())?
}

/// A number, as JSON writes it, to the precision of 64-bit floating point.
fn number(value: &[u8]) -> Option<f64> {
    let number: f64 = is_number(value).then(|| std::str::from_utf8(value).ok()?.parse().ok())??;
    number.is_finite().then_some(number)
}

/// Whether a value looks like a number of JSON: `inf`, `0x1F` and numbers with leading zeros do not.
fn is_number(value: &[u8]) -> bool {
    let digits = value.strip_prefix(b"-").unwrap_or(value);
    let leading_zero = digits.len() > 1 && digits[0] == b'0' && digits[1].is_ascii_digit();
    digits.first().is_some_and(u8::is_ascii_digit)
        && !leading_zero
        && digits.iter().all(|byte| b"0123456789.eE+-".contains(byte))
}
