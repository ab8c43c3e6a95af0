//! What is to be aggregated: `protocol/aggregate.schema.json`.

use crate::projection::MAX_COLUMNS;
use crate::types::power_of_ten;
use crate::{Type, temporal};
use headwater_filter::{Failure, Parameters};
use serde::Deserialize;

/// The longest JSON that is read.
const LONGEST: usize = 64 << 10;

/// What is to be aggregated. Functions and the group name columns by their place in `columns`.
#[derive(Clone, Debug)]
pub struct Plan {
    pub columns: Vec<Column>,
    pub group: Vec<Key>,
    pub functions: Vec<Function>,
    /// Whether what is answered of a group hangs on the order of its rows.
    pub ordered: bool,
}

/// A column that a reader parses.
#[derive(Clone, Debug)]
pub struct Column {
    pub number: usize,
    pub kind: Type,
    /// Whether its value is part of the answer, of which a text must then be UTF-8.
    pub answered: bool,
    /// Whether it counts that zero has no sign.
    pub without_negative_zero: bool,
}

/// A part of what groups are told apart by.
#[derive(Clone, Debug)]
pub struct Key {
    pub column: usize,
    /// How many characters are left out, and how many follow that count.
    pub substring: Option<(usize, usize)>,
}

/// What is answered of a group.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    pub op: Op,
    /// None to count rows.
    pub column: Option<usize>,
    /// Of a decimal's digits, summed up: exclusive.
    pub bound: i128,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    columns: Vec<TypedColumn>,
    group: Vec<Grouped>,
    functions: Vec<Asked>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TypedColumn {
    column: usize,
    r#type: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Grouped {
    column: usize,
    substring: Option<(u32, u32)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    op: Op,
    column: Option<usize>,
}

/// What is told of a column's values.
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
    /// Reads `aggregate`, and `timeZone` that its timestamps need.
    pub fn parse(parameters: &Parameters) -> Result<Option<Self>, Failure> {
        let Some(json) = parameters.get("aggregate") else {
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
        for asked in &document.functions {
            let function = plan.function(asked)?;
            plan.functions.push(function);
        }
        Ok(Some(plan))
    }

    fn key(&mut self, key: &Grouped) -> Result<Key, Failure> {
        let column = self.place("group", key.column)?;
        self.columns[column].answered = true;
        if self.columns[column].is_floating() {
            return failure("groups by a 'double' or 'float', of which equal ones differ");
        }
        if key.substring.is_some() && self.columns[column].kind != Type::Text {
            return failure("asks for a substring of a column that is no 'string'");
        }
        let substring = key
            .substring
            .map(|(position, length)| (position.saturating_sub(1) as usize, length as usize));
        Ok(Key { column, substring })
    }

    fn function(&mut self, asked: &Asked) -> Result<Function, Failure> {
        let op = asked.op;
        let Some(number) = asked.column else {
            return match op {
                Op::Count => Ok(Function {
                    op,
                    column: None,
                    bound: 0,
                }),
                _ => failure("has a function, other than 'count', of no 'column'"),
            };
        };
        let place = self.place("functions", number)?;
        let column = &mut self.columns[place];
        // Of zeros with signs, of which some are passed on, the first one is the lowest and the highest.
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

    /// Where a column stands in `columns`.
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

    /// Spark's sum of a `decimal(p,s)` is a `decimal(p+10,s)`, of 38 digits at most.
    fn bound_of_sum(&self) -> Result<i128, Failure> {
        match self.kind {
            Type::Decimal(precision, _) => Ok(power_of_ten(38.min(precision + 10))),
            Type::Integer(..) | Type::Double | Type::Float => Ok(0),
            _ => failure(&format!(
                "sums the column {}, which is no number",
                self.number
            )),
        }
    }
}

fn columns(typed: &[TypedColumn], offset: Option<i64>) -> Result<Vec<Column>, Failure> {
    let mut columns: Vec<Column> = Vec::with_capacity(typed.len());
    for TypedColumn { column, r#type } in typed {
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

fn failure<T>(problem: &str) -> Result<T, Failure> {
    Err(Failure::parameters(format!("'aggregate' {problem}")))
}
