//! The returned fields and their format.

use crate::row::BYTE_ORDER_MARK;
use crate::{Dialect, Row};
use headwater_predicates::{MAX_COLUMNS, parameter};
use headwater_storlet::{Failure, Parameters};
use std::io::{self, Write};

/// The fields to return, and whether records are tagged.
#[derive(Clone, Debug)]
pub struct Projection {
    columns: Option<Vec<usize>>,
    tagged: bool,
}

impl Projection {
    /// The parameters that this module reads.
    pub const PARAMETERS: [&str; 2] = [parameter::COLUMNS, parameter::TAGGED];

    /// Reads `columns`, comma-separated numbers from 0, and `tagged`.
    pub fn parse(parameters: &Parameters) -> Result<Self, Failure> {
        let columns = parameters.get(parameter::COLUMNS).map(|list| {
            list.split(',')
                .filter(|_| !list.is_empty())
                .map(column)
                .collect()
        });
        Ok(Self {
            columns: columns.transpose()?,
            tagged: parameters.flag(parameter::TAGGED)?,
        })
    }

    /// Writes a row with its record separator. Returns whether the requested fields were written. A row in doubt is
    /// written in full instead.
    #[inline]
    pub fn write(&self, row: &mut Row, output: &mut impl Write) -> io::Result<bool> {
        let sound = match &self.columns {
            Some(columns) if !self.tagged => {
                write_fields(columns, row, output)?;
                true
            }
            Some(columns) if is_sound(columns, row) => {
                output.write_all(b"P")?;
                write_fields(columns, row, output)?;
                true
            }
            columns => {
                output.write_all(if self.tagged { b"W" } else { b"" })?;
                output.write_all(row.record())?;
                columns.is_none()
            }
        };
        output.write_all(row.dialect().line_sep.bytes())?;
        Ok(sound)
    }
}

fn column(number: &str) -> Result<usize, Failure> {
    match number.parse() {
        Ok(column) if column < MAX_COLUMNS => Ok(column),
        _ => Err(Failure::parameters(format!(
            "'columns' contains '{number}': numbers from 0 to {} are expected",
            MAX_COLUMNS - 1
        ))),
    }
}

/// Writes the fields with separators between them. A missing field is empty.
#[inline]
fn write_fields(columns: &[usize], row: &mut Row, output: &mut impl Write) -> io::Result<()> {
    for (index, column) in columns.iter().enumerate() {
        if index > 0 {
            output.write_all(&row.dialect().sep)?;
        }
        output.write_all(row.field(*column).unwrap_or_default())?;
    }
    Ok(())
}

/// Whether a reader finds the same values in the projected row as in the complete one.
#[inline]
fn is_sound(columns: &[usize], row: &mut Row) -> bool {
    let dialect = row.dialect();
    let counted = row.is_of_width();
    let certain = |column: &usize| {
        row.is_certain(*column) && row.field(*column).is_none_or(|field| !row.is_vague(field))
    };
    counted && columns.iter().all(certain) && is_seen(dialect, columns, row)
}

/// Whether the beginning of the projected row lets a reader recognize it as a record, with the same fields.
#[inline]
fn is_seen(dialect: &Dialect, columns: &[usize], row: &mut Row) -> bool {
    let Some(first) = columns.first() else {
        return true;
    };
    let begin = match row.field(*first).unwrap_or_default() {
        [] => &dialect.sep,
        first => first,
    };
    let skipped = begin.starts_with(BYTE_ORDER_MARK) || dialect.comment == Some(begin[0]);
    !skipped && (begin[0] > b' ' && columns.len() > 1 || !is_blank(dialect, columns, row))
}

fn is_blank(dialect: &Dialect, columns: &[usize], row: &mut Row) -> bool {
    let blank = |bytes: &[u8]| bytes.iter().all(|byte| *byte <= b' ');
    (columns.len() == 1 || blank(&dialect.sep))
        && columns
            .iter()
            .all(|column| blank(row.field(*column).unwrap_or_default()))
}
