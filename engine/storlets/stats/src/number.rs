//! Exact comparison of numbers in text form.

use std::cmp::Ordering;

const LONGEST: usize = 40;

/// The minimum and maximum of texts that are all numbers.
#[derive(Default)]
pub struct Numbers {
    bounds: Option<(Number, Number)>,
    /// The maximum number of decimal places, or none after a value with an exponent.
    scale: Option<usize>,
}

/// A text that is a number, and the nearest finite 64-bit number.
struct Number {
    text: String,
    nearest: f64,
}

impl Numbers {
    /// Adds a value. Returns false if it is not a number.
    pub fn add(&mut self, value: &[u8]) -> bool {
        let Some((text, scale)) = parse(value) else {
            return false;
        };
        let Some(nearest) = text.parse().ok().filter(|number: &f64| number.is_finite()) else {
            return false;
        };
        self.scale = match self.bounds {
            None => scale,
            Some(_) => self.scale.zip(scale).map(|(a, b)| a.max(b)),
        };
        let number = || Number {
            text: text.into(),
            nearest,
        };
        match &mut self.bounds {
            None => self.bounds = Some((number(), number())),
            Some((low, high)) => {
                if nearest <= low.nearest && compare(text, &low.text).is_lt() {
                    *low = number();
                }
                if nearest >= high.nearest && compare(text, &high.text).is_gt() {
                    *high = number();
                }
            }
        }
        true
    }

    /// The minimum and maximum as raw texts, if there are any.
    pub fn bounds(&self) -> Option<(&str, &str)> {
        self.bounds
            .as_ref()
            .map(|(low, high)| (&low.text[..], &high.text[..]))
    }

    /// The maximum number of decimal places, if no value has an exponent.
    pub fn scale(&self) -> Option<usize> {
        self.scale
    }
}

/// The text of a number, and its number of decimal places unless it has an exponent.
fn parse(value: &[u8]) -> Option<(&str, Option<usize>)> {
    let text = str::from_utf8(value)
        .ok()
        .filter(|text| text.len() <= LONGEST)?;
    let (mantissa, exponent) = split(text.strip_prefix(['+', '-']).unwrap_or(text));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let exponent_is_one = exponent.is_none_or(|text| {
        let text = text.strip_prefix(['+', '-']).unwrap_or(text);
        !text.is_empty() && digits(text)
    });
    let valid =
        digits(whole) && digits(fraction) && whole.len() + fraction.len() > 0 && exponent_is_one;
    valid.then_some((text, exponent.is_none().then_some(fraction.len())))
}

fn split(unsigned: &str) -> (&str, Option<&str>) {
    match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    }
}

/// The exact order of two numbers.
fn compare(left: &str, right: &str) -> Ordering {
    let (left, right) = (Digits::of(left), Digits::of(right));
    match (left.negative, right.negative) {
        (false, false) => left.magnitude().cmp(&right.magnitude()),
        (true, true) => right.magnitude().cmp(&left.magnitude()),
        (negative, _) if negative => Ordering::Less,
        _ => Ordering::Greater,
    }
}

/// 0.DIGITS times ten to the exponent. Zero has no digits.
struct Digits {
    negative: bool,
    exponent: i64,
    digits: Vec<u8>,
}

impl Digits {
    fn of(text: &str) -> Self {
        let (mantissa, exponent) = split(text.strip_prefix(['+', '-']).unwrap_or(text));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = [whole, fraction].concat();
        let digits = all.trim_start_matches('0');
        let zeros = all.len() - digits.len();
        // An exponent that does not fit makes a number infinite or zero for every reader. Its sign saturates correctly.
        let exponent: i64 = exponent.map_or(0, |text| text.parse().unwrap_or(0));
        Self {
            negative: text.starts_with('-') && !digits.is_empty(),
            exponent: exponent.saturating_add(whole.len() as i64 - zeros as i64),
            digits: digits.trim_end_matches('0').into(),
        }
    }

    fn magnitude(&self) -> (bool, i64, &[u8]) {
        let some = !self.digits.is_empty();
        (some, if some { self.exponent } else { 0 }, &self.digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(values: &[&str]) -> Option<Numbers> {
        let mut numbers = Numbers::default();
        values
            .iter()
            .all(|value| numbers.add(value.as_bytes()))
            .then_some(numbers)
    }

    #[test]
    fn bounds_are_exact() {
        for (values, low, high, scale) in [
            (&["9", "10", "-2"][..], "-2", "10", Some(0)),
            (&["+007", "7.0", "6.99"], "6.99", "+007", Some(2)),
            (&["1e3", "999.9"], "999.9", "1e3", None),
            (&["-.5", "-0.49"], "-.5", "-0.49", Some(2)),
            (&["0", "-0", "0.00"], "0", "0", Some(2)),
            (
                &["9223372036854775807", "9223372036854775808"],
                "9223372036854775807",
                "9223372036854775808",
                Some(0),
            ),
            (
                &["0.1000000000000000055", "0.1000000000000000056"],
                "0.1000000000000000055",
                "0.1000000000000000056",
                Some(19),
            ),
            (&["1E-2", "0.001", "-1e+2", "-99"], "-1e+2", "1E-2", None),
        ] {
            let found = numbers(values).unwrap();
            assert_eq!(found.bounds(), Some((low, high)), "{values:?}");
            assert_eq!(found.scale(), scale, "{values:?}");
        }
    }

    #[test]
    fn texts_that_are_not_numbers_are_detected() {
        for value in [
            "",
            "-",
            ".",
            "1,5",
            "NaN",
            "Infinity",
            "1e999",
            "1e",
            "1e5.0",
            "1d",
            "0x1",
            " 1",
            "1 ",
            "١",
            "1.2.3",
            "--1",
            &"1".repeat(41),
        ] {
            assert!(numbers(&[value]).is_none(), "{value}");
        }
    }
}
