//! A line's object as requested columns.

use crate::members::{Found, find};
use crate::path::{self, Path};
use crate::scanner::Member;
use crate::value::{Kind, value};
use headwater_predicates::{Columns, Type, Value};
use headwater_storlet::Failure;

/// A requested column: a path, and the kind of value that all readers parse in the same way.
#[derive(PartialEq)]
pub struct Column {
    pub path: Path,
    kind: Kind,
}

impl Column {
    /// The column at a path, with a type name of the storlet `csv`.
    pub fn parse(pointer: &str, kind: &str) -> Result<Self, Failure> {
        let path = path::parse(pointer)?;
        // The storlet `csv` refuses an unknown type.
        let kind = Type::named(kind, None).map_or(Kind::Number, Kind::of);
        Ok(Self { path, kind })
    }
}

/// A line's object whose columns are requested by number.
pub struct Line<'a> {
    members: &'a [Member<'a>],
    columns: &'a [Column],
    /// The last requested text, without its escapes.
    text: Vec<u8>,
}

impl<'a> Line<'a> {
    /// Creates the line of an object with these members.
    #[inline]
    pub fn new(members: &'a [Member<'a>], columns: &'a [Column]) -> Self {
        Self {
            members,
            columns,
            text: Vec::new(),
        }
    }
}

impl Columns for Line<'_> {
    #[inline]
    fn value(&mut self, column: usize) -> Value<'_> {
        let Column { path, kind } = &self.columns[column];
        match find(self.members, path) {
            Found::Absent => Value::Null,
            Found::Unclear => Value::Unknown,
            Found::One(json) => value(json, *kind, &mut self.text),
        }
    }
}
