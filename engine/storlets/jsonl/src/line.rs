//! A line's object as requested columns.

use crate::members::{Found, find};
use crate::path::{self, Path};
use crate::scanner::Member;
use headwater_predicates::{Columns, LONGEST_TEXT, Value, parameter};
use headwater_storlet::{Failure, Parameters};
use serde_json::Value as Json;

/// A requested column: a path, and the kind of value that all readers parse in the same way.
#[derive(PartialEq)]
pub struct Column {
    pub path: Path,
    kind: Kind,
}

/// The kinds of JSON values.
#[derive(PartialEq)]
enum Kind {
    Text,
    Boolean,
    Number,
    Floating,
}

impl Column {
    /// The column at a path, with a type name of the storlet `csv`.
    pub fn parse(pointer: &str, kind: &str) -> Result<Self, Failure> {
        let kind = match kind {
            "string" | "date" | "timestamp" | "timestamp_ntz" => Kind::Text,
            "boolean" => Kind::Boolean,
            "double" | "float" => Kind::Floating,
            _ => Kind::Number,
        };
        let path = path::parse(pointer)?;
        Ok(Self { path, kind })
    }
}

/// The parameters for the storlet `csv`: a document with column numbers, and `timeZone`.
pub fn numbered(
    parameters: &Parameters,
    name: &str,
    document: &Json,
) -> Result<Parameters, Failure> {
    let zone = parameters
        .get(parameter::TIME_ZONE)
        .map(|zone| format!("timeZone={zone}"));
    Parameters::parse([format!("{name}={document}")].into_iter().chain(zone))
}

/// A line's object whose columns are requested by number.
pub struct Line<'a> {
    members: &'a [Member<'a>],
    columns: &'a [Column],
    /// The last requested text, without its escapes.
    text: String,
}

impl<'a> Line<'a> {
    /// Creates the line of an object with these members.
    #[inline]
    pub fn new(members: &'a [Member<'a>], columns: &'a [Column]) -> Self {
        Self {
            members,
            columns,
            text: String::new(),
        }
    }

    #[inline]
    fn text<'b>(&'b mut self, json: &'b [u8]) -> Value<'b> {
        let inside = &json[1..json.len() - 1];
        if inside.len() > LONGEST_TEXT {
            return Value::Unknown;
        }
        if !inside.contains(&b'\\') {
            return Value::Bytes(inside);
        }
        match serde_json::from_slice(json) {
            Ok(text) => {
                self.text = text;
                Value::Bytes(self.text.as_bytes())
            }
            // An unpaired UTF-16 surrogate.
            Err(_) => Value::Unknown,
        }
    }
}

impl Columns for Line<'_> {
    #[inline]
    fn value(&mut self, column: usize) -> Value<'_> {
        let Column { path, kind } = &self.columns[column];
        let json = match find(self.members, path) {
            Found::Absent => return Value::Null,
            Found::Unclear => return Value::Unknown,
            Found::One(json) => json,
        };
        match (json[0], kind) {
            (b'"', Kind::Text) => self.text(json),
            (b't' | b'f', Kind::Boolean) => Value::Bytes(json),
            // Jackson parses it as the integer 0, without a sign.
            (b'-', Kind::Floating) if json == b"-0" => Value::Unknown,
            (b'-' | b'0'..=b'9', Kind::Number | Kind::Floating) => Value::Bytes(json),
            // A reader may convert it, or treat the line as malformed.
            _ => Value::Unknown,
        }
    }
}
