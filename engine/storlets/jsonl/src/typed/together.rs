//! Lines that become typed rows together.

use crate::layout::Layout;
use crate::members::Found;
use crate::scanner::{Member, Members};
use crate::value::{Kind, unescaped};
use headwater_predicates::Value;
use headwater_typed_rows::RowBlock;

/// The most lines that are added together. If one is not exact, all are added one by one.
const MOST: usize = 256;
/// Their bytes, about. They stay in a processor's cache while their columns are read one after the other.
const MOST_BYTES: usize = 64 << 10;

/// Selected lines of one shape, without escapes.
#[derive(Default)]
pub struct LineRows<'a> {
    lines: Vec<&'a [u8]>,
    /// The members of all lines, line after line.
    members: Vec<Member<'a>>,
    shape: u64,
    /// The number of members of each line.
    width: usize,
    bytes: usize,
}

/// Their requested columns.
pub struct Together<'a> {
    rows: &'a LineRows<'a>,
    layout: &'a Layout,
    /// The kind of each column, and the number of its member.
    columns: Vec<(Kind, Option<usize>)>,
}

impl<'a> LineRows<'a> {
    /// The number of lines.
    #[inline]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether a line with these members, without escapes, may be one of them.
    #[inline]
    pub fn fits(&self, members: Members) -> bool {
        self.lines.is_empty() || members.shape == self.shape
    }

    /// Adds a line. Returns whether the lines are as many, or as long, as they may be.
    #[inline]
    pub fn push(&mut self, line: &'a [u8], members: Members<'a, '_>) -> bool {
        self.lines.push(line);
        self.members.extend_from_slice(members.list);
        (self.shape, self.width) = (members.shape, members.list.len());
        self.bytes += line.len();
        self.lines.len() == MOST || self.bytes >= MOST_BYTES
    }

    /// The lines with their members, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&'a [u8], Members<'a, '_>)> {
        let members = |row| Members {
            list: self.list(row),
            shape: self.shape,
            escapes: false,
        };
        let lines = self.lines.iter().enumerate();
        lines.map(move |(row, line)| (*line, members(row)))
    }

    /// Removes all lines.
    pub fn clear(&mut self) {
        self.lines.clear();
        self.members.clear();
        self.bytes = 0;
    }

    #[inline]
    fn list(&self, row: usize) -> &[Member<'a>] {
        &self.members[row * self.width..][..self.width]
    }
}

impl<'a> Together<'a> {
    /// The columns of lines, of which the layout knows the places.
    pub fn of(rows: &'a LineRows<'a>, layout: &'a Layout, kinds: &[Kind]) -> Self {
        let columns = kinds.iter().enumerate();
        Self {
            rows,
            layout,
            columns: columns
                .map(|(column, kind)| (*kind, layout.member(column)))
                .collect(),
        }
    }
}

impl RowBlock for Together<'_> {
    fn count(&self) -> usize {
        self.rows.lines.len()
    }

    #[inline(always)]
    fn value(&self, row: usize, column: usize) -> Value<'_> {
        let (kind, member) = self.columns[column];
        if let Some(member) = member {
            return unescaped(
                self.rows.members[row * self.rows.width + member].value,
                kind,
            );
        }
        match self.layout.find(self.rows.list(row), column) {
            Found::Absent => Value::Null,
            Found::Unclear => Value::Unknown,
            Found::One(json) => unescaped(json, kind),
        }
    }
}
