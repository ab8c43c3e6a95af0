//! The form that all values of a column have.

use headwater_predicates::Type;

/// The forms that all values so far have, one bit each.
#[derive(Clone, Copy)]
pub struct Form(u8);

const INTEGER: u8 = 1;
const DATE: u8 = 2;
/// With a space, with a `T`, and as an instant.
const SPACED: u8 = 4;
const TIMED: u8 = 8;
const INSTANT: u8 = 16;

impl Form {
    /// The forms before the first value.
    pub const ANY: Self = Self(31);

    /// Removes the forms that a value does not have.
    pub fn narrow(&mut self, value: &[u8]) {
        self.0 &= match value.len() {
            0 => 0,
            10 if value[4] == b'-' => has(DATE, Type::Date.parse(value).is_some()),
            19..=27 if value[4] == b'-' => time(value),
            _ => has(INTEGER, is_integer(value)),
        };
    }

    /// The form's name, if exactly one remains.
    pub fn name(self) -> Option<&'static str> {
        match self.0 {
            INTEGER => Some("integer"),
            DATE => Some("date"),
            SPACED | TIMED => Some("timestamp"),
            INSTANT => Some("instant"),
            _ => None,
        }
    }
}

fn has(form: u8, it_is: bool) -> u8 {
    if it_is { form } else { 0 }
}

fn time(value: &[u8]) -> u8 {
    if let Some(local) = value.strip_suffix(b"Z") {
        let exact = value.len() == 27 && value[10] == b'T';
        return has(INSTANT, exact && Type::TimestampNtz.parse(local).is_some());
    }
    let form = if value[10] == b'T' { TIMED } else { SPACED };
    has(form, Type::TimestampNtz.parse(value).is_some())
}

/// Digits as a program writes them, of any length.
fn is_integer(value: &[u8]) -> bool {
    let digits = value.strip_prefix(b"-").unwrap_or(value);
    match digits {
        b"0" => value == b"0",
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}
