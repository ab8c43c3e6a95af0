//! The requested columns of a typed answer.

use crate::column::Column;
use crate::column_type::{ColumnType, TypeSpec};
use arrow_schema::{DataType, Field, Schema};
use headwater_predicates::{MAX_COLUMNS, parameter, time_zone};
use headwater_storlet::{Failure, Parameters};
use serde::Deserialize;

/// The maximum length of the JSON. It has a column of a few dozen bytes for each column of a wide table.
const LONGEST: usize = 1 << 20;

/// The name of the column of complete records.
const RECORD: &str = "record";

/// A requested column.
#[derive(Clone, Debug)]
pub struct Requested {
    /// Its position in the record, from 0.
    pub number: usize,
    /// The type of its values.
    pub kind: ColumnType,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ColumnSpec {
    column: usize,
    r#type: TypeSpec,
}

/// Reads `schema`, and `timeZone` for timestamps.
pub fn parse(parameters: &Parameters) -> Result<Vec<Requested>, Failure> {
    let json = parameters.required(parameter::SCHEMA)?;
    if json.len() > LONGEST {
        return failure(&format!("is longer than {LONGEST} bytes"));
    }
    let specs: Vec<ColumnSpec> = serde_json::from_str(json)
        .map_err(|error| Failure::parameters(format!("'schema': {error}")))?;
    let zone = time_zone(parameters)?;
    specs
        .into_iter()
        .map(|spec| requested(spec, zone))
        .collect()
}

fn requested(spec: ColumnSpec, zone: Option<i64>) -> Result<Requested, Failure> {
    if spec.column >= MAX_COLUMNS {
        return failure(&format!(
            "has column {}: at most {} are read",
            spec.column, MAX_COLUMNS
        ));
    }
    match spec.r#type.named(zone) {
        Ok(kind) => Ok(Requested {
            number: spec.column,
            kind,
        }),
        Err(problem) => failure(&problem),
    }
}

pub fn failure<T>(problem: &str) -> Result<T, Failure> {
    Err(Failure::parameters(format!("'schema' {problem}")))
}

/// The Arrow schema of a stream. Each requested column has its number as its name. If the stream has complete records,
/// they are the last column.
pub fn arrow(requested: &[Requested], columns: &[Column], has_records: bool) -> Schema {
    let typed = requested.iter().zip(columns).map(|(requested, column)| {
        Field::new(requested.number.to_string(), column.arrow().clone(), true)
    });
    let record = has_records.then(|| Field::new(RECORD, DataType::Binary, true));
    Schema::new(typed.chain(record).collect::<Vec<_>>())
}
