//! The requested columns of a typed answer.

use arrow_schema::{DataType, Field, Schema, TimeUnit};
use headwater_predicates::{MAX_COLUMNS, Type, parameter, time_zone};
use headwater_storlet::{Failure, Parameters};
use serde::Deserialize;
use std::sync::Arc;

/// The maximum length of the JSON. It has a column of a few dozen bytes for each column of a wide table.
const LONGEST: usize = 1 << 20;

/// The name of the last column: complete records that are not typed.
const RECORD: &str = "record";

/// A requested column.
#[derive(Clone, Copy, Debug)]
pub struct Requested {
    /// Its position in the record, from 0.
    pub number: usize,
    /// The type of its values.
    pub kind: Type,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ColumnSpec {
    column: usize,
    r#type: String,
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
    specs.iter().map(|spec| requested(spec, zone)).collect()
}

fn requested(spec: &ColumnSpec, zone: Option<i64>) -> Result<Requested, Failure> {
    if spec.column >= MAX_COLUMNS {
        return failure(&format!(
            "has column {}: at most {} are read",
            spec.column, MAX_COLUMNS
        ));
    }
    match Type::named(&spec.r#type, zone) {
        Some(kind) => Ok(Requested {
            number: spec.column,
            kind,
        }),
        None => failure(&format!("has the unknown type '{}'", spec.r#type)),
    }
}

fn failure<T>(problem: &str) -> Result<T, Failure> {
    Err(Failure::parameters(format!("'schema' {problem}")))
}

/// The Arrow schema of the answer. Each column has its number as its name. The last column has the complete records.
pub fn arrow(columns: &[Requested]) -> Schema {
    let typed = columns
        .iter()
        .map(|column| Field::new(column.number.to_string(), data_type(column.kind), true));
    let record = Field::new(RECORD, DataType::Binary, true);
    Schema::new(typed.chain([record]).collect::<Vec<_>>())
}

/// The Arrow type that Spark, too, uses for a type.
pub fn data_type(kind: Type) -> DataType {
    match kind {
        Type::Text => DataType::Utf8,
        Type::Integer(_, high) => match high.leading_zeros() {
            57 => DataType::Int8,
            49 => DataType::Int16,
            33 => DataType::Int32,
            _ => DataType::Int64,
        },
        Type::Decimal(precision, scale) => DataType::Decimal128(precision as u8, scale as i8),
        Type::Double => DataType::Float64,
        Type::Float => DataType::Float32,
        Type::Boolean => DataType::Boolean,
        Type::Date => DataType::Date32,
        Type::Timestamp(_) => DataType::Timestamp(TimeUnit::Microsecond, Some(Arc::from("UTC"))),
        Type::TimestampNtz => DataType::Timestamp(TimeUnit::Microsecond, None),
    }
}
