//! Partial aggregates of the rows whose values are all exact. Independent of the rows' format.

mod cell;
mod groups;
mod key;
mod plan;
mod total;

use crate::{Columns, Type, Value, parameter};
use cell::Cell;
use groups::Groups;
use headwater_storlet::{Failure, Parameters};
use plan::{Column, Function, Plan};
use std::io::{self, Write};
use std::str;
use total::Total;

/// A row with a longer text is not aggregated. A longer JSON line is not judged, because readers limit JSON strings.
pub const LONGEST_TEXT: usize = 64 << 10;

/// The requested aggregates and the current groups.
pub struct Aggregate {
    plan: Plan,
    groups: Groups,
    /// A buffer for a row's values.
    cells: Vec<Cell>,
    /// A buffer for the key of a row's group.
    key: Vec<u8>,
}

/// The result of adding a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addition {
    /// The row is in its group.
    Yes,
    /// The row must be returned itself.
    No,
    /// The row must be returned itself, after the current groups. With it, one of their sums would not be exact.
    Inexact,
}

impl Aggregate {
    /// The parameters that this module reads.
    pub const PARAMETERS: [&str; 1] = [parameter::AGGREGATE];

    /// Reads `aggregate`, and `timeZone` for timestamps.
    pub fn parse(parameters: &Parameters) -> Result<Option<Self>, Failure> {
        let plan = Plan::parse(parameters)?;
        Ok(plan.map(|plan| Self {
            plan,
            groups: Groups::default(),
            cells: Vec::new(),
            key: Vec::new(),
        }))
    }

    /// Whether it needs a value of a row. Otherwise it counts rows.
    pub fn has_columns(&self) -> bool {
        !self.plan.columns.is_empty()
    }

    /// Whether the groups must be written now, given the result of adding a row.
    pub fn is_due(&self, added: Addition) -> bool {
        match added {
            Addition::Yes => self.groups.are_full(),
            Addition::No => self.plan.ordered,
            Addition::Inexact => true,
        }
    }

    /// Adds a row to its group if every value is exact and every sum remains exact.
    #[inline]
    pub fn add(&mut self, row: &mut impl Columns) -> Addition {
        if !self.read(row) {
            return Addition::No;
        }
        self.find_key(row);
        let Some(totals) = self.groups.find(&self.key) else {
            self.begin(row);
            return Addition::Yes;
        };
        let functions = &self.plan.functions;
        let fits = |(total, function): (&Total, &Function)| {
            function
                .column
                .is_none_or(|place| total.fits(self.cells[place], function.bound))
        };
        if !totals.iter().zip(functions).all(fits) {
            return Addition::Inexact;
        }
        let mut grown = 0;
        for (total, function) in totals.iter_mut().zip(functions) {
            let (cell, text) = argument(&self.plan, &self.cells, row, function);
            grown += total.add(function, cell, text);
        }
        self.groups.grown(grown);
        Addition::Yes
    }

    /// Writes the groups in the order of their first rows, removes them, and returns their number.
    pub fn flush(&mut self, separator: &[u8], output: &mut impl Write) -> io::Result<u64> {
        self.groups.flush(&self.plan, separator, output)
    }

    /// Reads the row's values. Returns false if one is not exact.
    #[inline]
    fn read(&mut self, row: &mut impl Columns) -> bool {
        self.cells.clear();
        for column in &self.plan.columns {
            match exact(column, row.value(column.number)) {
                Some(cell) => self.cells.push(cell),
                None => return false,
            }
        }
        true
    }

    #[inline]
    fn find_key(&mut self, row: &mut impl Columns) {
        key::begin(&mut self.key);
        for part in &self.plan.group {
            let text = text(&self.plan, &self.cells, row, part.column);
            let text = part
                .substring
                .map_or(text, |part| key::substring(text, part));
            key::push(&mut self.key, self.cells[part.column], text);
        }
    }

    fn begin(&mut self, row: &mut impl Columns) {
        let totals = self.plan.functions.iter().map(|function| {
            let (cell, text) = argument(&self.plan, &self.cells, row, function);
            Total::of(function.op, cell, text)
        });
        self.groups.begin(&self.key, totals.collect());
    }
}

/// The value of a column, if it is exact for every use in the plan.
#[inline]
fn exact(column: &Column, value: Value) -> Option<Cell> {
    let text = match value {
        Value::Unknown => return None,
        Value::Null => return Some(Cell::Null),
        Value::Bytes(text) => text,
    };
    if column.kind == Type::Text {
        let plain = !column.answered || text.len() <= LONGEST_TEXT && str::from_utf8(text).is_ok();
        return plain.then_some(Cell::Text);
    }
    let cell = Cell::of(&column.kind.parse(text)?);
    (!(column.without_negative_zero && cell.is_negative_zero())).then_some(cell)
}

/// A function's value in a row. A function without a column counts the row itself.
#[inline]
fn argument<'a>(
    plan: &Plan,
    cells: &[Cell],
    row: &'a mut impl Columns,
    function: &Function,
) -> (Cell, &'a [u8]) {
    match function.column {
        None => (Cell::Text, b""),
        Some(place) => (cells[place], text(plan, cells, row, place)),
    }
}

/// The text of a column, if it contains one.
#[inline]
fn text<'a>(plan: &Plan, cells: &[Cell], row: &'a mut impl Columns, place: usize) -> &'a [u8] {
    match cells[place] {
        Cell::Text => match row.value(plan.columns[place].number) {
            Value::Bytes(text) => text,
            Value::Null | Value::Unknown => b"",
        },
        _ => b"",
    }
}
