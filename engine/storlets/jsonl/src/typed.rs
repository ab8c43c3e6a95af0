//! Typed answers: `docs/reference/jsonl.md`.

mod together;

use crate::layout::Layout;
use crate::members::Found;
use crate::path;
use crate::scanner::{Members, Scanner};
use crate::value::{Kind, value};
use headwater_predicates::{Value, parameter};
use headwater_storlet::{Failure, Parameters};
use headwater_typed_rows::{Column, ColumnType, Inside, TypedRows};
use serde_json::Value as Json;
use std::io::{self, Write};
use together::Together;

pub use together::LineRows;

/// A longer list or map is left to the reader. Unit: bytes of its elements.
const LONGEST: usize = 4 << 20;

/// The rows of a typed answer.
pub struct Typed {
    rows: TypedRows,
    layout: Layout,
    /// The kinds of the columns. None if lines are added one by one.
    kinds: Option<Vec<Kind>>,
    /// A buffer for a text without its escapes.
    text: Vec<u8>,
}

impl Typed {
    /// The parameters that this module reads.
    pub const PARAMETERS: [&str; 4] = TypedRows::PARAMETERS;

    /// Reads `answer`, `schema` with a path for each column, and `timeZone`. None if the answer is text.
    pub fn parse(parameters: &Parameters) -> Result<Option<Self>, Failure> {
        let Some(text) = parameters.get(parameter::SCHEMA) else {
            return TypedRows::parse(parameters).map(|_| None);
        };
        let others = [
            parameter::COLUMNS,
            parameter::AGGREGATE,
            parameter::INFERENCE,
        ];
        parameters.none_of(&others, "'schema' has the columns of a typed answer")?;
        let mut schema: Json = serde_json::from_str(text)
            .map_err(|error| Failure::parameters(format!("'schema' is not JSON: {error}")))?;
        let mut paths = Vec::new();
        for node in schema.as_array_mut().into_iter().flatten() {
            if let Some(column) = node.get_mut("column") {
                let path = path::parse(path::pointer(column)?)?;
                *column = paths.len().into();
                paths.push(path);
            }
        }
        let numbered = parameters.with(parameter::SCHEMA, &schema.to_string());
        let is_limited = parameters.get(parameter::LIMIT).is_some();
        let kinds = |types: Vec<_>| types.into_iter().map(Kind::of).collect();
        Ok(TypedRows::parse(&numbered)?.map(|rows| Self {
            kinds: rows.scalars().filter(|_| !is_limited).map(kinds),
            rows,
            layout: Layout::of(paths),
            text: Vec::new(),
        }))
    }

    /// Adds a line. Without members, its reader parses it. `pending` has the lines before it that are added later.
    /// If there is a limit, returns whether the line has a typed row.
    #[inline]
    pub fn add<'a>(
        &mut self,
        line: &'a [u8],
        members: Option<Members<'a, '_>>,
        pending: &mut LineRows<'a>,
    ) -> bool {
        match members {
            Some(members) if self.kinds.is_some() && !members.escapes => {
                if !pending.fits(members) {
                    self.add_pending(pending);
                }
                if pending.push(line, members) {
                    self.add_pending(pending);
                }
                true
            }
            _ => {
                self.add_pending(pending);
                self.add_line(line, members)
            }
        }
    }

    /// Adds a line at once. Returns whether it has a typed row.
    fn add_line(&mut self, line: &[u8], members: Option<Members>) -> bool {
        let exact = members.is_some_and(|members| self.add_row(members));
        if !exact {
            self.rows.add_record(line);
        }
        exact
    }

    /// Adds the lines that are added later.
    pub fn add_pending(&mut self, pending: &mut LineRows) {
        let first = pending.iter().next();
        let (Some((_, members)), Some(kinds)) = (first, &self.kinds) else {
            return;
        };
        self.layout.follow(members);
        let together = Together::of(pending, &self.layout, kinds);
        if !self.rows.add_all(&together, true) {
            for (line, members) in pending.iter() {
                self.add_line(line, Some(members));
            }
        }
        pending.clear();
    }

    /// Adds a plain line with these members. Returns false, and adds nothing, if one of its values is not exact.
    fn add_row(&mut self, members: Members) -> bool {
        self.layout.follow(members);
        let Self {
            rows, layout, text, ..
        } = self;
        rows.add(|number, column| match layout.find(members.list, number) {
            Found::Absent => {
                column.push_null();
                Some(0)
            }
            Found::One(json) => match column.inside() {
                Inside::Scalar(kind) => column.push(value(json, Kind::of(kind), text), true),
                _ => push(&mut Scanner::of(json), column, text),
            },
            Found::Unclear => None,
        })
    }

    /// Writes the batch if it is large enough.
    #[inline]
    pub fn flush(&mut self, output: &mut impl Write) -> io::Result<()> {
        self.rows.flush(output)
    }

    /// Writes the remaining rows and the end of the stream.
    pub fn finish(&mut self, output: &mut impl Write) -> io::Result<()> {
        self.rows.finish(output)
    }
}

/// Adds the scanner's next value, and returns the bytes that it takes beside the column's width. None if it is not exact:
/// then parts of it may have been added.
#[inline]
fn push(scanner: &mut Scanner, column: &mut Column, text: &mut Vec<u8>) -> Option<usize> {
    let count = column.len();
    let bytes = match column.inside() {
        Inside::Scalar(kind) => {
            let value = value(scanner.skip()?, Kind::of(kind), text);
            return column.push(value, true);
        }
        _ if scanner.peek()? == b'n' => {
            scanner.skip()?;
            column.push_null();
            return Some(0);
        }
        Inside::List(elements) => push_list(scanner, elements, text)?,
        Inside::Map(entries) => push_map(scanner, entries, text)?,
        Inside::Struct(types, fields) => push_struct(scanner, types, fields, count, text)?,
    };
    column.push_nested();
    Some(bytes)
}

fn push_list(scanner: &mut Scanner, elements: &mut Column, text: &mut Vec<u8>) -> Option<usize> {
    let mut bytes = 0;
    scanner.elements(|scanner| {
        bytes += elements.width() + push(scanner, elements, text)?;
        (bytes <= LONGEST).then_some(())
    })?;
    Some(bytes)
}

/// A name that occurs twice makes a map unclear: readers take one or both of its values.
fn push_map(scanner: &mut Scanner, entries: &mut Column, text: &mut Vec<u8>) -> Option<usize> {
    let (mut names, mut bytes) = (Vec::new(), 0);
    scanner.members(|scanner, name| {
        names.push(name);
        let Inside::Struct(_, [keys, values]) = entries.inside() else {
            return None;
        };
        bytes += keys.push(Value::Bytes(name), true)? + push(scanner, values, text)?;
        entries.push_nested();
        bytes += entries.width();
        (bytes <= LONGEST).then_some(())
    })?;
    names.sort_unstable();
    let twice = names.windows(2).any(|pair| pair[0] == pair[1]);
    (!twice).then_some(bytes)
}

/// Adds the fields of a struct, of which a column has `count` already.
fn push_struct(
    scanner: &mut Scanner,
    types: &[(String, ColumnType)],
    fields: &mut [Column],
    count: usize,
    text: &mut Vec<u8>,
) -> Option<usize> {
    let (mut expected, mut bytes) = (0, 0);
    scanner.members(|scanner, name| {
        let is_named = |(other, _): &(String, ColumnType)| other.as_bytes() == name;
        let place = match types.get(expected) {
            Some(field) if is_named(field) => Some(expected),
            _ => types.iter().position(is_named),
        };
        let Some(place) = place else {
            return scanner.skip().map(|_| ());
        };
        expected = place + 1;
        // Readers take the first or the last value of a name that occurs twice.
        (fields[place].len() == count).then_some(())?;
        bytes += push(scanner, &mut fields[place], text)?;
        Some(())
    })?;
    let absent = fields.iter_mut().filter(|field| field.len() == count);
    absent.for_each(Column::push_null);
    Some(bytes)
}
