//! A line's object as requested columns.

use crate::layout::Layout;
use crate::members::Found;
use crate::path::{self, Path};
use crate::scanner::{Member, Members};
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

/// The requested columns of all lines.
pub struct LineColumns {
    kinds: Vec<Kind>,
    layout: Layout,
    /// The last requested text, without its escapes.
    text: Vec<u8>,
}

impl LineColumns {
    /// Creates the columns of all lines.
    pub fn of(columns: Vec<Column>) -> Self {
        Self {
            kinds: columns.iter().map(|column| column.kind).collect(),
            layout: Layout::of(columns.into_iter().map(|column| column.path).collect()),
            text: Vec::new(),
        }
    }

    /// The columns of a line with these members.
    #[inline]
    pub fn line<'a>(&'a mut self, members: Members<'a, 'a>) -> Line<'a> {
        self.layout.follow(members);
        Line {
            members: members.list,
            columns: self,
        }
    }
}

/// A line's object whose columns are requested by number.
pub struct Line<'a> {
    members: &'a [Member<'a>],
    columns: &'a mut LineColumns,
}

impl Columns for Line<'_> {
    #[inline]
    fn value(&mut self, column: usize) -> Value<'_> {
        let LineColumns {
            kinds,
            layout,
            text,
        } = &mut *self.columns;
        match layout.find(self.members, column) {
            Found::Absent => Value::Null,
            Found::Unclear => Value::Unknown,
            Found::One(json) => value(json, kinds[column], text),
        }
    }
}
