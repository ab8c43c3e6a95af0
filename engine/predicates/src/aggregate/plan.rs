//! The requested aggregates: `protocol/aggregate.schema.json`.

use crate::parameter;
use crate::types::power_of_ten;
use crate::{MAX_COLUMNS, Type, temporal};
use headwater_storlet::{Failure, Parameters};
use serde::Deserialize;

/// The maximum length of the JSON.
const LONGEST: usize = 64 << 10;

/// The requested aggregates. Functions and keys refer to columns by their position in `columns`.
#[derive(Clone, Debug)]
pub struct Plan {
    pub columns: Vec<Column>,
    pub group: Vec<Key>,
    pub functions: Vec<Function>,
    /// Whether a group's results depend on the order of its rows.
    pub ordered: bool,
}

/// A column that a reader parses.
#[derive(Clone, Debug)]
pub struct Column {
    pub number: usize,
    pub kind: Type,
    /// Whether its value is part of the answer. If so, a text must be UTF-8.
    pub answered: bool,
    /// Whether negative zero must be rejected.
    pub without_negative_zero: bool,
}

/// A part of the group key.
#[derive(Clone, Debug)]
pub struct Key {
    pub column: usize,
    /// The number of skipped characters, and the number of characters after them.
    pub substring: Option<(usize, usize)>,
}

/// A function computed for each group.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    pub op: Op,
    /// None to count rows.
    pub column: Option<usize>,
    /// The exclusive limit of a decimal's digits, for sums.
    pub bound: i128,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    columns: Vec<ColumnSpec>,
    group: Vec<KeySpec>,
    functions: Vec<FunctionSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ColumnSpec {
    column: usize,
    r#type: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KeySpec {
    column: usize,
    substring: Option<(u32, u32)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FunctionSpec {
    op: Op,
    column: Option<usize>,
}

/// The function applied to a column's values.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Op {
    Count,
    Sum,
    Min,
    Max,
    First,
}

impl Plan {
    /// Reads `aggregate`, and `timeZone` for timestamps.
    pub fn parse(parameters: &Parameters) -> Result<Option<Self>, Failure> {
        let Some(json) = parameters.get(parameter::AGGREGATE) else {
            return Ok(None);
        };
        if json.len() > LONGEST {
            return failure(&format!("is longer than {LONGEST} bytes"));
        }
        let document: Document = serde_json::from_str(json)
            .map_err(|error| Failure::parameters(format!("'aggregate': {error}")))?;
        let mut plan = Self {
            columns: columns(&document.columns, temporal::time_zone(parameters)?)?,
            group: Vec::new(),
            functions: Vec::new(),
            ordered: false,
        };
        for key in &document.group {
            let key = plan.key(key)?;
            plan.group.push(key);
        }
        for spec in &document.functions {
            let function = plan.function(spec)?;
            plan.functions.push(function);
        }
        Ok(Some(plan))
    }

    fn key(&mut self, key: &KeySpec) -> Result<Key, Failure> {
        let column = self.place("group", key.column)?;
        self.columns[column].answered = true;
        if self.columns[column].is_floating() {
            return failure("groups by a 'double' or 'float', whose equal values may differ");
        }
        if key.substring.is_some() && self.columns[column].kind != Type::Text {
            return failure("takes a substring of a column that is not a 'string'");
        }
        let substring = key
            .substring
            .map(|(position, length)| (position.saturating_sub(1) as usize, length as usize));
        Ok(Key { column, substring })
    }

    fn function(&mut self, spec: &FunctionSpec) -> Result<Function, Failure> {
        let op = spec.op;
        let Some(number) = spec.column else {
            return count_rows(op);
        };
        let place = self.place("functions", number)?;
        let column = &mut self.columns[place];
        // If some rows are returned themselves, the first of several signed zeros would win. Min and max therefore
        // reject negative zero.
        let extreme = matches!(op, Op::Min | Op::Max);
        self.ordered |= op == Op::First || extreme && column.is_floating();
        column.answered |= extreme || op == Op::First;
        column.without_negative_zero |= extreme || op == Op::Sum;
        let bound = match op {
            Op::Sum => column.bound_of_sum()?,
            _ => 0,
        };
        Ok(Function {
            op,
            column: Some(place),
            bound,
        })
    }

    /// The position of a column in `columns`.
    fn place(&self, member: &str, number: usize) -> Result<usize, Failure> {
        let place = self
            .columns
            .iter()
            .position(|column| column.number == number);
        place.map_or_else(
            || {
                failure(&format!(
                    "has the column {number} in '{member}', and not in 'columns'"
                ))
            },
            Ok,
        )
    }
}

impl Column {
    fn is_floating(&self) -> bool {
        matches!(self.kind, Type::Double | Type::Float)
    }

    /// Spark's sum of a `decimal(p,s)` is a `decimal(p+10,s)`, with at most 38 digits.
    fn bound_of_sum(&self) -> Result<i128, Failure> {
        match self.kind {
            Type::Decimal(precision, _) => Ok(power_of_ten(38.min(precision + 10))),
            Type::Integer(..) | Type::Double | Type::Float => Ok(0),
            _ => failure(&format!(
                "sums the column {}, which is not a number",
                self.number
            )),
        }
    }
}

fn columns(typed: &[ColumnSpec], offset: Option<i64>) -> Result<Vec<Column>, Failure> {
    let mut columns: Vec<Column> = Vec::with_capacity(typed.len());
    for ColumnSpec { column, r#type } in typed {
        if *column >= MAX_COLUMNS || columns.iter().any(|known| known.number == *column) {
            return failure(&format!(
                "has the column {column} in 'columns': each once, from 0 to {}, is expected",
                MAX_COLUMNS - 1
            ));
        }
        let Some(kind) = Type::named(r#type, offset) else {
            return failure(&format!("has the type '{}', which is not known", r#type));
        };
        columns.push(Column {
            number: *column,
            kind,
            answered: false,
            without_negative_zero: false,
        });
    }
    Ok(columns)
}

/// A function without a column, which must be the number of rows.
fn count_rows(op: Op) -> Result<Function, Failure> {
    match op {
        Op::Count => Ok(Function {
            op,
            column: None,
            bound: 0,
        }),
        _ => failure("has a function without 'column' that is not 'count'"),
    }
}

fn failure<T>(problem: &str) -> Result<T, Failure> {
    Err(Failure::parameters(format!("'aggregate' {problem}")))
}
