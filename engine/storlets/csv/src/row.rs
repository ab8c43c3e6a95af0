//! The fields of a record.

mod odd;
mod open;

pub use odd::{BYTE_ORDER_MARK, MOST_FIELDS, is_odd};
pub use open::is_open;

use crate::Dialect;
use crate::index::SimpleFields;
use headwater_predicates::{Columns, Value};
use memchr::{memchr, memchr2};
use std::ops::Range;

/// A record whose fields are parsed on demand, from left to right.
///
/// A field is certain if it and every field to its left are *plain*. A plain field has no quote, or is quoted from end
/// to end without a quote or escape inside. Fields from the first other one on are parsed on a best-effort basis and
/// are in doubt.
pub struct Row<'a> {
    dialect: &'a Dialect,
    record: &'a [u8],
    fields: &'a mut Vec<Range<usize>>,
    /// The start of the next field, unless the record has ended.
    next: Option<usize>,
    /// The number of certain fields.
    certain: usize,
}

impl<'a> Row<'a> {
    /// The row of a record without its separator. `fields` is a buffer that rows share in turn.
    #[inline]
    pub fn of(dialect: &'a Dialect, record: &'a [u8], fields: &'a mut Vec<Range<usize>>) -> Self {
        fields.clear();
        let certain = if is_odd(dialect, record) {
            0
        } else {
            usize::MAX
        };
        Self {
            dialect,
            record,
            fields,
            next: Some(0),
            certain,
        }
    }

    /// The row of a record whose fields were found by an index.
    #[inline]
    pub fn indexed(
        dialect: &'a Dialect,
        record: &'a [u8],
        found: SimpleFields,
        fields: &'a mut Vec<Range<usize>>,
    ) -> Self {
        let mut row = Self::of(dialect, record, fields);
        if row.certain > 0 {
            row.fields.extend(found.ranges());
            row.next = None;
        }
        row
    }

    /// The complete record.
    pub fn record(&self) -> &'a [u8] {
        self.record
    }

    /// The format of the row's values.
    pub fn dialect(&self) -> &'a Dialect {
        self.dialect
    }

    /// The raw field, or none if the record has fewer fields.
    #[inline]
    pub fn field(&mut self, column: usize) -> Option<&'a [u8]> {
        while self.fields.len() <= column
            && let Some(start) = self.next
        {
            self.find(start);
        }
        self.fields
            .get(column)
            .map(|range| &self.record[range.clone()])
    }

    /// Whether a reader parses a field in the same way, or finds it missing too.
    pub fn is_certain(&mut self, column: usize) -> bool {
        self.field(column);
        column < self.certain
    }

    /// Whether the record has this many fields, all of them certain.
    fn is_certain_of_width(&mut self, width: usize) -> bool {
        let beyond = self.field(width).is_some();
        !beyond && self.fields.len() == width && self.certain == usize::MAX
    }

    /// Whether it has the required number of fields, all certain. True if readers do not count fields.
    pub fn is_of_width(&mut self) -> bool {
        let width = self.dialect.width;
        width.is_none_or(|width| self.is_certain_of_width(width))
    }

    #[inline]
    fn value_of(&self, field: &'a [u8]) -> Value<'a> {
        let value = match field {
            [] => return Value::Null,
            [first, content @ .., _] if *first == self.dialect.quote => match content {
                [] => &self.dialect.empty_value,
                content => content,
            },
            field => return unquoted(self.dialect, field),
        };
        present(self.dialect, value)
    }

    /// Whether a field consists of ignored white space only. Univocity parses it as either the empty value or the null
    /// value.
    pub fn is_vague(&self, field: &[u8]) -> bool {
        self.dialect.trims() && !field.is_empty() && trimmed(self.dialect, field).is_empty()
    }

    #[inline]
    fn find(&mut self, start: usize) {
        let end = match self.record.get(start) {
            Some(byte) if *byte == self.dialect.quote => self.end_of_quoted(start),
            _ => self.end_of_unquoted(start),
        };
        self.fields.push(start..end);
        self.next = (end < self.record.len()).then_some(end + self.dialect.sep.len());
    }

    #[inline]
    fn end_of_unquoted(&mut self, start: usize) -> usize {
        let [sep] = *self.dialect.sep else {
            return self.end_before_long_sep(start);
        };
        match memchr2(sep, self.dialect.quote, &self.record[start..]) {
            None => self.record.len(),
            Some(length) if self.record[start + length] == sep => start + length,
            Some(_) => {
                self.doubt();
                self.next_sep(start)
            }
        }
    }

    /// The end of a field before a separator of several bytes. A field with a quote is in doubt. The last field is in
    /// doubt if it ends like a separator begins, or if it and the first field are empty: univocity then parses null or
    /// the empty value, depending on the previous record.
    fn end_before_long_sep(&mut self, start: usize) -> usize {
        let sep = &self.dialect.sep;
        let end = self.next_sep(start);
        let field = &self.record[start..end];
        let vague = field.ends_with(&sep[..1]) || field.is_empty() && self.record.starts_with(sep);
        if memchr(self.dialect.quote, field).is_some() || end == self.record.len() && vague {
            self.doubt();
        }
        end
    }

    fn next_sep(&self, from: usize) -> usize {
        let sep = &self.dialect.sep;
        let mut at = from;
        while let Some(length) = memchr(sep[0], &self.record[at..]) {
            at += length;
            if self.record[at..].starts_with(sep) {
                return at;
            }
            at += 1;
        }
        self.record.len()
    }

    fn end_of_quoted(&mut self, start: usize) -> usize {
        let Dialect {
            quote,
            escape,
            ref sep,
            ..
        } = *self.dialect;
        let mut at = start + 1;
        while let Some(length) = memchr2(quote, escape, &self.record[at..]) {
            at += length;
            let behind = &self.record[at + 1..];
            if self.record[at] != quote || quote == escape && behind.first() == Some(&quote) {
                self.doubt();
                at = self.record.len().min(at + 2);
            } else if behind.is_empty() || behind.starts_with(sep) {
                self.judge_quoted(&self.record[start + 1..at]);
                return at + 1;
            } else {
                self.doubt();
                return self.next_sep(at);
            }
        }
        self.doubt();
        self.record.len()
    }

    /// Marks the content of a fully quoted field as doubtful if univocity's two code paths parse it differently.
    fn judge_quoted(&mut self, content: &[u8]) {
        let Dialect {
            quote,
            escape,
            escape_of_escape,
            ref sep,
            ..
        } = *self.dialect;
        let empty = content.is_empty() && (escape == quote || escape == 0);
        if empty || quote == 0 || sep.len() > 1 || memchr2(escape_of_escape, 0, content).is_some() {
            self.doubt();
        }
    }

    fn doubt(&mut self) {
        self.certain = self.certain.min(self.fields.len());
    }
}

impl Columns for Row<'_> {
    /// A missing field is null, unless the reader counts columns.
    #[inline]
    fn value(&mut self, column: usize) -> Value<'_> {
        let field = self.field(column);
        if column >= self.certain {
            return Value::Unknown;
        }
        match field {
            Some(field) => self.value_of(field),
            None if self.dialect.width.is_some() => Value::Unknown,
            None => Value::Null,
        }
    }
}

/// What a reader makes of a field that does not begin with a quote.
#[inline]
pub fn unquoted<'a>(dialect: &Dialect, field: &'a [u8]) -> Value<'a> {
    match field {
        [] => Value::Null,
        field => match trimmed(dialect, field) {
            [] => Value::Unknown,
            trimmed => present(dialect, trimmed),
        },
    }
}

#[inline]
fn present<'a>(dialect: &Dialect, value: &'a [u8]) -> Value<'a> {
    if *value == *dialect.null_value {
        Value::Null
    } else {
        Value::Bytes(value)
    }
}

#[inline]
fn trimmed<'a>(dialect: &Dialect, field: &'a [u8]) -> &'a [u8] {
    let mut rest = field;
    while let [first, behind @ ..] = rest
        && dialect.trim_start
        && *first <= b' '
    {
        rest = behind;
    }
    while let [before @ .., last] = rest
        && dialect.trim_end
        && *last <= b' '
    {
        rest = before;
    }
    rest
}
